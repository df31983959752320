"""The planner on boards: one module a kind of decision."""

from semafor.bots.planner.bot import PlannerBot

__all__ = ["PlannerBot"]
