//! The course that ships: each lesson passes its own test, and the judge tells wrong answers from right ones.

mod mutants;
mod observed;
mod verdicts;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pprepl::course::COURSE;
use pprepl_lessons::{Grade, JudgeSetup, Lesson, grade, read};
use pprepl_notebook::Document;
use pprepl_text::{Source, render};

/// The stack of a judging thread, and the part of it that evaluations may use, in bytes.
const STACK: (usize, usize) = (64 << 20, 48 << 20);

/// Runs `work` on each lesson, in as many threads as there are processors. The results are in the order of the course.
fn for_each_lesson<T: Send + 'static>(work: fn(&Arc<Lesson>, &Arc<Source>, &JudgeSetup) -> T) -> Vec<(String, T)> {
    let files: Vec<(&str, &str)> = COURSE.files().collect();
    let count = std::thread::available_parallelism().map_or(2, |count| count.get());
    let run = move |(file, text): (&'static str, &'static str)| {
        let document = Document::parse(text);
        let source = Source::new(file, document.text());
        let lesson = Arc::new(read(file, &document));
        let parent = tempfile::tempdir().expect("a directory");
        let folder = parent.path().join("lesson");
        fs::create_dir(&folder).expect("a directory");
        let folder = (!lesson.files.is_empty()).then_some(folder);
        let setup = JudgeSetup { folder, stack: Some(STACK.1), ..JudgeSetup::default() };
        work(&lesson, &source, &setup)
    };
    let mut threads = Vec::new();
    for at in 0..count {
        let own: Vec<(&str, &str)> = files.iter().copied().skip(at).step_by(count).collect();
        let work = move || own.into_iter().map(|file| (file.0.to_owned(), run(file))).collect::<Vec<_>>();
        threads.push(std::thread::Builder::new().stack_size(STACK.0).spawn(work).expect("a thread"));
    }
    let mut all: Vec<(String, T)> = threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
    all.sort_by_key(|(name, _)| files.iter().position(|(file, _)| file == name));
    all
}

#[test]
fn the_course_has_exactly_the_files_in_lessons() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("lessons").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names: Vec<String> = paths.iter().map(name).collect();
    assert_eq!(names, COURSE.files().map(|(file, _)| file).collect::<Vec<_>>());
    for (path, (file, text)) in paths.iter().zip(COURSE.files()) {
        assert!(fs::read_to_string(path).expect("a lesson") == text, "{file} is not what was embedded");
    }
}

#[test]
fn every_lesson_passes_its_test() {
    let known: Vec<String> = COURSE.names().map(str::to_owned).collect();
    assert!(known.len() >= 14);
    let graded = for_each_lesson(|lesson, source, setup| {
        let known: Vec<String> = COURSE.names().map(str::to_owned).collect();
        let result = grade(lesson, source, setup, Some(&known));
        let found: Vec<String> = result.all().map(|found| render(found, false)).collect();
        (found, Grade { findings: Vec::new(), cases: Vec::new(), counts: result.counts })
    });
    let found: Vec<&str> = graded.iter().flat_map(|(_, (found, _))| found).map(String::as_str).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for (file, (_, grade)) in &graded {
        let steps = grade.counts.steps;
        assert!((12..=15).contains(&steps), "{file} has {steps} steps");
    }
}
