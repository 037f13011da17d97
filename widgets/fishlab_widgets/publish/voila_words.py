"""A lesson's sentences on Voilà's page, which has no menu and no cells to run: its template names this filter."""

from __future__ import annotations

from typing import Any

from nbconvert.preprocessors import Preprocessor

from fishlab_widgets.publish.paper_words import by_points, off_menu


class OffMenu(Preprocessor):
    """Leaves out what is said of running cells."""

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Return a cell as it is shown."""
        if cell.cell_type == "markdown":
            cell.source = by_points(cell.source, off_menu)
        return cell, resources
