"""Self-play that makes the weights of the bot `network` (`semafor train`; needs `semafor[train]`).

Read in this order: `settings`, `crowd` (games and what is seen of them), `network`, `acting`, `rollout`,
`advantages`, `learner`, `league`, `evaluation`, `checkpoint`, `run_log`, and `training`, the loop itself.
Where several learn together: `partners`, `together`, `worker` and `cluster`.
"""
