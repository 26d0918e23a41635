//! Notebooks on disk: opening what is there and what is not, saving without ever losing the old file, undoing, and what
//! comes back after a process was killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pprepl_notebook::file::{DiskChange, NotebookFile, SaveError};
use pprepl_notebook::history::History;
use pprepl_notebook::journal::{replay, scan};
use pprepl_notebook::{CellId, CellKind, Document, OpenNotebook, Operation};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn file_with(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// What opening says, with the folder's name left out.
fn fault(folder: &Path, path: &Path) -> String {
    let fault = NotebookFile::open(path).map(|_| ()).unwrap_err().to_string();
    // The names are as the system writes them.
    let fault = fault.replace(&folder.display().to_string(), "DIR");
    if cfg!(windows) { fault.replace('\\', "/") } else { fault }
}

fn ms(n: u64) -> Duration {
    Duration::from_millis(n)
}

fn edit(id: CellId, at: usize, text: &str) -> Operation {
    Operation::Edit { id, range: at..at, text: text.into() }
}

#[test]
fn a_file_that_is_not_there_is_a_new_notebook() {
    let folder = folder();
    let path = folder.path().join("new.pp");
    let (mut file, text) = NotebookFile::open(&path).unwrap();
    assert!(file.is_new());
    assert_eq!(text, "");
    file.save("notice('hi')\n", false).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "notice('hi')\n");
    assert!(!file.is_new());
}

#[test]
fn what_cannot_be_opened_is_told_plainly() {
    let dir = folder();
    let at = dir.path();
    assert_eq!(fault(at, at), "DIR is a directory; name a file in it");
    assert_eq!(
        fault(at, &at.join("no/x.pp")),
        "cannot open DIR/no/x.pp: directory DIR/no not found; create the directory first"
    );
    // Windows has no such device.
    #[cfg(unix)]
    assert_eq!(
        fault(at, Path::new("/dev/zero")),
        "cannot read /dev/zero: is a device; only regular files are read: copy what it holds into one"
    );
    let file = file_with(at, "file", "x");
    assert_eq!(fault(at, &file.join("x.pp")), "cannot open DIR/file/x.pp: not a directory");
    let latin = file_with(at, "latin.pp", b"$a = 1\n$b = 'caf\xe9'\n");
    assert_eq!(
        fault(at, &latin),
        "DIR/latin.pp is not UTF-8 text: the byte 0xe9 at DIR/latin.pp:2:10 does not fit; Puppet code is UTF-8; 'iconv \
         -f latin1 -t utf-8' converts a file"
    );
}

#[cfg(unix)]
#[test]
fn control_characters_in_names_are_shown() {
    let dir = folder();
    let path = dir.path().join("a\u{1b}[2J\n\u{202e}.pp");
    let (file, _) = NotebookFile::open(&path).unwrap();
    assert!(file.name().ends_with("a\\e[2J\\n\\u{202e}.pp"), "{}", file.name());
    fs::create_dir(&path).unwrap();
    let fault = fault(dir.path(), &path);
    assert_eq!(fault, "DIR/a\\e[2J\\n\\u{202e}.pp is a directory; name a file in it");
}

#[test]
fn nul_bytes_and_ten_megabytes_come_back() {
    let dir = folder();
    let nul = file_with(dir.path(), "zero.pp", "$a = 'x\0y'\n\0");
    let (mut file, text) = NotebookFile::open(&nul).unwrap();
    let document = Document::parse(&text);
    file.save(&document.text(), false).unwrap();
    assert_eq!(fs::read_to_string(&nul).unwrap(), text);

    let long = "# %%\n$a = 'some text that fills the file'\n\n".repeat(10 << 20 >> 6);
    let path = file_with(dir.path(), "long.pp", &long);
    let (mut file, text) = NotebookFile::open(&path).unwrap();
    let document = Document::parse(&text);
    file.save(&document.text(), false).unwrap();
    assert!(fs::read_to_string(&path).unwrap() == long);
}

