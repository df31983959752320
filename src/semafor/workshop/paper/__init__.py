"""Print and play: a board on sheets of paper, with tickets and cards of two sides, as one PDF."""

from semafor.workshop.paper.faces import all_pages, print_pdf

__all__ = ["all_pages", "print_pdf"]
