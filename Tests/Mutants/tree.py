"""A copy of the repository whose sources have all mutants; a variable of the environment chooses one."""

import pathlib
import subprocess

VARIABLE = "SHIPMATE_MUTANT"
# Added to each module that has mutants.
CHOICE = f"""\
import Glibc

private let chosen = getenv("{VARIABLE}").map {{ String(cString: $0) }}

func isMutant(_ name: String) -> Bool {{ chosen == name }}
"""


class Misplaced(Exception):
    """A mutant's `find` doesn't occur once."""


def write(tree, root, mutants):
    """Makes `tree` the repository at `root` with its mutants, and touches no file that stays the same."""
    files = {name: (root / name).read_bytes() for name in _names(root)}
    for mutant in mutants:
        files[mutant["file"]] = mutated(files.get(mutant["file"], b"").decode(), mutant).encode()
        files[str(_module(mutant["file"]) / "Mutants.swift")] = CHOICE.encode()
    for name, content in files.items():
        path = tree / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if (root / name).exists():
            path.chmod((root / name).stat().st_mode)
    _remove_others(tree, files)


def mutated(source, mutant):
    """The source with one mutant beside what it replaces."""
    find, replace = mutant["find"], mutant["replace"]
    if (count := source.count(find)) != 1:
        raise Misplaced(
            f"{mutant['name']}: `find` occurs {count} times in {mutant['file']}, and must occur once")
    choice = f'isMutant("{mutant["name"]}")'
    if "MUTANT" not in replace:
        replace = f"(MUTANT ? ({replace}) : ({find}))"
    return source.replace(find, replace.replace("MUTANT", choice))


def _names(root):
    """Of the files that git knows, and of those that it could."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]


def _module(file):
    return pathlib.Path(*pathlib.Path(file).parts[:2])


def _remove_others(tree, files):
    for folder in tree.iterdir():
        for path in [folder, *folder.rglob("*")] if folder.name != ".build" else []:
            if path.is_file() and str(path.relative_to(tree)) not in files:
                path.unlink()
