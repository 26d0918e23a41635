//! The presenter: slides of a lesson or notebook on a full screen, and notes on a second terminal.
