//! The desk of a class: joins learners, takes their progress, shows the room to the teacher.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pprepl_files::{private, reason, shared};
use pprepl_lessons::{Class, Course, MAX_LEARNER_FILE, Order, append_to};
use serde_json::{Value, json};

use super::error::ClassError;
use super::keys::{self, Keys};
use super::name::LearnerName;
use super::report::Report;
use crate::rate::Rate;

/// The maximum number of learners.
const MAX_LEARNERS: usize = 200;

/// The maximum number of news that wait for the terminal.
const MAX_NEWS: usize = 100;

/// Joins in a burst, and each second: a room joins at once.
const JOINS: (u64, u64) = (60, 2);

/// Wrong tokens in a burst, and each second.
const WRONG: (u64, u64) = (100, 5);

/// Records of a learner in a burst, and each second.
const RECORDS: (u64, u64) = (100, 2);

/// Requests for the room in a burst, and each second.
const VIEWS: (u64, u64) = (30, 5);

/// A class with its directory.
pub struct ClassDesk {
    name: String,
    folder: PathBuf,
    keys: Keys,
    class: Class,
    course: Course,
    rates: HashMap<String, Rate>,
    joins: Rate,
    wrong: Rate,
    views: Rate,
    news: Vec<String>,
}

impl ClassDesk {
    /// Opens the class in a directory, which is created if it is missing.
    ///
    /// # Errors
    /// The directory cannot be read or written, or the system has no random bytes.
    pub fn open(folder: &Path, course: Course) -> io::Result<ClassDesk> {
        keys::create(folder)?;
        let name =
            fs::canonicalize(folder)?.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(ClassDesk {
            name,
            keys: Keys::of_folder(folder)?,
            class: Class::open(folder)?,
            course,
            folder: folder.to_owned(),
            rates: HashMap::new(),
            joins: Rate::new(JOINS.0, JOINS.1),
            wrong: Rate::new(WRONG.0, WRONG.1),
            views: Rate::new(VIEWS.0, VIEWS.1),
            news: Vec::new(),
        })
    }

    /// Returns the token of the learners' link.
    pub fn learner_token(&self) -> &str {
        &self.keys.learners
    }

    /// Returns the token of the teacher's link.
    pub fn teacher_token(&self) -> &str {
        &self.keys.teacher
    }

    /// Returns the name of the class, which is the name of its directory.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn take_news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Returns the name of the class, for either token.
    pub(crate) fn about(&mut self, token: &str, now: u64) -> Result<Value, ClassError> {
        let is_teacher = keys::is_equal(token, &self.keys.teacher);
        self.check(is_teacher || keys::is_equal(token, &self.keys.learners), now)?;
        Ok(json!({ "class": self.name, "role": if is_teacher { "teacher" } else { "learner" } }))
    }

    /// Joins a learner with a new name, and returns the learner's secret.
    pub(crate) fn join(&mut self, token: &str, body: &[u8], now: u64) -> Result<Value, ClassError> {
        self.check(keys::is_equal(token, &self.keys.learners), now)?;
        let value: Value = serde_json::from_slice(body).map_err(|error| ClassError::Body(error.to_string()))?;
        let name = value.get("name").and_then(Value::as_str);
        let name = name.ok_or_else(|| ClassError::Body("expected a name".to_owned()))?;
        let name = LearnerName::new(name)?;
        if !self.joins.take(1, now) {
            return Err(ClassError::Busy);
        }
        let learners = self.learners().map_err(|error| ClassError::Write(reason(&error)))?;
        if learners.len() >= MAX_LEARNERS {
            return Err(ClassError::Full(MAX_LEARNERS));
        }
        let (end, earlier) = (name.file_end(), name.file_by_letters());
        if learners.iter().any(|file| file.ends_with(&end) || *file == earlier) {
            return Err(ClassError::Taken(name.shown));
        }
        let key = self.create(&name).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ClassError::Taken(name.shown.clone()),
            _ => ClassError::Write(reason(&error)),
        })?;
        if self.news.len() < MAX_NEWS {
            self.news.push(format!("{} joined ({} in the class)", name.shown, learners.len() + 1));
        }
        Ok(json!({ "class": self.name, "name": name.shown, "key": key }))
    }

    /// Creates the file of a learner, and returns the learner's secret.
    fn create(&mut self, name: &LearnerName) -> io::Result<String> {
        let path = self.folder.join(name.file());
        private::create_new(&path)?;
        self.keys.give_secret(&self.folder, &name.file()).inspect_err(|_| {
            // Without a secret the learner could not write to it.
            let _ = fs::remove_file(&path);
        })
    }

    /// Returns the names of the learners' files. The directory is the list of the learners: the teacher deletes a file to
    /// free its place and its name.
    fn learners(&self) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(&self.folder)?.flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        Ok(names.filter(|name| name.ends_with(".jsonl")).collect())
    }

    /// Appends the events of a learner to the learner's file.
    pub(crate) fn progress(&mut self, token: &str, body: &[u8], now: u64) -> Result<Value, ClassError> {
        let report = Report::read(body)?;
        let name = LearnerName::new(&report.name)?;
        let earlier = name.file_by_letters();
        let file_name = if self.folder.join(&earlier).exists() { earlier } else { name.file() };
        self.check(self.keys.is_secret_of(token, &file_name, &name.folded), now)?;
        let mut file = shared::open_for_append(&self.folder.join(file_name)).map_err(|error| match error.kind() {
            // A teacher who deletes a report removes the learner.
            io::ErrorKind::NotFound => ClassError::Token,
            _ => ClassError::Write(reason(&error)),
        })?;
        let size = file.metadata().map_err(|error| ClassError::Write(reason(&error)))?.len();
        if size >= MAX_LEARNER_FILE {
            return Err(ClassError::Quota);
        }
        let count = report.records.len();
        let rate = self.rates.entry(name.folded).or_insert(Rate::new(RECORDS.0, RECORDS.1));
        if !rate.take(count as u64, now) {
            return Err(ClassError::Busy);
        }
        let records = report.records.into_iter().map(|posted| posted.record(&name.shown, now / 1_000));
        for record in records.collect::<Result<Vec<_>, _>>()? {
            append_to(&mut file, &record).map_err(|error| ClassError::Write(reason(&error)))?;
        }
        Ok(json!({ "accepted": count }))
    }

    /// Returns the room. The query may name a lesson and an order.
    pub(crate) fn room(&mut self, token: &str, query: &str, now: u64) -> Result<Value, ClassError> {
        self.check(keys::is_equal(token, &self.keys.teacher), now)?;
        if !self.views.take(1, now) {
            return Err(ClassError::Busy);
        }
        self.class.poll();
        let field = |name: &str| query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        let order = match field("order") {
            Some("stuck") => Order::Stuck,
            Some("done") => Order::Done,
            Some("recent") => Order::Recent,
            Some(_) | None => Order::Name,
        };
        let room = self.class.room(self.course, field("lesson").filter(|name| !name.is_empty()), order, now / 1_000);
        let joined = self.learners().map_or(0, |learners| learners.len());
        Ok(json!({ "version": 1, "class": self.name, "joined": joined, "room": room }))
    }

    /// Counts a wrong token; too many at once are answered with patience.
    fn check(&mut self, is_right: bool, now: u64) -> Result<(), ClassError> {
        if is_right {
            return Ok(());
        }
        Err(if self.wrong.take(1, now) { ClassError::Token } else { ClassError::Busy })
    }
}
