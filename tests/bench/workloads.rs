//! The workloads of `tests/bench/workloads`: what stands above `#=== measure` is set up once, what stands below is timed.
//!
//! `cargo bench --profile dist --bench workloads` times all, `cargo bench --bench workloads -- a_fib` one. With `PPREPL_MS=1` it prints a
//! line for each workload instead: the median CPU milliseconds of nine runs and the value.

use std::fs;
use std::path::PathBuf;

use pprepl_session::{Edition, Session, Settings, SystemHost};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Whole catalogs, each input in a session of its own.
const CATALOGS: &[&str] = &["k_catalog", "k2_resources"];

/// Workloads that run as they are.
const WORKLOADS: &[&str] = &[
    "a_fib",
    "a2_fibtyped",
    "b_reduce",
    "c_chain",
    "d_string",
    "e_regex",
    "f_hash",
    "f1_hashbuild",
    "f2_hashfold",
    "f3_arrayfold",
    "g1_sort",
    "g2_sortcmp",
    "g3_sortstr",
    "g4_sortby",
    "h_match",
    "i1_type",
    "i2_typegen",
    "i3_typered",
    "j_arith",
    "j2_bigleak",
    "m_epp",
    "n_closure",
    "n2_with",
];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bench/workloads")
}

/// A session in which a workload's set-up ran, and the text to be timed.
fn prepare(name: &str) -> (Session, String) {
    let text = fs::read_to_string(folder().join(format!("{name}.pp"))).expect("the workload is there");
    let (setup, measured) = text.split_once("#=== measure").unwrap_or(("", &text));
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.execution.elements = u64::MAX;
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let report = session.evaluate("setup", setup);
    assert!(!report.failed(), "{name}: {:?}", report.reports);
    (session, measured.to_owned())
}

#[divan::bench(args = WORKLOADS)]
fn workload(bencher: divan::Bencher<'_, '_>, name: &str) {
    let (mut session, text) = prepare(name);
    bencher.bench_local(|| session.evaluate("measured", &text));
}

/// A define instantiated 10,000 times, each time in a fresh session: an input declares what it declares once.
#[divan::bench]
fn k_catalog(bencher: divan::Bencher<'_, '_>) {
    let text = catalog_text("k_catalog");
    bencher.with_inputs(prepare_empty).bench_local_values(|mut session| {
        session.evaluate("measured", &text);
        session
    });
}

fn catalog_text(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.pp"))).expect("the workload is there")
}

/// The catalogs: the session is made and dropped outside of the time.
fn catalog_line(name: &str) {
    let text = catalog_text(name);
    let mut times = Vec::new();
    let (mut resources, mut peak) = (0, 0);
    for _ in 0..7 {
        let mut session = prepare_empty();
        let start = cpu_ms();
        let report = session.evaluate("measured", &text);
        times.push(cpu_ms() - start);
        assert!(!report.failed(), "{name}: {:?}", report.reports);
        if resources == 0 {
            peak = peak_kib();
            resources = session.catalog().resources().len();
        }
    }
    println!("{name:<14} {:9.3} ms   {resources} resources, {peak} KiB at most so far", median(times));
}

/// The most memory that this process held.
fn peak_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// 50,000 lines parsed, as `gen/l_parse.pp` of the generator.
#[divan::bench]
fn l_parse(bencher: divan::Bencher<'_, '_>) {
    let text = manifest(50_000);
    bencher.bench_local(|| puppet_syntax::parse(&text, puppet_syntax::LexOptions::PUPPET8));
}

fn manifest(lines: usize) -> String {
    match std::env::var("PPREPL_MANIFEST") {
        Ok(path) => fs::read_to_string(path).expect("the manifest can be read"),
        Err(_) => generate::manifest(lines),
    }
}

#[path = "generate.rs"]
mod generate;

/// 10,000 different one-line inputs against one session.
#[divan::bench]
fn o_session(bencher: divan::Bencher<'_, '_>) {
    let inputs = generate::inputs(10_000);
    bencher.with_inputs(prepare_empty).bench_local_values(|mut session| {
        inputs.iter().for_each(|input| {
            session.evaluate("input", input);
        });
        session
    });
}

fn prepare_empty() -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// CPU time of this thread in milliseconds.
fn cpu_ms() -> f64 {
    cpu_time::ThreadTime::now().as_duration().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Short runs are repeated to fill a good stretch of time.
fn line(name: &str, value: &str, mut run: impl FnMut()) {
    let start = std::time::Instant::now();
    run();
    let rounds = (0.05 / start.elapsed().as_secs_f64().max(1e-6)).ceil().clamp(1.0, 10_000.0) as u32;
    let time = |_| {
        let start = cpu_ms();
        (0..rounds).for_each(|_| run());
        (cpu_ms() - start) / f64::from(rounds)
    };
    println!("{name:<14} {:9.3} ms   {value}", median((0..9).map(time).collect()));
}

fn milliseconds() {
    let chosen = std::env::args().nth(1).filter(|arg| !arg.starts_with('-')).unwrap_or_default();
    for name in WORKLOADS.iter().filter(|name| name.contains(&chosen)) {
        let (mut session, text) = prepare(name);
        let start = cpu_ms();
        let first = session.evaluate("measured", &text);
        let once = cpu_ms() - start;
        let value = first.value.or(first.reports.first().map(|report| report.message.clone()));
        let value = value.unwrap_or_default().chars().take(60).collect::<String>();
        let value = format!("{value} (first {once:.3})");
        line(name, &value, || {
            session.evaluate("measured", &text);
        });
    }
    for name in CATALOGS.iter().filter(|name| name.contains(&chosen)) {
        catalog_line(name);
    }
    if "l_parse".contains(&chosen) {
        let text = manifest(50_000);
        // For other engines to read the same text.
        if let Ok(path) = std::env::var("PPREPL_MANIFEST_OUT") {
            fs::write(path, format!("# mode: parse\n{text}")).expect("the manifest can be written");
        }
        line("l_parse", &format!("{} bytes", text.len()), || {
            puppet_syntax::parse(&text, puppet_syntax::LexOptions::PUPPET8);
        });
    }
    if "o_session".contains(&chosen) {
        session_line();
    }
}

fn session_line() {
    let inputs = generate::inputs(10_000);
    if let Ok(path) = std::env::var("PPREPL_INPUTS_OUT") {
        let lines: Vec<String> = inputs.iter().map(|input| serde_json::json!(input).to_string()).collect();
        fs::write(path, lines.join("\n")).expect("the inputs can be written");
    }
    let mut each: Vec<f64> = Vec::new();
    let start = cpu_ms();
    let mut session = prepare_empty();
    for input in &inputs {
        let start = std::time::Instant::now();
        let evaluation = session.evaluate("input", input);
        each.push(start.elapsed().as_secs_f64() * 1e6);
        assert!(!evaluation.failed(), "{input}: {:?}", evaluation.reports);
    }
    let total = cpu_ms() - start;
    each.sort_by(f64::total_cmp);
    println!("{:<14} {total:9.3} ms   median {:.2} us, p99 {:.2} us", "o_session", each[5000], each[9900]);
}

fn main() {
    // Deep recursion is part of the workloads: a thread with a stack of the size that the program uses.
    let run = || if std::env::var_os("PPREPL_MS").is_some() { milliseconds() } else { divan::main() };
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread").join().expect("no panic");
}
