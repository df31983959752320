"""What a seat cannot know: how large it is, what the seat remembers of it, and worlds dealt accordingly."""
