"""The package's targets, as Package.swift has them."""

import json
import pathlib
import subprocess

SUPPORT = "TestSupport"
READS_ALL = "ArchitectureTests"


class Package:
    """Targets with their folders, and who depends on whom."""

    def __init__(self):
        described = subprocess.run(
            ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True, text=True)
        targets = json.loads(described.stdout)["targets"]
        self.folders = {target["name"]: target["path"] for target in targets}
        self.dependencies = {target["name"]: target.get("target_dependencies", []) for target in targets}
        self.tests = sorted(target["name"] for target in targets if target["type"] == "test")
        self._known, self._texts = {}, {}

    def touched(self, files):
        """The targets of tests that a change of these files can touch, each with one of the files.

        The tests of the architecture read all sources. Tests that read files of no target, such as pages and
        clients, name the folder in their sources.
        """
        touched = {}
        for file in files:
            owner = self._owner(file)
            for test in self.tests:
                if test == READS_ALL or (owner in self._modules(test) if owner else self._names(test, file)):
                    touched.setdefault(test, file)
        return touched

    def _owner(self, file):
        if file.startswith("Migrations/"):
            return "CResources"
        return next((name for name, folder in self.folders.items() if file.startswith(folder + "/")), None)

    def _names(self, test, file):
        if file in ("Package.swift", "Makefile"):
            return True
        return file.split("/")[0] in self._text(test)

    def _modules(self, test):
        """What a target of tests is built of, and what its servers and databases are.

        `TestSupport` imports every module, and most of its helpers use none of them.
        """
        if test not in self._known:
            text, direct = self._text(test), self.dependencies[test]
            if not any(server in text for server in self._servers()):
                direct = [name for name in direct if name != SUPPORT]
                direct += ["Migrations"] if "TestDatabase" in text else []
            self._known[test] = {test, *self.dependencies[test]} | self._closure(direct)
        return self._known[test]

    def _servers(self):
        """The types that bring a whole server."""
        files = pathlib.Path(self.folders[SUPPORT], "Servers").glob("*.swift")
        return [file.stem for file in files if "+" not in file.stem]

    def _text(self, test):
        if test not in self._texts:
            sources = sorted(pathlib.Path(self.folders[test]).rglob("*.swift"))
            self._texts[test] = "".join(source.read_text() for source in sources)
        return self._texts[test]

    def _closure(self, targets):
        found, left = set(), list(targets)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.dependencies.get(name, [])
        return found
