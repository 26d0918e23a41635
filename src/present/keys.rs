//! The effect of keys.

use ratatui::crossterm::event::KeyCode;

use pprepl_text::columns::width;
use pprepl_text::theme::Role;
use pprepl_widgets::dialog::{Dialog, ReaderDialog, Reply, StyledLine};
use pprepl_widgets::key::Key;

use super::action::{Action, ROWS, action_of};
use super::mode::{Mode, Zoom, ZoomPart};
use super::presenter::Presenter;
use super::scratch::ScratchReply;
use super::screenful::Effect;
use super::typing::{SPEEDS, Typing};

impl Presenter {
    /// Handles a key.
    pub(super) fn key(&mut self, key: Key) {
        self.message = None;
        match action_of(key) {
            Some(Action::Quit) if key.typed().is_none() => self.should_quit = true,
            Some(Action::Redraw) => self.effects.push(Effect::Redraw),
            Some(Action::Suspend) => self.effects.push(Effect::Suspend),
            action => self.mode_key(key, action),
        }
    }

    fn mode_key(&mut self, key: Key, action: Option<Action>) {
        match &mut self.mode {
            Mode::Slides if self.typing.is_some() => self.typing_key(action),
            Mode::Slides => self.act(action),
            Mode::Blank => self.mode = Mode::Slides,
            Mode::Zoom(_) => self.zoom_key(action),
            Mode::GoTo(_) => self.number_key(key),
            Mode::Help(_) | Mode::Ask(_) => self.dialog_key(key),
            Mode::Scratch => match self.scratch.key(key) {
                ScratchReply::Stay => {}
                ScratchReply::Run => self.run_scratch(),
                ScratchReply::Close => self.mode = Mode::Slides,
            },
        }
    }

    /// Ends the typing, or changes its speed; every other key pauses or continues it.
    fn typing_key(&mut self, action: Option<Action>) {
        match action {
            Some(Action::Next) => self.end_typing(),
            Some(Action::Faster) => self.set_speed(self.speed + 1 + self.speed / 4),
            Some(Action::Slower) => self.set_speed(self.speed - self.speed / 4),
            _ => {
                let now = self.time.now;
                let Some(typing) = &mut self.typing else { return };
                typing.toggle_pause(now);
                if typing.is_paused() {
                    self.note("paused; any key continues, space types the rest");
                }
            }
        }
    }

    fn set_speed(&mut self, speed: u32) {
        // At slow speeds a quarter is less than one key.
        let speed = if speed == self.speed { speed - 1 } else { speed };
        self.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        if let Some(typing) = &mut self.typing {
            typing.set_speed(self.speed);
        }
        self.note(&format!("{} keys per second", self.speed));
    }

    fn act(&mut self, action: Option<Action>) {
        let slides = self.talk.deck.slides.len();
        match action {
            Some(Action::Next) => self.next(),
            Some(Action::Back) => self.back(),
            Some(Action::NextSlide) if self.position.slide + 1 == slides => self.note("the last slide"),
            Some(Action::NextSlide) => self.go_to(self.position.slide + 1),
            Some(Action::PreviousSlide) => self.go_to(self.position.slide.saturating_sub(1)),
            Some(Action::First) => self.go_to(0),
            Some(Action::Last) => self.go_to(slides - 1),
            Some(Action::GoTo) => self.mode = Mode::GoTo(String::new()),
            Some(Action::ScrollUp) => self.scroll.by(-1),
            Some(Action::ScrollDown) => self.scroll.by(1),
            Some(Action::Zoom) => self.zoom(),
            Some(Action::Blank) => self.mode = Mode::Blank,
            Some(Action::Scratch) => self.mode = Mode::Scratch,
            Some(Action::Hint) => self.hint(),
            Some(Action::Solution) => self.solve(),
            Some(Action::Reset) => self.reset(),
            Some(Action::Stop) => self.stop(),
            Some(Action::Faster) => self.set_speed(self.speed + 1 + self.speed / 4),
            Some(Action::Slower) => self.set_speed(self.speed - self.speed / 4),
            Some(Action::Help) => {
                self.mode = Mode::Help(Box::new(Dialog::Reader(ReaderDialog::new("Keys", help_lines()))))
            }
            Some(Action::Quit) => self.should_quit = true,
            Some(Action::Redraw | Action::Suspend) => {}
            None => self.note("? shows the keys"),
        }
    }

    /// Shows only the result of a cell, or its code.
    fn zoom(&mut self) {
        let zoom = |what| Mode::Zoom(Zoom { what, ..Zoom::default() });
        match (self.has_block(ZoomPart::Result), self.has_block(ZoomPart::Code)) {
            (true, _) => self.mode = zoom(ZoomPart::Result),
            (false, true) => self.mode = zoom(ZoomPart::Code),
            (false, false) => self.note("no code to zoom"),
        }
    }

