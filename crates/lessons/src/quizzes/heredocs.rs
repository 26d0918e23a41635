//! Questions about heredocs: interpolation, margins, line ends, escapes.

use super::draft::{Draft, Template, template};
use super::names::{VARIABLES, WORDS};
use crate::random::Random;

pub(super) static TEMPLATES: &[Template] = &[
    template("interpolation", interpolation),
    template("margin", margin),
    template("last-line", last_line),
    template("escapes", escapes),
    template("joined-lines", joined_lines),
    template("method", method),
    template("two", two),
];

fn interpolation(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let [name] = random.words(&VARIABLES);
    let (tag, because) = random.one_of([
        ("END", "Without quotes around the tag nothing is interpolated."),
        ("\"END\"", "With double quotes around the tag variables are interpolated."),
    ]);
    let code = format!("${name} = '{word}'\n@({tag})\n  <${{{name}}}>\n  |- END");
    Draft::value(code, because).shuffled([format!("'<{word}>'"), format!("'<${{{name}}}>'"), "'<>'".to_owned()], random)
}

fn margin(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let (end, because) = random.one_of([
        ("    |- END", "`|` sets the margin: its column is removed from each line."),
        ("  |- END", "The margin is at 2 columns; the other 2 spaces of each line stay."),
        ("    - END", "Without `|` no indentation is removed."),
        ("  - END", "Without `|` no indentation is removed, wherever the tag is."),
    ]);
    let code = format!("@(END)\n    {one}\n    {two}\n{end}");
    let options = [0, 2, 4].map(|count| {
        let lead = " ".repeat(count);
        format!("\"{lead}{one}\\n{lead}{two}\"")
    });
    Draft::value(code, because).shuffled(options, random)
}

fn last_line(random: &mut Random) -> Draft {
    let [word] = random.words(&WORDS);
    let (end, because) = random.one_of([
        ("  | END", "The line end before the tag belongs to the string."),
        ("  |- END", "`-` removes the last line end."),
        ("  -END", "`-` removes the last line end; without `|` the indentation stays."),
    ]);
    let code = format!("@(END)\n  {word}\n{end}");
    let options = [format!("\"{word}\\n\""), format!("'{word}'"), format!("'  {word}'")];
    Draft::value(code, because).shuffled(options, random)
}

fn escapes(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let (tag, because) = random.one_of([
        ("END", "Without `/` the heredoc has no escapes: the backslash stays."),
        ("END/t", "`/t` turns on the escape \\t."),
        ("END/n", "`/n` turns on \\n only: \\t stays as it is."),
        ("END/", "`/` alone turns on all escapes."),
    ]);
    let code = format!("@({tag})\n  {one}\\t{two}\n  |- END");
    Draft::value(code, because).shuffled([format!("\"{one}\\t{two}\""), format!("'{one}\\t{two}'")], random)
}

fn joined_lines(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let (tag, because) = random.one_of([
        ("END/L", "`/L` turns on the escape of the line end: the lines are joined."),
        ("END", "Without `/L` the backslash and the line end stay."),
    ]);
    let code = format!("@({tag})\n  {one}\\\n  {two}\n  |- END");
    let options = [format!("'{one}{two}'"), format!("\"{one}\\n{two}\""), format!("\"{one}\\\\\\n{two}\"")];
    Draft::value(code, because).shuffled(options, random)
}

fn method(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let cases = [
        (format!("@(END).upcase\n  {one}\n  |- END"), "The text replaces the tag: .upcase belongs to the string."),
        (format!("@(END).length\n  {one}\n  |- END"), "The text replaces the tag: .length counts its characters."),
        (
            format!("@(END).split(\"\\n\")\n  {one}\n  {two}\n  |- END"),
            "The text replaces the tag: its two lines become two elements.",
        ),
    ];
    let (code, because) = random.pick(&cases).cloned().unwrap_or_default();
    Draft::value(code, because)
}

fn two(random: &mut Random) -> Draft {
    let [one, two] = random.words(&WORDS);
    let code = format!("[@(A), @(B)]\n  {one}\n  |- A\n  {two}\n  |- B");
    let options = [format!("['{one}', '{two}']"), format!("['{two}', '{one}']"), "error".to_owned()];
    Draft::value(code, "The strings follow the line in the order of their tags.").shuffled(options, random)
}
