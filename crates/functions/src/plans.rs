//! The functions of Bolt's plans: their signatures for the checker, completion and `:doc`. pprepl reaches no machines,
//! so that it runs none of them, except `run_plan` of a plan that calls no other, and `fail_plan`.
//!
//! They exist only in sources that are read in tasks mode. The names of their types are those of [`TYPES`].

use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, Effect, EvalError, EvalResult, Flow, Signature};
use puppet_pcore::{Hash, Value, attribute, interpolate};

/// Returns the row of a function that pprepl does not run.
const fn row(name: &'static str, signatures: &'static [Signature], summary: &'static str) -> Builtin {
    Builtin::new(name, signatures, summary).effect(Effect::World)
}

/// The signatures of the functions that transfer a file.
const TRANSFER: &[Signature] = &[
    Signature::new(
        "String[1] $source, String[1] $destination, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
        "ResultSet",
        unsupported,
    ),
    Signature::new(
        "String[1] $source, String[1] $destination, TargetSpec $targets, Optional[String] $description, Optional[Hash[String[1], Any]] $options = undef",
        "ResultSet",
        unsupported,
    ),
];

/// The functions of plans, sorted by name.
pub static ROWS: &[Builtin] = &[
    row(
        "add_facts",
        &[Signature::new("Target $target, Hash $facts", "Target", unsupported)],
        "Merges facts into the facts of a target.",
    ),
    row(
        "add_to_group",
        &[Signature::new("TargetSpec $targets, String[1] $group", "Array[Target]", unsupported)],
        "Adds targets to a group of the inventory.",
    ),
    row(
        "apply_prep",
        &[Signature::new("TargetSpec $targets, Hash[String, Data] $options = {}", "ResultSet", unsupported)],
        "Installs the agent on targets if they lack it, and collects their facts.",
    ),
    row(
        "background",
        &[Signature::new("Optional[String[1]] $name = undef, Callable &$block", "Future", unsupported)],
        "Starts the block and returns a Future at once; `wait` returns its result.",
    ),
    row(
        "catch_errors",
        &[Signature::new("Optional[Array[String[1]]] $kinds = undef, Callable[0, 0] &$block", "Any", unsupported)],
        "Returns the value of the block, or the error that it raised; only errors of these kinds if any are listed.",
    ),
    row(
        "ctrl::do_until",
        &[Signature::new("Optional[Hash[String[1], Any]] $options = undef, Callable &$block", "Any", unsupported)],
        "Calls the block until it returns a value that is true.",
    ),
    row(
        "ctrl::do_while",
        &[Signature::new("Optional[Hash[String[1], Any]] $options = undef, Callable &$block", "Any", unsupported)],
        "Calls the block while it returns a value that is true.",
    ),
    row(
        "ctrl::sleep",
        &[Signature::new("Numeric $seconds", "Undef", unsupported)],
        "Waits for this number of seconds.",
    ),
    row(
        "dir::children",
        &[Signature::new("String $directory", "Array[String]", unsupported)],
        "Returns the names of the files in a directory.",
    ),
    row("download_file", TRANSFER, "Downloads a file or directory from targets."),
    row(
        "facts",
        &[Signature::new("Target $target", "Hash[String, Data]", unsupported)],
        "Returns the facts of a target that the inventory or the plan set.",
    ),
    row(
        "fail_plan",
        &[
            Signature::new(
                "String[1] $message, Optional[String[1]] $kind = undef, Optional[Hash[String[1], Any]] $details = undef, Optional[String[1]] $issue_code = undef",
                "Any",
                fail_plan,
            ),
            Signature::new("Error $error", "Any", fail_plan_with),
        ],
        "Fails the plan with a message or an error.",
    ),
    row(
        "file::delete",
        &[Signature::new("String $file", "Undef", unsupported)],
        "Deletes a file on the machine that runs the plan.",
    ),
    row(
        "file::exists",
        &[Signature::new("String $file", "Boolean", unsupported)],
        "Returns whether a file exists: a path, or a file of a module.",
    ),
    row("file::join", &[Signature::new("String *$parts", "String", unsupported)], "Joins parts of a path."),
    row(
        "file::read",
        &[Signature::new("String $file", "String", unsupported)],
        "Returns the content of a file: a path, or a file of a module.",
    ),
    row(
        "file::readable",
        &[Signature::new("String $file", "Boolean", unsupported)],
        "Returns whether a file can be read: a path, or a file of a module.",
    ),
    row(
        "file::write",
        &[Signature::new("String $file, String $content", "Undef", unsupported)],
        "Writes text to a file on the machine that runs the plan.",
    ),
    row(
        "get_resources",
        &[Signature::new(
            "TargetSpec $targets, Variant[String, Type, Array[Variant[String, Type]]] $resources",
            "Any",
            unsupported,
        )],
        "Returns the state of resources on targets.",
    ),
    row(
        "get_target",
        &[Signature::new("TargetSpec $name", "Target", unsupported)],
        "Returns the one target with this name.",
    ),
    row(
        "get_targets",
        &[Signature::new("TargetSpec $names", "Array[Target]", unsupported)],
        "Returns the targets with these names, patterns or groups.",
    ),
    row("log::debug", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level debug."),
    row("log::error", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level error."),
    row("log::fatal", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level fatal."),
    row("log::info", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level info."),
    row("log::trace", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level trace."),
    row("log::warn", &[Signature::new("Any $message", "Undef", unsupported)], "Logs a message at level warn."),
    row(
        "out::message",
        &[Signature::new("Any $message", "Undef", unsupported)],
        "Shows a message to the person who runs the plan.",
    ),
    row(
        "out::verbose",
        &[Signature::new("Any $message", "Undef", unsupported)],
        "Shows a message if the plan runs verbosely.",
    ),
    row(
        "parallelize",
        &[Signature::new("Array $items, Callable &$block", "Array", unsupported)],
        "Calls the block with each item, all at the same time; returns the results in order.",
    ),
    row(
        "prompt",
        &[Signature::new(
            "String $prompt, Optional[Hash[String[1], Any]] $options = undef",
            "Variant[String, Sensitive]",
            unsupported,
        )],
        "Asks the person who runs the plan for a line of text.",
    ),
    row(
        "prompt::menu",
        &[Signature::new(
            "String $prompt, Variant[Array, Hash] $menu, Optional[Hash[String[1], Any]] $options = undef",
            "Any",
            unsupported,
        )],
        "Asks the person who runs the plan to choose from a list.",
    ),
    row(
        "puppetdb_command",
        &[Signature::new(
            "String[1] $command, Integer $version, Hash $payload, Optional[String] $instance = undef",
            "Any",
            unsupported,
        )],
        "Sends a command to PuppetDB.",
    ),
    row(
        "puppetdb_fact",
        &[Signature::new(
            "Array[String] $certnames, Optional[String] $instance = undef",
            "Hash[String, Data]",
            unsupported,
        )],
        "Returns the facts that PuppetDB has of nodes.",
    ),
    row(
        "remove_from_group",
        &[Signature::new("TargetSpec $targets, String[1] $group", "Any", unsupported)],
        "Removes a target from a group of the inventory.",
    ),
    row(
        "resolve_references",
        &[Signature::new("Data $references", "Data", unsupported)],
        "Replaces the plugin references in data by their values.",
    ),
    row(
        "resource",
        &[Signature::new(
            "Target $target, Variant[String[1], Type] $type, String[1] $title",
            "Optional[ResourceInstance]",
            unsupported,
        )],
        "Returns a resource that the plan set on a target.",
    ),
    row(
        "run_command",
        &[
            Signature::new(
                "String[1] $command, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
            Signature::new(
                "String[1] $command, TargetSpec $targets, Optional[String] $description, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
        ],
        "Runs a command on targets.",
    ),
    row(
        "run_container",
        &[Signature::new(
            "String[1] $image, Optional[Hash[String[1], Any]] $options = undef",
            "ContainerResult",
            unsupported,
        )],
        "Runs a container and returns its output.",
    ),
    row(
        "run_plan",
        &[
            Signature::new("String $plan, Optional[Hash] $arguments = undef", "PlanResult", run_plan),
            Signature::new(
                "String $plan, TargetSpec $targets, Optional[Hash] $arguments = undef",
                "PlanResult",
                run_plan,
            ),
        ],
        "Runs a plan, and returns what it passes to `return`.",
    ),
    row(
        "run_script",
        &[
            Signature::new(
                "String[1] $script, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
            Signature::new(
                "String[1] $script, TargetSpec $targets, Optional[String] $description, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
        ],
        "Uploads a script to targets and runs it.",
    ),
    row(
        "run_task",
        &[
            Signature::new(
                "String[1] $task, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
            Signature::new(
                "String[1] $task, TargetSpec $targets, Optional[String] $description, Optional[Hash[String[1], Any]] $options = undef",
                "ResultSet",
                unsupported,
            ),
        ],
        "Runs a task on targets.",
    ),
    row(
        "run_task_with",
        &[
            Signature::new(
                "String[1] $task, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef, Callable[1, 1] &$block",
                "ResultSet",
                unsupported,
            ),
            Signature::new(
                "String[1] $task, TargetSpec $targets, Optional[String] $description, Optional[Hash[String[1], Any]] $options = undef, Callable[1, 1] &$block",
                "ResultSet",
                unsupported,
            ),
        ],
        "Runs a task on targets; the block returns the parameters for each target.",
    ),
    row(
        "set_config",
        &[Signature::new(
            "Target $target, Variant[String[1], Array[String[1]]] $path, Any $value",
            "Target",
            unsupported,
        )],
        "Sets the configuration of a target.",
    ),
    row(
        "set_feature",
        &[Signature::new("Target $target, String $feature, Optional[Boolean] $value = true", "Target", unsupported)],
        "Sets a feature of a target.",
    ),
    row(
        "set_resources",
        &[Signature::new("TargetSpec $targets, Any $resources", "Array[ResourceInstance]", unsupported)],
        "Sets resources of targets.",
    ),
    row(
        "set_var",
        &[Signature::new("Target $target, String $key, Data $value", "Target", unsupported)],
        "Sets a variable of a target.",
    ),
    row(
        "system::env",
        &[Signature::new("String $name", "Optional[String]", unsupported)],
        "Returns a variable of the process environment.",
    ),
    row("upload_file", TRANSFER, "Uploads a file or directory to targets."),
    row(
        "vars",
        &[Signature::new("Target $target", "Hash[String, Data]", unsupported)],
        "Returns the variables of a target.",
    ),
    row(
        "wait",
        &[
            Signature::new("Hash $options = {}", "Array", unsupported),
            Signature::new("Variant[Integer[0], Float[0.0]] $seconds, Hash $options = {}", "Array", unsupported),
            Signature::new("Any $futures, Hash $options = {}", "Array", unsupported),
            Signature::new(
                "Any $futures, Variant[Integer[0], Float[0.0]] $seconds, Hash $options = {}",
                "Array",
                unsupported,
            ),
        ],
        "Waits for Futures, or for all of the plan, and returns their results.",
    ),
    row(
        "wait_until_available",
        &[Signature::new(
            "TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
            "ResultSet",
            unsupported,
        )],
        "Waits until it can connect to the targets.",
    ),
    row(
        "without_default_logging",
        &[Signature::new("Callable[0, 0] &$block", "Any", unsupported)],
        "Calls the block without logging its steps.",
    ),
    row(
        "write_file",
        &[Signature::new(
            "String $content, String[1] $destination, TargetSpec $targets, Optional[Hash[String[1], Any]] $options = undef",
            "ResultSet",
            unsupported,
        )],
        "Writes text to a file on targets.",
    ),
];

/// The types of plans, as Puppet code.
pub const TYPES: &str = "\
type Target = Object[{ functions => { name => Callable } }]
type Future = Object[{ functions => { state => Callable } }]
type Result = Object[{ functions => { value => Callable } }]
type ApplyResult = Object[{ functions => { report => Callable } }]
type ContainerResult = Object[{ functions => { stdout => Callable } }]
type ResultSet = Object[{ functions => { ok_set => Callable } }]
type ResourceInstance = Object[{ functions => { desired_state => Callable } }]
type TargetSpec = Variant[String[1], Target, Array[TargetSpec]]
type PlanResult = Variant[Data, Sensitive, Target, Result, ApplyResult, ContainerResult, ResultSet, ResourceInstance, \
Future, Error, Array[PlanResult], Hash[String, PlanResult]]
type Boltlib::TargetSpec = TargetSpec
type Boltlib::PlanResult = PlanResult
";

/// Returns the function of plans with this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    ROWS.binary_search_by(|row| row.name.cmp(name)).ok().map(|at| &ROWS[at])
}

/// Returns the names of the types of plans.
pub fn type_names() -> impl Iterator<Item = &'static str> {
    TYPES.lines().filter_map(|line| line.strip_prefix("type ")?.split(' ').next())
}

/// Returns whether this is the type of a result. Such values have functions that objects of Puppet code lack: `each`,
/// `[]`, `count`.
pub fn is_result(name: &str) -> bool {
    matches!(
        name,
        "Result"
            | "ApplyResult"
            | "ContainerResult"
            | "ResultSet"
            | "ResourceInstance"
            | "PlanResult"
            | "Boltlib::PlanResult"
    )
}

/// Returns the definitions of the types of plans if this is the name of one.
pub fn types_with(name: &str) -> Option<&'static str> {
    type_names().any(|known| known == name).then_some(TYPES)
}

fn unsupported(call: &mut Call<'_>) -> EvalResult {
    let message = format!("`{}` is a function of plans, which Bolt runs and pprepl does not", call.name());
    let mut flow = Flow::fail_with(Topic::PlanFunction, message);
    flow.with_help(|| {
        Some("a plan without such calls runs: `run_plan('NAME')`; 'pprepl check' checks every plan".to_owned())
    });
    Err(flow)
}

/// Runs a plan. Targets without a name are its parameter `targets` or `nodes`.
fn run_plan(call: &mut Call<'_>) -> EvalResult {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    let count = call.len();
    let mut arguments = match call.take(count.saturating_sub(1)) {
        Value::Hash(hash) => (*hash).clone(),
        other if count == 2 => return call.run_plan(&name, Hash::default(), Some(other)),
        _ => Hash::default(),
    };
    let catches = arguments.get_str("_catch_errors").is_some_and(Value::is_true);
    // Options of `run_plan` itself start with an underscore.
    arguments.retain(|key, _| !key.as_str().is_some_and(|key| key.starts_with('_')));
    let targets = (count == 3).then(|| call.take(1));
    let result = call.run_plan(&name, arguments, targets);
    // Bolt catches no other error of Puppet code.
    match result {
        Err(flow) if catches => match *flow {
            Flow::Fault(EvalError { raised: Some(error), .. }) => Ok(*error),
            other => Err(Box::new(other)),
        },
        result => result,
    }
}

/// Fails the plan with an error of these parts.
fn fail_plan(call: &mut Call<'_>) -> EvalResult {
    let message = call.arg(0).clone();
    let or = |given: &Value, default: Value| if given.is_undef() { default } else { given.clone() };
    let kind = or(call.arg(1), Value::str("bolt/plan-failure"));
    let details = or(call.arg(2), Value::hash(Hash::default()));
    let issue_code = call.arg(3).clone();
    let class = call.type_named("Error").map_or(Value::Undef, Value::Type);
    let mut parts = vec![class, message, kind, details];
    parts.extend(Some(issue_code).filter(|code| !code.is_undef()));
    let error = call.call_function("new", parts)?;
    raise(error)
}

/// Fails the plan with an error.
fn fail_plan_with(call: &mut Call<'_>) -> EvalResult {
    let error = call.take(0);
    raise(error)
}

fn raise(error: Value) -> EvalResult {
    let message = attribute(&error, "msg").map(|message| interpolate(&message));
    let mut flow = Flow::fail_with(Topic::PlanFunction, message.unwrap_or_default());
    if let Flow::Fault(fault) = &mut *flow {
        fault.raised = Some(Box::new(error));
    }
    Err(flow)
}