#[cfg(unix)]
#[test]
fn saving_keeps_permissions_and_follows_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = folder();
    let real = file_with(dir.path(), "real.pp", "1\n");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    let link = dir.path().join("link.pp");
    symlink("real.pp", &link).unwrap();
    let (mut file, _) = NotebookFile::open(&link).unwrap();
    file.save("2\n", false).unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "2\n");
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);

    let dangling = dir.path().join("dangling.pp");
    symlink("later.pp", &dangling).unwrap();
    let (mut file, _) = NotebookFile::open(&dangling).unwrap();
    file.save("3\n", false).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("later.pp")).unwrap(), "3\n");
    assert_eq!(names(dir.path()), ["dangling.pp", "later.pp", "link.pp", "real.pp"]);

    // A link that leads nowhere is not replaced.
    let circle = dir.path().join("circle.pp");
    symlink("circle.pp", &circle).unwrap();
    let refused = pprepl_notebook::file::write(&circle, "4\n").unwrap_err();
    assert_ne!(refused.kind(), std::io::ErrorKind::NotFound);
    assert!(circle.is_symlink());
    assert_eq!(names(dir.path()), ["circle.pp", "dangling.pp", "later.pp", "link.pp", "real.pp"]);
}

/// Nobody else may read what is written before the file has its permissions.
#[cfg(unix)]
#[test]
fn a_private_file_is_private_while_it_is_saved() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    let path = file_with(dir.path(), "secret.pp", "1\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    let (mut file, _) = NotebookFile::open(&path).unwrap();
    let text = "# 0123456789\n".repeat(400_000);
    std::thread::scope(|scope| {
        let saving = scope.spawn(|| file.save(&text, false).unwrap());
        while !saving.is_finished() {
            for entry in fs::read_dir(dir.path()).unwrap().flatten() {
                let mode = entry.metadata().map_or(0, |metadata| metadata.permissions().mode());
                assert_eq!(mode & 0o077, 0, "{:?}", entry.file_name());
            }
        }
    });
}

/// `/dev/null` and the end of a pipe are written to, not replaced.
#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_written_into() {
    use std::os::unix::fs::FileTypeExt;
    let dir = folder();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    NotebookFile::at(&pipe).save("# text\n", true).unwrap();
    assert_eq!(reader.join().unwrap(), "# text\n");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(names(dir.path()), ["pipe"]);
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_somebody_else_wrote_is_told_before_it_is_overwritten() {
    let dir = folder();
    let path = file_with(dir.path(), "x.pp", "1\n");
    let (mut file, _) = NotebookFile::open(&path).unwrap();
    assert_eq!(file.disk_change(), None);
    // Written again with the same text is no change.
    fs::write(&path, "1\n").unwrap();
    assert_eq!(file.disk_change(), None);
    fs::write(&path, "theirs\n").unwrap();
    assert_eq!(file.save("mine\n", false), Err(SaveError::Changed(DiskChange::Written)));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs\n");
    file.save("mine\n", true).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine\n");
    fs::remove_file(&path).unwrap();
    assert_eq!(file.save("mine\n", false), Err(SaveError::Changed(DiskChange::Gone)));
    let mut other = NotebookFile::at(&file_with(dir.path(), "y.pp", "1\n"));
    assert_eq!(other.save("2\n", false), Err(SaveError::Changed(DiskChange::Appeared)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files_is_told() {
    // Nobody can make files there, whoever runs the test.
    let path = Path::new("/proc/self/x.pp");
    let (mut file, _) = NotebookFile::open(path).unwrap();
    let Err(SaveError::Failed(fault)) = file.save("1\n", false) else { panic!("saved") };
    assert!(fault.message.starts_with("cannot save /proc/self/x.pp: "), "{fault}");
}

/// Run by the next test in a process that may write files of 8 blocks only.
#[cfg(unix)]
#[test]
fn in_a_process_without_room() {
    let Some(path) = std::env::var_os("PPREPL_WITHOUT_ROOM") else { return };
    let (mut file, text) = NotebookFile::open(Path::new(&path)).unwrap();
    assert_eq!(text, "$old = 1\n");
    let Err(SaveError::Failed(fault)) = file.save(&"# long\n".repeat(100_000), false) else { panic!("saved") };
    assert_eq!(fault.help.as_deref(), Some("the file is unchanged; free some space, or save it elsewhere"));
    file.save("$new = 1\n", false).unwrap();
    // The journal: what it cannot keep is told, and it goes on when there is room again.
    let state = Path::new(&path).with_file_name("state");
    let (mut notebook, _) = OpenNotebook::open(Some(Path::new(&path)), Some(&state)).unwrap();
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 0, &"#".repeat(100_000)), ms(0)).unwrap();
    assert!(notebook.take_warning().unwrap().starts_with("cannot write the recovery file: "));
    assert_eq!(notebook.take_warning(), None);
    notebook.apply(Operation::Edit { id, range: 0..100_000, text: String::new() }, ms(1)).unwrap();
    notebook.apply(edit(id, 0, "#"), ms(2)).unwrap();
    drop(notebook);
    let found = scan(&state, Some(Path::new(&path)), "$new = 1\n");
    assert_eq!(found.leftovers[0].replay.document.text(), "#$new = 1\n");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file_whole() {
    let dir = folder();
    let path = file_with(dir.path(), "x.pp", "$old = 1\n");
    // With the signal ignored, a write beyond the limit fails as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact notebook_file::in_a_process_without_room --nocapture";
    let program = std::env::current_exe().unwrap();
    let run = Command::new("sh").args(["-c", script]).arg(program).env("PPREPL_WITHOUT_ROOM", &path).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), "$new = 1\n");
    assert_eq!(names(dir.path()), ["state", "x.pp"]);
}

