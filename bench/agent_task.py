"""What an agent sees: a scripted list of tool calls to the MCP server in a clone, written down as a transcript.

    python bench/agent_task.py CASES --clones FOLDER > bench/results/DATE-agent-task.txt

Owns the form of the transcript and its totals. Cases are JSON: tasks with the `repo` (a folder below FOLDER), what was
asked for, and the calls in order, each with what the agent `thinks` before it. A token is taken to be four bytes, and
each kind of content is counted, as clients differ in which of them a model is given. `ctx_capture` writes drafts: give
it clones of their own. What is written down is the text; the clone's folder is called by its name.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters

_BYTES_A_TOKEN = 4
_CODE = "import sys; from kontext.cli.app import main; sys.exit(main())"


class Answer(NamedTuple):
    """One answer: what is read, what the object takes, and whether it is an error."""

    text: str
    structured: str
    is_error: bool


class Sizes(NamedTuple):
    """Tokens of a call and its answer."""

    call: int
    text: int
    structured: int


def tokens(text: str) -> int:
    """About how many tokens a text takes."""
    return (len(text.encode()) + _BYTES_A_TOKEN - 1) // _BYTES_A_TOKEN


def read_answer(result: Any) -> Answer:
    """The text parts of a result, one below the other, and its object as it went over the wire."""
    text = "\n".join(part.text for part in result.content if part.type == "text")
    found = result.structured_content
    return Answer(text, "" if found is None else json.dumps(found, ensure_ascii=False), bool(result.is_error))


def shown(call: dict[str, Any]) -> str:
    """A call as one line."""
    return f"{call['tool']}({', '.join(f'{key}={json.dumps(value)}' for key, value in call['arguments'].items())})"


def names_instead_of_folders(text: str, clone: Path) -> str:
    """The text with the clone's folder by its name."""
    return text.replace(str(clone.resolve()), clone.name).replace(str(clone), clone.name)


def describe_tools(tools: list[Any]) -> str:
    """What an agent is told about the tools before it asks, and what that takes."""
    lines = ["Tools, in tokens: name, description and arguments; the whole entry with what it answers", ""]
    for tool in tools:
        whole = json.dumps(tool.model_dump(mode="json", exclude_none=True, by_alias=True), ensure_ascii=False)
        told = json.dumps([tool.name, tool.description, tool.input_schema], ensure_ascii=False)
        lines.append(f"  {tool.name:12} {tokens(told):6} {tokens(whole):6}")
    return "\n".join(lines)


async def run_task(task: dict[str, Any], clones: Path, tells_tools: bool) -> list[Sizes]:
    """Ask what a task asks, print it (and what the tools take), and give back the sizes."""
    clone = clones / task["repo"]
    asked = ["git", "rev-parse", "--short=12", "HEAD"]
    head = subprocess.run(asked, cwd=clone, capture_output=True, text=True, check=True).stdout.strip()
    print(f"\n== {task['repo']} at {head}\n\n{task['asked']}")
    sizes = []
    server = StdioServerParameters(command=sys.executable, args=["-c", _CODE, "mcp"], cwd=clone, env=dict(os.environ))
    async with Client(server) as client:
        if tells_tools:
            print(f"\n{describe_tools((await client.list_tools()).tools)}")
        for number, call in enumerate(task["calls"], 1):
            answer = read_answer(await client.call_tool(call["tool"], call["arguments"]))
            one = Sizes(tokens(json.dumps(call["arguments"])), tokens(answer.text), tokens(answer.structured))
            sizes.append(one)
            print(f"\n-- {number}. {call['thinks']}\n>> {shown(call)}")
            print(f"<< {'error, ' if answer.is_error else ''}{one.text} tokens of text, {one.structured} of object\n")
            print(names_instead_of_folders(answer.text.rstrip("\n"), clone))
    return sizes


def totals(name: str, sizes: list[Sizes]) -> str:
    """One line about a task."""
    call, text, structured = (sum(column) for column in zip(*sizes, strict=True))
    return f"{name:20} {len(sizes):3} calls, tokens: {call:5} asked, {text:6} of text, {structured:6} of objects"


def main() -> int:
    """Run every task of a file and print the transcript."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("cases", type=Path)
    asked.add_argument("--clones", type=Path, required=True, help="a folder of clones that drafts may be written to")
    asked.add_argument("--only", help="one repository of the cases")
    given = asked.parse_args()
    found = dict[str, list[Sizes]]()
    for task in json.loads(given.cases.read_text(encoding="utf-8")):
        if given.only in (None, task["repo"]):
            found[task["repo"]] = anyio.run(run_task, task, given.clones, not found)
    print("\n== Totals\n")
    for name, sizes in found.items():
        print(totals(name, sizes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
