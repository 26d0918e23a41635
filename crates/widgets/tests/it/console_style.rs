//! Styles as attributes of a Windows console.

use pprepl_widgets::console_style::attributes;
use ratatui::style::{Color, Modifier, Style};

/// Gray on black, as a new console has.
const PLAIN: u16 = 0x07;

#[test]
fn colors_have_the_bits_of_a_console() {
    // Blue is the lowest bit, then green, red and bright.
    for (color, bits) in
        [(Color::Red, 4), (Color::Green, 2), (Color::Blue, 1), (Color::Yellow, 6), (Color::LightCyan, 11)]
    {
        assert_eq!(attributes(Style::new().fg(color), PLAIN), bits, "{color}");
        assert_eq!(attributes(Style::new().bg(color), PLAIN), bits << 4 | 7, "{color}");
    }
    assert_eq!(attributes(Style::new().fg(Color::Indexed(9)), PLAIN), 12);
    // A color that the console does not have is its own.
    assert_eq!(attributes(Style::new().fg(Color::Indexed(15)), PLAIN), 15);
    assert_eq!(attributes(Style::new().fg(Color::Indexed(16)), PLAIN), 7);
    assert_eq!(attributes(Style::new().fg(Color::Rgb(1, 2, 3)), 0x1e), 0x1e);
}

#[test]
fn modifiers_are_shown_with_colors_and_a_line() {
    let with = |modifier| attributes(Style::new().add_modifier(modifier), PLAIN);
    assert_eq!(with(Modifier::empty()), PLAIN);
    assert_eq!(with(Modifier::BOLD), 0x0f);
    assert_eq!(with(Modifier::DIM), 0x08);
    // Only text without a color of its own is dim.
    assert_eq!(attributes(Style::new().fg(Color::Red).add_modifier(Modifier::DIM), PLAIN), 4);
    assert_eq!(attributes(Style::new().fg(Color::Reset).add_modifier(Modifier::DIM), PLAIN), 8);
    assert_eq!(with(Modifier::REVERSED), 0x70);
    assert_eq!(with(Modifier::HIDDEN), 0x00);
    assert_eq!(with(Modifier::UNDERLINED), 0x8007);
}