#[test]
fn typing_is_undone_word_by_word() {
    let (mut notebook, _) = OpenNotebook::open(None, None).unwrap();
    let id = notebook.document().cells()[0].id;
    let text = |notebook: &OpenNotebook| notebook.document().cells()[0].text.clone();
    for (at, ch) in "one two".char_indices() {
        notebook.apply(edit(id, at, &ch.to_string()), ms(100 * at as u64)).unwrap();
    }
    notebook.apply(Operation::Edit { id, range: 6..7, text: String::new() }, ms(800)).unwrap();
    notebook.apply(Operation::Edit { id, range: 5..6, text: String::new() }, ms(900)).unwrap();
    notebook.apply(edit(id, 5, "en"), ms(1000)).unwrap();
    notebook.apply(edit(id, 7, "!"), ms(9000)).unwrap();
    let mut seen = vec![text(&notebook)];
    while notebook.undo().is_some() {
        seen.push(text(&notebook));
    }
    assert_eq!(seen, ["one ten!", "one ten", "one t", "one two", "one ", ""]);
    while notebook.redo().is_some() {}
    assert_eq!(text(&notebook), "one ten!");
    // A pause ends the group, however soon the next edit follows.
    notebook.apply(edit(id, 8, "a"), ms(20_000)).unwrap();
    notebook.pause();
    notebook.apply(edit(id, 9, "b"), ms(20_001)).unwrap();
    notebook.undo();
    assert_eq!(text(&notebook), "one ten!a");
}

#[test]
fn what_was_undone_stays_reachable() {
    let (mut notebook, _) = OpenNotebook::open(None, None).unwrap();
    let id = notebook.document().cells()[0].id;
    let text = |notebook: &OpenNotebook| notebook.document().cells()[0].text.clone();
    notebook.apply(edit(id, 0, "first"), ms(0)).unwrap();
    notebook.undo();
    notebook.apply(edit(id, 0, "second"), ms(10)).unwrap();
    notebook.undo();
    assert_eq!(notebook.history().branches(), (2, 1));
    notebook.choose_branch(true);
    notebook.redo();
    assert_eq!(text(&notebook), "first");
    notebook.undo();
    notebook.choose_branch(false);
    notebook.redo();
    assert_eq!(text(&notebook), "second");
}

