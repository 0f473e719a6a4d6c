"""The package's targets, as Package.swift has them."""

import json
import pathlib
import subprocess


class Package:
    """Targets with their folders, and who depends on whom."""

    def __init__(self):
        described = subprocess.run(
            ["swift", "package", "describe", "--type", "json"], check=True, capture_output=True, text=True)
        targets = json.loads(described.stdout)["targets"]
        self.folders = {target["name"]: target["path"] for target in targets}
        self.dependencies = {target["name"]: target.get("target_dependencies", []) for target in targets}
        self.tests = sorted(target["name"] for target in targets if target["type"] == "test")

    def touched(self, files):
        """The targets of tests that a change of these files can touch, each with one of the files.

        Tests that read files of no target, such as pages and clients, name the folder in their sources.
        """
        touched = {}
        for file in files:
            owner = self._owner(file)
            for test in self.tests:
                if owner in self._closure(test) if owner else self._names(test, file):
                    touched.setdefault(test, file)
        return touched

    def _owner(self, file):
        if file.startswith("Migrations/"):
            return "CResources"
        return next((name for name, folder in self.folders.items() if file.startswith(folder + "/")), None)

    def _names(self, test, file):
        if file in ("Package.swift", "Package.resolved", "Makefile"):
            return True
        word = file.split("/")[0]
        sources = pathlib.Path(self.folders[test]).rglob("*.swift")
        return test == "ArchitectureTests" or any(word in source.read_text() for source in sources)

    def _closure(self, target):
        found, left = set(), [target]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.dependencies.get(name, [])
        return found
