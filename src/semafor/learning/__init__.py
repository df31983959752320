"""Self-play that makes the weights of the bot `network` (`semafor train`; needs `semafor[train]`).

Read in this order: `settings`, `crowd` (games and what is seen of them), `network`, `acting`, `rollout`,
`advantages`, `learner`, `league`, `evaluation`, `checkpoint`, `log`, and `training`, the loop itself.
"""
