"""Patterns of behaviour.json against values."""

import re


def substitute(value, names):
    """Replaces "$name" by its value; inside a longer text, too."""
    if isinstance(value, dict):
        return {key: substitute(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, names) for item in value]
    if not isinstance(value, str):
        return value
    if value[:1] == "$" and value[1:] in names:
        return names[value[1:]]
    return re.sub(r"\$(\w+)", lambda found: str(names.get(found[1], found[0])), value)


def mismatch(pattern, value, names, place="reply"):
    """Why the value doesn't fit, or None. A "$name" without a value takes the one that it meets."""
    if isinstance(pattern, dict):
        if set(pattern) == {"some"}:
            return mismatch_some(pattern["some"], value, names, place)
        if not isinstance(value, dict):
            return f"{place} is {short(value)}, not an object"
        checks = (mismatch(item, value.get(key), names, f"{place}.{key}") for key, item in pattern.items())
        return next((found for found in checks if found), None)
    if isinstance(pattern, list):
        return mismatch_list(pattern, value, names, place)
    if isinstance(pattern, str):
        return mismatch_text(pattern, value, names, place)
    return None if pattern == value and isinstance(pattern, bool) == isinstance(value, bool) else (
        f"{place} is {short(value)}, not {short(pattern)}")


def mismatch_some(pattern, value, names, place):
    """One item of a list is enough."""
    if isinstance(value, list) and any(mismatch(pattern, one, dict(names)) is None for one in value):
        return None
    return f"{place} has none like {short(pattern)}: {value}"


def mismatch_list(pattern, value, names, place):
    if not isinstance(value, list) or len(value) != len(pattern):
        return f"{place} is {short(value)}, not {short(pattern)}"
    checks = (mismatch(one, other, names, f"{place}[{index}]") for index, (one, other) in enumerate(zip(pattern, value)))
    return next((found for found in checks if found), None)


def mismatch_text(pattern, value, names, place):
    wrong = f"{place} is {short(value)}, not {pattern}"
    if pattern == "*":
        return None if value is not None else f"{place} is missing"
    if pattern[:1] == "$" and pattern[1:].isidentifier():
        if value is None:
            return f"{place} is missing"
        expected = names.setdefault(pattern[1:], value)
        return None if expected == value else f"{place} is {short(value)}, not {pattern} = {short(expected)}"
    if pattern[:2] in (">=", "<="):
        limit = float(pattern[2:])
        if not isinstance(value, (int, float)):
            return wrong
        return None if (value >= limit if pattern[0] == ">" else value <= limit) else wrong
    if len(pattern) > 1 and pattern[0] == pattern[-1] == "/":
        return None if isinstance(value, str) and re.search(pattern[1:-1], value) else wrong
    return None if substitute(pattern, names) == value else wrong


def short(value):
    text = repr(value)
    return text if len(text) < 200 else text[:200] + "…"
