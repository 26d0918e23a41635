//! Screen layout: a header line, the cells, up to two panes, a status line, and the key bar. Wide screens have the
//! panes on the right, others below. Small screens show the cells or one pane.

use ratatui::layout::Rect;

/// The areas of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// The file's name and state.
    pub head: Rect,
    /// The cells; empty if a pane takes their area.
    pub cells: Rect,
    /// The panes including frames; empty without room.
    pub panes: [Rect; 2],
    /// Messages, the mode, the cursor position.
    pub status: Rect,
    pub bar: Rect,
}

/// Minimum width for panes on the right.
const WIDE: u16 = 100;
/// Minimum size to show cells and a pane together.
const SMALL: (u16, u16) = (60, 16);

/// The open panes and their share of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Docks {
    /// Whether the first and second pane slot are open.
    pub open: [bool; 2],
    /// The panes' share of the width (or height), in percent.
    pub share: u16,
    /// The pane slot with the focus.
    pub focus: Option<usize>,
}

/// Computes the areas of the screen.
pub fn areas(screen: Rect, docks: Docks) -> Areas {
    let mut areas = Areas::default();
    let mut body = screen;
    if screen.height >= 8 {
        (areas.head, body) = top(body, 1);
    }
    if screen.height >= 6 {
        (body, areas.bar) = bottom(body, 1);
    }
    if screen.height >= 3 {
        (body, areas.status) = bottom(body, 1);
    }
    match docks.open {
        [false, false] => areas.cells = body,
        _ if screen.width < SMALL.0 || screen.height < SMALL.1 => small(&mut areas, body, docks),
        _ if screen.width >= WIDE => next_to(&mut areas, body, docks),
        _ => below(&mut areas, body, docks),
    }
    areas
}

fn small(areas: &mut Areas, body: Rect, docks: Docks) {
    match docks.focus {
        Some(pane) => areas.panes[pane.min(1)] = body,
        None => areas.cells = body,
    }
}

fn next_to(areas: &mut Areas, body: Rect, docks: Docks) {
    let width = part(body.width, docks.share).clamp(30, body.width.saturating_sub(40).max(30));
    let right = Rect { x: body.right() - width, width, ..body };
    areas.cells = Rect { width: body.width - width, ..body };
    areas.panes = match docks.open {
        [true, true] => {
            let (upper, lower) = top(right, right.height.div_ceil(2));
            [upper, lower]
        }
        [true, false] => [right, Rect::ZERO],
        _ => [Rect::ZERO, right],
    };
}

fn below(areas: &mut Areas, body: Rect, docks: Docks) {
    let height = part(body.height, docks.share).clamp(5, body.height.saturating_sub(6).max(5));
    let low = Rect { y: body.bottom() - height, height, ..body };
    areas.cells = Rect { height: body.height - height, ..body };
    areas.panes = match docks.open {
        [true, true] => {
            let width = low.width.div_ceil(2);
            [Rect { width, ..low }, Rect { x: low.x + width, width: low.width - width, ..low }]
        }
        [true, false] => [low, Rect::ZERO],
        _ => [Rect::ZERO, low],
    };
}

fn part(whole: u16, hundredths: u16) -> u16 {
    u16::try_from(u32::from(whole) * u32::from(hundredths.min(100)) / 100).unwrap_or(whole)
}

fn top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, Rect { y: area.y + height, height: area.height - height, ..area })
}

fn bottom(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height: area.height - height, ..area }, Rect { y: area.bottom() - height, height, ..area })
}
