"""A tournament as one page of HTML with pictures."""

from semafor.arena.report.tournament_page import has_matplotlib, write_report

__all__ = ["has_matplotlib", "write_report"]