#[test]
fn folding_is_undone_too_and_is_nothing_to_save() {
    let (mut notebook, _) = OpenNotebook::open(None, None).unwrap();
    let id = notebook.document().cells()[0].id;
    let folded = |notebook: &OpenNotebook| notebook.document().cells()[0].folded;
    notebook.apply(Operation::Fold { id, folded: true }, ms(0)).unwrap();
    assert_eq!((folded(&notebook), notebook.is_changed()), (true, false));
    notebook.apply(edit(id, 0, "x"), ms(1)).unwrap();
    notebook.apply(Operation::Fold { id, folded: false }, ms(2)).unwrap();
    assert_eq!((folded(&notebook), notebook.is_changed()), (false, true));
    notebook.undo();
    notebook.undo();
    assert_eq!((folded(&notebook), notebook.is_changed()), (true, false));
    notebook.undo();
    assert_eq!((folded(&notebook), notebook.is_changed()), (false, false));
}

#[test]
fn whether_there_is_something_to_save_is_known() {
    let dir = folder();
    let path = file_with(dir.path(), "x.pp", "1\n");
    let (mut notebook, _) = OpenNotebook::open(Some(&path), None).unwrap();
    let id = notebook.document().cells()[0].id;
    assert!(!notebook.is_changed());
    notebook.apply(edit(id, 1, "2"), ms(0)).unwrap();
    assert!(notebook.is_changed());
    notebook.undo();
    assert!(!notebook.is_changed());
    notebook.redo();
    notebook.save(false).unwrap();
    assert!(!notebook.is_changed());
    notebook.apply(edit(id, 2, "3"), ms(1)).unwrap();
    assert!(notebook.is_changed());
    notebook.undo();
    assert_eq!((notebook.is_changed(), notebook.document().text()), (false, "12\n".into()));
    fs::write(&path, "\u{feff}# %%\r\n7\r\n").unwrap();
    notebook.reload(ms(2)).unwrap();
    assert_eq!((notebook.is_changed(), notebook.document().text()), (false, "\u{feff}# %%\r\n7\r\n".into()));
    notebook.save(false).unwrap();
    notebook.undo();
    assert_eq!(notebook.document().cells()[0].text, "12");
}

/// A notebook in a folder with a journal, as a process has it that is about to be killed.
fn opened(dir: &Path, text: &str) -> (OpenNotebook, PathBuf, PathBuf) {
    let path = file_with(dir, "x.pp", text);
    let state = dir.join("state");
    let (notebook, found) = OpenNotebook::open(Some(&path), Some(&state)).unwrap();
    assert!(found.leftovers.is_empty());
    (notebook, path, state)
}

#[test]
fn what_a_killed_process_leaves_is_offered_and_taken_over() {
    let dir = folder();
    let (mut notebook, path, state) = opened(dir.path(), "# %%\n$a = 1\n\n# %%\n$b = 2\n");
    let id = notebook.document().cells()[1].id;
    notebook.apply(edit(id, 6, "5"), ms(0)).unwrap();
    notebook.apply(Operation::Move { id, to: 0 }, ms(1)).unwrap();
    let text = notebook.document().text();
    // Alive, it is only told of; nothing is offered.
    let (second, found) = OpenNotebook::open(Some(&path), Some(&state)).unwrap();
    assert_eq!(found.open_in, [std::process::id()]);
    assert!(found.leftovers.is_empty());
    second.close();
    drop(notebook);
    let (mut notebook, mut found) = OpenNotebook::open(Some(&path), Some(&state)).unwrap();
    assert!(found.open_in.is_empty());
    let leftover = found.leftovers.remove(0);
    assert_eq!((leftover.replay.operations, leftover.replay.torn), (2, false));
    assert!(leftover.replay.is_of("# %%\n$a = 1\n\n# %%\n$b = 2\n"));
    notebook.recover(leftover, ms(0)).unwrap();
    assert_eq!(notebook.document().text(), text);
    assert!(notebook.is_changed());
    // Killed again before it is saved: still there, and only once.
    drop(notebook);
    let (mut notebook, mut found) = OpenNotebook::open(Some(&path), Some(&state)).unwrap();
    assert_eq!(found.leftovers.len(), 1);
    notebook.recover(found.leftovers.remove(0), ms(0)).unwrap();
    notebook.save(false).unwrap();
    notebook.close();
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(names(&state), Vec::<String>::new());
}

