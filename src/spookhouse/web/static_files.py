"""The client's files: compressed once, cached by browsers until something changes.

The page names the files under `/client/v-DIGEST/…`, where the digest covers the whole folder. Such
an address never changes its content, so browsers cache it without asking. After an upgrade all
addresses are new, and no page mixes old and new modules. Plain `/client/…` works as well, but
browsers ask each time.
"""

import gzip
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

CLIENT = Path(__file__).parents[1] / "client"
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".json": "application/json",
}
# Files of these kinds are compressed already.
COMPRESSED_SUFFIXES = {".woff2", ".png"}
FOREVER, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"
# Seconds between two scans of the folder.
SCAN_INTERVAL = 1.0

# A script inside the page, which must be there when other files are not.
BOOT_RETRY = (CLIENT / "boot-retry.js").read_text("utf-8").encode()


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A file in memory, as it was when it was read."""

    changed: int
    etag: str
    plain: bytes
    compressed: bytes | None


class StaticFiles:
    """The folder of the client."""

    def __init__(self, folder: Path = CLIENT) -> None:
        self.folder = folder.resolve()
        self.cache: dict[Path, CachedFile] = {}
        self.last_digest = ""
        self.scanned_at = float("-inf")

    def digest(self) -> str:
        """Return a digest of the folder; a change of any file changes it within a second."""
        now = time.monotonic()
        if now - self.scanned_at > SCAN_INTERVAL:
            self.last_digest, self.scanned_at = self.scan(), now
        return self.last_digest

    def scan(self) -> str:
        """Return a digest of the names, times and sizes of all files."""
        paths = sorted(path for path in self.folder.rglob("*") if path.suffix in MEDIA_TYPES)
        facts = [
            f"{path.relative_to(self.folder)} {path.stat().st_mtime_ns} {path.stat().st_size}"
            for path in paths
        ]
        return sha256("\n".join(facts).encode()).hexdigest()[:12]

    def find(self, name: str) -> CachedFile | None:
        """Return a file by its path in the folder, or None if there is no such file."""
        try:
            path = (self.folder / name).resolve()
            if not self.is_servable(path):
                return None
            changed = path.stat().st_mtime_ns
        except (ValueError, OSError):
            # No file can have this name.
            return None
        # The resolved path is the key: many names lead to the same file.
        cached = self.cache.get(path)
        if cached is None or cached.changed != changed:
            cached = self.cache[path] = read_file(path, changed)
        return cached

    def is_servable(self, path: Path) -> bool:
        """Return whether a path is a file of the client."""
        is_inside = path.suffix in MEDIA_TYPES and path.is_relative_to(self.folder)
        return is_inside and path.is_file()

    def page(self) -> bytes:
        """Return the one page, which names every file by the digest of all."""
        page = (self.folder / "index.html").read_bytes()
        page = page.replace(b"{files}", f"/client/v-{self.digest()}".encode())
        return page.replace(b"{boot_retry}", BOOT_RETRY)

    def serve(self, request: Request) -> Response:
        """Return the response to a request for a file."""
        wanted: str = request.path_params["path"]
        version, _, name = wanted.partition("/") if wanted.startswith("v-") else ("", "", wanted)
        file = self.find(name)
        if file is None:
            return Response("there is no such file\n", 404, media_type="text/plain")
        headers = {"Vary": "Accept-Encoding"}
        if version == f"v-{self.digest()}":
            headers["Cache-Control"] = FOREVER
        else:
            headers |= {"Cache-Control": REVALIDATE, "ETag": file.etag}
        if file.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        body = file.plain
        if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.compressed
            headers["Content-Encoding"] = "gzip"
        return Response(body, headers=headers, media_type=MEDIA_TYPES[Path(name).suffix])


def read_file(path: Path, changed: int) -> CachedFile:
    """Read and compress a file."""
    plain = path.read_bytes()
    is_compressible = path.suffix not in COMPRESSED_SUFFIXES
    compressed = gzip.compress(plain, 9, mtime=0) if is_compressible else None
    return CachedFile(changed, f'"{sha256(plain).hexdigest()[:20]}"', plain, compressed)
