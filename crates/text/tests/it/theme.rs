//! Themes: names fall back along their dots, styles paint at every colour depth, and the built-in themes are whole.

use pprepl_testing::THEMES;
use pprepl_text::Span;
use pprepl_text::theme::{Color, ColorDepth, Role, Style, Theme};

/// A theme from the text of a theme file.
fn theme(text: &str) -> Theme {
    THEMES.parse("mine", text).unwrap()
}

#[test]
fn a_dotted_name_falls_back_to_its_first_parts() {
    let theme = theme("[capture]\nstring = 'green'\n'string.escape' = 'bold yellow'");
    assert_eq!(theme.style(Role::String).fg, Some(Color::Ansi(2)));
    assert_eq!(theme.style(Role::StringHeredoc).fg, Some(Color::Ansi(2)));
    assert_eq!(theme.style(Role::StringEscape), Style { fg: Some(Color::Ansi(3)), bold: true, ..Style::default() });
    assert!(theme.style(Role::Search).is_plain());
    assert!(theme.style(Role::Plain).is_plain());
}

#[test]
fn a_child_takes_the_style_that_the_inheriting_file_writes() {
    let dark = THEMES.get("dark").unwrap();
    assert_eq!(dark.style(Role::StringHeredoc), dark.style(Role::String));
    let mine = theme("inherits = 'dark'\n[capture]\nstring = 'red'");
    assert_eq!(mine.style(Role::StringHeredoc).fg, Some(Color::Ansi(1)));
    assert_eq!(mine.style(Role::StringEscape), dark.style(Role::StringEscape));
}

#[test]
fn every_role_has_a_name_of_its_own() {
    for &role in Role::ALL {
        assert_eq!(Role::from_name(role.as_str()), Some(role));
        assert!(Role::CAPTURES.contains(&role) || Role::INTERFACE.contains(&role), "{role}");
    }
    for unknown in ["", "plain", "strings", "String", "string.", "bracket"] {
        assert_eq!(Role::from_name(unknown), None, "{unknown}");
    }
    let parents = [Role::StringEscape, Role::Group3, Role::BracketMatch, Role::Plain].map(Role::parent);
    assert_eq!(parents, [Some(Role::String), Some(Role::Group), None, None]);
}

#[test]
fn every_builtin_theme_reads_and_only_none_is_plain() {
    let names: Vec<_> = THEMES.names().collect();
    assert_eq!(names, ["dark", "light", "high-contrast", "16-colour", "none"]);
    for name in names {
        let text = std::fs::read_to_string(pprepl_testing::root().join(format!("themes/{name}.toml"))).unwrap();
        let theme = THEMES.parse(name, &text).unwrap();
        assert_eq!(THEMES.get(name).unwrap().name(), name);
        for told in [
            Role::Keyword,
            Role::String,
            Role::Number,
            Role::Comment,
            Role::Type,
            Role::Error,
            Role::Warning,
            Role::Prompt,
            Role::LogErr,
        ] {
            assert_eq!(theme.style(told).is_plain(), name == "none", "{told} of {name}");
        }
    }
    assert!(THEMES.get("pink").is_none());
}

#[test]
fn every_colour_theme_says_something_of_every_capture_family_and_role() {
    for name in ["dark", "light", "high-contrast", "16-colour"] {
        let text =
            std::fs::read_to_string(pprepl_testing::root().join("themes").join(name).with_extension("toml")).unwrap();
        for role in Role::INTERFACE {
            assert!(
                text.contains(&format!("\n{role} = ")) || text.contains(&format!("\n\"{role}\" = ")),
                "{name} {role}"
            );
        }
        for capture in Role::CAPTURES.iter().filter(|capture| !capture.as_str().contains('.')) {
            let written = text.contains(&format!("\n{capture} = "));
            assert!(written || matches!(*capture, Role::Constructor | Role::Embedded), "{name} {capture}");
        }
    }
}

#[test]
fn styles_paint_at_each_depth() {
    let style = Style::parse("bold #ff8000 on #000000", Color::parse).unwrap();
    assert_eq!(style.paint("x", ColorDepth::TrueColor), "\x1b[1;38;2;255;128;0;48;2;0;0;0mx\x1b[0m");
    assert_eq!(style.paint("x", ColorDepth::Ansi256), "\x1b[1;38;5;208;48;5;16mx\x1b[0m");
    assert_eq!(style.paint("x", ColorDepth::Ansi16), "\x1b[1;33;40mx\x1b[0m");
    assert_eq!(style.paint("x", ColorDepth::None), "x");
    assert_eq!(Style::default().paint("x", ColorDepth::TrueColor), "x");
}

#[test]
fn a_line_end_is_not_painted() {
    let style = Style::parse("on blue", Color::parse).unwrap();
    assert_eq!(style.paint("a\n\nb\r\n", ColorDepth::Ansi16), "\x1b[44ma\x1b[0m\n\n\x1b[44mb\x1b[0m\r\n");
}

