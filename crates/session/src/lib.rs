//! The session, shared by every front end. `submit` accepts whitespace, a `:command` or Puppet, and returns plain data.
//!
//! It knows the engine: parsing, evaluation, static checks, the catalog and its views, meta-commands, completion and
//! editing. It knows no terminal, no notebook document and no transport.
//!
//! Invariants: a failed input leaves no changes (setting `atomic`). Inspection, completion and checks leave the session
//! unchanged. Outcomes are plain `Send` data. Only `:save`, `:graph` and `:catalog export` write files: new ones that
//! the user names; `--save` writes the configuration file. (`edit::external` also writes a temporary file for the user's editor.)

mod advice;
mod analyzer;
mod assume;
mod attributes;
mod bench;
mod branching;
mod budget;
mod catalog;
mod catalog_file;
mod catalog_view;
mod cell;
mod change_error;
mod check;
mod checker_state;
pub mod commands;
mod comparison;
pub mod complete;
pub mod config;
mod conversions;
mod definitions;
mod described;
pub mod edit;
mod edition_comparison;
mod enc;
mod engine;
mod environment;
mod environment_error;
mod example;
mod explore;
mod facts;
pub mod file;
mod file_cache;
mod fixed_text;
mod fixes;
mod functions_by_type;
mod gate;
mod hint;
mod history;
mod info;
pub mod inspect;
mod inspector;
pub mod json;
mod lattice;
mod line;
mod lines;
mod lookup;
mod loosening;
mod matching;
mod matrix;
mod names;
mod node;
mod node_cache;
mod notes;
mod outcome;
mod parse_cache;
mod project;
mod project_data;
mod project_problems;
mod project_view;
mod purity;
mod quoting;
mod reload;
mod report;
mod rewriting;
mod rich_data;
mod rich_type;
mod ruby_files;
mod run;
mod saved;
mod saved_input;
mod script;
mod sentences;
mod session;
mod session_core;
mod session_file;
pub mod settings;
mod site;
mod snapshot;
mod soundness;
mod source_attributes;
mod source_view;
mod state_view;
mod static_check;
mod step;
mod stop;
mod strings_comment;
mod style;
mod system;
mod table;
mod template;
pub mod trace;
mod trial;
mod type_algebra;
mod type_at;
mod type_env;
mod type_form;
mod union;
mod valuation;
mod value_difference;
mod value_table;
mod why;

pub use analyzer::Analyzer;
pub use bench::BenchView;
pub use branching::{BranchError, BranchView, Forks, fork_name};
pub use catalog::{CatalogExport, ResourceExport};
pub use catalog_view::CatalogView;
pub use cell::{AppliedCell, CellRun, UndoneCell};
pub use change_error::ChangeError;
pub use check::CheckView;
pub use checker_state::CheckerState;
pub use conversions::{ConversionGroup, ConversionRow};
pub use definitions::{DefinitionView, Definitions, ParamView};
pub use edition_comparison::{EditionOutcome, EditionResult, compare_editions};
pub use environment_error::EnvironmentError;
pub use example::NoType;
pub use explore::{CellValue, Part};
pub use facts::{Facts, FactsError, check_facts, fact_sets};
pub use fixed_text::{FixedText, apply_fixes};
pub use fixes::NoFix;
pub use functions_by_type::TypeFilter;
pub use gate::SourceKind;
pub use hint::TypingHint;
pub use inspector::Inspector;
pub use lookup::LookupView;
pub use loosening::Origin;
pub use matching::{GroupView, MatchView, Operand, Verdict, match_at};
pub use matrix::MatrixError;
pub use names::{Mark, Names};
pub use node_cache::NodeCache;
pub use outcome::{
    AlgebraView, Bound, Capture, CommandAnswer, ComparisonView, CounterExample, EditRequest, Effect, Evaluation,
    ExampleView, ExpressionTypes, FactRow, FunctionView, InfoSection, InfoView, InputView, LatticePath, LatticeView,
    LessonRequest, MatrixRow, MatrixView, Outcome, Preview, Report, ReportFix, ReportLabel, ReportPlace, ResourceView,
    StyledLine, TokenView, TypeView, UnionStep, UnionView, VariableView, level_role,
};
pub use project::ProjectFiles;
pub use puppet_check::{Probed, RULES, Rule, RuleSet};
pub use puppet_eval::{DebugOutput, Level};
pub use puppet_style::{RULES as STYLE_RULES, StyleRule};
pub use puppet_syntax::{LexOptions, OpenEnd, lex};
pub use reload::Reloader;
pub use reload::{DefinitionChange, FileStamps, ReloadError, ReloadView};
pub use report::report_without_source;
pub use rewriting::{ResetPart, RewriteError, RewriteView, Rewriter};
pub use rich_data::Secrets;
pub use run::Runner;
pub use saved::{NotSaved, SavedSession};
pub use script::{Script, ScriptRun, Scripts};
pub use session::Session;
pub use session_file::{SaveForm, saved_as};
pub use settings::Edition;
pub use settings::{Settings, Strict};
pub use soundness::SoundnessReport;
pub use source_view::{InputError, SourceView};
pub use state_view::{NameKind, StateChange};
pub use static_check::StaticDiagnostic;
pub use stop::AT_STOPS;
pub use strings_comment::{DocComment, DocTag};
pub use style::style_reports;
pub use system::{Dialogue, LogSink, SystemHost};
pub use table::Table;
pub use type_at::TypeAt;
pub use value_difference::{ValueChange, value_changes};

pub use puppet_eval::{Overload, ParamSlot};
pub use template::{PartKind, TemplateLine, TemplatePart, TemplateView, template_lines};
pub use why::{OverloadTrace, TraceError};

pub use described::{DescribedTypes, TypeText};
