"""Clients out of the description of a running service, without a warning."""

import collections
import json
import pathlib
import shutil
import subprocess
import sys

from failure import Failure

HERE = pathlib.Path(__file__).parent
PROGRAMS = pathlib.Path(sys.executable).parent

# With what makes a choice of objects, such as the events, a choice in the language too.
KOTLIN = "serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true"
OPENAPI_GENERATOR = {
    "kotlin": ["-g", "kotlin", f"--additional-properties={KOTLIN}"],
    "swift": ["-g", "swift6"],
    "dart": ["-g", "dart-dio"],
}

# What the generator says against every document of OpenAPI 3.1 that has a map, this least one too, says
# nothing against ours.
LEAST = {
    "openapi": "3.1.0",
    "info": {"title": "Least", "version": "1"},
    "paths": {
        "/": {
            "get": {
                "operationId": "show",
                "responses": {
                    "200": {
                        "description": "It.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/It"}}},
                    }
                },
            }
        }
    },
    "components": {"schemas": {"It": {"type": "object", "additionalProperties": {"type": "integer"}}}},
}


def generate(service, out):
    """A row for each generator: what it made, how many files, how many warnings."""
    description = out / "openapi.json"
    description.write_bytes(service.description())
    least = out / "least.json"
    least.write_text(json.dumps(LEAST))
    rows = []
    for name, options in OPENAPI_GENERATOR.items():
        usual = openapi_generator(least, out / "least" / name, options)
        warnings = openapi_generator(description, out / name, options) - usual
        refuse(name, warnings)
        rows.append((f"openapi-generator-cli: {name}", count(out / name), warnings.total()))
    openapi_python_client(description, out / "python")
    rows.append(("openapi-python-client", count(out / "python"), 0))
    return rows


def openapi_generator(description, out, options):
    """The warnings. All that it wrote is kept beside `out`."""
    shutil.rmtree(out, ignore_errors=True)
    command = [PROGRAMS / "openapi-generator-cli", "generate", "-i", description, "-o", out, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    out.parent.mkdir(exist_ok=True)
    out.with_suffix(".log").write_text(done.stdout)
    if done.returncode:
        raise Failure(f"openapi-generator-cli {' '.join(options)}:\n{done.stdout[-4000:]}")
    told = done.stdout.splitlines()
    return collections.Counter(line for line in told if " WARN " in line or " ERROR " in line)


def openapi_python_client(description, out):
    shutil.rmtree(out, ignore_errors=True)
    command = [
        *(PROGRAMS / "openapi-python-client", "generate", "--path", description, "--output-path", out),
        *("--config", HERE / "openapi-python-client.yml", "--fail-on-warning"),
    ]
    # It formats what it made with ruff, which it looks for in PATH.
    path = {"PATH": f"{PROGRAMS}:/usr/bin:/bin"}
    done = subprocess.run(command, env=path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode or "warning" in done.stdout.lower():
        raise Failure(f"openapi-python-client:\n{done.stdout[-4000:]}")


def refuse(name, warnings):
    if warnings:
        raise Failure(f"{name}: {warnings.total()} warnings:\n" + "\n".join(warnings))


def count(directory):
    return sum(path.is_file() for path in directory.rglob("*"))