/// A program has a copy of each open file, lock included, between its fork and its start.
#[test]
fn a_closed_notebook_is_closed_while_programs_start() {
    let dir = folder();
    let (notebook, path, state) = opened(dir.path(), "1\n");
    drop(notebook);
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        let start_programs = || {
            while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
                let mut program = Command::new(std::env::current_exe().unwrap());
                program.arg("--help").stdout(std::process::Stdio::null()).status().unwrap();
            }
        };
        scope.spawn(start_programs);
        let seen: Vec<u32> =
            (0..300).flat_map(|_| OpenNotebook::open(Some(&path), Some(&state)).unwrap().1.open_in).collect();
        is_done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(seen.is_empty(), "{seen:?}");
    });
}

/// Run by the next test: types until it is killed.
#[test]
fn in_a_process_that_is_killed() {
    let Some(path) = std::env::var_os("PPREPL_TO_BE_KILLED") else { return };
    let path = Path::new(&path);
    let (mut notebook, _) = OpenNotebook::open(Some(path), Some(&path.with_file_name("state"))).unwrap();
    let id = notebook.document().cells()[0].id;
    for n in 0.. {
        notebook.apply(edit(id, n, "x"), ms(n as u64)).unwrap();
        notebook.tick(ms(n as u64 * 100));
        fs::write(path.with_file_name("typed"), n.to_string()).unwrap();
    }
}

#[test]
fn nothing_typed_is_lost_when_the_process_is_killed() {
    let dir = folder();
    let path = file_with(dir.path(), "x.pp", "1\n");
    let typed = dir.path().join("typed");
    let count = || fs::read_to_string(&typed).ok().and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let mut program = Command::new(std::env::current_exe().unwrap());
    let run = program.args(["--exact", "notebook_file::in_a_process_that_is_killed"]).env("PPREPL_TO_BE_KILLED", &path);
    let mut child = run.stdout(std::process::Stdio::null()).spawn().unwrap();
    while count() < 50 {
        std::thread::sleep(ms(1));
        assert!(child.try_wait().unwrap().is_none(), "it types on");
    }
    let state = dir.path().join("state");
    assert_eq!(scan(&state, Some(&path), "1\n").open_in, [child.id()]);
    child.kill().unwrap();
    child.wait().unwrap();
    let (mut notebook, mut found) = OpenNotebook::open(Some(&path), Some(&state)).unwrap();
    notebook.recover(found.leftovers.remove(0), ms(0)).unwrap();
    let text = notebook.document().text();
    assert!(text.starts_with(&"x".repeat(count() + 1)), "{} of {}", text.len(), count());
    assert!(text.trim_start_matches('x') == "1\n", "{text}");
}

/// Searches for journals until the one without news is gone: a process that another test just starts has its lock, too, until
/// it runs its own program.
fn take_away(state: &Path, path: &Path, text: &str) {
    for _ in 0..200 {
        assert!(scan(state, Some(path), text).leftovers.is_empty());
        if names(state).is_empty() {
            return;
        }
        std::thread::sleep(ms(10));
    }
    assert_eq!(names(state), Vec::<String>::new());
}

#[test]
fn a_journal_without_news_is_taken_away() {
    let dir = folder();
    let (mut notebook, path, state) = opened(dir.path(), "1\n");
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 1, "2"), ms(0)).unwrap();
    notebook.save(false).unwrap();
    drop(notebook);
    assert_eq!(names(&state).len(), 1);
    take_away(&state, &path, "12\n");
}

#[test]
fn a_journal_whose_edits_end_at_the_text_of_the_file_is_taken_away() {
    let dir = folder();
    let (mut notebook, path, state) = opened(dir.path(), "1\n");
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 1, "2"), ms(0)).unwrap();
    notebook.apply(Operation::Edit { id, range: 1..2, text: String::new() }, ms(1)).unwrap();
    drop(notebook);
    assert_eq!(names(&state).len(), 1);
    take_away(&state, &path, "1\n");
}

