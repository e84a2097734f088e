"""Which files look like secrets and are therefore never read, indexed or shown.

Owns the file-name rules, as data. Must not know file contents or where the names come from.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import RepoPath

LOOKS_SECRET = "it looks like a file of secrets"

_NAMES = (
    r"\.env.*(?<!\.example)(?<!\.sample)(?<!\.template)",
    r"id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?!.*\.pub$).*",
    r".*\.(?:pem|key|p12|pfx|keystore|tfstate|tfvars)",
    r"credentials\.json",
    r"\.(?:npmrc|pypirc|netrc)",
    r".*service.*account.*\.json",
    r".*secret.*\.(?:json|yaml|yml|env|toml|ini|txt)",
)
_SECRET = re.compile("|".join(_NAMES), re.IGNORECASE | re.DOTALL)


def is_secret_file(path: RepoPath) -> bool:
    """Judge a path by its last segment, in any letter case."""
    return _SECRET.fullmatch(path.rpartition("/")[2]) is not None
