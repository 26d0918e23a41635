//! The structure of the pieces: pairs of brackets, their content, and the operators with only one operand.

use super::pieces::Pieces;
use crate::TokenKind;

/// The role of a piece in addition to its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// No role in addition to the token.
    Plain,
    /// An opening bracket (also `|`, `<|`).
    Opens,
    /// An opening `[` of an access expression.
    Access,
    Closes,
    /// An operator before its only operand.
    Prefix,
}

/// A pair of brackets and their direct content.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The index of the opening piece; `usize::MAX` for the whole source.
    pub opener: usize,
    /// True if it contains `:`.
    pub colon: bool,
    /// True if it contains `=>` or `+>`.
    pub arrow: bool,
    /// True if a `:` in it comes before a block.
    pub case: bool,
    /// The keyword that its parameters belong to: `class`, `define`, `function`; `Pipe` for a lambda.
    pub parameters: Option<TokenKind>,
}

/// The structure of a source.
pub struct Shapes {
    /// The role of each piece.
    pub roles: Vec<Role>,
    /// The frame that contains each piece; for a bracket the frame around its own.
    pub inside: Vec<usize>,
    /// The frames; the first is the whole source.
    pub frames: Vec<Frame>,
    /// The own frame of each bracket.
    pub own: Vec<usize>,
}

impl Shapes {
    /// Computes the structure.
    pub fn of(pieces: &Pieces) -> Shapes {
        let count = pieces.all.len();
        let whole = Frame { opener: usize::MAX, colon: false, arrow: false, case: false, parameters: None };
        let shapes = Shapes {
            roles: Vec::with_capacity(count),
            inside: Vec::with_capacity(count),
            frames: vec![whole],
            own: Vec::with_capacity(count),
        };
        let mut walk = Walk { pieces, shapes, open: vec![0], before: [None; 2], default_value: false };
        (0..count).for_each(|at| walk.piece(at));
        walk.shapes
    }

    /// Returns the frame that contains a piece.
    pub fn frame(&self, at: usize) -> Option<&Frame> {
        self.frames.get(*self.inside.get(at)?)
    }

    /// Returns the own frame of a bracket.
    pub fn own_frame(&self, at: usize) -> Option<&Frame> {
        self.frames.get(*self.own.get(at)?)
    }

    /// Returns the role of a piece.
    pub fn role(&self, at: usize) -> Role {
        self.roles.get(at).copied().unwrap_or(Role::Plain)
    }

    /// Returns which pieces need a comma after them: the last ones of lists whose closing bracket starts a line.
    pub fn missing_commas(&self, pieces: &Pieces) -> Vec<bool> {
        let mut commas = vec![false; pieces.all.len()];
        for line in &pieces.lines {
            if self.role(line.first) == Role::Closes && self.wants_comma(pieces, line.first) {
                let last = (0..line.first).rev().find(|&at| pieces.token(at).is_some());
                let last = last.filter(|&at| self.role(at) != Role::Opens && self.role(at) != Role::Access);
                let separates = |at: usize| {
                    matches!(pieces.token(at), Some(TokenKind::Comma | TokenKind::Semicolon | TokenKind::Colon))
                };
                if let Some(comma) = last.filter(|&at| !separates(at)).and_then(|at| commas.get_mut(at)) {
                    *comma = true;
                }
            }
        }
        commas
    }

    fn wants_comma(&self, pieces: &Pieces, closer: usize) -> bool {
        let Some(frame) = self.own_frame(closer) else { return false };
        match pieces.token(frame.opener) {
            Some(TokenKind::LBrace | TokenKind::SelBrace) => frame.arrow,
            Some(TokenKind::LBrack | TokenKind::ListStart) => self.role(frame.opener) == Role::Opens,
            Some(TokenKind::LParen | TokenKind::WsLParen | TokenKind::Pipe | TokenKind::LambdaPipe) => {
                frame.parameters.is_some()
            }
            _ => false,
        }
    }
}

struct Walk<'p, 's> {
    pieces: &'p Pieces<'s>,
    shapes: Shapes,
    open: Vec<usize>,
    /// The last tokens, the nearest first.
    before: [Option<TokenKind>; 2],
    /// True in parameters after the `=` of one.
    default_value: bool,
}

