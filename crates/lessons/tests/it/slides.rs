//! Slides: how a lesson becomes slides, and the way through them.

use std::fmt::Write;

use pprepl_lessons::{Deck, PartContent, SlidePosition, read};
use pprepl_notebook::Document;
use proptest::prelude::*;

fn deck(text: &str) -> Deck {
    Deck::new(&read("talk.pp", &Document::parse(text)))
}

/// Returns a deck as an outline: titles, notes, and the parts with their frames.
fn outline(deck: &Deck) -> String {
    let mut out = String::new();
    for slide in &deck.slides {
        let _ = writeln!(out, "# {}", slide.title);
        slide.notes.iter().for_each(|note| writeln!(out, "  note {note:?}").unwrap());
        for part in &slide.parts {
            let text = match &part.content {
                PartContent::Prose(text) => format!("prose {text:?}"),
                PartContent::Task(task) => format!(
                    "task {:?}, hints {:?}, solution {:?}{}",
                    task.text,
                    task.hints,
                    task.solution,
                    if task.runs { "" } else { ", not run" }
                ),
                PartContent::Code(code) => format!(
                    "code {:?} {:?}{}{}",
                    code.title,
                    code.text,
                    if code.is_typed { ", typed" } else { "" },
                    if code.runs_alone { ", runs alone" } else { "" }
                ),
                PartContent::Result(_) => "result".to_owned(),
                PartContent::Answer { quiz, .. } => format!("answer {quiz}"),
            };
            let _ = writeln!(out, "  {} {text}", part.frame);
        }
    }
    out
}

const TALK: &str = "\
# %% [markdown]
#| lesson talk   title \"A talk\"
#| note Greet the room.
# Ask who knows Puppet.

# %% [markdown]
# # Values
# Text above the code.
#
# ```
# # no heading
# ```
# ## Second `slide` **here** ##

# %% Ports
#| type
$ports = [80, 443]

# %%
$ports.length

# %% [markdown]
# Prose after a result.

# %% [markdown]
#| note
# Wait for questions.

# %% [markdown]
# ### Practice

# %%
#| given
$limit = 100

# %% Large ports
#| exercise large
#| task Set `$large`.
#| start $large = ___
#| check value $large == [443]
#| hint Use filter.
#| solution $large = $ports.filter |$p| { $p > $limit }

# %% Explain
#| exercise explain
#| check command explain
#| solution :explain

# %% Equal?
#| quiz trap predict value
#| options true, false
#| because Text is not a number.
\"18\" == 18
";

#[test]
fn headings_start_slides_and_cells_start_frames() {
    let deck = deck(TALK);
    assert_eq!(deck.title, "A talk");
    insta::assert_snapshot!(outline(&deck));
}

#[test]
fn parts_without_text_have_no_place() {
    let cases = [
        ("# %% [markdown]\n#| note\n\n# %% [markdown]\n#| note   \n#\n", "# \n"),
        ("# %%\n#| given\n\n# %%\n\n# %% [markdown]\n#\n", "# \n"),
        (
            "# %%\n#| quiz q predict which\n#| options a\n#| answer a\n",
            "# \n  0 prose \"**Which is right?**\\n\\n- `a`\"\n  0 answer q\n",
        ),
        ("# %%\n#| exercise e\n#| task T\n", "# \n  0 task \"T\", hints [], solution None, not run\n"),
        ("# %%\n1\n\n# %%\n2\n", "# \n  0 code \"\" \"1\"\n  0 result\n  1 code \"\" \"2\"\n  1 result\n"),
        ("# %% [markdown]\n# A\n\n# %% [markdown]\n# B\n", "# \n  0 prose \"A\"\n  0 prose \"B\"\n"),
    ];
    for (text, expected) in cases {
        assert_eq!(outline(&deck(text)), expected, "{text}");
    }
}

