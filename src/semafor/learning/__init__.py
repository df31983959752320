"""Self-play training of the networks of the bot `network` (`semafor train`; needs `semafor[train]`).

Read in this order: `settings`, `game_pool`, `torch_network`, `rollout`, `learner`, `league`, `evaluation`,
`checkpoint`, `run_log`, and `training`, the loop itself. `cluster` trains with several processes.
"""
