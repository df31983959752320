"""Work outside the event loop: one kind of worker process for bots, boards, pictures, stories and studies."""