#[test]
fn colours_have_their_nearest_among_16_and_256() {
    let bright_red = Color::parse("bright-red").unwrap();
    assert_eq!((bright_red.to_ansi16(), bright_red.to_ansi256()), (9, 9));
    assert_eq!(Color::parse("#ffffff").unwrap().to_ansi256(), 231);
    assert_eq!(Color::parse("#808080").unwrap().to_ansi256(), 244);
    assert_eq!(Color::parse("grey"), Some(Color::Ansi(8)));
    assert_eq!(Color::parse("#12345"), None);
    assert_eq!(Color::parse("#é1234"), None);
    assert_eq!(Color::parse("mauve"), None);
}

#[test]
fn the_nearest_colour_is_that_of_the_eye() {
    for (text, of_16, of_256, rgb) in [
        ("#000000", 0, 16, (0, 0, 0)),
        ("#080808", 0, 232, (8, 8, 8)),
        ("#7f7f7f", 8, 244, (127, 127, 127)),
        ("#eeeeee", 7, 255, (238, 238, 238)),
        ("#f4f4f4", 15, 255, (244, 244, 244)),
        ("#c00000", 1, 124, (192, 0, 0)),
        ("#00c000", 2, 34, (0, 192, 0)),
        ("#0000c0", 4, 19, (0, 0, 192)),
        ("#5c5cff", 12, 63, (92, 92, 255)),
        ("#5f87af", 8, 67, (95, 135, 175)),
        ("#304050", 0, 237, (48, 64, 80)),
        ("#d7d700", 3, 184, (215, 215, 0)),
        ("#c8c8d2", 7, 251, (200, 200, 210)),
        ("#30d0d0", 6, 80, (48, 208, 208)),
        ("#ff00aa", 13, 199, (255, 0, 170)),
        ("cyan", 6, 6, (0, 205, 205)),
        ("bright-blue", 12, 12, (92, 92, 255)),
    ] {
        let color = Color::parse(text).unwrap();
        assert_eq!((color.to_ansi16(), color.to_ansi256(), color.to_rgb()), (of_16, of_256, rgb), "{text}");
    }
}

#[test]
fn a_source_is_painted_with_marks_over_it() {
    let theme = theme("[capture]\nkeyword = 'red'\nstring = 'green'\n[role]\nsearch = 'on blue'\nselection = 'bold'");
    let parts = [(Span::new(0, 2), Role::Keyword), (Span::new(3, 6), Role::String)];
    let painted = |marks: &[(Span, Role)]| theme.painted("if 'a' b", parts, marks, ColorDepth::Ansi16);
    assert_eq!(painted(&[]), "\x1b[31mif\x1b[0m \x1b[32m'a'\x1b[0m b");
    assert_eq!(
        painted(&[(Span::new(1, 4), Role::Search)]),
        "\x1b[31mi\x1b[0m\x1b[31;44mf\x1b[0m\x1b[44m \x1b[0m\x1b[32;44m'\x1b[0m\x1b[32ma'\x1b[0m b"
    );
    assert_eq!(
        painted(&[(Span::new(7, 8), Role::Search), (Span::new(0, 1), Role::Selection)]),
        "\x1b[1;31mi\x1b[0m\x1b[31mf\x1b[0m \x1b[32m'a'\x1b[0m \x1b[44mb\x1b[0m"
    );
}

#[test]
fn an_overlay_adds_to_what_is_below() {
    let keyword = Style::parse("bold magenta", Color::parse).unwrap();
    let selection = Style::parse("on blue", Color::parse).unwrap();
    assert_eq!(keyword.overlaid(selection), Style::parse("bold magenta on blue", Color::parse).unwrap());
}

#[test]
fn a_theme_may_build_on_another_and_use_a_palette() {
    let mine = theme("inherits = 'dark'\n[palette]\nrose = '#ff007f'\n[capture]\nkeyword = 'rose'");
    assert_eq!(mine.style(Role::Keyword).fg, Some(Color::Rgb(255, 0, 127)));
    assert_eq!(mine.style(Role::String), THEMES.get("dark").unwrap().style(Role::String));
    assert_eq!(mine.name(), "mine");
}

#[test]
fn a_faulty_theme_is_refused_with_its_fault() {
    let fault = |text: &str| THEMES.parse("mine", text).unwrap_err().to_string();
    assert_eq!(fault("[role]\nerorr = 'red'"), "theme 'mine': unknown role 'erorr'; did you mean 'error'?");
    assert_eq!(
        fault("[capture]\nstring = 'bold mauve'"),
        "theme 'mine': capture.string: 'mauve' is neither a color nor an attribute"
    );
    assert_eq!(
        fault("[palette]\nx = '#12'"),
        "theme 'mine': palette.x is not a color: '#12'".replace('\'', "\"").replace("theme \"mine\"", "theme 'mine'")
    );
    assert!(fault("inherits = 'drak'").contains("'drak'"));
    assert!(fault("= 1").starts_with("theme 'mine' is not TOML"));
}

#[test]
fn a_theme_is_loaded_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sunset.toml");
    std::fs::write(&path, "[role]\nprompt = 'bold yellow'").unwrap();
    let theme = THEMES.load(&path).unwrap();
    assert_eq!((theme.name(), theme.style(Role::Prompt).bold), ("sunset", true));
    assert!(THEMES.load(&folder.path().join("none.toml")).unwrap_err().to_string().contains("cannot read"));
}
