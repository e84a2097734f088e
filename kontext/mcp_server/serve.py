"""The server: the protocol's requests, each answered in a thread of its own that ends when nobody waits.

Owns the use of the SDK, the threads and the wire. Must not know how a question is answered.
"""

from __future__ import annotations

import io
import os
import re
import signal
import time

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from kontext import __version__
from kontext.errors import EXIT_UNEXPECTED, EXIT_USAGE, KontextError, PathProblem, UnknownRevision, UsageError
from kontext.mcp_server import offers
from kontext.mcp_server.answers import Now
from kontext.mcp_server.arguments import read_arguments, schema_of
from kontext.mcp_server.bounds import cut_lines
from kontext.mcp_server.folders import folder_of, lend_first, named_folder
from kontext.mcp_server.hints import as_calls
from kontext.mcp_server.residents import Residents
from kontext.mcp_server.tools import TOOLS
from kontext.mcp_server.wire import Incoming, Outgoing
from kontext.records import Record
from kontext.render.cells import clean, valid
from kontext.stopping import Work

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TextIO, TypeVar

    from kontext.mcp_server.framing import Answer
    from kontext.refresh import Session

    Context = ServerRequestContext[Any, Any]
    T = TypeVar("T")

THREADS = 8  # questions answered at once; the others wait
_ROOTS_WAIT = 5.0  # seconds a client has to name its roots
_ROOTS = "roots"
_LONGEST_LINE = 1_000  # characters of an error


class Setting(Record):
    """What the server is started with.

    `folder` is where it was started, `background` the command line that completes an index, `report` keeps what is
    known about an error nobody foresaw and returns where, `wire` is the descriptor that answers are written to.
    """

    environ: Mapping[str, str]
    folder: str
    background: tuple[str, ...]
    report: Callable[[BaseException, str], str]
    wire: int


class _RootsNeeded(Exception):
    """The client keeps its roots to itself until it is asked for them, in the answer to its request."""


def serve(setting: Setting) -> None:
    """Answer on stdin and `setting.wire` until stdin ends."""
    # A thread that reads stdin cannot be woken up: with Python's own handler, Ctrl-C would wait for a last line.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_run, setting)
    except BaseExceptionGroup as several:
        if several.split((BrokenPipeError, ConnectionError))[1] is not None:
            raise  # all else than a client that went away


async def _run(setting: Setting) -> None:
    doors = _Doors(setting)
    server = Server(
        "kontext",
        version=__version__,
        title="kontext",
        description="Why is this code like this? Decisions, docs and commit history.",
        instructions=offers.INSTRUCTIONS,
        on_list_tools=doors.list_tools,
        on_call_tool=doors.call_tool,
        on_list_resources=doors.list_resources,
        on_list_resource_templates=doors.list_templates,
        on_read_resource=doors.read_resource,
        on_list_prompts=doors.list_prompts,
        on_get_prompt=doors.get_prompt,
    )
    # Both stand in for files: the SDK reads the lines of one, and writes and flushes the other.
    outgoing: Any = Outgoing(io.TextIOWrapper(os.fdopen(setting.wire, "wb"), encoding="utf-8", newline="\n"))
    incoming: Any = Incoming(_own_stdin(), outgoing)
    try:
        async with stdio_server(incoming, outgoing) as (requests, answers):
            await server.run(requests, answers, server.create_initialization_options())
    finally:
        doors.residents.close()


def _own_stdin() -> TextIO:
    """Take the client's end of stdin for ourselves: programs that we start find nothing there."""
    given = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    # A thread may still wait for a line when the server ends: the descriptor is not closed under it.
    return io.TextIOWrapper(os.fdopen(given, "rb", closefd=False), encoding="utf-8", errors="replace", newline="\n")


