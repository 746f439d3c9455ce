"""The game on a full-screen table, drawn with Textual. No other command imports this package."""
