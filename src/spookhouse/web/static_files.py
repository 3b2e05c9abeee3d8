"""The client's files as they are served: compressed once, and kept by browsers for as long as nothing changed.

The shell names the files under `/client/v-DIGEST/…`, where the digest stands for the whole folder: such an address never changes its content,
so browsers keep it without asking. After an upgrade all addresses are new, and no page runs old modules beside new ones. Plain `/client/…` works
as well, and asks each time.
"""

import gzip
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

CLIENT = Path(__file__).parents[1] / "client"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".json": "application/json",
}
PACKED = {".woff2", ".png"}  # compressed already
FOREVER, ASKING = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in memory, as it was at one time."""

    changed: int
    mark: str
    plain: bytes
    packed: bytes | None


BOOT_RETRY = (
    (CLIENT / "boot-retry.js").read_text("utf-8").encode()
)  # stands in the shell: it must be there when other files are not


class Files:
    """The folder of the client."""

    def __init__(self, folder: Path = CLIENT) -> None:
        self.folder = folder.resolve()
        self.kept: dict[Path, Kept] = {}
        self.looked = (float("-inf"), "")

    def digest(self) -> str:
        """Stands for everything that can be served: a change of any file makes another one. Looked at once a second at most."""
        if time.monotonic() - self.looked[0] > 1:
            self.looked = (time.monotonic(), self.look())
        return self.looked[1]

    def look(self) -> str:
        found = sorted(path for path in self.folder.rglob("*") if path.suffix in KINDS)
        facts = [
            f"{path.relative_to(self.folder)} {path.stat().st_mtime_ns} {path.stat().st_size}"
            for path in found
        ]
        return sha256("\n".join(facts).encode()).hexdigest()[:12]

    def find(self, name: str) -> Kept | None:
        """A file by its path in the folder; None for everything else."""
        try:
            path = (self.folder / name).resolve()
            if (
                path.suffix not in KINDS
                or not path.is_relative_to(self.folder)
                or not path.is_file()
            ):
                return None
            changed = path.stat().st_mtime_ns
        except (ValueError, OSError):  # no file can be called so
            return None
        kept = self.kept.get(path)  # by where it lies: one file has any number of names
        if kept is None or kept.changed != changed:
            kept = self.kept[path] = keep(path, changed)
        return kept

    def shell(self) -> bytes:
        """The one page; it names every file by the digest of all."""
        page = (self.folder / "index.html").read_bytes()
        return page.replace(b"{files}", f"/client/v-{self.digest()}".encode()).replace(
            b"{boot_retry}", BOOT_RETRY
        )

    def serve(self, request: Request) -> Response:
        wanted: str = request.path_params["path"]
        version, _, name = wanted.partition("/") if wanted.startswith("v-") else ("", "", wanted)
        kept = self.find(name)
        if kept is None:
            return Response("there is no such file\n", 404, media_type="text/plain")
        lasts = version == f"v-{self.digest()}"
        headers = {"Cache-Control": FOREVER if lasts else ASKING, "Vary": "Accept-Encoding"} | (
            {} if lasts else {"ETag": kept.mark}
        )
        if kept.mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        packs = kept.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
        body = kept.packed if packs and kept.packed is not None else kept.plain
        return Response(
            body,
            headers=headers | ({"Content-Encoding": "gzip"} if packs else {}),
            media_type=KINDS[Path(name).suffix],
        )


def keep(path: Path, changed: int) -> Kept:
    plain = path.read_bytes()
    packed = None if path.suffix in PACKED else gzip.compress(plain, 9, mtime=0)
    return Kept(changed, f'"{sha256(plain).hexdigest()[:20]}"', plain, packed)
