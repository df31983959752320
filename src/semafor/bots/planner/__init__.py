"""The bot `planner`: for boards one module per kind of decision, and one for the Card Game."""

from semafor.bots.planner.planner_bot import PlannerBot

__all__ = ["PlannerBot"]
