//! The program of the module: a WASI command, and the exports by which a page calls the engine.
//!
//! `engine [STACK [STACKS]]` prepares the module and returns; the page then calls `input`, `handle` and `output`. Except for
//! the grammar's binding, only this file of the workspace uses `unsafe`: an export needs a name that the linker keeps, and
//! work that continues in another export is passed by its address.

#![allow(unsafe_code, reason = "the names of exports, and the work of another stack")]

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use pprepl_session::Settings;
use pprepl_web::command::{self, Streams};
use pprepl_web::{Engine, EngineOptions};

/// The part of the module's own stack that evaluations may use, in bytes. The browser's stack cannot be measured, but it
/// grows with the module's: 400 KiB here are at most 984 KiB there, the stack of Node. A worker of Chromium has 500 KiB.
const STACK: usize = 180 << 10;

/// The state of the module: one engine, the last message, and its answer.
struct Module {
    engine: Engine,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// The file whose metadata a page answers with a call of `resume` on another stack: a module asks its page through WASI only.
const RESUME: &str = "/resume";

type Work = *mut dyn FnMut();

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
    /// The stacks that the page offers in addition to the first one, and that are not in use.
    static STACKS: Cell<usize> = const { Cell::new(0) };
    /// The work that waits for another stack.
    static WAITING: Cell<Option<Work>> = const { Cell::new(None) };
    /// True if the last work on another stack has ended.
    static IS_DONE: Cell<bool> = const { Cell::new(false) };
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("engine") => {
            let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
            if let Some(stacks) = number(2) {
                STACKS.set(stacks);
                pprepl_budget::use_stacks(Some(run_on_stack));
            }
            prepare(number(1).unwrap_or(STACK));
            ExitCode::SUCCESS
        }
        _ => command::run(&arguments, STACK, &mut Streams { out: &mut io::stdout(), err: &mut io::stderr() }),
    }
}

fn prepare(stack: usize) {
    let sink = Box::new(|line: &str| {
        let mut out = io::stdout().lock();
        // A page that does not read its lines gets no progress.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    });
    let settings = Settings { themes: pprepl_assets::THEMES, ..Settings::default() };
    let options = EngineOptions { settings, stack, root: PathBuf::from("/"), sink: Some(sink) };
    let module = Module { engine: Engine::new(options), input: Vec::new(), output: Vec::new() };
    MODULE.with(|slot| slot.replace(Some(module)));
}

/// Runs work on another stack of the page.
fn run_on_stack(work: &mut dyn FnMut()) -> bool {
    let free = STACKS.get();
    if free == 0 {
        return false;
    }
    STACKS.set(free - 1);
    IS_DONE.set(false);
    // SAFETY: the lifetime ends with this call, and the pointer is out of `WAITING` before: `resume` or this call takes it.
    WAITING.set(Some(unsafe { std::mem::transmute::<*mut (dyn FnMut() + '_), Work>(work) }));
    let _ = fs::metadata(RESUME);
    STACKS.set(free);
    if WAITING.take().is_some() {
        return false;
    }
    if !IS_DONE.replace(false) {
        // The page caught a trap of the other stack: this one must not continue with half of a call.
        std::process::abort();
    }
    true
}

/// Runs the work that waits for another stack. A page calls it when the module asks for the metadata of `RESUME`.
#[unsafe(no_mangle)]
pub extern "C" fn resume() {
    if let Some(work) = WAITING.take() {
        // SAFETY: `run_on_stack` waits for this call, and its caller holds the work.
        unsafe { (*work)() };
        IS_DONE.set(true);
    }
}

/// Runs `work` on the module, which the first call prepares.
fn with_module<T>(work: impl FnOnce(&mut Module) -> T) -> Option<T> {
    if MODULE.with(|slot| slot.borrow().is_none()) {
        prepare(STACK);
    }
    MODULE.with(|slot| slot.borrow_mut().as_mut().map(work))
}

/// Makes room for a message of `length` bytes. Returns the address, where the page writes the message.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let room = |module: &mut Module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    };
    with_module(room).unwrap_or(std::ptr::null_mut())
}

/// Handles the first `length` bytes of the room. Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn handle(length: usize) -> usize {
    let answer = |module: &mut Module| {
        let message = String::from_utf8_lossy(module.input.get(..length).unwrap_or_default()).into_owned();
        module.output = module.engine.handle(&message).into_bytes();
        module.output.len()
    };
    with_module(answer).unwrap_or(0)
}

/// Returns the address of the answer. It stays until the next message.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with_module(|module| module.output.as_ptr()).unwrap_or(std::ptr::null())
}