#[test]
fn a_directory_with_the_name_of_a_journal_is_left_alone() {
    let dir = folder();
    let (mut notebook, path, state) = opened(dir.path(), "1\n");
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 1, "2"), ms(0)).unwrap();
    drop(notebook);
    let journal = state.join(&names(&state)[0]);
    fs::remove_file(&journal).unwrap();
    fs::create_dir(&journal).unwrap();
    let found = scan(&state, Some(&path), "1\n");
    assert!(found.leftovers.is_empty() && found.open_in.is_empty());
    assert!(journal.is_dir());
}

#[test]
fn a_file_that_is_read_again_gains_and_loses_cells() {
    let dir = folder();
    let (mut notebook, path, _) = opened(dir.path(), "# %%\n1\n\n# %%\n2\n");
    let ids: Vec<CellId> = notebook.document().cells().iter().map(|cell| cell.id).collect();
    let texts =
        [("# %%\n1\n\n# %%\n2\n", 2, true), ("# %%\n1\n\n# %%\n3\n\n# %%\n2\n", 3, true), ("# %%\n1\n", 1, false)];
    for (text, count, keeps_last) in texts {
        fs::write(&path, text).unwrap();
        notebook.reload(ms(0)).unwrap();
        let cells = notebook.document().cells();
        assert_eq!((notebook.document().text().as_str(), cells.len()), (text, count));
        assert_eq!((cells[0].id, cells[count - 1].id == ids[1]), (ids[0], keeps_last), "{text}");
        assert!(!notebook.is_changed());
    }
}

/// A file of the same length and time is known by its number.
#[cfg(unix)]
#[test]
fn a_file_that_replaces_another_is_told() {
    let dir = folder();
    let path = file_with(dir.path(), "x.pp", "1\n");
    let (file, _) = NotebookFile::open(&path).unwrap();
    let time = fs::metadata(&path).unwrap().modified().unwrap();
    // Both are there before one is replaced: a system may use a number again.
    let others = [("same.pp", "1\n", None), ("other.pp", "2\n", Some(DiskChange::Written))]
        .map(|(name, text, change)| (file_with(dir.path(), name, text), change));
    for (other, change) in others {
        fs::OpenOptions::new().write(true).open(&other).unwrap().set_modified(time).unwrap();
        fs::rename(&other, &path).unwrap();
        assert_eq!(file.disk_change(), change);
    }
}

#[cfg(unix)]
#[test]
fn journals_are_their_owners_only_and_hold_no_outputs() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    let (mut notebook, _, state) = opened(dir.path(), "1\n");
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 0, "$x = "), ms(0)).unwrap();
    let journal = state.join(&names(&state)[0]);
    assert_eq!(fs::metadata(&journal).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(&state).unwrap().permissions().mode() & 0o777, 0o700);
    let text = String::from_utf8_lossy(&fs::read(&journal).unwrap()).into_owned();
    assert!(text.contains("$x = "), "{text}");
    assert!(!text.contains("output"), "{text}");
}

/// A journal of another form is left for the pprepl that can read it.
#[test]
fn a_journal_of_another_form_is_left_alone() {
    let dir = folder();
    let (mut notebook, path, state) = opened(dir.path(), "1\n");
    let id = notebook.document().cells()[0].id;
    notebook.apply(edit(id, 1, "2"), ms(0)).unwrap();
    drop(notebook);
    let journal = state.join(&names(&state)[0]);
    let bytes = fs::read(&journal).unwrap();
    let length = u32::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
    let base = String::from_utf8(bytes[12..12 + length].to_vec()).unwrap().replace("\"version\":1", "\"version\":2");
    let mut other = bytes[..4].to_vec();
    other.extend(&Sha256::digest(base.as_bytes())[..8]);
    other.extend(base.as_bytes());
    assert!(replay(&other).is_none());
    fs::write(&journal, &other).unwrap();
    assert!(scan(&state, Some(&path), "1\n").leftovers.is_empty());
    assert_eq!(fs::read(&journal).unwrap(), other);
}

