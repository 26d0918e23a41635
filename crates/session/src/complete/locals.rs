//! The variables that the code before an offset sets and the offset can see: parameters, lambda parameters and assignments.
//! It uses tokens, since the code is incomplete.

use puppet_syntax::{LexOptions, Token, TokenKind, lex_without_repair};

/// A variable that the code sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The name without `$`.
    pub name: String,
    /// The source of its type, or the word for its origin.
    pub origin: String,
}

/// A block that is open.
#[derive(Default)]
struct Block {
    /// Whether its variables end with it: the body of a definition or a lambda.
    is_scope: bool,
    locals: Vec<Local>,
}

/// The list of parameters that is being read.
struct Parameters {
    /// The number of brackets open inside it.
    depth: usize,
    /// Whether it belongs to a lambda.
    is_lambda: bool,
    /// The end of the last comma or of the opener.
    from: usize,
    /// Whether a default value is being read.
    is_default: bool,
}

struct Reader<'t> {
    text: &'t str,
    blocks: Vec<Block>,
    /// The parameters for the next block.
    pending: Vec<Local>,
    /// Whether the head of a class, define, function or plan is being read.
    is_head: bool,
    parameters: Option<Parameters>,
}

/// Returns the variables that are visible at the end of `before`, the innermost first.
pub fn locals(before: &str) -> Vec<Local> {
    let lexed = lex_without_repair(before, LexOptions::default());
    let mut reader = Reader {
        text: before,
        blocks: vec![Block { is_scope: true, ..Block::default() }],
        pending: Vec::new(),
        is_head: false,
        parameters: None,
    };
    let tokens: Vec<Token> = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).copied().collect();
    for (at, token) in tokens.iter().enumerate() {
        reader.take(*token, &tokens[..at], tokens.get(at + 1).map(|next| next.kind));
    }
    let inner = reader.pending.into_iter().rev();
    inner.chain(reader.blocks.into_iter().rev().flat_map(|block| block.locals.into_iter().rev())).collect()
}

impl Reader<'_> {
    fn take(&mut self, token: Token, before: &[Token], next: Option<TokenKind>) {
        use TokenKind as T;
        if self.parameters.is_some() {
            return self.take_parameter(token);
        }
        match token.kind {
            T::Class | T::Define | T::Function | T::Plan => {
                self.is_head = next == Some(T::Name) || next == Some(T::Word)
            }
            T::LParen | T::WsLParen if self.is_head => self.start_parameters(token, false),
            T::LambdaPipe | T::Pipe => self.start_parameters(token, true),
            T::LBrace | T::SelBrace => {
                let is_scope = std::mem::take(&mut self.is_head) || !self.pending.is_empty();
                let locals = std::mem::take(&mut self.pending);
                self.blocks.push(Block { is_scope, locals });
            }
            T::RBrace if self.blocks.len() > 1 => drop(self.close()),
            T::Equals => self.assign(before),
            _ => {}
        }
    }

    /// Ends a block. Its variables stay if it is not a scope.
    fn close(&mut self) -> Option<()> {
        let block = self.blocks.pop()?;
        if !block.is_scope {
            self.blocks.last_mut()?.locals.extend(block.locals);
        }
        Some(())
    }

    fn start_parameters(&mut self, token: Token, is_lambda: bool) {
        let from = token.span.end as usize;
        self.parameters = Some(Parameters { depth: 0, is_lambda, from, is_default: false });
    }

    fn take_parameter(&mut self, token: Token) {
        use TokenKind as T;
        let Some(list) = self.parameters.as_mut() else { return };
        match token.kind {
            T::Pipe | T::PipeEnd | T::LambdaPipe if list.is_lambda && list.depth == 0 => self.parameters = None,
            T::RParen if list.depth == 0 => self.parameters = None,
            T::RParen | T::RBrack | T::RBrace => list.depth = list.depth.saturating_sub(1),
            kind if kind.closing().is_some() => list.depth += 1,
            T::Comma if list.depth == 0 => {
                (list.from, list.is_default) = (token.span.end as usize, false);
            }
            T::Equals if list.depth == 0 => list.is_default = true,
            T::Variable if list.depth == 0 && !list.is_default => {
                let written = self.text.get(list.from..token.span.start as usize).unwrap_or_default();
                let written = written.trim().trim_end_matches(['*', '&']).trim();
                let origin = if written.is_empty() { "parameter" } else { written }.to_owned();
                self.pending.push(Local { name: variable_name(token, self.text), origin });
            }
            _ => {}
        }
    }

    /// Records the variables before a `=`.
    fn assign(&mut self, before: &[Token]) {
        let targets: Vec<Token> = match before.last() {
            Some(last) if last.kind == TokenKind::Variable => vec![*last],
            Some(last) if last.kind == TokenKind::RBrack => {
                let inside = before.iter().rev().take_while(|token| token.kind != TokenKind::ListStart);
                inside.filter(|token| token.kind == TokenKind::Variable).copied().collect()
            }
            _ => return,
        };
        let text = self.text;
        if let Some(block) = self.blocks.last_mut() {
            let local = |token| Local { name: variable_name(token, text), origin: "set above".to_owned() };
            block.locals.extend(targets.into_iter().map(local));
        }
    }
}

fn variable_name(token: Token, text: &str) -> String {
    token.span.of(text).trim_start_matches('$').to_owned()
}
