"""A person who hears the page: everything is read from the browser's accessibility tree, and done with the keyboard.

No id, no style and no place on the screen is known here: only roles, names and states, in the order in which they are
read out. What cannot be done with this is a fault of the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

MOST_STEPS = 60
"""How often "More" or "Less" is pressed for one amount."""


class Heard(NamedTuple):
    """Something that is read out: `place` is the browser's own number for it."""

    role: str
    name: str
    focusable: bool
    focused: bool
    disabled: bool
    parents: tuple[str, ...]
    """The names of the groups that it stands in."""
    place: int


class ScreenReader:
    """Listens to a page, and presses keys.

    Args:
        page: the page.
        settle: waits until what was pressed has been answered.
    """

    def __init__(self, page: Any, settle: Callable[[], object]) -> None:
        self.page, self.settle = page, settle
        self._browser = page.context.new_cdp_session(page)
        self._browser.send("Accessibility.enable")
        self._browser.send("DOM.enable")

    def read(self) -> list[Heard]:
        """Return all that a reader meets in the table, from its beginning to its end."""
        nodes = {node["nodeId"]: node for node in self._browser.send("Accessibility.getFullAXTree")["nodes"]}
        found: list[Heard] = []

        def visit(node: dict[str, Any], parents: tuple[str, ...]) -> None:
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            if not node.get("ignored"):
                states = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
                flags = (bool(states.get(one)) for one in ("focusable", "focused", "disabled"))
                found.append(Heard(role, name, *flags, parents, node.get("backendDOMNodeId", 0)))
                parents = (*parents, name) if name else parents
                if role == "button":  # a reader says its name, and nothing of what it is made of
                    return
            for child in node.get("childIds", ()):
                if child in nodes:
                    visit(nodes[child], parents)

        table = next(node for node in nodes.values() if _name(node).startswith("Table: "))
        visit(table, ())
        return found

    def text(self) -> str:
        """Return all that is read out."""
        return "\n".join(one.name for one in self.read() if one.role in ("StaticText", "button"))

    def focused(self) -> Heard | None:
        """Return what in the table has the focus, None if the focus is elsewhere."""
        return next((one for one in self.read() if one.focused), None)

    def find(self, name: str, role: str = "button") -> Heard | None:
        """Return what can be pressed under a name: the whole of it, or what it opens with."""
        pattern = re.compile(rf"{re.escape(name)}(?:[.:]|$)", re.IGNORECASE)
        fitting = (one for one in self.read() if one.role == role and not one.disabled and pattern.match(one.name))
        return next(fitting, None)

    def press(self, one: Heard | None, key: str = "Enter") -> None:
        """Put the focus on something and press a key."""
        assert one is not None, f"there is no such thing in:\n{self.text()}"
        assert one.focusable, f"{one} cannot be reached"
        self._browser.send("DOM.focus", {"backendNodeId": one.place})
        self.page.keyboard.press(key)
        self.settle()

    def told_best(self) -> str:
        """Ask for a hint, and return the name of the move that it speaks of."""
        self.press(self.find("Hint"))
        lines = [one.name for one in self.read() if one.role == "StaticText"]
        return lines[lines.index("Hint") + 1].split(". ")[0].rstrip(".")

    def play(self, name: str) -> None:
        """Play a move by its name; an amount that is not shown is reached with "More" and "Less"."""
        for more in ("More", "Less"):
            for _ in range(MOST_STEPS):
                if (target := self.find(name)) is not None:
                    self.press(target)
                    return
                if (step := self.find(more)) is None:
                    break
                self.press(step)
        raise AssertionError(f"{name!r} is nowhere in:\n{self.text()}")

    def over(self) -> bool:
        """Tell whether the result is read out."""
        return any(one.role == "group" and one.name == "The result" for one in self.read())

    def take_turn(self) -> str:
        """Play what a hint says, and return its name."""
        name = self.told_best()
        self.play(name)
        return name


def _name(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", ""))
