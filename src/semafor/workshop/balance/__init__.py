"""Balance: changes to a board that bring its seats, tickets or styles of play to a goal."""

from semafor.workshop.balance.balancing import Balance, balance
from semafor.workshop.balance.goals import BadGoal, Goal, parse_goal

__all__ = ["BadGoal", "Balance", "Goal", "balance", "parse_goal"]
