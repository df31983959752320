"""The planner: on boards one module a kind of decision, and one for the Card Game."""

from semafor.bots.planner.planner_bot import PlannerBot

__all__ = ["PlannerBot"]
