"""Response headers that protect pages in the browser."""

from base64 import b64encode
from hashlib import sha256

from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class SecurityHeaders:
    """Middleware that adds the headers that protect pages to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        is_file = scope.get("path", "").startswith("/client/")
        added = FILE_HEADERS if is_file else PAGE_HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
