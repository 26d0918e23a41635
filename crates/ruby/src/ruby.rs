//! The bridge: sends requests to the process, and answers its questions until the reply.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use pprepl_budget as budget;
use pprepl_text::{Topic, visible};
use puppet_eval::{EvalResult, Flow, Foreign, ForeignCall, Level, Vm};
use puppet_pcore::{Type, Value};
use serde_json::Value as Json;

use super::answers::answer;
use super::choice::{RubyChoice, RubyLimits};
use super::decode::decode;
use super::encode::{encode, encode_all, quoted};
use super::failure::{ended, exception, not_started};
use super::function::{Api, Function, choose};
use super::process::{Incoming, Process};
use super::state::State;

/// The time between two looks at the stop flag while Ruby works.
const POLL: Duration = Duration::from_millis(10);

/// The time to wait for the rest of the output of a call.
const OUTPUT: Duration = Duration::from_millis(200);

/// The time to wait for Ruby to start.
const START: Duration = Duration::from_secs(30);

/// The maximum number of lines shown that one call prints.
const MAX_PRINTED: usize = 1000;

/// The Ruby of a session. Clones share one process.
#[derive(Clone)]
pub struct Ruby(Rc<Inner>);

struct Inner {
    choice: RubyChoice,
    limits: RubyLimits,
    state: RefCell<State>,
}

impl Ruby {
    /// Creates a bridge; nothing is started yet.
    pub fn new(choice: RubyChoice, limits: RubyLimits) -> Ruby {
        Ruby(Rc::new(Inner { choice, limits, state: RefCell::default() }))
    }

    /// Returns whether this is the bridge of this choice and these limits.
    pub fn is_for(&self, choice: &RubyChoice, limits: RubyLimits) -> bool {
        self.0.choice == *choice && self.0.limits == limits
    }

    /// Returns whether the process has been started.
    pub fn is_running(&self) -> bool {
        self.0.state.borrow().process.is_some()
    }

