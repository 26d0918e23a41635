//! A notebook of 500 cells: how long it takes to be arranged and run from the start, and after an edit of one cell.
//!
//! `cargo bench --profile dist --bench notebook`

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{Kernel, Mode, Setup, Unobserved};
use pprepl_session::Settings;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Cells = Vec<(CellId, Arc<str>)>;

fn main() {
    divan::main();
}

/// Cells of all kinds; each sixth needs the one before it.
fn cells() -> Cells {
    let text = |number: usize| match number {
        0 => "function double($n) { $n * 2 }".to_owned(),
        1 => "type Small = Integer[0, 100]".to_owned(),
        2 => "define motd($text) { file { \"/etc/${title}\": content => $text } }".to_owned(),
        _ => match number % 6 {
            0 => format!("$v{number} = {number}"),
            1 => format!("$v{number} = $v{} + 1", number - 1),
            2 => format!("$v{number} = double($v{})", number - 1),
            3 => format!("notify {{ 'n{number}': message => 'value {number}' }}"),
            4 => format!("if 'host{number}' =~ /(\\d+)/ {{ notice($1) }}"),
            _ => format!("$l{number} = Integer[1, 20].map |$n| {{ {{ 'id' => $n, 'name' => \"host${{n}}\" }} }}"),
        },
    };
    (0..500).map(|number| (CellId(number as u64 + 1), Arc::from(text(number)))).collect()
}

fn kernel(cells: &Cells) -> Kernel {
    let mut kernel = Kernel::new(Setup::new(Settings::default(), 1 << 20));
    kernel.arrange(cells.clone(), &mut Unobserved);
    kernel
}

/// A fresh session and all cells.
#[divan::bench]
fn open_and_run_all(bencher: divan::Bencher) {
    let cells = cells();
    bencher.bench(|| kernel(&cells));
}

/// What is read before anything runs.
#[divan::bench]
fn open_lazily(bencher: divan::Bencher) {
    let cells = cells();
    bencher.bench(|| {
        let mut kernel = Kernel::new(Setup::new(Settings::default(), 1 << 20));
        kernel.set_mode(Mode::Lazy, &mut Unobserved);
        kernel.arrange(cells.clone(), &mut Unobserved);
        kernel
    });
}

/// The kernel after an edit of the cell at `place`, to and fro.
fn edits(bencher: divan::Bencher, place: usize, texts: [&str; 2]) {
    let mut cells = cells();
    let mut kernel = kernel(&cells);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        cells[place].1 = Arc::from(texts[turn % 2]);
        kernel.arrange(cells.clone(), &mut Unobserved);
    });
}

/// A value that two others need, near the top.
#[divan::bench]
fn edit_a_value_near_the_top(bencher: divan::Bencher) {
    edits(bencher, 6, ["$v6 = 10", "$v6 = 20"]);
}

/// The same near the end.
#[divan::bench]
fn edit_a_value_near_the_end(bencher: divan::Bencher) {
    edits(bencher, 480, ["$v480 = 10", "$v480 = 20"]);
}

/// A resource, which others follow in the catalog.
#[divan::bench]
fn edit_a_resource_near_the_top(bencher: divan::Bencher) {
    edits(bencher, 9, ["notify { 'n9': message => 'a' }", "notify { 'n9': message => 'b' } notify { 'more': }"]);
}

/// A function that 83 cells call.
#[divan::bench]
fn edit_a_function_that_many_call(bencher: divan::Bencher) {
    edits(bencher, 0, ["function double($n) { $n * 2 }", "function double($n) { $n + $n }"]);
}
