"""Our entry in the text of one client's file: put there, found, taken out.

Owns the choice of the form and where the entry stands. Must not know files.
"""

from __future__ import annotations

from kontext.connect.clients import SERVER, TOML

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.connect.clients import Client


def put_entry(client: Client, text: str, entry: dict[str, object]) -> str:
    """Return the text with our entry; what a person added to it stays. Raises BrokenTextError."""
    if client.form == TOML:
        from kontext.connect.toml_table import put_table

        return put_table(text, (*client.keys, SERVER), entry)
    from kontext.connect.jsonc import find, put, value_of

    keys = _keys(client, text)
    if find(text, keys) is None:
        return put(text, keys, entry)
    for key, value in entry.items():
        node = find(text, (*keys, key))
        if node is None or value_of(text, node) != value:
            text = put(text, (*keys, key), value)
    return text


def has_entry(client: Client, text: str) -> bool:
    """Tell whether our server has an entry there. Raises BrokenTextError."""
    if client.form == TOML:
        from kontext.connect.toml_table import table_of

        return table_of(text, (*client.keys, SERVER)) is not None
    from kontext.connect.jsonc import find

    return find(text, _keys(client, text)) is not None


def take_entry_out(client: Client, text: str) -> str:
    """Return the text without our entry. Raises BrokenTextError."""
    if client.form == TOML:
        from kontext.connect.toml_table import take_out

        return take_out(text, (*client.keys, SERVER))
    from kontext.connect.jsonc import take_out as take_member_out

    return take_member_out(text, _keys(client, text))


def _keys(client: Client, text: str) -> tuple[str, ...]:
    """Where our entry stands in JSON: in the other table of servers where the file has that one."""
    from kontext.connect.jsonc import find

    has_other = bool(client.other_keys) and find(text, client.other_keys) is not None
    return (*(client.other_keys if has_other else client.keys), SERVER)
