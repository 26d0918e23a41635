//! The syntax tree: Puppet's model, with the positions that Puppet reports.
//!
//! Every expression has two positions: `span`, its whole extent (for code frames), and `at`, the byte offset that
//! Puppet reports (for a binary operation the operator, for a call its name, ..). Names are kept as written; a leading
//! `::` is removed only where Puppet's model removes it. Definitions and lambdas are shared (`Rc`): the session stores
//! them and compiles them when they are first called.

use std::rc::Rc;

use num_bigint::BigInt;

use pprepl_text::Span;

/// A name or a string in the tree.
pub type Name = Rc<str>;

/// An expression with its positions.
#[derive(Debug)]
pub struct Expr {
    /// The kind of expression, with its parts.
    pub kind: ExprKind,
    pub span: Span,
    /// The byte offset that Puppet reports for it.
    pub at: u32,
}

impl Expr {
    /// Returns the text of a string without interpolation, or of a bare word.
    pub fn literal_text(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::String(text) | ExprKind::Name(text) => Some(text),
            _ => None,
        }
    }
}

/// The syntax tree of a source.
#[derive(Debug)]
pub struct Program {
    /// The statements: one `Block`, a single expression, or `Nop` for an empty source.
    pub body: Expr,
    /// True if it was parsed in template mode.
    pub template: bool,
    /// True if it was parsed in tasks mode, where `plan` and `apply` are keywords.
    pub tasks: bool,
}

/// The radix of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// `10`
    Decimal,
    /// `012`
    Octal,
    /// `0xA`
    Hex,
}

pub use crate::operators::BinaryOp;

/// An assignment operator: `=`, `+=`, `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=` (parsed; validation rejects it)
    Append,
    /// `-=` (parsed; validation rejects it)
    Delete,
}

/// A relationship operator: `->`, `<-`, `~>`, `<~`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeOp {
    /// `->`
    Before,
    /// `<-`
    After,
    /// `~>`
    Notify,
    /// `<~`
    Subscribe,
}