impl Walk<'_, '_> {
    fn piece(&mut self, at: usize) {
        let top = self.open.last().copied().unwrap_or(0);
        let Some(kind) = self.pieces.token(at) else { return self.put(Role::Plain, top, 0) };
        if opens(kind) || is_pipe(kind) && !self.top_is_pipe(top) {
            let opener = self.frame_at(at, kind);
            self.shapes.frames.push(opener);
            let own = self.shapes.frames.len() - 1;
            let role = if self.is_access(kind) { Role::Access } else { Role::Opens };
            self.put(role, top, own);
            self.open.push(own);
            self.default_value = false;
        } else if closes(kind) || is_pipe(kind) {
            if self.open.len() > 1 {
                self.open.pop();
            }
            self.put(Role::Closes, self.open.last().copied().unwrap_or(0), top);
        } else {
            let role = if self.is_prefix(kind, top) { Role::Prefix } else { Role::Plain };
            self.note(kind, top);
            self.put(role, top, 0);
        }
        let blocks = matches!(kind, TokenKind::LBrace) && self.before[0] == Some(TokenKind::Colon);
        if let Some(frame) = self.shapes.frames.get_mut(top).filter(|_| blocks) {
            frame.case = true;
        }
        self.before = [Some(kind), self.before[0]];
    }

    fn put(&mut self, role: Role, inside: usize, own: usize) {
        self.shapes.roles.push(role);
        self.shapes.inside.push(inside);
        self.shapes.own.push(own);
    }

    /// Records a token in the innermost brackets.
    fn note(&mut self, kind: TokenKind, top: usize) {
        match kind {
            TokenKind::Equals => self.default_value = true,
            TokenKind::Comma => self.default_value = false,
            _ => {}
        }
        let Some(frame) = self.shapes.frames.get_mut(top) else { return };
        match kind {
            TokenKind::Colon => frame.colon = true,
            TokenKind::FatArrow | TokenKind::PlusArrow => frame.arrow = true,
            _ => {}
        }
    }

    fn frame_at(&self, opener: usize, kind: TokenKind) -> Frame {
        let parameters = match (kind, self.before) {
            _ if is_pipe(kind) => Some(TokenKind::Pipe),
            (TokenKind::LParen | TokenKind::WsLParen, [Some(_), Some(word)]) if defines(word) => Some(word),
            _ => None,
        };
        Frame { opener, colon: false, arrow: false, case: false, parameters }
    }

    fn top_is_pipe(&self, top: usize) -> bool {
        self.shapes.frames.get(top).is_some_and(|frame| frame.parameters == Some(TokenKind::Pipe))
    }

    fn is_access(&self, kind: TokenKind) -> bool {
        kind == TokenKind::LBrack && self.before[0].is_some_and(ends_operand)
            || kind == TokenKind::ListStart && self.before[0].is_some_and(ends_operand)
    }

    fn is_prefix(&self, kind: TokenKind, top: usize) -> bool {
        let operand = self.before[0].is_some_and(ends_operand);
        match kind {
            TokenKind::Not | TokenKind::At | TokenKind::AtAt | TokenKind::Amp => true,
            TokenKind::Minus => !operand,
            TokenKind::Times => {
                let parameter = self.shapes.frames.get(top).is_some_and(|frame| frame.parameters.is_some());
                !operand || parameter && !self.default_value
            }
            _ => false,
        }
    }
}

fn opens(kind: TokenKind) -> bool {
    kind.closing().is_some() || matches!(kind, TokenKind::LCollect | TokenKind::LLCollect)
}

fn closes(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, RBrace | RBrack | RParen | RCollect | RRCollect)
}

fn is_pipe(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Pipe | TokenKind::LambdaPipe | TokenKind::PipeEnd)
}

fn defines(word: TokenKind) -> bool {
    matches!(word, TokenKind::Class | TokenKind::Define | TokenKind::Function | TokenKind::Plan)
}

/// Returns whether the token is an operator between two operands (or a key and its value).
pub(super) fn is_infix(kind: TokenKind) -> bool {
    use TokenKind::*;
    kind.is_binary_operator() || matches!(kind, Equals | PlusEquals | MinusEquals | QMark | FatArrow | PlusArrow)
}

/// Returns whether an operand can end with the token.
pub(crate) fn ends_operand(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Name | Word
            | Ref
            | Variable
            | Number
            | String
            | Regexp
            | DqPost
            | Heredoc
            | Boolean
            | Undef
            | Default
            | RBrack
            | RParen
            | RBrace
            | RCollect
            | RRCollect
    )
}
