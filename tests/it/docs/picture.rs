//! The README's picture: the notebook's own screen as SVG. The screen is drawn in memory, each run of cells of one style
//! becomes a `text` element on the grid of the terminal.
//!
//! The depth of colors comes from the environment, so a child process draws the screen.

use std::fmt::Write;
use std::process::Command;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

use crate::screen::Screen;

/// Names the theme for the child process.
const THEME: &str = "PPREPL_PICTURE_THEME";

const COLUMNS: u16 = 104;
const ROWS: u16 = 30;
/// The size of a cell in pixels.
const CELL: (f32, f32) = (8.4, 18.0);
const MARGIN: f32 = 14.0;

const LESSON: &str = r#"# %% [markdown]
# # Web servers
#
# Change a cell, and cells that *depend* on it run again.

# %%
$name = 'world'
$ports = [80, 443]

# %% greeting
$motd = @("END"/n)
    Hello ${name},\n
      you have ${ports.length} ports.
    | END

# %%
file { '/etc/motd': content => $motd }

# %%
$ports.map |$port| { "listen ${prot}" }
"#;

/// The picture in the colors of a theme, drawn by a child process.
pub fn rendered(theme: &str) -> String {
    let test = concat!(module_path!(), "::child");
    let test = test.split_once("::").map_or(test, |(_, name)| name);
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    let output = command.env("COLORTERM", "truecolor").env(THEME, theme).output().expect("a child process");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let svg = text.find("<svg").zip(text.find("</svg>"));
    let (start, end) = svg.unwrap_or_else(|| panic!("no picture: {text}{}", String::from_utf8_lossy(&output.stderr)));
    text[start..end].to_owned() + "</svg>\n"
}

#[test]
#[ignore = "a part of `pictures_are_current`, which runs it with a theme"]
fn child() {
    let Ok(theme) = std::env::var(THEME) else { return };
    let folder = tempfile::tempdir().expect("a directory");
    let mut screen = Screen::kept(LESSON, &theme, folder.path());
    screen.resize(COLUMNS, ROWS).keys("f9").keys("g g").keys("j").keys("j").keys("enter").keys("alt-2");
    screen.keys("down").keys("down");
    for _ in 0..10 {
        screen.keys("right");
    }
    println!("{}", svg(screen.buffer(), &screen.text()));
}

fn svg(buffer: &Buffer, text: &str) -> String {
    // The first row is the title bar in the color of text; the first column of the second row is plain ground.
    let fore = buffer.cell(Position::new(1, 0)).map_or("#000000".to_owned(), |cell| name(cell.fg, "#000000"));
    let back = buffer.cell(Position::new(0, 1)).map_or("#ffffff".to_owned(), |cell| name(cell.bg, "#ffffff"));
    let (width, height) =
        (f32::from(buffer.area.width) * CELL.0 + 2.0 * MARGIN, f32::from(buffer.area.height) * CELL.1 + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"14\">\n\
         <title>The notebook of pprepl: cells of Puppet code on the left, panes on the right</title>\n\
         <desc>{}</desc>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{back}\" stroke=\"#888888\" stroke-opacity=\".4\"/>\n<g fill=\"{fore}\">\n",
        escaped(text)
    );
    for y in 0..buffer.area.height {
        row(buffer, y, (&fore, &back), &mut out);
    }
    out.push_str("</g>\n</svg>");
    out
}

/// The runs of one style in a row: their backgrounds, then their text.
fn row(buffer: &Buffer, y: u16, ground: (&str, &str), out: &mut String) {
    let mut x = 0;
    while x < buffer.area.width {
        let Some(first) = buffer.cell(Position::new(x, y)) else { return };
        let start = x;
        let mut text = String::new();
        while let Some(cell) =
            buffer.cell(Position::new(x, y)).filter(|cell| x < buffer.area.width && same(cell, first))
        {
            text.push_str(cell.symbol());
            x += 1;
        }
        run(first, (start, x - start, y), &text, ground, out);
    }
}

fn same(one: &Cell, other: &Cell) -> bool {
    (one.fg, one.bg, one.modifier) == (other.fg, other.bg, other.modifier)
}

fn run(cell: &Cell, (x, length, y): (u16, u16, u16), text: &str, (fore, back): (&str, &str), out: &mut String) {
    let (mut color, mut ground) = (name(cell.fg, fore), name(cell.bg, back));
    if cell.modifier.contains(Modifier::REVERSED) {
        (color, ground) = (ground, color);
    }
    let (left, top) = (MARGIN + f32::from(x) * CELL.0, MARGIN + f32::from(y) * CELL.1);
    let width = f32::from(length) * CELL.0;
    if ground != back {
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"18\" fill=\"{ground}\"/>"
        );
    }
    let trimmed = text.trim_end();
    if trimmed.is_empty() {
        return;
    }
    let spaces = trimmed.chars().take_while(|ch| *ch == ' ').count();
    let left = left + spaces as f32 * CELL.0;
    let trimmed = trimmed.trim_start();
    let width = trimmed.chars().count() as f32 * CELL.0;
    let mut style = String::new();
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::DIM, " opacity=\".6\""),
    ] {
        if cell.modifier.contains(modifier) {
            style.push_str(attribute);
        }
    }
    if color != fore {
        let _ = write!(style, " fill=\"{color}\"");
    }
    let _ = writeln!(
        out,
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" xml:space=\"preserve\"{style}>{}</text>",
        top + 13.5,
        escaped(trimmed)
    );
}

fn name(color: Color, default: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
