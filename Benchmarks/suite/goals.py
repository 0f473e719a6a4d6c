"""Bounds that lines of the table should keep, and whether they do."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Goal:
    """A bound of a ratio, or of a value with this unit."""
    limit: float
    is_floor: bool
    unit: str = ""

    def __str__(self):
        return f"{'≥' if self.is_floor else '≤'} {self.limit:g}{self.unit}"

    def holds(self, value):
        return value >= self.limit if self.is_floor else value <= self.limit

    def beside(self, value):
        """The goal as the table has it beside a measured value."""
        return f"{self}" if self.holds(value) else f"{self}, **missed**"


def at_least(limit, unit=""):
    return Goal(limit, True, unit)


def at_most(limit, unit=""):
    return Goal(limit, False, unit)


def judged(result, goal):
    """The result with this goal, which its median ratio reaches or misses."""
    return judged_by(result, (goal, result.ratio[1]))


def judged_by(result, *found):
    """The same with pairs of a goal and a measured value."""
    return dataclasses.replace(result, target="; ".join(goal.beside(value) for goal, value in found))
