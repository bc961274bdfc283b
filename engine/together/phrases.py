"""What can be said in a match. Nothing else can: phrases are chosen, never typed."""

PHRASES = (
    "Hello!",
    "Good luck!",
    "Ready when you are.",
    "One moment, please.",
    "Nice move!",
    "This one is hard.",
    "I am stuck.",
    "Look at the upper grid.",
    "Look at the lower grid.",
    "Something is wrong here.",
    "I will take it back.",
    "Well played!",
    "Thank you!",
    "Another one?",
    "Goodbye!",
)
"""They are known by their place here: new ones go to the end."""
