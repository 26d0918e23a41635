//! The session, shared by every front end. `submit` accepts whitespace, a `:command` or Puppet, and returns plain data.
//!
//! It knows the engine: parsing, evaluation, static checks, the catalog and its views, meta-commands, completion and
//! editing. It knows no terminal, no notebook document and no transport.
//!
//! Invariants: a failed input leaves no changes (setting `atomic`). Inspection, completion and checks leave the session
//! unchanged. Outcomes are plain `Send` data. Only `:save`, `:graph` and `:catalog export` write files: new ones that
//! the user names. (`edit::external` also writes a temporary file for the user's editor.)

mod assume;
mod attributes;
mod budget;
mod catalog;
mod cell;
mod check;
pub mod commands;
mod comparison;
pub mod complete;
pub mod edit;
mod edition;
mod edition_settings;
mod engine;
mod environment;
mod example;
mod explore;
mod facts;
pub mod file;
mod fixes;
mod form;
mod hint;
mod info;
pub mod inspect;
pub mod json;
mod lattice;
mod lookup;
mod loosening;
mod matching;
mod names;
mod node;
mod notes;
mod outcome;
mod parse_cache;
mod purity;
mod reload;
mod report;
mod ruby_files;
mod saved;
mod session;
pub mod settings;
mod soundness;
mod static_check;
mod stop;
mod system;
mod template;
mod type_at;
mod union;
mod views;
mod why;

pub use catalog::{CatalogExport, ResourceExport};
pub use cell::{AppliedCell, CellRun, UndoneCell};
pub use check::CheckView;
pub use edition::Edition;
pub use example::NoType;
pub use explore::{CellValue, Part, Table};
pub use facts::{MatrixError, check_facts, fact_sets};
pub use fixes::{FixedText, NoFix, apply_fixes};
pub use hint::TypingHint;
pub use lookup::LookupView;
pub use loosening::Origin;
pub use matching::{GroupView, MatchView, Operand, Verdict, match_at};
pub use names::{InputError, Mark};
pub use outcome::{
    Capture, CommandAnswer, ComparisonView, CounterExample, Evaluation, ExampleView, FactRow, FunctionView,
    InfoSection, InfoView, InputView, LatticePath, LatticeView, MatrixRow, MatrixView, Outcome, Preview, Report,
    ReportFix, ReportLabel, ReportPlace, ResourceView, StyledLine, TokenView, TypeView, UnionStep, UnionView,
    VariableView,
};
pub use puppet_check::{RULES, Rule, RuleSet};
pub use puppet_eval::{DebugOutput, Level};
pub use puppet_syntax::{LexOptions, OpenEnd, lex};
pub use reload::{DefinitionChange, FileStamps, ReloadError, ReloadView};
pub use saved::{NotSaved, SavedSession};
pub use session::Session;
pub use settings::{Settings, Strict};
pub use soundness::SoundnessReport;
pub use static_check::StaticDiagnostic;
pub use stop::AT_STOPS;
pub use system::{Dialogue, LogSink, SystemHost};
pub use type_at::TypeAt;

pub use puppet_eval::{Overload, ParamSlot};
pub use template::{PartKind, TemplateLine, TemplatePart, TemplateView, template_lines};
pub use why::{OverloadTrace, TraceError};

use views::types_of;
pub use views::{DescribedTypes, TypeText};