#[test]
fn every_prefix_of_a_journal_gives_the_notebook_of_its_last_whole_record() {
    let dir = folder();
    let (mut notebook, _, state) = opened(dir.path(), "\u{feff}# %%\r\n$a = 'é'\r\n\r\n# %% [md]\r\n# hi\r\n");
    let journal = state.join(&names(&state)[0]);
    let length = || fs::metadata(&journal).unwrap().len();
    // What the notebook said when the journal had so many bytes.
    let mut states = vec![(length(), notebook.document().clone())];
    let id = notebook.document().cells()[0].id;
    let cell = notebook.new_cell(CellKind::Code, "notice($a)");
    let wishes = [
        edit(id, 6, "x\ny"),
        Operation::Split { id, at: 8 },
        Operation::Insert { at: 3, cell: cell.clone() },
        Operation::Merge { id: cell.id },
        Operation::Turn { id, kind: CellKind::Prose },
        Operation::Fold { id, folded: true },
        Operation::Move { id, to: 3 },
        Operation::Delete { id: cell.id },
    ];
    for (number, wish) in wishes.into_iter().enumerate() {
        // Some are refused, which the journal must bear.
        let _ = notebook.apply(wish, ms(number as u64 * 5000));
        states.push((length(), notebook.document().clone()));
    }
    while notebook.undo().is_some() {
        states.push((length(), notebook.document().clone()));
    }
    notebook.redo();
    states.push((length(), notebook.document().clone()));
    let bytes = fs::read(&journal).unwrap();
    for cut in 0..=bytes.len() {
        let whole = states.iter().rev().find(|(length, _)| *length <= cut as u64);
        let found = replay(&bytes[..cut]);
        match (whole, found) {
            (None, None) => {}
            (Some((length, document)), Some(found)) => {
                assert_eq!(found.document.cells(), document.cells(), "cut at {cut}");
                assert_eq!(found.document.text(), document.text(), "cut at {cut}");
                assert_eq!(found.torn, *length < cut as u64);
            }
            (whole, found) => panic!("cut at {cut}: {whole:?} {found:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_journal_with_a_wrong_byte_is_no_other_notebook(at in 0usize..2000, change in 1u8..) {
        let dir = folder();
        let (mut notebook, _, state) = opened(dir.path(), "# %%\n$a = 1\n\n# %%\n$b = 2\n");
        let id = notebook.document().cells()[0].id;
        let mut texts = vec![notebook.document().text()];
        for n in 0..5 {
            notebook.apply(edit(id, 0, &format!("# {n}\n")), ms(n * 5000)).unwrap();
            texts.push(notebook.document().text());
        }
        let journal = state.join(&names(&state)[0]);
        let mut bytes = fs::read(&journal).unwrap();
        let at = at % bytes.len();
        bytes[at] ^= change;
        if let Some(found) = replay(&bytes) {
            prop_assert!(texts.contains(&found.document.text()));
        }
    }

    #[test]
    fn random_bytes_are_no_journal(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(replay(&bytes).is_none());
    }

    #[test]
    fn undoing_all_and_doing_it_again_gives_the_same(edits in prop::collection::vec((0usize..30, 0usize..5, "[a-c \n]{0,3}", 0u64..3000), 0..30)) {
        let mut document = Document::parse("some text\nmore\n");
        let id = document.cells()[0].id;
        let mut history = History::new();
        let mut now = 0;
        for (at, len, text, wait) in edits {
            let size = document.cells()[0].text.len();
            let start = at.min(size);
            let operation = Operation::Edit { id, range: start..(start + len).min(size), text };
            now += wait;
            let undo = document.apply(operation.clone()).unwrap();
            history.record(&operation, undo, ms(now));
        }
        let last = document.text();
        while let Some(done) = history.undo(|operation| document.apply(operation)) {
            done.unwrap();
        }
        prop_assert_eq!(document.text(), "some text\nmore\n");
        prop_assert!(!history.is_changed());
        while let Some(done) = history.redo(|operation| document.apply(operation)) {
            done.unwrap();
        }
        prop_assert_eq!(document.text(), last);
    }
}
