"""The folder in which Numba keeps compiled rules."""

import hashlib
import os
import shutil
from pathlib import Path

from numba import config

KEPT_CACHES = 4
PACKAGE = Path(__file__).resolve().parent.parent


def cache_folder() -> Path:
    """Return the folder of compiled rules, named after a digest of their sources.

    Numba identifies a cached function by its own file alone, so a rule inlined from another file
    would go stale. A change of any source therefore starts a new folder.
    """
    base = os.environ.get("SPOOKHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "spookhouse" / f"rules-{source_digest()}"


def source_digest() -> str:
    """Return a digest of every file that contains rules, and of the pieces that they use."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"@rule" in source or path.name == "pieces.py":
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def delete_old_caches(folder: Path) -> None:
    """Delete all but the newest folders of compiled rules; the given one always stays."""
    others = [path for path in folder.parent.glob("rules-*") if path != folder]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def use_cache(folder: Path) -> None:
    """Make Numba keep compiled rules in this folder, if it is writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delete_old_caches(folder)
    except OSError:
        return
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
