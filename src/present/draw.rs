//! Drawing of a presentation.

use ratatui::Frame;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::layout::Rect;

use pprepl_lessons::Slide;
use pprepl_text::theme::Role;
use pprepl_text::visible;
use pprepl_widgets::dialog::StyledLine;
use pprepl_widgets::editor::Marks;

use super::areas::{Areas, split_top};
use super::blocks::{Block, BlockKind, BlockWriter, FrameBlocks};
use super::mode::{Mode, ZoomPart};
use super::presenter::Presenter;
use super::scroll::Scroll;
use super::timer::timer_text;
use super::wrapping::flow;
use super::{painting, result_rows};

impl Presenter {
    /// Draws the screen. Returns the cursor style.
    pub fn draw(&mut self, frame: &mut Frame) -> Option<SetCursorStyle> {
        let screen = frame.area();
        frame.buffer_mut().set_style(screen, self.palette.style(Role::Screen));
        let areas = Areas::new(screen);
        match &self.mode {
            Mode::Blank => return None,
            Mode::Zoom(_) => self.draw_zoom(frame, screen),
            Mode::Scratch => return self.draw_scratch(frame, areas),
            Mode::Slides | Mode::GoTo(_) | Mode::Help(_) | Mode::Ask(_) => self.draw_slide(frame, areas.content),
        }
        self.draw_status(frame, areas.status);
        self.draw_dialog(frame, screen);
        None
    }

    fn draw_slide(&mut self, frame: &mut Frame, area: Rect) {
        let Some(title) = self.slide().map(|slide| slide.title.clone()) else { return };
        let title_rows = heading(&title, usize::from(area.width), area.height);
        let gap = usize::from(!title_rows.is_empty() && area.height > 8);
        let (head, body) = split_top(area, title_rows.len() + gap);
        painting::rows(frame.buffer_mut(), head, &title_rows, Scroll::default(), &self.palette);
        let FrameBlocks { blocks, height } = self.frame_blocks(body.width);
        let last = blocks.last().map_or(0, |block| block.rows.len());
        let rows = joined(blocks);
        let room = usize::from(body.height);
        self.scroll.fit(rows.len(), room, rows.len().saturating_sub(last));
        // In the middle, and at the same place while more of the frame is revealed.
        let above = room.saturating_sub(height.max(rows.len())) / 3;
        let (_, body) = split_top(body, above);
        painting::rows(frame.buffer_mut(), body, &rows, self.scroll, &self.palette);
    }

    /// Returns the blocks on the screen for a width.
    fn frame_blocks(&mut self, width: u16) -> FrameBlocks {
        let mut writer = BlockWriter {
            results: &self.results,
            help: &self.help,
            typing: self.typing.as_ref(),
            highlighter: &mut self.highlighter,
            // The last column is for the scroll marks.
            width: usize::from(width.saturating_sub(1)).max(4),
        };
        let slide: Option<&Slide> = self.talk.deck.slide(self.position);
        slide.map(|slide| writer.frame(slide, self.position.revealed)).unwrap_or_default()
    }

    /// Returns whether the screen has code or a result.
    pub(super) fn has_block(&mut self, part: ZoomPart) -> bool {
        let kind = kind_of(part);
        self.frame_blocks(80).blocks.iter().any(|block| block.kind == kind)
    }

    fn draw_zoom(&mut self, frame: &mut Frame, screen: Rect) {
        let Mode::Zoom(zoom) = &self.mode else { return };
        let kind = kind_of(zoom.what);
        let (area, _) = split_top(screen, usize::from(screen.height.saturating_sub(1)));
        let found = self.frame_blocks(area.width).blocks.into_iter().rfind(|block| block.kind == kind);
        let rows = found.map(|block| block.rows).unwrap_or_default();
        let Mode::Zoom(zoom) = &mut self.mode else { return };
        zoom.scroll.fit(rows.len(), usize::from(area.height), 0);
        painting::rows(frame.buffer_mut(), area, &rows, zoom.scroll, &self.palette);
    }

    /// Draws the scratch cell, and its result below.
    fn draw_scratch(&mut self, frame: &mut Frame, areas: Areas) -> Option<SetCursorStyle> {
        let area = areas.content;
        let title = vec![vec![(Role::Title, "Scratch cell".to_owned())]];
        let (head, rest) = split_top(area, 2);
        painting::rows(frame.buffer_mut(), head, &title, Scroll::default(), &self.palette);
        let height = self.scratch.editor.height(rest.width).clamp(3, usize::from(rest.height / 2).max(3));
        let (editor, rest) = split_top(rest, height);
        let cursor = self.scratch.editor.draw(editor, frame.buffer_mut(), &self.palette, &Marks::default());
        let (_, below) = split_top(rest, 1);
        let width = usize::from(below.width.saturating_sub(1)).max(4);
        let rows = match &self.scratch.report {
            _ if self.scratch.is_running => vec![vec![(Role::Hint, "running …".to_owned())]],
            Some(report) => result_rows::rows(report, width, &mut self.highlighter),
            None => Vec::new(),
        };
        let mut scroll = Scroll::default();
        scroll.fit(rows.len(), usize::from(below.height), 0);
        painting::rows(frame.buffer_mut(), below, &rows, scroll, &self.palette);
        self.draw_status(frame, areas.status);
        frame.set_cursor_position(cursor?);
        Some(self.scratch.editor.cursor_style())
    }

    fn draw_status(&self, frame: &mut Frame, area: Rect) {
        let (number, of) = (self.position.slide + 1, self.talk.deck.slides.len());
        let left = match (&self.mode, &self.message) {
            (Mode::GoTo(digits), _) => (Role::Plain, format!("go to slide: {digits}▌")),
            (_, Some((role, text))) => (*role, text.clone()),
            (Mode::Scratch, None) => (Role::Hint, "nothing is kept; enter: run, esc: close".to_owned()),
            (_, None) => (Role::Hint, format!("slide {number} of {of}  {}", self.talk.name)),
        };
        let (role, timer) = timer_text(self.time.elapsed(), self.time.minutes);
        painting::status(frame.buffer_mut(), area, &self.palette, (left.0, &left.1), (role, &timer));
    }

    fn draw_dialog(&mut self, frame: &mut Frame, screen: Rect) {
        match &mut self.mode {
            Mode::Help(dialog) | Mode::Ask(dialog) => dialog.draw(frame, screen, &self.palette),
            Mode::Slides | Mode::Blank | Mode::Zoom(_) | Mode::GoTo(_) | Mode::Scratch => {}
        }
    }
}

fn kind_of(part: ZoomPart) -> BlockKind {
    match part {
        ZoomPart::Code => BlockKind::Code,
        ZoomPart::Result => BlockKind::Result,
    }
}

/// Returns the rows of a heading: at most two on a low screen.
fn heading(title: &str, width: usize, height: u16) -> Vec<StyledLine> {
    if title.is_empty() {
        return Vec::new();
    }
    let words = vec![(Role::Title, visible(title).into_owned())];
    let mut rows = flow(&words, width, &StyledLine::new());
    rows.truncate(if height > 10 { 3 } else { 1 });
    rows
}

/// Joins blocks with an empty row between them.
fn joined(blocks: Vec<Block>) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    for (at, block) in blocks.into_iter().enumerate() {
        if at > 0 {
            rows.push(StyledLine::new());
        }
        rows.extend(block.rows);
    }
    rows
}
