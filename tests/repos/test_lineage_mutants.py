"""One change of meaning inside a reformatting commit: that commit must stay the origin of the changed line.

The reformatted texts are what common formatters make of the originals; each mutant changes one line of them. Unchanged,
every line is seen through (or the mutants would prove nothing).
"""

from __future__ import annotations

import os
import random

import pytest

from gitbox import GitBox
from kontext.git.repo import open_repo
from kontext.lineage import trace
from kontext.model import LineSpan

PYTHON = """\
import os, sys

class Cart(Base):
    '''Holds what a customer wants.

    Prices are  kept in cents.
    '''
    async def total(self, items, rate=0.2, currency = 'EUR', *args):
        # free items never count
        if not items: return 0
        amounts = [self.price(item, rate) for item in items if item.price > 0 and item.kept]
        await self.store.save(key='total of today', amounts=amounts, retry=True)
        label = f'{currency} total' + b'raw'.decode() + r'\\d'
        value = (sum(amounts) + self.fee) * rate
        for (name, count) in self.names.items():
            self.log.write(name, count, 'kept')  # audit
            self.count += count
        return self.round(value, label, -1)
"""

PYTHON_FORMATTED = """\
import os
import sys


class Cart(Base):
    \"\"\"Holds what a customer wants.

    Prices are  kept in cents.
    \"\"\"

    async def total(
        self,
        items,
        rate=0.2,
        currency="EUR",
        *args,
    ):
      # free items never count
      if not items:
          return 0
      amounts = [
          self.price(item, rate)
          for item in items
          if item.price > 0 and item.kept
      ]
      await self.store.save(
          key="total of today",
          amounts=amounts,
          retry=True,
      )
      label = f"{currency} total" + b"raw".decode() + r"\\d"
      value = ( sum(amounts) + self.fee ) * rate
      for name, count in self.names.items():
          self.log.write(name, count, "kept")  # audit
          self.count  += count
      return self.round( value, label, -1 )
"""

SCRIPT = """\
export async function load(id, options) {
    if (!options.cache && id > 0) {
        const answer = await fetch('/api/items/' + id, { retry: true, 'key': "a b" })
        // never trust the cache
        cache.set(id, answer, options.ttl)
        return answer.items.map(item => item.price * (1 + options.rate))
    }
    return cache.get(id) || options.fallback
}
"""

SCRIPT_FORMATTED = """\
export async function load(id, options) {
  if (!options.cache && id > 0) {
    const answer = await fetch("/api/items/" + id, {
      retry: true,
      key: "a b",
    });
    // never trust the cache
    cache.set(id, answer, options.ttl);
    return answer.items.map((item) => item.price * (1 + options.rate));
  }
  return cache.get(id) || options.fallback;
}
"""

C = """\
static int find(const char *name, unsigned size)
{
    if (!name || size == 0) return -1;
    for (int i = 0; i < size; i++)
        total += weigh(name[i], i, "of  it");
    /* the caller owns it */
    return (int) total * (size - 1);
}
"""

C_FORMATTED = """\
static int find(const char* name, unsigned size) {
  if (!name || size == 0)
    return -1;
  for (int i = 0; i < size; i++)
    total += weigh(name[i], i, "of  it");
  // the caller owns it
  return (int)total * (size - 1);
}
"""

TEXTS = {
    "a.py": (PYTHON, PYTHON_FORMATTED),
    "a.js": (SCRIPT, SCRIPT_FORMATTED),
    "a.c": (C, C_FORMATTED),
}

