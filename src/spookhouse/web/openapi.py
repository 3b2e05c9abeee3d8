"""The OpenAPI description of the HTTP API, generated from the types of requests and responses."""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from spookhouse.web.api_types import Json, Refusal
from spookhouse.web.guests import COOKIE

Handler = Callable[[Request], Awaitable[Struct | Response]]

JSON, TEXT, HTML = "application/json", "text/plain", "text/html"
REFUSED = "Refused; `code` is one of those in docs/reference/protocol.md."
FAILED = "The server failed: try again in a moment."
LIMITED = "Too many requests from this address."
INFO = {
    "title": "Spookhouse",
    "version": "1",
    "description": "The HTTP API. Playing goes over the WebSocket /ws: docs/reference/protocol.md.",
}


@dataclass(frozen=True)
class Parameter:
    """A part of the path, or of the query."""

    name: str
    type: Any
    place: str = "path"


@dataclass(frozen=True)
class Reply:
    """One possible response; `type` is None for a response without a body."""

    status: int
    about: str
    type: Any = None
    media: str = JSON


@dataclass(frozen=True)
class Operation:
    """A path and a method with its handler, parameters, body and responses."""

    method: str
    path: str
    handler: Handler
    summary: str
    replies: tuple[Reply, ...]
    refusals: tuple[int, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    body: type[Struct] | None = None
    needs_cookie: bool = False

    @property
    def status(self) -> int:
        """The status of a successful response."""
        return self.replies[0].status

    @property
    def all_replies(self) -> list[Reply]:
        """All responses: successful, refused, limited, failed."""
        refused = [Reply(each, REFUSED, Refusal) for each in self.refusals]
        statuses = {reply.status for reply in (*self.replies, *refused)}
        common = [self.limited, Reply(503, FAILED, Refusal)]
        return [*self.replies, *refused, *(each for each in common if each.status not in statuses)]

    @property
    def limited(self) -> Reply:
        """The response to a client that sends too many requests."""
        is_api = self.path.startswith("/api/")
        return Reply(429, LIMITED, Refusal) if is_api else Reply(429, LIMITED, str, TEXT)


def text(name: str, pattern: str, place: str = "path") -> Parameter:
    """Describe a parameter that is a text."""
    return Parameter(name, Annotated[str, Meta(pattern=pattern)], place)


def number(name: str, most: int, place: str = "path") -> Parameter:
    """Describe a parameter that is a whole number from 0."""
    return Parameter(name, Annotated[int, Meta(ge=0, le=most)], place)


# === THE DOCUMENT ===


def describe(operations: Sequence[Operation]) -> Json:
    """Return the whole description."""
    paths: dict[str, Json] = {}
    for operation in operations:
        item = paths.setdefault(re.sub(r":\w+}", "}", operation.path), {})
        item[operation.method.lower()] = describe_operation(operation)
    cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE}
    components = {"securitySchemes": {"cookie": cookie}, "schemas": describe_types(operations)}
    return {"openapi": "3.1.0", "info": INFO, "paths": paths, "components": components}


def describe_operation(operation: Operation) -> Json:
    """Return the description of an operation."""
    found: Json = {"summary": operation.summary}
    if operation.parameters:
        found["parameters"] = [describe_parameter(each) for each in operation.parameters]
    if operation.body is not None:
        found["requestBody"] = {"required": True, "content": content(operation.body, JSON)}
    found["responses"] = {str(each.status): describe_reply(each) for each in operation.all_replies}
    if operation.needs_cookie:
        found["security"] = [{"cookie": []}]
    return found


def describe_parameter(parameter: Parameter) -> Json:
    """Return the description of a parameter."""
    found = {"name": parameter.name, "in": parameter.place, "required": parameter.place == "path"}
    return found | {"schema": schema_of(parameter.type)}


def describe_reply(reply: Reply) -> Json:
    """Return the description of a response."""
    found: Json = {"description": reply.about}
    return found if reply.type is None else found | {"content": content(reply.type, reply.media)}


def content(kind: Any, media: str) -> Json:
    """Return the description of a body."""
    return {media: {"schema": schema_of(kind)}}


# === TYPES ===


def schema_of(kind: Any) -> Json:
    """Return the JSON schema of a type."""
    (schema,), _ = components_of([kind])
    return schema


def describe_types(operations: Iterable[Operation]) -> Json:
    """Return the schemas of all structs, by name."""
    bodies = [each.body for each in operations if each.body is not None]
    responses = [reply.type for each in operations for reply in each.all_replies if reply.type]
    _, schemas = components_of([*bodies, *responses])
    for kind in responses:
        for name in components_of([kind])[1]:
            schemas[name] = always_complete(schemas[name])
    return schemas


def components_of(kinds: Iterable[Any]) -> tuple[tuple[Json, ...], Json]:
    """Return the schemas of types, and those of the structs that they contain."""
    return msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")


def always_complete(schema: Json) -> Json:
    """Require the fields of a response that have a default: they are always written."""
    properties = schema.get("properties", {})
    defaults = [name for name, found in properties.items() if "default" in found]
    required = [name for name in properties if name in {*schema.get("required", ()), *defaults}]
    plain = {name: without_default(found) for name, found in properties.items()}
    return schema | {"properties": plain, "required": required}


def without_default(schema: Json) -> Json:
    """Return a schema without its default."""
    return {name: value for name, value in schema.items() if name != "default"}