    fn state(&self) -> std::cell::RefMut<'_, State> {
        self.0.state.borrow_mut()
    }

    /// Returns a value that stays in the evaluator.
    pub(crate) fn handle(&self, number: u64) -> Option<Value> {
        self.state().handles.get(number).cloned()
    }

    /// Encodes a value for Ruby.
    pub(crate) fn encoded(&self, value: &Value) -> EvalResult<String> {
        encode(value, &mut self.state().handles)
    }

    fn encoded_all(&self, vm: &mut Vm, values: &[Value]) -> EvalResult<String> {
        values.iter().for_each(|value| note_secrets(vm, value));
        encode_all(values, &mut self.state().handles)
    }

    /// Runs `act` as a call: what Ruby gets from the evaluator is kept until the outermost call ends.
    fn as_call<T>(&self, vm: &mut Vm, act: impl FnOnce(&Ruby, &mut Vm) -> EvalResult<T>) -> EvalResult<T> {
        self.state().depth += 1;
        let result = self.start(vm).and_then(|()| act(self, vm));
        if self.state().depth == 1 {
            self.finish_output(vm);
        }
        self.state().leave();
        result
    }

    /// Starts the process, if it is not running.
    fn start(&self, vm: &mut Vm) -> EvalResult<()> {
        if self.is_running() {
            return Ok(());
        }
        let inner = &*self.0;
        let shown = inner.choice.program.as_ref().map_or_else(|| "ruby".to_owned(), |path| path.display().to_string());
        let Some(program) = inner.choice.find() else { return Err(not_started(&shown, "file not found")) };
        let process = Process::start(&program, inner.choice.library, inner.limits)
            .map_err(|error| not_started(&shown, &error.to_string()))?;
        let mut state = self.state();
        state.stop();
        state.generation += 1;
        state.process = Some(process);
        drop(state);
        let until = Instant::now() + START;
        match self.receive(vm, "the start", Some(until))? {
            Json::Object(message) if message.contains_key("ready") => Ok(()),
            message => {
                self.state().stop();
                let why = message["failed"]["message"].as_str().unwrap_or("it does not answer").to_owned();
                Err(not_started(&shown, &why))
            }
        }
    }

    /// Sends a request and answers questions until the reply. `what` names the function or template in errors.
    fn exchange(&self, vm: &mut Vm, what: &str, request: &str) -> EvalResult<Json> {
        let generation = self.state().generation;
        let is_outermost = self.state().depth == 1;
        self.state().open_marks += usize::from(is_outermost);
        let mark = if is_outermost { r#","mark":true}"# } else { "}" };
        self.send(format!("{}{mark}", request.strip_suffix('}').unwrap_or(request)));
        loop {
            let mut message = self.receive(vm, what, None)?;
            if let Some(done) = message.get_mut("done") {
                return Ok(done.take());
            }
            if let Some(failed) = message.get("failed") {
                let kept = failed["id"].as_u64().and_then(|number| self.state().take_flow(number));
                return Err(kept.unwrap_or_else(|| exception(what, failed)));
            }
            let result = answer(self, vm, &message);
            if self.state().generation != generation || !self.is_running() {
                // The process ended meanwhile, and nothing reads the answer.
                return Err(result.err().unwrap_or_else(|| ended(what, "it ended")));
            }
            self.reply(result)?;
        }
    }

    /// Sends the answer to a question, or the error of the evaluator.
    fn reply(&self, result: EvalResult<Option<String>>) -> EvalResult<()> {
        match result {
            Ok(None) => {}
            Ok(Some(value)) => self.send(format!(r#"{{"value":{value}}}"#)),
            Err(flow) => {
                // A canceled evaluation never continues in Ruby.
                if matches!(*flow, Flow::Cancelled) || budget::reason().is_some() {
                    self.state().stop();
                    return Err(flow);
                }
                let (message, unwinds) = match &*flow {
                    Flow::Fault(fault) => (fault.issue.message.clone(), false),
                    Flow::Next(_) | Flow::Break | Flow::Return(_) | Flow::Cancelled => (String::new(), true),
                };
                let id = self.state().keep_flow(flow);
                let message = quoted(&message);
                self.send(format!(r#"{{"raise":{{"id":{id},"message":{message},"unwinds":{unwinds}}}}}"#));
            }
        }
        Ok(())
    }

    fn send(&self, line: String) {
        if let Some(process) = &self.state().process {
            process.send(line);
        }
    }

    /// Waits for the next message of the protocol; shows what foreign code prints. A stop of the evaluation kills the
    /// process.
    fn receive(&self, vm: &mut Vm, what: &str, until: Option<Instant>) -> EvalResult<Json> {
        loop {
            if let Err(stopped) = budget::check().map_err(Into::into).and_then(|()| vm.calls.check_cancelled()) {
                self.state().stop();
                return Err(stopped);
            }
            match self.next(POLL) {
                Some(Incoming::Message(line)) => {
                    budget::charge(line.len())?;
                    return serde_json::from_slice(&line).map_err(|error| {
                        self.state().stop();
                        ended(what, &format!("it sent an invalid reply ({error})"))
                    });
                }
                Some(Incoming::Printed(text)) => self.show(vm, &text),
                Some(Incoming::Mark) => self.state().close_mark(),
                Some(Incoming::TooLong) => {
                    self.state().stop();
                    return Err(ended(what, "its reply is too long"));
                }
                Some(Incoming::Closed) => {
                    let how = self.state().process.as_mut().map_or_else(String::new, Process::end);
                    self.drain(vm);
                    self.state().stop();
                    return Err(ended(what, &how));
                }
                None if until.is_some_and(|until| Instant::now() > until) => return Ok(Json::Null),
                None => {}
            }
        }
    }

    fn next(&self, time: Duration) -> Option<Incoming> {
        match &self.state().process {
            Some(process) => process.receive(time),
            None => Some(Incoming::Closed),
        }
    }

    /// Shows the rest of the output of a call.
    fn finish_output(&self, vm: &mut Vm) {
        let until = Instant::now() + OUTPUT;
        while self.state().open_marks > 0 && Instant::now() < until {
            match self.next(POLL) {
                Some(Incoming::Printed(text)) => self.show(vm, &text),
                Some(Incoming::Mark) => self.state().close_mark(),
                Some(Incoming::Closed | Incoming::TooLong) => return self.state().stop(),
                Some(Incoming::Message(_)) | None => {}
            }
        }
    }

    /// Shows what a process that ended printed.
    fn drain(&self, vm: &mut Vm) {
        while let Some(message) = self.next(POLL) {
            match message {
                Incoming::Printed(text) => self.show(vm, &text),
                Incoming::Closed => return,
                Incoming::Message(_) | Incoming::Mark | Incoming::TooLong => {}
            }
        }
    }

    /// Shows a line that foreign code printed.
    fn show(&self, vm: &mut Vm, text: &str) {
        let printed = {
            let mut state = self.state();
            state.printed += 1;
            state.printed
        };
        match printed {
            _ if printed < MAX_PRINTED => vm.log(Level::Notice, &format!("Ruby: {}", visible(text))),
            MAX_PRINTED => vm.log(Level::Warning, &format!("Ruby printed {MAX_PRINTED} lines; the rest is omitted")),
            _ => {}
        }
    }

    /// Returns the loaded function; loads it, if it is new or its file has changed.
    fn function(&self, vm: &mut Vm, file: &Path, name: &str) -> EvalResult<Rc<Function>> {
        let key = (file.to_owned(), name.to_owned());
        let stamp = vm.host_mut().stamp(file);
        if let Some(function) = self.state().functions.get(&key).filter(|function| function.stamp == stamp) {
            return Ok(function.clone());
        }
        let shown = quoted(&pprepl_files::absolute(file));
        let request = format!(r#"{{"do":"load","file":{shown},"name":{}}}"#, quoted(name));
        let found = self.exchange(vm, &format!("`{name}`"), &request)?;
        let function = Rc::new(Function::read(vm, &found, stamp)?);
        let mut state = self.state();
        for defined in found["defines"].as_array().into_iter().flatten().filter_map(Json::as_str) {
            state.files.insert(defined.to_owned(), file.to_owned());
        }
        state.functions.insert(key, function.clone());
        drop(state);
        Ok(function)
    }

    fn call_loaded(&self, vm: &mut Vm, call: &ForeignCall<'_>) -> EvalResult {
        let function = self.function(vm, call.file, call.name)?;
        let (number, dispatch) = match &function.api {
            Api::Legacy => (0, None),
            Api::Modern(all) => {
                let number = choose(call.name, all, &call.args, call.block.as_ref())?;
                (number, all.get(number))
            }
        };
        let args = self.encoded_all(vm, &call.args)?;
        let block = match &call.block {
            Some(block) => self.encoded(&Value::Callable(block.clone()))?,
            None => "null".to_owned(),
        };
        let name = quoted(call.name);
        let request = format!(r#"{{"do":"call","name":{name},"dispatch":{number},"block":{block},"args":{args}}}"#);
        let reply = self.exchange(vm, &format!("`{}`", call.name), &request)?;
        let value = decode(self, vm, &reply[0])?;
        self.take_changes(vm, call, &reply[1])?;
        match dispatch {
            Some(dispatch) if dispatch.is_mismatch => {
                let message = value.as_str().unwrap_or("the arguments do not match");
                Err(Flow::fail_with(Topic::ArgumentType, format!("`{}` {message}", call.name)))
            }
            Some(dispatch) => dispatch.check_result(call.name, &value).map(|()| value),
            None => Ok(value),
        }
    }

    /// Changes the variables whose arrays and hashes the function changed in place, as in Puppet.
    fn take_changes(&self, vm: &mut Vm, call: &ForeignCall<'_>, changed: &Json) -> EvalResult<()> {
        for change in changed.as_array().into_iter().flatten() {
            let old = change[0].as_u64().and_then(|at| call.args.get(at as usize));
            let new = decode(self, vm, &change[1])?;
            if let Some(old) = old.filter(|old| old.is_shared())
                && !vm.templates.change_in_place(old, &new, &vm.globals)
            {
                let message = format!("`{}` changes its argument in place: this value stays unchanged", call.name);
                vm.log(Level::Warning, &message);
            }
        }
        Ok(())
    }

    /// Calls a block of Ruby code that was passed to the evaluator.
    pub(crate) fn yield_to(&self, vm: &mut Vm, number: u64, args: &[Value]) -> EvalResult {
        self.as_call(vm, |ruby, vm| {
            let args = ruby.encoded_all(vm, args)?;
            let request = format!(r#"{{"do":"yield","block":{number},"args":{args}}}"#);
            let reply = ruby.exchange(vm, "a block", &request)?;
            decode(ruby, vm, &reply)
        })
    }
}

impl Foreign for Ruby {
    fn call(&self, vm: &mut Vm, mut call: ForeignCall<'_>) -> EvalResult {
        make_arrays(vm, &mut call.args)?;
        self.as_call(vm, |ruby, vm| ruby.call_loaded(vm, &call))
    }

    fn file_of(&self, name: &str) -> Option<PathBuf> {
        self.state().files.get(name).cloned()
    }

    fn render(&self, vm: &mut Vm, name: &str, template: &str) -> EvalResult<String> {
        self.as_call(vm, |ruby, vm| {
            let variables = match named_variables(template) {
                Some(names) => {
                    let known = names.iter().filter_map(|name| Some((*name, vm.visible_variable(name)?)));
                    let known = known.map(|(name, value)| (Value::str(name), value)).collect();
                    let known = Value::hash(known);
                    note_secrets(vm, &known);
                    ruby.encoded(&known)?
                }
                None => "null".to_owned(),
            };
            let request = format!(
                r#"{{"do":"render","name":{},"text":{},"variables":{variables}}}"#,
                quoted(name),
                quoted(template)
            );
            let reply = ruby.exchange(vm, name, &request)?;
            match decode(ruby, vm, &reply)? {
                Value::Str(text) => Ok(text.text.clone()),
                other => Ok(puppet_pcore::interpolate(&other)),
            }
        })
    }

    fn title(&self, vm: &mut Vm, type_name: &str, file: &Path, title: &str) -> EvalResult {
        self.as_call(vm, |ruby, vm| {
            let (file, name, title) = (quoted(&pprepl_files::absolute(file)), quoted(type_name), quoted(title));
            let request = format!(r#"{{"do":"title","file":{file},"name":{name},"title":{title}}}"#);
            let reply = ruby.exchange(vm, &format!("the titles of {type_name}"), &request)?;
            decode(ruby, vm, &reply)
        })
    }

    fn run_program(&self, vm: &mut Vm, command: &[String]) -> EvalResult<String> {
        self.as_call(vm, |ruby, vm| {
            let command: Vec<String> = command.iter().map(|part| quoted(part)).collect();
            let request = format!(r#"{{"do":"program","command":[{}]}}"#, command.join(","));
            let reply = ruby.exchange(vm, "`generate`", &request)?;
            Ok(reply.as_str().unwrap_or_default().to_owned())
        })
    }
}

/// Makes arrays of iterators, which live in the evaluator.
fn make_arrays(vm: &mut Vm, args: &mut [Value]) -> EvalResult<()> {
    for arg in args {
        if matches!(arg, Value::Iterator(_)) {
            let array = Value::ty(Type::Array(Rc::new(Type::Any), None));
            *arg = vm.call_named("new", vec![array, arg.clone()])?;
        }
    }
    Ok(())
}

/// Remembers secrets that Ruby gets, so that its errors do not show them.
fn note_secrets(vm: &mut Vm, value: &Value) {
    match value {
        Value::Sensitive(inner) => vm.messages.note_secret(inner),
        Value::Array(items) => items.items.iter().take(100).for_each(|item| note_secrets(vm, item)),
        Value::Hash(hash) => hash.values().take(100).for_each(|item| note_secrets(vm, item)),
        _ => {}
    }
}

/// Returns the instance variables that a template names; `None` if it may read others.
fn named_variables(template: &str) -> Option<Vec<&str>> {
    if ["instance_variable", "binding", "eval", "ERB"].iter().any(|word| template.contains(word)) {
        return None;
    }
    let mut names: Vec<&str> = template
        .split('@')
        .skip(1)
        .map(|rest| &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())])
        .filter(|name| name.starts_with(|c: char| c.is_lowercase() || c == '_'))
        .collect();
    names.sort_unstable();
    names.dedup();
    Some(names)
}