#[test]
fn only_lines_of_one_to_six_signs_and_a_space_are_headings() {
    let titles = |line: &str| {
        let deck = deck(&format!("# %% [markdown]\n# # First\n# {line}\n# text\n"));
        deck.slides.iter().map(|slide| slide.title.clone()).collect::<Vec<_>>().join("|")
    };
    let cases = [
        ("###### Six", "First|Six"),
        ("####### Seven", "First"),
        ("#tag", "First"),
        ("#", "First|"),
        ("##", "First|"),
        ("# `a` *b* #", "First|a b"),
        ("~~~\n# # Fenced\n# ~~~", "First"),
        ("  ~~~\n# # Fenced\n#   ~~~\n# # Next", "First|Next"),
        ("```\n# # Fenced\n# ```\n# # Next", "First|Next"),
        ("``\n# # Not fenced", "First|Not fenced"),
    ];
    for (line, expected) in cases {
        assert_eq!(titles(line), expected, "{line}");
    }
}

#[test]
fn code_that_is_typed_begins_hidden() {
    let first = |text: &str| deck(text).slides.iter().map(|slide| slide.first_revealed()).collect::<Vec<_>>();
    assert_eq!(first("# %% Ports\n#| type\n$a = 1\n"), [0]);
    assert_eq!(first("# %% Ports\n$a = 1\n"), [1]);
    assert_eq!(first("# %% [markdown]\n# # Alone\n"), [0]);
}

#[test]
fn the_code_that_runs_includes_solutions_and_no_quiz() {
    let code: Vec<String> = deck(TALK).code().into_iter().map(|(_, text)| text).collect();
    let solution = "$large = $ports.filter |$p| { $p > $limit }";
    assert_eq!(code, ["$ports = [80, 443]", "$ports.length", "$limit = 100", solution]);
}

#[test]
fn a_file_without_headings_is_one_slide() {
    assert_eq!(outline(&deck("$a = 1\n")), "# \n  0 code \"\" \"$a = 1\"\n  0 result\n");
    assert_eq!(outline(&deck("")), "# \n");
}

/// Walks to the end and back; both ways have the same positions.
fn walk(deck: &Deck) -> Vec<SlidePosition> {
    let ahead: Vec<SlidePosition> =
        std::iter::successors(Some(deck.beginning(0)), |position| deck.next(*position)).collect();
    let last = *ahead.last().expect("a position");
    let mut back: Vec<SlidePosition> = std::iter::successors(Some(last), |position| deck.previous(*position)).collect();
    back.reverse();
    assert_eq!(ahead, back);
    ahead
}

#[test]
fn every_part_is_reached_and_the_way_back_is_the_same() {
    let deck = deck(TALK);
    let positions = walk(&deck);
    for (at, slide) in deck.slides.iter().enumerate() {
        let last = SlidePosition { slide: at, revealed: slide.parts.len() };
        assert!(positions.contains(&last), "{last:?}");
        for revealed in slide.first_revealed()..=slide.parts.len() {
            let visible = slide.visible(revealed);
            assert!(revealed == 0 || visible.last() == slide.parts.get(revealed - 1));
            assert!(visible.iter().all(|part| slide.frame(revealed).any(|other| other == part)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_notebook_is_walked_to_its_end_and_back(cells in prop::collection::vec(0..8_u8, 0..24)) {
        let texts = [
            "# %% [markdown]\n# # Heading\n", "# %% [markdown]\n# prose\n", "# %%\n1 + 1\n", "# %%\n#| type\n2\n",
            "# %%\n#| given\n$a = 1\n", "# %%\n#| quiz q predict value\n1\n", "# %% [markdown]\n#| note\n# aside\n",
            "# %%\n#| exercise e\n#| task T\n#| start ___\n#| solution 1\n",
        ];
        let text: String = cells.iter().map(|cell| texts[usize::from(*cell)]).collect();
        let deck = deck(&text);
        let count: usize = deck.slides.iter().map(|slide| slide.parts.len()).sum();
        let seen = walk(&deck).iter().filter(|position| position.revealed > 0).count();
        prop_assert_eq!(seen, count);
    }
}