    fn zoom_key(&mut self, action: Option<Action>) {
        let has_code = self.has_block(ZoomPart::Code);
        let Mode::Zoom(zoom) = &mut self.mode else { return };
        let page = zoom.scroll.page();
        match action {
            Some(Action::Zoom) if zoom.what == ZoomPart::Result && has_code => {
                *zoom = Zoom { what: ZoomPart::Code, ..Zoom::default() };
            }
            Some(Action::Zoom | Action::Stop) => self.mode = Mode::Slides,
            Some(Action::ScrollUp) => zoom.scroll.by(-1),
            Some(Action::ScrollDown) => zoom.scroll.by(1),
            Some(Action::PreviousSlide) => zoom.scroll.by(-page),
            Some(Action::NextSlide) => zoom.scroll.by(page),
            Some(Action::First) => zoom.scroll.by(isize::MIN),
            Some(Action::Last) => zoom.scroll.by(isize::MAX),
            other => {
                self.mode = Mode::Slides;
                self.act(other);
            }
        }
    }

    /// Handles a key of a slide's number.
    fn number_key(&mut self, key: Key) {
        let slides = self.talk.deck.slides.len();
        let Mode::GoTo(digits) = &mut self.mode else { return };
        match key.code {
            KeyCode::Char(digit) if digit.is_ascii_digit() && digits.len() < 6 => digits.push(digit),
            KeyCode::Backspace if !digits.is_empty() => drop(digits.pop()),
            KeyCode::Enter => {}
            _ => return self.mode = Mode::Slides,
        }
        let number = digits.parse::<usize>().ok();
        // Without a larger number that starts so, the number is complete.
        let is_complete = number.is_some_and(|number| number > 0 && number * 10 > slides);
        if key.code != KeyCode::Enter && !is_complete {
            return;
        }
        self.mode = Mode::Slides;
        match number {
            Some(number @ 1..) if number <= slides => self.go_to(number - 1),
            Some(number) => self.note(&format!("expected a slide from 1 to {slides}, found {number}")),
            None => {}
        }
    }

    fn dialog_key(&mut self, key: Key) {
        let is_question = matches!(self.mode, Mode::Ask(_));
        let (Mode::Help(dialog) | Mode::Ask(dialog)) = &mut self.mode else { return };
        match dialog.key(key) {
            Reply::Stay | Reply::Moved | Reply::Entered(_) => {}
            Reply::Chosen(answer) if is_question => self.answer_consent(answer == 0),
            Reply::Closed if is_question => self.leave_question(),
            Reply::Chosen(_) | Reply::Closed => self.mode = Mode::Slides,
        }
    }

    fn hint(&mut self) {
        let Some(task) = self.talk.deck.slide(self.position).and_then(|slide| slide.task(self.position.revealed))
        else {
            return self.note("no exercise is on the screen");
        };
        match self.help.add_hint(task) {
            true => self.scroll.reveal(),
            false => self.note("no more hints"),
        }
    }

    /// Shows the solution, and runs it.
    fn solve(&mut self) {
        let Some(task) = self.talk.deck.slide(self.position).and_then(|slide| slide.task(self.position.revealed))
        else {
            return self.note("no exercise is on the screen");
        };
        if !self.help.solve(task) {
            return self.note("no solution to show");
        }
        if let Some(solution) = task.solution.as_ref().filter(|_| task.is_typed) {
            self.typing = Some(Typing::new(task.cell, solution.clone(), self.speed, self.time.now));
        }
        self.scroll.reveal();
        self.request_runs();
    }
}

/// Returns the help: every key with its meaning.
fn help_lines() -> Vec<StyledLine> {
    let keys: Vec<String> = ROWS.iter().map(|row| row.keys.join(", ")).collect();
    let longest = keys.iter().map(|keys| width(keys)).max().unwrap_or(0);
    let line = |(row, keys): (&super::action::KeyRow, &String)| {
        vec![
            (Role::Key, format!("{keys}{}", " ".repeat(longest + 2 - width(keys)))),
            (Role::Plain, row.summary.to_owned()),
        ]
    };
    let typing = "While code is typed: space types the rest, any other key pauses or continues.";
    let notes = "A second terminal shows the notes: pprepl present --follow";
    let rows = ROWS.iter().zip(&keys).map(line);
    rows.chain([typing, notes].map(|text| vec![(Role::Hint, text.to_owned())])).collect()
}
