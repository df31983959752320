"""Pictures of boards: where everything lies (`geometry`) and how it is drawn (`svg`)."""
