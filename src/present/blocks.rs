//! The rows of the parts of a slide.

use pprepl_lessons::{PartContent, Slide, SlideCode, SlidePart, SlideTask};
use pprepl_notebook::CellId;
use pprepl_text::theme::Role;
use pprepl_widgets::dialog::StyledLine;
use puppet_tree::Highlighter;

use super::help_table::HelpTable;
use super::results::Results;
use super::typing::Typing;
use super::{code_rows, prose_rows, result_rows};

/// The rows of a result that is not known yet.
const EXPECTED_RESULT: usize = 2;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Prose,
    Code,
    Result,
}

/// The rows of a part.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: BlockKind,
    pub rows: Vec<StyledLine>,
    /// The height that it has later.
    pub height: usize,
}

impl Block {
    fn new(kind: BlockKind, rows: Vec<StyledLine>) -> Block {
        Block { kind, height: rows.len(), rows }
    }
}

/// The blocks of the frame on the screen.
#[derive(Clone, Debug, Default)]
pub struct FrameBlocks {
    /// The blocks of revealed parts, with help for an exercise.
    pub blocks: Vec<Block>,
    /// The height of the frame once all is revealed, with a row between blocks.
    pub height: usize,
}

/// The writer of rows, with the state that they show.
pub struct BlockWriter<'a> {
    pub results: &'a Results,
    pub help: &'a HelpTable,
    pub typing: Option<&'a Typing>,
    pub highlighter: &'a mut Highlighter,
    /// The width in columns.
    pub width: usize,
}

impl BlockWriter<'_> {
    /// Returns the blocks of the frame on the screen when this number of parts is revealed.
    pub fn frame(&mut self, slide: &Slide, revealed: usize) -> FrameBlocks {
        let mut blocks: Vec<Block> = slide.visible(revealed).iter().map(|part| self.part(part)).collect();
        let count = blocks.len();
        let later: Vec<Block> = slide.frame(revealed).skip(count).map(|part| self.part(part)).collect();
        if let Some(task) = slide.task(revealed) {
            // The solution takes the place of the code to complete.
            blocks.retain(|block| block.kind != BlockKind::Code || !self.help.of(task.cell).is_solved);
            blocks.extend(self.help(task));
        }
        let height = blocks.iter().chain(&later).map(|block| block.height + 1).sum::<usize>().saturating_sub(1);
        FrameBlocks { blocks, height }
    }

    fn part(&mut self, part: &SlidePart) -> Block {
        match &part.content {
            PartContent::Prose(text) => {
                Block::new(BlockKind::Prose, prose_rows::rows(text, self.width, self.highlighter))
            }
            PartContent::Task(task) => self.task(task),
            PartContent::Code(code) => self.code(code),
            PartContent::Result(cell) => self.result(*cell),
            PartContent::Answer { cell, .. } => self.answer(*cell),
        }
    }

    fn task(&mut self, task: &SlideTask) -> Block {
        let mut rows = result_rows::wrapped(Role::Label, &task.title, self.width, &StyledLine::new());
        rows.extend(prose_rows::rows(&task.text, self.width, self.highlighter));
        Block::new(BlockKind::Prose, rows)
    }

    /// Returns the blocks below a task: hints and the solution with its result.
    fn help(&mut self, task: &SlideTask) -> Vec<Block> {
        let help = self.help.of(task.cell);
        let mut blocks = Vec::new();
        for hint in task.hints.iter().take(help.hints) {
            let first = vec![(Role::Hint, "Hint: ".to_owned())];
            blocks.push(Block::new(BlockKind::Prose, result_rows::wrapped(Role::Plain, hint, self.width, &first)));
        }
        if let Some(solution) = task.solution.as_ref().filter(|_| help.is_solved) {
            blocks.push(self.typed_code(task.cell, "Solution", solution));
            if task.runs && !self.is_typing(task.cell) {
                blocks.push(self.result(task.cell));
            }
        }
        blocks
    }

    fn code(&mut self, code: &SlideCode) -> Block {
        let mut block = self.typed_code(code.cell, &code.title, &code.text);
        let failed = self.results.report(code.cell).filter(|report| code.runs_alone && report.failed());
        if let Some(report) = failed {
            block.rows.extend(result_rows::rows(report, self.width, self.highlighter));
            block.height = block.rows.len();
        }
        block
    }

    fn is_typing(&self, cell: CellId) -> bool {
        self.typing.is_some_and(|typing| typing.cell == cell)
    }

    /// Returns code with its title: up to the last key while it is typed.
    fn typed_code(&mut self, cell: CellId, title: &str, text: &str) -> Block {
        let title = match title {
            "" => Vec::new(),
            title => result_rows::wrapped(Role::Label, title, self.width, &StyledLine::new()),
        };
        let whole = code_rows::rows(text, self.width, false, self.highlighter);
        let height = title.len() + whole.len();
        let typed = self.typing.filter(|typing| typing.cell == cell).map(Typing::typed);
        let code = typed.map(|typed| code_rows::rows(typed, self.width, true, self.highlighter));
        Block { kind: BlockKind::Code, rows: [title, code.unwrap_or(whole)].concat(), height }
    }

    fn result(&mut self, cell: CellId) -> Block {
        match self.results.report(cell) {
            Some(report) => Block::new(BlockKind::Result, result_rows::rows(report, self.width, self.highlighter)),
            None => self.waiting(cell),
        }
    }

    fn answer(&mut self, cell: CellId) -> Block {
        match self.results.verdict(cell) {
            Some(verdict) => Block::new(BlockKind::Result, result_rows::answer_rows(verdict, self.width)),
            None => self.waiting(cell),
        }
    }

    fn waiting(&self, cell: CellId) -> Block {
        let text = if self.results.is_known(cell) { "running …" } else { "not run" };
        let rows = vec![vec![(Role::Hint, text.to_owned())]];
        Block { kind: BlockKind::Result, rows, height: EXPECTED_RESULT }
    }
}
