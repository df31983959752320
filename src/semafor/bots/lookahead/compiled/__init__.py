"""The compiled part of looking ahead: many games at once, what their seats see, worlds to try things in."""
