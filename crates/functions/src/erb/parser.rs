//! The parser of the Ruby in a template: recursive descent for statements, precedence levels for operators.

use std::cell::OnceCell;
use std::rc::Rc;

use puppet_pcore::Value;

use super::ast::{Block, Call, Expr, ExprKind, Param, Part};
use super::lexer::{StringSegment, Token, TokenKind};
use super::unsupported::UnsupportedRuby;

/// The number of expressions that may be nested in each other, operators of a chain included. Parsing and evaluation recurse
/// this deep, also on a browser's stack.
const MAX_DEPTH: usize = 250;

type Parsed<T = Expr> = Result<T, UnsupportedRuby>;

/// Parses a template. Also returns the variables that it assigns anywhere: they are nil before that.
pub(super) fn parse(tokens: Vec<Token>) -> Parsed<(Expr, Vec<String>)> {
    parse_inside(tokens, 0)
}

/// Parses code that is already `depth` levels deep inside other code.
fn parse_inside(tokens: Vec<Token>, depth: usize) -> Parsed<(Expr, Vec<String>)> {
    let mut parser = Parser { tokens, at: 0, no_do: 0, depth, assigned: Vec::new() };
    let program = parser.statements(&[])?;
    match parser.token() {
        None => Ok((program, parser.assigned)),
        Some(token) => Err(UnsupportedRuby::new(token.line, format!("unexpected {}", display(&token.kind)))),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// Depth of loop conditions, in which a `do` begins the loop's body.
    no_do: usize,
    /// The number of expressions around the next token.
    depth: usize,
    assigned: Vec<String>,
}

const KEYWORDS: [&str; 30] = [
    "if", "unless", "elsif", "else", "end", "then", "do", "and", "or", "not", "in", "case", "when", "while", "until",
    "for", "next", "break", "return", "begin", "rescue", "ensure", "def", "class", "module", "yield", "nil", "true",
    "false", "alias",
];

/// Keywords of Ruby that this parser rejects.
const UNSUPPORTED: [&str; 12] =
    ["def", "class", "module", "yield", "rescue", "ensure", "lambda", "proc", "alias", "redo", "retry", "super"];

/// Binary operators from loosest to tightest.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["<=>", "==", "===", "!=", "=~", "!~"],
    &["<", "<=", ">", ">="],
    &["|", "^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
    &["**"],
];

/// The level of `**`, which groups from the right.
const POWER: usize = LEVELS.len() - 1;

impl Parser {
    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn kind(&self) -> Option<&TokenKind> {
        self.token().map(|token| &token.kind)
    }

    fn line(&self) -> usize {
        self.token().or(self.tokens.last()).map_or(1, |token| token.line)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Sign(here)) if *here == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Some(TokenKind::Name(here)) if here == word)
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn skip_ends(&mut self) {
        while matches!(self.kind(), Some(TokenKind::End)) || self.is_sign(";") {
            self.at += 1;
        }
    }

    fn unsupported<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err(UnsupportedRuby::new(self.line(), what))
    }

    /// Enters an expression or one more link of a chain. The caller resets `depth` when it leaves.
    fn descend(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.unsupported(format!("expressions nested more than {MAX_DEPTH} levels deep"));
        }
        Ok(())
    }

    /// Parses an inner expression, one level deeper.
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        let depth = self.depth;
        self.descend()?;
        let parsed = parse(self);
        self.depth = depth;
        parsed
    }

    fn need_sign(&mut self, sign: &str) -> Parsed<()> {
        if self.take_sign(sign) {
            return Ok(());
        }
        let found = self.kind().map_or("the end".to_owned(), display);
        self.unsupported(format!("expected `{sign}`, found {found}"))
    }

    fn need_word(&mut self, word: &str) -> Parsed<()> {
        if self.take_word(word) {
            return Ok(());
        }
        let found = self.kind().map_or("the end of the template".to_owned(), display);
        self.unsupported(format!("expected `{word}`, found {found}"))
    }

    fn expr(&self, line: usize, kind: ExprKind) -> Expr {
        Expr { kind, line }
    }

    /// Parses statements up to one of these words, or a `}` or `)`.
    fn statements(&mut self, ends: &[&str]) -> Parsed {
        let line = self.line();
        let mut all = Vec::new();
        loop {
            self.skip_ends();
            let ended = self.token().is_none()
                || self.is_sign("}")
                || self.is_sign(")")
                || ends.iter().any(|word| self.is_word(word));
            if ended {
                break;
            }
            let one = self.nested(Self::statement)?;
            let ended = matches!(one.kind, ExprKind::Print(_) | ExprKind::Output(_))
                || matches!(self.kind(), None | Some(TokenKind::End | TokenKind::Print(_) | TokenKind::Output(_)))
                || [";", "}", ")"].iter().any(|sign| self.is_sign(sign))
                || ends.iter().any(|word| self.is_word(word));
            if !ended {
                let found = self.kind().map_or(String::new(), display);
                return self.unsupported(format!("expected the end of the statement, found {found}"));
            }
            all.push(one);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => self.expr(line, ExprKind::Several(all)),
        })
    }

    fn statement(&mut self) -> Parsed {
        let line = self.line();
        match self.kind().cloned() {
            Some(TokenKind::Print(text)) => {
                self.at += 1;
                return Ok(self.expr(line, ExprKind::Print(text)));
            }
            Some(TokenKind::Output(tokens)) => {
                self.at += 1;
                let (inner, assigned) = parse_inside(tokens, self.depth)?;
                self.assigned.extend(assigned);
                return Ok(self.expr(line, ExprKind::Output(Box::new(inner))));
            }
            _ => {}
        }
        let mut left = match self.spread_targets() {
            Some(targets) => {
                let value = self.loose()?;
                self.expr(line, ExprKind::Spread(targets, Box::new(value)))
            }
            None => self.loose()?,
        };
        loop {
            let kind = match self.kind() {
                Some(TokenKind::Name(word)) => word.clone(),
                _ => return Ok(left),
            };
            if !matches!(&*kind, "if" | "unless" | "while" | "until") {
                return Ok(left);
            }
            self.at += 1;
            self.descend()?;
            let condition = self.loose()?;
            let kind = match &*kind {
                "if" => ExprKind::If(Box::new(condition), Box::new(left), None),
                "unless" => ExprKind::If(Box::new(self.not(condition)), Box::new(left), None),
                word => ExprKind::While(Box::new(condition), word == "while", Box::new(left)),
            };
            left = self.expr(line, kind);
        }
    }

    fn not(&self, expr: Expr) -> Expr {
        Expr { line: expr.line, kind: ExprKind::Not(Box::new(expr)) }
    }

    /// Parses the targets of `a, b =`.
    fn spread_targets(&mut self) -> Option<Vec<Param>> {
        let start = self.at;
        let mut names = Vec::new();
        loop {
            match self.kind() {
                Some(TokenKind::Name(name)) if !KEYWORDS.contains(&&**name) => names.push(Param::Name(name.clone())),
                _ => break,
            }
            self.at += 1;
            if !self.take_sign(",") {
                break;
            }
        }
        if names.len() > 1 && self.take_sign("=") {
            return Some(names);
        }
        self.at = start;
        None
    }

    /// Parses `and`, `or` and `not`.
    fn loose(&mut self) -> Parsed {
        self.nested(Self::logical)
    }

    fn logical(&mut self) -> Parsed {
        let mut left = self.negated()?;
        loop {
            let line = self.line();
            let and = self.is_word("and");
            if !and && !self.is_word("or") {
                return Ok(left);
            }
            self.at += 1;
            self.descend()?;
            self.skip_ends();
            let (a, b) = (Box::new(left), Box::new(self.negated()?));
            left = self.expr(line, if and { ExprKind::And(a, b) } else { ExprKind::Or(a, b) });
        }
    }

    fn negated(&mut self) -> Parsed {
        self.nested(Self::negation)
    }

    fn negation(&mut self) -> Parsed {
        if self.take_word("not") {
            let inner = self.negated()?;
            return Ok(self.not(inner));
        }
        self.assignment()
    }

    fn assignment(&mut self) -> Parsed {
        let line = self.line();
        let left = self.ternary()?;
        let sign = match self.kind() {
            Some(TokenKind::Sign(sign)) => *sign,
            _ => return Ok(left),
        };
        let target = matches!(left.kind, ExprKind::Name(_) | ExprKind::Instance(_))
            || matches!(&left.kind, ExprKind::Call(call) if call.name == "[]");
        if !target {
            return Ok(left);
        }
        let change = match sign {
            "=" => None,
            "+=" | "-=" | "*=" | "/=" | "<<=" | "&&=" | "||=" => Some(sign.trim_end_matches('=').to_owned()),
            _ => return Ok(left),
        };
        self.at += 1;
        self.skip_ends();
        if let ExprKind::Name(name) = &left.kind {
            self.assigned.push(name.clone());
        }
        let value = Box::new(self.nested(Self::assignment)?);
        let left = Box::new(left);
        Ok(self.expr(
            line,
            match change {
                None => ExprKind::Assign(left, value),
                Some(operator) => ExprKind::Change(left, operator, value),
            },
        ))
    }

    fn ternary(&mut self) -> Parsed {
        let line = self.line();
        let condition = self.range()?;
        if !self.take_sign("?") {
            return Ok(condition);
        }
        self.skip_ends();
        let yes = self.nested(Self::ternary)?;
        self.skip_ends();
        self.need_sign(":")?;
        self.skip_ends();
        let no = self.nested(Self::ternary)?;
        Ok(self.expr(line, ExprKind::If(Box::new(condition), Box::new(yes), Some(Box::new(no)))))
    }

    fn range(&mut self) -> Parsed {
        let line = self.line();
        let from = self.binary(0)?;
        for (sign, exclusive) in [("..", false), ("...", true)] {
            if self.take_sign(sign) {
                let to = if self.is_sign("]") || self.is_sign(")") {
                    self.expr(line, ExprKind::Nil)
                } else {
                    self.binary(0)?
                };
                return Ok(self.expr(line, ExprKind::Range(Box::new(from), Box::new(to), exclusive)));
            }
        }
        Ok(from)
    }

    /// Parses operators of this level and of tighter ones: a chain of one level groups from the left.
    fn binary(&mut self, loosest: usize) -> Parsed {
        let depth = self.depth;
        let mut left = self.unary()?;
        loop {
            let line = self.line();
            let Some((sign, level)) = self.operator().filter(|&(_, level)| level >= loosest) else {
                self.depth = depth;
                return Ok(left);
            };
            self.at += 1;
            self.descend()?;
            self.skip_ends();
            let right = self.binary(if level == POWER { POWER } else { level + 1 })?;
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match sign {
                "||" => ExprKind::Or(a, b),
                "&&" => ExprKind::And(a, b),
                "!=" => ExprKind::Not(Box::new(self.operation(line, a, "==", *b))),
                "!~" => ExprKind::Not(Box::new(self.operation(line, a, "=~", *b))),
                sign => self.operation(line, a, sign, *b).kind,
            };
            left = self.expr(line, kind);
        }
    }

    /// Returns the binary operator here, with its level.
    fn operator(&self) -> Option<(&'static str, usize)> {
        let Some(TokenKind::Sign(sign)) = self.kind() else { return None };
        LEVELS.iter().position(|signs| signs.contains(sign)).map(|level| (*sign, level))
    }

    fn operation(&self, line: usize, left: Box<Expr>, sign: &str, right: Expr) -> Expr {
        let call = Call { receiver: Some(left), name: sign.to_owned(), args: vec![right], block: None, safe: false };
        self.expr(line, ExprKind::Call(call))
    }

    fn unary(&mut self) -> Parsed {
        let line = self.line();
        if self.take_sign("!") {
            let inner = self.nested(Self::unary)?;
            return Ok(self.not(inner));
        }
        if self.take_sign("-") {
            // The sign of a number is part of it, except before `**`, which binds tighter.
            if let Some(number) = self.negative_number() {
                self.at += 1;
                return self.nested(|parser| parser.chain(number));
            }
            let inner = self.nested(|parser| parser.binary(POWER))?;
            let zero = Box::new(self.expr(line, ExprKind::Int(0)));
            return Ok(self.operation(line, zero, "-", inner));
        }
        if self.take_sign("&") {
            return self.unsupported("a block that is handed on");
        }
        self.postfix()
    }

    /// Returns the negative of the number here, unless a power follows.
    fn negative_number(&self) -> Option<Expr> {
        let power = self.tokens.get(self.at + 1).is_some_and(|token| matches!(token.kind, TokenKind::Sign("**")));
        let kind = match self.kind()? {
            _ if power || self.token().is_some_and(|token| token.spaced) => return None,
            TokenKind::Int(int) => ExprKind::Int(-int),
            TokenKind::Float(float) => ExprKind::Float(-float),
            _ => return None,
        };
        Some(self.expr(self.line(), kind))
    }

    fn postfix(&mut self) -> Parsed {
        self.nested(|parser| {
            let value = parser.primary()?;
            parser.chain(value)
        })
    }

    /// Parses what is called on a value, on the result of that call, and so on.
    fn chain(&mut self, mut left: Expr) -> Parsed {
        loop {
            let line = self.line();
            let spaced = self.token().is_some_and(|token| token.spaced);
            if self.is_sign("[") && !spaced {
                self.at += 1;
                self.descend()?;
                let args = self.list("]")?;
                let call =
                    Call { receiver: Some(Box::new(left)), name: "[]".to_owned(), args, block: None, safe: false };
                left = self.expr(line, ExprKind::Call(call));
                continue;
            }
            if self.is_sign("::")
                && let ExprKind::Constant(path) = &mut left.kind
                && let Some(TokenKind::Constant(name)) = self.tokens.get(self.at + 1).map(|token| &token.kind)
            {
                path.push_str("::");
                path.push_str(name);
                self.at += 2;
                continue;
            }
            // A call may continue at the start of the next line.
            let next = (self.at..).find(|at| !matches!(self.tokens.get(*at).map(|t| &t.kind), Some(TokenKind::End)));
            let dotted = next.and_then(|at| self.tokens.get(at)).is_some_and(|token| {
                matches!(token.kind, TokenKind::Sign("." | "&.")) || matches!(token.kind, TokenKind::Sign("::"))
            });
            if !dotted {
                return Ok(left);
            }
            self.at = next.unwrap_or(self.at);
            let safe = self.is_sign("&.");
            self.at += 1;
            self.descend()?;
            left = self.method(left, safe)?;
        }
    }

    /// Parses a method call after a dot.
    fn method(&mut self, receiver: Expr, safe: bool) -> Parsed {
        let line = self.line();
        let name = match self.kind() {
            Some(TokenKind::Name(name) | TokenKind::Constant(name)) => name.clone(),
            Some(TokenKind::Label(name)) => {
                // In `x ? a.b: c` the colon belongs to the condition.
                let name = name.clone();
                self.tokens[self.at].kind = TokenKind::Sign(":");
                self.at -= 1;
                name
            }
            Some(TokenKind::Sign("(")) => return self.unsupported("a call of something that is called"),
            _ => return self.unsupported("a dot without a method"),
        };
        self.at += 1;
        let args = self.arguments(true)?;
        let mut call = Call { receiver: Some(Box::new(receiver)), name, args, block: None, safe };
        self.block(&mut call)?;
        Ok(self.expr(line, ExprKind::Call(call)))
    }

    /// Parses the arguments of a call, with or without parentheses.
    fn arguments(&mut self, method: bool) -> Parsed<Vec<Expr>> {
        let spaced = self.token().is_some_and(|token| token.spaced);
        if self.is_sign("(") && !spaced {
            self.at += 1;
            return self.list(")");
        }
        let begins = match self.kind() {
            Some(TokenKind::Name(word)) => !KEYWORDS.contains(&&**word) || matches!(&**word, "nil" | "true" | "false"),
            Some(
                TokenKind::Str(_)
                | TokenKind::Int(_)
                | TokenKind::Instance(_)
                | TokenKind::Symbol(_)
                | TokenKind::Words(_),
            ) => true,
            Some(TokenKind::Regexp(..) | TokenKind::Constant(_) | TokenKind::Label(_)) => true,
            Some(TokenKind::Sign("(")) => true,
            Some(TokenKind::Sign("[")) => method,
            _ => false,
        };
        if !(spaced && begins) {
            return Ok(Vec::new());
        }
        let mut all = vec![self.element()?];
        while self.take_sign(",") {
            self.skip_ends();
            all.push(self.element()?);
        }
        Ok(all)
    }

    /// Parses elements up to a closing delimiter; trailing `key => value` pairs form a hash.
    fn list(&mut self, close: &str) -> Parsed<Vec<Expr>> {
        let no_do = std::mem::take(&mut self.no_do);
        let mut all = Vec::new();
        loop {
            self.skip_ends();
            if self.take_sign(close) {
                break;
            }
            all.push(self.element()?);
            self.skip_ends();
            if !self.take_sign(",") {
                self.need_sign(close)?;
                break;
            }
        }
        self.no_do = no_do;
        Ok(all)
    }

    fn element(&mut self) -> Parsed {
        let line = self.line();
        if self.take_sign("*") {
            let inner = self.nested(Self::range)?;
            return Ok(self.expr(line, ExprKind::Splat(Box::new(inner))));
        }
        if self.is_sign("&")
            && let Some(TokenKind::Symbol(name)) = self.tokens.get(self.at + 1).map(|token| &token.kind)
        {
            // The call uses it as its block.
            let kind = ExprKind::Symbol(format!("&{name}"));
            self.at += 2;
            return Ok(self.expr(line, kind));
        }
        if matches!(self.kind(), Some(TokenKind::Label(_))) {
            return self.pairs(None);
        }
        let first = self.negated()?;
        if self.is_sign("=>") { self.pairs(Some(first)) } else { Ok(first) }
    }

    /// Parses `key => value, ..` without braces.
    fn pairs(&mut self, first: Option<Expr>) -> Parsed {
        let line = self.line();
        let mut entries = vec![self.pair(first)?];
        while self.is_sign(",") {
            let before = self.at;
            self.at += 1;
            self.skip_ends();
            if self.is_sign("]") || self.is_sign(")") {
                self.at = before;
                break;
            }
            if matches!(self.kind(), Some(TokenKind::Label(_))) {
                entries.push(self.pair(None)?);
                continue;
            }
            let key = self.negated()?;
            entries.push(self.pair(Some(key))?);
        }
        Ok(self.expr(line, ExprKind::Hash(entries)))
    }

    fn pair(&mut self, key: Option<Expr>) -> Parsed<(Expr, Expr)> {
        let line = self.line();
        let key = match (key, self.kind().cloned()) {
            (Some(key), _) => {
                self.need_sign("=>")?;
                key
            }
            (None, Some(TokenKind::Label(name))) => {
                self.at += 1;
                self.expr(line, ExprKind::Symbol(name))
            }
            _ => {
                let key = self.negated()?;
                self.need_sign("=>")?;
                key
            }
        };
        self.skip_ends();
        Ok((key, self.negated()?))
    }

    /// Parses a block after a call, or `&:name` among its arguments.
    fn block(&mut self, call: &mut Call) -> Parsed<()> {
        if let Some(ExprKind::Symbol(name)) = call.args.last().map(|arg| &arg.kind)
            && let Some(method) = name.strip_prefix('&').map(str::to_owned)
        {
            let line = self.line();
            call.args.pop();
            let body = self.expr(line, ExprKind::Nil);
            call.block = Some(Rc::new(Block { params: Vec::new(), body, method: Some(method) }));
            return Ok(());
        }
        let braces = self.is_sign("{");
        if !(braces || self.is_word("do") && self.no_do == 0) {
            return Ok(());
        }
        self.at += 1;
        let no_do = std::mem::take(&mut self.no_do);
        let params = if self.take_sign("|") { self.params("|")? } else { Vec::new() };
        let body = if braces {
            let body = self.statements(&[])?;
            self.need_sign("}")?;
            body
        } else {
            let body = self.statements(&["end"])?;
            self.need_word("end")?;
            body
        };
        self.no_do = no_do;
        call.block = Some(Rc::new(Block { params, body, method: None }));
        Ok(())
    }

    fn params(&mut self, close: &str) -> Parsed<Vec<Param>> {
        let mut all = Vec::new();
        while !self.take_sign(close) {
            if self.take_sign("(") {
                all.push(Param::Several(self.params(")")?));
            } else if let Some(TokenKind::Name(name)) = self.kind().cloned() {
                self.at += 1;
                all.push(Param::Name(name));
            } else {
                return self.unsupported("a parameter of a block other than a name");
            }
            if !self.take_sign(",") && !self.is_sign(close) {
                return self.unsupported("a parameter of a block other than a name");
            }
        }
        Ok(all)
    }

    fn primary(&mut self) -> Parsed {
        let line = self.line();
        let Some(token) = self.token().cloned() else { return self.unsupported("an expression that is missing") };
        self.at += 1;
        let kind = match token.kind {
            TokenKind::Int(int) => ExprKind::Int(int),
            TokenKind::Float(float) => ExprKind::Float(float),
            TokenKind::Str(parts) => string(interpolated(parts, self.depth)?),
            TokenKind::Regexp(parts, flags) => {
                ExprKind::Regexp(interpolated(parts, self.depth)?, flags, OnceCell::new())
            }
            TokenKind::Words(words) => {
                let word = |word: String| Expr { kind: ExprKind::Text(Value::from(word)), line };
                ExprKind::Array(words.into_iter().map(word).collect())
            }
            TokenKind::Symbol(name) => ExprKind::Symbol(name),
            TokenKind::Instance(name) => ExprKind::Instance(name),
            TokenKind::Group(group) => ExprKind::Group(group),
            TokenKind::Constant(name) => return self.constant(line, name),
            TokenKind::Name(name) => return self.named(line, name),
            TokenKind::Sign("[") => ExprKind::Array(self.list("]")?),
            TokenKind::Sign("{") => return self.hash(line),
            TokenKind::Sign("(") => {
                let no_do = std::mem::take(&mut self.no_do);
                let inner = self.statements(&[])?;
                self.need_sign(")")?;
                self.no_do = no_do;
                return Ok(inner);
            }
            other => {
                return Err(UnsupportedRuby::new(token.line, format!("{} where a value is expected", display(&other))));
            }
        };
        Ok(self.expr(line, kind))
    }

    fn hash(&mut self, line: usize) -> Parsed {
        let mut entries = Vec::new();
        loop {
            self.skip_ends();
            if self.take_sign("}") {
                break;
            }
            entries.push(self.pair(None)?);
            self.skip_ends();
            if !self.take_sign(",") {
                self.need_sign("}")?;
                break;
            }
        }
        Ok(self.expr(line, ExprKind::Hash(entries)))
    }

    /// Parses `Array(x)`, or the constant itself.
    fn constant(&mut self, line: usize, name: String) -> Parsed {
        if !self.is_sign("(") {
            return Ok(self.expr(line, ExprKind::Constant(name)));
        }
        let args = self.arguments(false)?;
        Ok(self.expr(line, ExprKind::Call(Call { receiver: None, name, args, block: None, safe: false })))
    }

    fn named(&mut self, line: usize, name: String) -> Parsed {
        let kind = match &*name {
            "nil" => ExprKind::Nil,
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "if" => return self.conditional(line, false),
            "unless" => return self.conditional(line, true),
            "case" => return self.case(line),
            "while" | "until" => return self.repeat(line, name == "while"),
            "for" => return self.each(line),
            "begin" => {
                let body = self.statements(&["end", "rescue", "ensure"])?;
                self.need_word("end")?;
                return Ok(body);
            }
            "defined?" => {
                let inner = if self.take_sign("(") {
                    let inner = self.negated()?;
                    self.need_sign(")")?;
                    inner
                } else {
                    self.unary()?
                };
                ExprKind::Defined(Box::new(inner))
            }
            "next" => {
                let ends = match self.kind() {
                    None | Some(TokenKind::End | TokenKind::Print(_) | TokenKind::Output(_)) => true,
                    Some(TokenKind::Name(word)) => matches!(&**word, "if" | "unless" | "end"),
                    Some(TokenKind::Sign(sign)) => matches!(*sign, ";" | "}"),
                    _ => false,
                };
                ExprKind::Next(if ends { None } else { Some(Box::new(self.ternary()?)) })
            }
            "break" => ExprKind::Break,
            "not" => {
                let inner = self.negated()?;
                return Ok(self.not(inner));
            }
            word if UNSUPPORTED.contains(&word) || KEYWORDS.contains(&word) => {
                return Err(UnsupportedRuby::new(line, format!("`{word}`")));
            }
            _ => return self.called(line, name),
        };
        Ok(self.expr(line, kind))
    }

    /// Parses a name: a variable, or a call of a template method.
    fn called(&mut self, line: usize, name: String) -> Parsed {
        let parenthesized = self.is_sign("(") && self.token().is_some_and(|token| !token.spaced);
        let args = self.arguments(false)?;
        if args.is_empty() && !parenthesized {
            return Ok(self.expr(line, ExprKind::Name(name)));
        }
        let mut call = Call { receiver: None, name, args, block: None, safe: false };
        self.block(&mut call)?;
        Ok(self.expr(line, ExprKind::Call(call)))
    }

    fn conditional(&mut self, line: usize, negated: bool) -> Parsed {
        let condition = self.loose()?;
        let condition = if negated { self.not(condition) } else { condition };
        self.skip_ends();
        self.take_word("then");
        let yes = self.statements(&["elsif", "else", "end"])?;
        let inner_line = self.line();
        let no = if self.take_word("elsif") {
            // It consumes the `end`, too.
            Some(Box::new(self.nested(|parser| parser.conditional(inner_line, false))?))
        } else if self.take_word("else") {
            let no = self.statements(&["end"])?;
            self.need_word("end")?;
            Some(Box::new(no))
        } else {
            self.need_word("end")?;
            None
        };
        Ok(self.expr(line, ExprKind::If(Box::new(condition), Box::new(yes), no)))
    }

    fn case(&mut self, line: usize) -> Parsed {
        let subject = match self.kind() {
            Some(TokenKind::End) => None,
            _ => Some(Box::new(self.loose()?)),
        };
        self.skip_ends();
        let mut options = Vec::new();
        while self.take_word("when") {
            let mut values = vec![self.element()?];
            while self.take_sign(",") {
                self.skip_ends();
                values.push(self.element()?);
            }
            self.skip_ends();
            self.take_word("then");
            options.push((values, self.statements(&["when", "else", "end"])?));
        }
        let otherwise = if self.take_word("else") { Some(Box::new(self.statements(&["end"])?)) } else { None };
        self.need_word("end")?;
        Ok(self.expr(line, ExprKind::Case(subject, options, otherwise)))
    }

    fn repeat(&mut self, line: usize, sense: bool) -> Parsed {
        self.no_do += 1;
        let condition = self.loose();
        self.no_do -= 1;
        let condition = condition?;
        self.take_word("do");
        let body = self.statements(&["end"])?;
        self.need_word("end")?;
        Ok(self.expr(line, ExprKind::While(Box::new(condition), sense, Box::new(body))))
    }

    fn each(&mut self, line: usize) -> Parsed {
        let mut params = Vec::new();
        loop {
            match self.kind().cloned() {
                Some(TokenKind::Name(name)) => params.push(Param::Name(name)),
                _ => return self.unsupported("a loop without a variable"),
            }
            self.at += 1;
            if !self.take_sign(",") {
                break;
            }
        }
        self.need_word("in")?;
        self.no_do += 1;
        let list = self.loose();
        self.no_do -= 1;
        let list = list?;
        self.take_word("do");
        let body = self.statements(&["end"])?;
        self.need_word("end")?;
        Ok(self.expr(line, ExprKind::For(params, Box::new(list), Box::new(body))))
    }
}

