"""What stands in a room's file: its layout, its tables and their seats, clocks, dice, keys and events."""
