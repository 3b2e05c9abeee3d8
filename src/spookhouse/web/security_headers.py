"""Response headers that protect pages in the browser, and private responses in caches."""

from base64 import b64encode
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spookhouse.web.context import context_of
from spookhouse.web.proxy import is_secure
from spookhouse.web.static_files import BOOT_RETRY

# The page contains one script; its hash allows this one and no other.
BOOT_RETRY_HASH = b64encode(sha256(BOOT_RETRY).digest()).decode()
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        f"script-src 'self' 'sha256-{BOOT_RETRY_HASH}'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
NO_SNIFFING = (b"x-content-type-options", b"nosniff")
PAGE_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    NO_SNIFFING,
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
# There are many files, and the other headers concern pages.
FILE_HEADERS = [NO_SNIFFING]
# Behind TLS browsers shall use nothing else for a year.
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
CACHE_CONTROL = b"cache-control"
NO_STORE = (CACHE_CONTROL, b"no-store")

Headers = list[tuple[bytes, bytes]]


class SecurityHeaders:
    """Middleware that adds these headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        added = added_headers(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *added]
                message["headers"] = without_caching(scope["path"], headers)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def added_headers(scope: Scope) -> Headers:
    """Return the headers that are added to the response to a request."""
    is_file = scope["path"].startswith("/client/")
    added = FILE_HEADERS if is_file else PAGE_HEADERS
    is_strict = is_secure(HTTPConnection(scope), context_of(scope["app"]).settings)
    return [*added, STRICT_TRANSPORT] if is_strict else added


def without_caching(path: str, headers: Headers) -> Headers:
    """Return headers that forbid to store a response that concerns one guest."""
    is_private = path.startswith("/api/") or any(name == b"set-cookie" for name, _ in headers)
    if not is_private:
        return headers
    return [*(each for each in headers if each[0] != CACHE_CONTROL), NO_STORE]