/// Returns a string; one without interpolation is a value already.
fn string(mut parts: Vec<Part>) -> ExprKind {
    match &mut parts[..] {
        [Part::Text(text)] => ExprKind::Text(Value::from(std::mem::take(text))),
        _ => ExprKind::Str(parts),
    }
}

/// Parses the parts of a string or pattern that is `depth` levels deep inside other code.
fn interpolated(parts: Vec<StringSegment>, depth: usize) -> Parsed<Vec<Part>> {
    parts
        .into_iter()
        .map(|part| match part {
            StringSegment::Text(text) => Ok(Part::Text(text)),
            StringSegment::Code(tokens) => parse_inside(tokens, depth).map(|(code, _)| Part::Code(code)),
        })
        .collect()
}

fn display(kind: &TokenKind) -> String {
    match kind {
        TokenKind::Sign(sign) => format!("`{sign}`"),
        TokenKind::Name(name) | TokenKind::Constant(name) => format!("`{name}`"),
        TokenKind::Instance(name) => format!("`@{name}`"),
        TokenKind::End => "the end of the line".to_owned(),
        TokenKind::Print(_) => "text outside of tags".to_owned(),
        TokenKind::Output(_) => "`<%=`".to_owned(),
        _ => "a value".to_owned(),
    }
}
