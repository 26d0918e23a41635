//! Conversion of the session's settings to the evaluator's.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pprepl_files::{Reach, Rules};
use pprepl_ruby::{Ruby, RubyChoice, RubyLimits};
use pprepl_text::Severity;
use puppet_eval::{Data, EvalSettings, Foreign, Host, Library, Vm};
use puppet_functions as functions;
use puppet_functions::loader::facts;
use puppet_functions::loader::hiera::{DataCache, Hiera, Layer};
use puppet_pcore::TypeRules;
use puppet_pcore::operators::Strictness;
use puppet_syntax::{LexOptions, ValidateOptions};

use super::settings::{Names, Settings, Strict};

pub(super) fn vm(settings: &Settings, mut host: Box<dyn Host>) -> Vm {
    host.set_module_path(settings.module_folders());
    host.set_file_rules(file_rules(settings, None));
    let library = Library {
        find: functions::find,
        of_modules: functions::stdlib::versions,
        names: || Box::new(functions::builtins().map(|row| row.name)),
        moved_fact: facts::moved,
        of_plans: functions::plans::find,
        plan_types: functions::plans::types_with,
    };
    Vm::new(host, library, self::settings(settings), Arc::new(AtomicBool::new(false)))
}

/// Sets what runs code that is not written in Puppet.
pub(super) fn set_foreign(settings: &Settings, vm: &mut Vm, current: &mut Option<Ruby>) {
    // A WebAssembly module starts no programs, and does without the code for it.
    if !cfg!(target_family = "wasm") {
        set_ruby(settings, vm, current);
    }
    let substitutes = &settings.foreign.stand_ins;
    vm.host_mut().set_substitutes((!substitutes.is_empty()).then(|| PathBuf::from(substitutes)));
    let puppetdb = &settings.foreign.puppetdb;
    vm.host_mut().set_puppetdb((!puppetdb.is_empty()).then(|| PathBuf::from(puppetdb)));
}

/// Sets the Ruby that runs code. `current` is the one in use; it stays if the settings still name it, and is stopped
/// otherwise.
fn set_ruby(settings: &Settings, vm: &mut Vm, current: &mut Option<Ruby>) {
    let limits = RubyLimits::new(settings.execution.memory, settings.execution.time);
    // Code whose files are limited, as in a notebook that is not trusted, runs no programs.
    let is_trusted = settings.execution.files > Reach::Notebook;
    let choice = RubyChoice::from_setting(&settings.foreign.ruby).filter(|_| is_trusted);
    match choice {
        Some(choice) if current.as_ref().is_some_and(|ruby| ruby.is_for(&choice, limits)) => {}
        choice => *current = choice.map(|choice| Ruby::new(choice, limits)),
    }
    vm.functions.foreign = current.clone().map(|ruby| Rc::new(ruby) as Rc<dyn Foreign>);
}

/// Returns the rules for the files that code may read.
pub(super) fn file_rules(settings: &Settings, environment: Option<&Path>) -> Rules {
    let mut folders = vec![PathBuf::from(if settings.folder.is_empty() { "." } else { &settings.folder })];
    if settings.execution.files >= Reach::Modules {
        folders.extend(settings.module_folders());
        folders.extend(environment.map(Path::to_owned));
    }
    let named = [&settings.environment.hiera, &settings.foreign.stand_ins, &settings.foreign.puppetdb];
    Rules {
        reach: settings.execution.files,
        folders,
        named: named.into_iter().filter(|path| !path.is_empty()).map(PathBuf::from).collect(),
        code: settings.module_folders().into_iter().chain(environment.map(Path::to_owned)).collect(),
        limit: settings.execution.file_size << 20,
        unasked: false,
    }
}

/// Creates the Hiera data source of the settings and registers it with the evaluator. Without a directory it is
/// empty.
pub(super) fn hiera(settings: &Settings, environment: Option<&Path>, cache: &DataCache, vm: &mut Vm) -> Rc<Hiera> {
    let global = (!settings.environment.hiera.is_empty()).then(|| Layer::global(&settings.environment.hiera));
    let layers: Vec<Layer> = global.into_iter().chain(environment.map(Layer::environment)).collect();
    let searched = !layers.is_empty() || !settings.module_folders().is_empty();
    let hiera = Rc::new(Hiera::open(layers, cache.clone()));
    vm.lookup.set_data(hiera.clone() as Rc<dyn Data>, searched);
    hiera
}

/// Returns the lexer options.
pub(super) fn lex_options(settings: &Settings) -> LexOptions {
    LexOptions {
        template: false,
        multiline_regexp: settings.language.multiline_regexp,
        additions: settings.language.additions,
        tasks: settings.language.tasks,
    }
}

/// Returns the evaluator's settings.
pub(super) fn settings(settings: &Settings) -> EvalSettings {
    EvalSettings {
        strict: match settings.language.strict {
            Strict::Off => Strictness::Off,
            Strict::Warning => Strictness::Warning,
            Strict::Error => Strictness::Error,
        },
        strict_variables: settings.language.strict_variables,
        additions: settings.language.additions,
        lex: lex_options(settings),
        validate: validate_options(settings),
        empty_string_true: settings.language.empty_string_true,
        string_numbers: settings.language.string_numbers,
        unfold_undef: settings.language.unfold_undef,
        shadow_builtins: settings.language.shadow_builtins,
        unknown_types: settings.language.unknown_types,
        depth: settings.execution.depth as usize,
        elements: settings.execution.elements,
        types: TypeRules {
            additions: settings.language.additions,
            documents: settings.language.spec_rules,
            edition4x: settings.language.spec_types,
            edition3x: settings.language.names == Names::Object,
            any_callable: settings.language.callable_default,
        },
    }
}

fn validate_options(settings: &Settings) -> ValidateOptions {
    ValidateOptions {
        strict: match settings.language.strict {
            Strict::Off => None,
            // Duplicate keys and the like stay errors under the default: only coercions are softer there.
            Strict::Warning if !settings.language.additions => Some(Severity::Warning),
            Strict::Warning | Strict::Error => Some(Severity::Error),
        },
        additions: settings.language.additions,
        ..ValidateOptions::default()
    }
}
