"""The folder of compiled rules."""

from pathlib import Path

import pytest

from spookhouse.kernel import compile_cache


def test_the_cache_is_named_after_a_digest_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("@rule\ndef f(): pass")
    (tmp_path / "words.py").write_text("words")
    monkeypatch.setattr(compile_cache, "PACKAGE", tmp_path)
    before = compile_cache.source_digest()
    (tmp_path / "words.py").write_text("other words")
    assert compile_cache.source_digest() == before
    (tmp_path / "a.py").write_text("@rule\ndef f(): return 1")
    assert compile_cache.source_digest() != before


def test_old_caches_are_deleted(tmp_path: Path) -> None:
    folders = [tmp_path / f"rules-{i}" for i in range(8)]
    for folder in folders:
        folder.mkdir()
    compile_cache.delete_old_caches(folders[0])
    assert folders[0].exists()
    assert len(list(tmp_path.iterdir())) == compile_cache.KEPT_CACHES