# (file, kind, what stands there, what the mutant says)
MUTANTS = [
    ("a.py", "operator", "item.price > 0", "item.price < 0"),
    ("a.py", "boolean operator", "> 0 and item", "> 0 or item"),
    ("a.py", "augmented assignment", "self.count  += count", "self.count  = count"),
    ("a.py", "constant", "rate=0.2", "rate=0.3"),
    ("a.py", "truth", "retry=True", "retry=False"),
    ("a.py", "name", "amounts=amounts,", "amounts=amount,"),
    ("a.py", "member", "self.log.write", "self.log.print"),
    ("a.py", "dropped member", "item.kept", "item"),
    ("a.py", "string content", '"EUR"', '"EUX"'),
    ("a.py", "white space in a string", '"total of today"', '"total  of today"'),
    ("a.py", "white space dropped from a string", '"total of today"', '"total oftoday"'),
    ("a.py", "no-break space", '"total of today"', '"total\xa0of today"'),
    ("a.py", "prefix of bytes", 'b"raw"', '"raw"'),
    ("a.py", "prefix of a format", 'f"{currency}', '"{currency}'),
    ("a.py", "prefix of a raw string", 'r"\\d"', '"\\d"'),
    ("a.py", "argument order", "write(name, count,", "write(count, name,"),
    ("a.py", "deleted argument", '(name, count, "kept")', '(name, "kept")'),
    ("a.py", "deleted negation", "if not items:", "if items:"),
    ("a.py", "deleted await", "await self.store", "self.store"),
    ("a.py", "deleted return", "return self.round", "self.round"),
    ("a.py", "deleted async", "async def", "def"),
    ("a.py", "added negation", "if item.price", "if not item.price"),
    ("a.py", "parentheses", "( sum(amounts) + self.fee ) * rate", "sum(amounts) + self.fee * rate"),
    ("a.py", "tuple", "* rate\n", "* rate,\n"),
    ("a.py", "sign", "label, -1", "label, 1"),
    ("a.py", "star", "*args", "**args"),
    ("a.py", "default dropped", "rate=0.2", "rate"),
    ("a.py", "deleted comment", '"kept")  # audit', '"kept")'),
    ("a.py", "comment", "# free items never", "# free items always"),
    ("a.py", "docstring", "are  kept in cents", "are  kept in euros"),
    ("a.py", "white space in a docstring", "are  kept", "are kept"),
    ("a.py", "commented out", "      value =", "      # value ="),
    ("a.py", "dedent", "          self.count  +=", "      self.count  +="),
    ("a.py", "import", "import sys", "import sys as os"),
    ("a.py", "base class", "Cart(Base)", "Cart(Case)"),
    ("a.js", "operator", "&& id > 0", "&& id >= 0"),
    ("a.js", "deleted negation", "!options.cache", "options.cache"),
    ("a.js", "deleted await", "await fetch", "fetch"),
    ("a.js", "deleted return", "return cache", "cache"),
    ("a.js", "string content", "/api/items/", "/api/item/"),
    ("a.js", "white space in a string", '"a b"', '"a  b"'),
    ("a.js", "key", 'key: "a b"', 'keys: "a b"'),
    ("a.js", "argument order", "(id, answer,", "(answer, id,"),
    ("a.js", "parentheses", "* (1 + options.rate)", "* 1 + options.rate"),
    ("a.js", "commented out", "    cache.set", "    // cache.set"),
    ("a.js", "comment", "never trust", "always trust"),
    ("a.js", "let for const", "const answer", "let answer"),
    ("a.c", "operator", "i < size", "i <= size"),
    ("a.c", "deleted return", "    return -1", "    -1"),
    ("a.c", "white space in a string", '"of  it"', '"of it"'),
    ("a.c", "argument order", "(name[i], i,", "(i, name[i],"),
    ("a.c", "cast dropped", "(int)total", "total"),
    ("a.c", "qualifier", "const char*", "char*"),
    ("a.c", "pointer", "char* name", "char** name"),
    ("a.c", "empty statement", "i++)\n", "i++);\n"),
]


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    box = GitBox.init(tmp_path_factory.mktemp("mutants"), git_env)
    box.commit("Original", {path: texts[0] for path, texts in TEXTS.items()})
    return box


def origin_of(box: GitBox, base: str, path: str, text: str, line: int) -> tuple[str, str]:
    """Commit a reformatted text on top of the originals: (that commit, origin of a line)."""
    box.git("reset", "-q", "--hard", base)
    noise = box.commit("Format", {path: text})
    found = trace(open_repo(str(box.path), os.environ), path, [LineSpan(line, line)], budget_ms=0)
    return noise, found[0].hunk.oid


@pytest.mark.parametrize("path", list(TEXTS))
def test_reformatting_alone_is_seen_through(originals: GitBox, path: str) -> None:
    base = originals.git("rev-list", "--max-parents=0", "HEAD")
    originals.git("reset", "-q", "--hard", base)
    text = TEXTS[path][1]
    originals.commit("Format", {path: text})
    repo = open_repo(str(originals.path), os.environ)
    lines = [line for line, content in enumerate(text.split("\n"), 1) if any(map(str.isalnum, content))]
    found = trace(repo, path, [LineSpan(line, line) for line in lines], budget_ms=0)
    assert [origin.hunk.oid for origin in found] == [base]


@pytest.mark.parametrize(
    ("path", "kind", "before", "after"), MUTANTS, ids=[f"{path[2:]} {kind}" for path, kind, _, _ in MUTANTS]
)
def test_a_mutant_is_not_seen_through(originals: GitBox, path: str, kind: str, before: str, after: str) -> None:
    text = TEXTS[path][1]
    assert text.count(before) == 1, "the mutant must change one place"
    line = text[: text.index(before)].count("\n") + 1
    base = originals.git("rev-list", "--max-parents=0", "HEAD")
    noise, origin = origin_of(originals, base, path, text.replace(before, after), line)
    assert origin == noise


@pytest.mark.parametrize("path", list(TEXTS))
def test_swapped_statements_are_not_both_seen_through(originals: GitBox, path: str) -> None:
    rng = random.Random(31)
    base = originals.git("rev-list", "--max-parents=0", "HEAD")
    lines = TEXTS[path][1].split("\n")
    places = [
        at
        for at in range(1, len(lines) - 1)
        if lines[at].rstrip().endswith((";", ")")) and lines[at + 1].rstrip().endswith((";", ")"))
        and lines[at][:3].isspace() and not lines[at].strip().startswith(("if", "for", "def"))
    ]  # fmt: skip
    for at in rng.sample(places, min(2, len(places))):
        text = "\n".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
        found = {origin_of(originals, base, path, text, line) for line in (at + 1, at + 2)}
        assert any(noise == origin for noise, origin in found), lines[at]
