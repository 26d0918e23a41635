//! What a key costs in a cell of the notebook, from the key to the painted screen: typing, new lines, deleting and moving in
//! cells of 40, 500 and 10,000 lines, on a screen of 120 by 40.
//!
//! `cargo bench --profile dist --bench editor` prints a row of Markdown for each: CPU time of the thread that waits for the key (other work
//! on the machine is not in it), and the median of wall time.

mod manifest;

use std::time::Instant;

use cpu_time::ThreadTime;
use pprepl::themes::THEMES;
use pprepl::tui::editor::{EditAction, Editor, Kind, Marks, Motion};
use pprepl::tui::paint::Palette;
use pprepl_text::theme::ColorDepth;
use puppet_tree::Dialect;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use manifest::text;

struct Typist {
    editor: Editor,
    screen: Buffer,
    palette: Palette,
    micros: Vec<f64>,
    wall: Vec<f64>,
}

impl Typist {
    fn new(lines: usize, line: usize) -> Typist {
        let area = Rect::new(0, 0, 120, 40);
        let palette = Palette { theme: THEMES.get("dark").expect("a theme"), depth: ColorDepth::TrueColor };
        let mut editor = Editor::new(text(lines), Kind::Code(Dialect::Puppet));
        editor.go_to_line(line);
        let mut typist = Typist { editor, screen: Buffer::empty(area), palette, micros: Vec::new(), wall: Vec::new() };
        while let Some(time) = typist.editor.pending() {
            std::thread::sleep(time);
            typist.editor.catch_up();
        }
        typist.draw();
        typist
    }

    fn draw(&mut self) {
        self.screen.reset();
        self.editor.draw(self.screen.area, &mut self.screen, &self.palette, &Marks::default());
    }

    fn key(&mut self, key: impl FnOnce(&mut Editor)) {
        let (cpu, wall) = (ThreadTime::now(), Instant::now());
        key(&mut self.editor);
        self.draw();
        self.micros.push(cpu.elapsed().as_secs_f64() * 1e6);
        self.wall.push(wall.elapsed().as_secs_f64() * 1e6);
    }

    fn does(&mut self, action: EditAction) {
        self.key(|editor| {
            editor.apply(&action);
        });
    }

    fn types(&mut self, text: &str) {
        for typed in text.chars() {
            self.key(|editor| {
                editor.typed(typed);
            });
        }
    }

    fn told(&mut self, what: &str) {
        for times in [&mut self.micros, &mut self.wall] {
            times.sort_by(f64::total_cmp);
        }
        let at = |times: &[f64], part: f64| times[((times.len() - 1) as f64 * part) as usize];
        let (micros, wall) = (&self.micros, &self.wall);
        println!(
            "| {what} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
            at(micros, 0.5),
            at(micros, 0.99),
            at(micros, 1.0),
            at(wall, 0.5),
            at(wall, 0.99)
        );
    }
}

fn main() {
    println!("| cell | CPU median us | p99 | worst | wall median | p99 |\n|---|---|---|---|---|---|");
    for lines in [40, 500, 10_000] {
        let mut typist = Typist::new(lines, lines / 2);
        for _ in 0..8 {
            typist.does(EditAction::Move(Motion::LineEnd));
            typist.does(EditAction::Newline);
            typist.types("$a = [1, 2].map |$x| { \"v ${x}\" }");
        }
        typist.told(&format!("{lines} lines, typed"));
        let mut typist = Typist::new(lines, lines / 2);
        (0..100).for_each(|_| typist.does(EditAction::Move(Motion::Down)));
        (0..100).for_each(|_| typist.does(EditAction::Move(Motion::Right)));
        typist.told(&format!("{lines} lines, moved"));
        let mut typist = Typist::new(lines, lines / 2);
        (0..60).for_each(|_| typist.does(EditAction::DeleteBack));
        (0..20).for_each(|_| typist.does(EditAction::DeleteLine));
        (0..40).for_each(|_| typist.does(EditAction::Undo));
        typist.told(&format!("{lines} lines, deleted and undone"));
        let mut typist = Typist::new(lines, 1);
        (0..20).for_each(|_| {
            typist.types("\"");
            typist.does(EditAction::DeleteBack);
        });
        typist.told(&format!("{lines} lines, a quote at the start"));
    }
}