class _Doors:
    """One method a request."""

    def __init__(self, setting: Setting) -> None:
        self.residents = Residents(setting.environ, setting.background)
        self._setting = setting
        self._limiter: anyio.CapacityLimiter | None = None

    async def list_tools(self, context: Context, params: object) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=name,
                    title=tool.title,
                    description=tool.about,
                    input_schema=schema_of(tool.arguments),
                    output_schema=tool.output,
                    annotations=types.ToolAnnotations(
                        title=tool.title,
                        read_only_hint=tool.is_read_only,
                        destructive_hint=False,
                        idempotent_hint=tool.is_read_only,
                        open_world_hint=False,
                    ),
                )
                for name, tool in TOOLS.items()
            ]
        )

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        try:
            tool = TOOLS.get(params.name)
            if tool is None:
                raise UsageError(f"there is no tool '{params.name}'", f"there are: {', '.join(TOOLS)}")
            given = read_arguments(tool.arguments, params.arguments or {})
            folders = await self._folders(context, params.input_responses, given.pop("dir"))
            answer = await self._ask(folders, lambda session: tool.answer(session, given, _now()), params.name)
        except _RootsNeeded:
            return _roots_please()
        except KontextError as error:
            return _failure(error)
        return _success(answer)

    async def list_resources(self, context: Context, params: object) -> types.ListResourcesResult:
        brief = types.Resource(
            uri=offers.BRIEF,
            name="brief",
            title="What to know about this repository",
            description="Decisions, conventions and pitfalls that matter for the changed files, or for all of it.",
            mime_type="text/plain",
        )
        return types.ListResourcesResult(resources=[brief])

    async def list_templates(self, context: Context, params: object) -> types.ListResourceTemplatesResult:
        entry = types.ResourceTemplate(
            uri_template=offers.ENTRY + "{id}",
            name="entry",
            title="A decision record",
            description="A record, whole, by its id or number.",
            mime_type="text/plain",
        )
        return types.ListResourceTemplatesResult(resource_templates=[entry])

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult | types.InputRequiredResult:
        uri = str(params.uri)
        try:
            folders = await self._folders(context, params.input_responses)
            text = await self._ask(folders, lambda session: offers.resource_text(session, uri, _now()), uri)
        except _RootsNeeded:
            return _roots_please()
        except KontextError as error:
            raise _protocol_error(error, {"uri": uri}) from None
        if text is None:
            known = UsageError(f"there is no resource {uri}", f"there are: {offers.BRIEF}, {offers.ENTRY}ID")
            raise _protocol_error(known, {"uri": uri})
        content = types.TextResourceContents(uri=params.uri, text=text, mime_type="text/plain")
        return types.ReadResourceResult(contents=[content])

    async def list_prompts(self, context: Context, params: object) -> types.ListPromptsResult:
        prompts = []
        for name, prompt in offers.PROMPTS.items():
            argument, about = prompt.argument
            arguments = [types.PromptArgument(name=argument, description=about, required=True)] if argument else []
            prompts.append(types.Prompt(name=name, title=prompt.title, description=prompt.about, arguments=arguments))
        return types.ListPromptsResult(prompts=prompts)

    async def get_prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult | types.InputRequiredResult:
        try:
            text = await self._prompt(context, params)
        except _RootsNeeded:
            return _roots_please()
        except KontextError as error:
            raise _protocol_error(error, {"prompt": params.name}) from None
        content = types.TextContent(type="text", text=valid(text))
        return types.GetPromptResult(
            description=offers.PROMPTS[params.name].about,
            messages=[types.PromptMessage(role="user", content=content)],
        )

    async def _prompt(self, context: Context, params: types.GetPromptRequestParams) -> str:
        prompt = offers.PROMPTS.get(params.name)
        if prompt is None:
            raise UsageError(f"there is no prompt '{params.name}'", f"there are: {', '.join(offers.PROMPTS)}")
        name, about = prompt.argument
        if name:
            target = (params.arguments or {}).get(name, "").strip()
            if not target:
                raise UsageError(f"'{name}' is missing", f"{name}: {about}")
            return offers.why_prompt(target)
        folders = await self._folders(context, params.input_responses)
        return await self._ask(folders, offers.commit_prompt, params.name)

    async def _ask(self, folders: Sequence[str], question: Callable[[Session], T], name: str) -> T:
        """Answer in a thread. It ends with the programs it started when the client gives up or goes away."""
        work = Work()

        def answer() -> T:
            try:
                with work, lend_first(self.residents, folders) as session:
                    return question(session)
            except KontextError:
                raise
            except BaseException as error:  # also a panic of the engine, which is no Exception
                if work.is_stopped:
                    raise
                where = self._setting.report(error, name)
                raise _Unexpected(f"unexpected {type(error).__name__}; the details are in {where}") from None

        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(THREADS)
        try:
            return await to_thread.run_sync(answer, abandon_on_cancel=True, limiter=self._limiter)
        except anyio.get_cancelled_exc_class():
            work.stop()
            raise

    async def _folders(self, context: Context, responses: types.InputResponses | None, named: str = "") -> list[str]:
        """Where to look for the repository, best first."""
        roots = [] if os.path.isabs(os.path.expanduser(named)) else await self._roots(context, responses)
        start = roots[0] if roots else self._setting.folder
        return [named_folder(named, start)] if named else roots or [start]

    async def _roots(self, context: Context, responses: types.InputResponses | None) -> list[str]:
        """Return the folders that the client says it works in. Raises _RootsNeeded where it is asked in the answer."""
        session = context.session
        capabilities = session.client_capabilities
        if capabilities is None or capabilities.roots is None:
            return []
        if session.protocol_version in MODERN_PROTOCOL_VERSIONS:
            found = (responses or {}).get(_ROOTS)
            if not isinstance(found, types.ListRootsResult):
                raise _RootsNeeded
        else:
            try:
                found = await session.send_request(types.ListRootsRequest(), types.ListRootsResult, _ROOTS_WAIT)
            except (MCPError, ValueError):
                return []  # it cannot say after all
        return [folder for root in found.roots if os.path.isdir(folder := folder_of(str(root.uri)))]


