# SPDX-License-Identifier: Apache-2.0
"""The files of the repository, as the other scripts here look at them."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]

SOURCE_SUFFIXES = {".h", ".cpp"}


def is_build_tree(folder):
    return folder.name.startswith("build") or (folder / "CMakeCache.txt").exists()


def files(root=ROOT):
    """Every file below root, without build trees, caches and git's own, in a fixed order."""
    found = []
    pending = [root]
    while pending:
        for path in sorted(pending.pop().iterdir()):
            if path.is_symlink():
                continue
            if path.is_file():
                found.append(path)
            elif path.name not in {".git", ".cache", "__pycache__"} and not is_build_tree(path):
                pending.append(path)
    return sorted(found)


def text(path):
    """The text of a file, or None for a binary one."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def sources(root=ROOT):
    return [path for path in files(root) if path.suffix in SOURCE_SUFFIXES]
