#!/usr/bin/env python3
"""Writes the description of the calls that an app makes: `app_calls.py openapi.json OUT`. A third of the whole."""

import json
import sys

TAGS = {"Users", "Sessions", "Events", "Money", "Links", "Delivery"}
METHODS = {"get", "put", "post", "delete", "patch"}


def is_for_apps(operation):
    security = operation.get("security")
    is_for_players = security == [] or any("userToken" in way for way in security or [])
    return operation["operationId"] == "showApp" or is_for_players and operation["tags"][0] in TAGS


def references(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return set().union(*map(references, value)) if value else set()
    return {value} if isinstance(value, str) and value.startswith("#/components/") else set()


def reachable(paths, components):
    seen, left = set(), references(paths)
    while left:
        one = left.pop()
        seen.add(one)
        _, _, kind, name = one.split("/")
        left |= references(components[kind][name]) - seen
    return seen


def main(source, target):
    with open(source, encoding="utf-8") as file:
        document = json.load(file)
    document.pop("webhooks", None)
    for item in document["paths"].values():
        for method in METHODS & item.keys():
            if not is_for_apps(item[method]):
                del item[method]
    document["paths"] = {path: item for path, item in document["paths"].items() if METHODS & item.keys()}
    components = document["components"]
    used = reachable(document["paths"], components)
    for kind in components.keys() - {"securitySchemes"}:
        components[kind] = {name: one for name, one in components[kind].items() if f"#/components/{kind}/{name}" in used}
    with open(target, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
    print(f"{target}: {len(document['paths'])} paths, {len(components['schemas'])} schemas")


if __name__ == "__main__":
    main(*sys.argv[1:])