class _Unexpected(KontextError):
    """An error nobody foresaw, after its report was written."""

    exit_code = EXIT_UNEXPECTED

    def __init__(self, message: str) -> None:
        super().__init__(message, "ask again; if it stays, report it with that file")


def _success(answer: Answer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=answer.said)]
    if answer.quoted:
        content.append(types.TextContent(type="text", text=answer.quoted))
    return types.CallToolResult(content=content, structured_content=answer.value)


def _failure(error: KontextError) -> types.CallToolResult:
    """What went wrong, in the words of the command line, for who reads and for who counts."""
    message, remedy, code = _said(error)
    text = f"error {code}: {message}\nremedy: {remedy}"
    # No structured content: some clients hold that against the tool's schema, whatever the answer is.
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)],
        is_error=True,
        _meta={"kontext/error": {"code": code, "message": message, "remedy": remedy}},
    )


def _protocol_error(error: KontextError, about: dict[str, str]) -> MCPError:
    message, remedy, code = _said(error)
    data = about | {"remedy": remedy, "code": str(code)}
    return MCPError(types.INVALID_PARAMS, f"{message}; {remedy}", data)


def _said(error: KontextError) -> tuple[str, str, int]:
    """Message, remedy and the exit status of the same on a command line."""
    is_usage = isinstance(error, UsageError)
    message, remedy = _lines(error.message), _lines(as_calls(error.remedy or _otherwise(error)))
    return message, remedy, EXIT_USAGE if is_usage else error.exit_code


def _lines(text: str) -> str:
    """Cleaned lines, the further ones indented: what they quote passes for no line of ours, and is cut when long."""
    text = re.sub(r"'([^']{200})[^']{20,}'", r"'\1…'", text)
    text = re.sub(r"(\S{200})\S{20,}", r"\1…", text)
    return cut_lines("\n  ".join(map(clean, text.split("\n"))), _LONGEST_LINE)


def _otherwise(error: KontextError) -> str:
    """What can be done about an error that names nothing itself."""
    if isinstance(error, UsageError):
        return "the tool's description says what it takes"
    if isinstance(error, PathProblem | UnknownRevision):
        return "name what is there: ctx_search finds it"
    return "kontext doctor says what is wrong in that repository"


def _roots_please() -> types.InputRequiredResult:
    return types.InputRequiredResult(input_requests={_ROOTS: types.ListRootsRequest()})


def _now() -> Now:
    return Now(int(time.time()), time.strftime("%Y-%m-%d"))