/// The kind of an expression, with its parts.
#[derive(Debug)]
pub enum ExprKind {
    Nop,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Bool(bool),
    /// An integer within 64 bits.
    Integer(i64, Radix),
    /// An integer beyond 64 bits.
    BigInteger(Box<BigInt>, Radix),
    Float(f64),
    /// A string without interpolation: single quoted, double quoted, or a bareword that is not a name.
    String(Name),
    /// A lowercase name used as a value (a string), a function name or a type name.
    Name(Name),
    /// An uppercase reference: `File`, `My::Type` (as written, without a leading `::`).
    Ref(Name),
    /// A reserved word used as a value; `future` words only warn.
    Reserved(Name, bool),
    /// `/re/`, the pattern with `\/` undone to `/`.
    Regexp(Name),
    /// `$name` (`$0` too); the name without `$`, with a leading `::` kept.
    Variable(Name),
    /// A double quoted string with interpolation.
    Interpolated(Vec<Segment>),
    Heredoc(Box<Heredoc>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `{k => v}`
    Hash(Vec<HashEntry>),
    /// `*x`
    Unfold(Box<Expr>),
    /// `-x`
    Negate(Box<Expr>),
    /// `!x`
    Not(Box<Expr>),
    /// `(x)`
    Paren(Box<Expr>),
    /// `a op b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a -> b`
    Relation(EdgeOp, Box<Expr>, Box<Expr>),
    /// `a = b`
    Assign(AssignOp, Box<Expr>, Box<Expr>),
    /// `a[k, ..]`
    Access(Box<Expr>, Vec<Expr>),
    /// `{ .. }` of several statements; also a whole source of several statements.
    Block(Vec<Expr>),
    /// `if`, also a nested `elsif`.
    If(Box<If>),
    /// `unless`
    Unless(Box<If>),
    /// `case`
    Case(Box<Case>),
    /// `x ? { .. }`
    Selector(Box<Selector>),
    /// `f(a) |..| {..}`, `f a`, `$x(a)`
    Call(Box<Call>),
    /// `r.f(a) |..| {..}`
    Method(Box<Method>),
    /// `&name`, a language extension.
    FunctionRef(Name),
    /// `function f(..) >> T {..}`
    Function(Rc<Function>),
    /// `plan p(..) {..}`
    Plan(Rc<Function>),
    /// `apply(..) {..}`
    Apply(Box<Apply>),
    /// `type A = T`
    TypeAlias(Rc<TypeAlias>),
    /// `type A inherits B {..}` (Puppet's TypeDefinition)
    TypeDefinition(Rc<TypeDefinition>),
    /// `type A(x) = ...` (Puppet's TypeMapping)
    TypeMapping(Box<Expr>, Box<Expr>),
    /// `class c (..) inherits b {..}`
    Class(Rc<Class>),
    /// `define d (..) {..}`
    Define(Rc<Define>),
    /// `node n inherits m {..}`
    Node(Rc<Node>),
    /// `t { title: a => v }`
    Resource(Box<Resource>),
    /// `T { a => v }`
    ResourceDefaults(Box<ResourceDefaults>),
    /// `T[x] { a => v }`
    ResourceOverride(Box<ResourceOverride>),
    /// `T <| q |> {..}`, `T <<| q |>> {..}`
    Collect(Box<Collect>),
    Epp(Box<Epp>),
    /// The text of a template.
    RenderString(Name),
    /// `<%= x %>`
    Render(Box<Expr>),
}

/// A part of an interpolated string.
#[derive(Debug)]
pub enum Segment {
    /// Literal characters, unescaped.
    Text(Name, Span),
    /// `$x` or `${..}`. `name_as_variable` marks a name without `$` that is read as a variable (`${x}`).
    Value {
        expr: Expr,
        /// True for `${name...}`, false for `${$name...}`.
        name_as_variable: bool,
    },
}

/// A heredoc with its string.
#[derive(Debug)]
pub struct Heredoc {
    /// The syntax tag, if any.
    pub syntax: Option<Name>,
    /// The value: `String` or `Interpolated`.
    pub text: Expr,
    /// The span of the body.
    pub body: Span,
}

/// An entry of a hash: `key => value`.
#[derive(Debug)]
pub struct HashEntry {
    pub key: Expr,
    pub value: Expr,
    /// The offset that Puppet reports for the entry: of the arrow or of the key, as Puppet does.
    pub at: u32,
}

/// `if` or `unless`; `otherwise` is `Nop` without an else.
#[derive(Debug)]
pub struct If {
    pub test: Expr,
    pub then: Expr,
    pub otherwise: Expr,
}

/// `case test { options }`
#[derive(Debug)]
pub struct Case {
    pub test: Expr,
    /// The options, in order of the source.
    pub options: Vec<CaseOption>,
}

/// `a, b: { .. }`
#[derive(Debug)]
pub struct CaseOption {
    pub values: Vec<Expr>,
    pub then: Expr,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// `left ? { a => b }`
#[derive(Debug)]
pub struct Selector {
    pub left: Expr,
    /// The options, in order of the source.
    pub options: Vec<SelectorEntry>,
}

/// `a => b` of a selector.
#[derive(Debug)]
pub struct SelectorEntry {
    pub matching: Expr,
    pub value: Expr,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// A call of a name or of an expression.
#[derive(Debug)]
pub struct Call {
    /// A `Name`, `Ref`, `Reserved` or any other expression.
    pub functor: Expr,
    pub args: Vec<Expr>,
    pub lambda: Option<Rc<Lambda>>,
    /// True if the value is used (a statement call `notice 'x'` is not an rvalue).
    pub rval: bool,
}

/// A call with `.`.
#[derive(Debug)]
pub struct Method {
    /// The expression before the dot.
    pub receiver: Expr,
    /// The function name after the dot.
    pub name: Expr,
    pub args: Vec<Expr>,
    pub lambda: Option<Rc<Lambda>>,
}

/// `|params| >> T { body }`
#[derive(Debug)]
pub struct Lambda {
    pub params: Vec<Param>,
    /// The declared return type.
    pub returns: Option<Expr>,
    pub body: Expr,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// A parameter of a function, lambda, class, defined type, plan or template.
#[derive(Debug)]
pub struct Param {
    /// The name without `$`.
    pub name: Name,
    pub type_expr: Option<Expr>,
    pub default: Option<Expr>,
    /// True for `*$rest`.
    pub captures_rest: bool,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// A function or plan definition.
#[derive(Debug)]
pub struct Function {
    /// The name, qualified as written.
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    pub params: Vec<Param>,
    /// The declared return type.
    pub returns: Option<Expr>,
    pub body: Expr,
}

/// `apply(args) { body }`
#[derive(Debug)]
pub struct Apply {
    pub args: Vec<Expr>,
    pub body: Expr,
}

/// `type Name = type_expr`
#[derive(Debug)]
pub struct TypeAlias {
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    pub type_expr: Expr,
}

/// `type Name inherits Parent { .. }`
#[derive(Debug)]
pub struct TypeDefinition {
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    pub parent: Option<Name>,
    pub body: Expr,
}

#[derive(Debug)]
pub struct Class {
    /// The name as written; the evaluator qualifies it with the enclosing class's name.
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    pub params: Vec<Param>,
    pub parent: Option<Name>,
    pub body: Expr,
}

/// The definition of a defined type.
#[derive(Debug)]
pub struct Define {
    pub name: Name,
    /// The span of the name.
    pub name_span: Span,
    pub params: Vec<Param>,
    pub body: Expr,
}

#[derive(Debug)]
pub struct Node {
    /// The host names: names, strings, regular expressions, `default`.
    pub matches: Vec<Expr>,
    pub parent: Option<Box<Expr>>,
    pub body: Expr,
}

/// The form of a resource: `@`, `@@` or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceForm {
    /// Neither `@` nor `@@`: the resource is realized.
    Regular,
    /// `@`
    Virtual,
    /// `@@`
    Exported,
}

#[derive(Debug)]
pub struct Resource {
    /// Virtual, exported or regular.
    pub form: ResourceForm,
    /// The type: name, reference or access.
    pub type_name: Expr,
    pub bodies: Vec<ResourceBody>,
}

/// `title: a => v, ..`
#[derive(Debug)]
pub struct ResourceBody {
    pub title: Expr,
    pub operations: Vec<AttributeOperation>,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// An attribute: `name => v`, `name +> v`, `* => v`.
#[derive(Debug)]
pub struct AttributeOperation {
    /// The operator, with the name.
    pub kind: AttributeKind,
    pub value: Expr,
    pub span: Span,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// The part before the value of an attribute.
#[derive(Debug)]
pub enum AttributeKind {
    /// `name =>`
    Set(Name),
    /// `name +>`
    Append(Name),
    /// `* =>`
    Splat,
}

/// `T { a => v }`
#[derive(Debug)]
pub struct ResourceDefaults {
    /// Virtual, exported or regular (only regular is valid).
    pub form: ResourceForm,
    pub type_ref: Expr,
    pub operations: Vec<AttributeOperation>,
}

/// `T[x] { a => v }`
#[derive(Debug)]
pub struct ResourceOverride {
    /// Virtual, exported or regular (only regular is valid).
    pub form: ResourceForm,
    pub resources: Expr,
    pub operations: Vec<AttributeOperation>,
}

#[derive(Debug)]
pub struct Collect {
    pub type_expr: Expr,
    /// True for `<<| |>>`.
    pub exported: bool,
    /// The query; `None` for an empty one.
    pub query: Option<Expr>,
    pub operations: Vec<AttributeOperation>,
}

#[derive(Debug)]
pub struct Epp {
    pub params: Vec<Param>,
    /// True if a parameter list is written, even an empty one.
    pub params_specified: bool,
    pub body: Expr,
}
