//! The environment that a session checks: its files, and the index of all of them. The session only checks these files
//! from then on.

use std::path::Path;
use std::sync::Arc;

use pprepl_files::Rules;
use pprepl_project::{Discovery, FileEntry, Member, Project, index};

use super::checker_state::CheckerState;
use super::engine::file_rules;
use super::environment_error::EnvironmentError;
use super::environment_files;
use super::project_view::ProjectView;
use super::session_core::Core;
use super::site::Site;

/// Finds and indexes the files of an environment. Several sessions in threads of their own share the work.
pub struct ProjectFiles<'s> {
    pub(crate) core: &'s mut Core,
    pub(crate) checker: &'s mut CheckerState,
    pub(crate) site: &'s mut Site,
}

impl ProjectFiles<'_> {
    /// Finds the files of an environment.
    pub fn find(&mut self, root: &Path) -> Result<Discovery, EnvironmentError> {
        let base = self.core.settings.module_folders();
        let environment = environment_files::open(self.core, self.site, root, &base)?;
        Ok(Discovery::new(&environment, &self.code_rules(root)))
    }

    /// Uses the modules and facts of an environment without evaluating its manifests.
    pub fn enter(&mut self, discovery: &Discovery) {
        self.site.enter(self.core, discovery.environment().clone());
        self.checker.project = Some(ProjectView::new(self.core.lex_options(false), discovery.has_all_modules()));
    }

    /// Checks files that belong to no environment.
    pub fn enter_nothing(&mut self) {
        self.checker.project = Some(ProjectView::new(self.core.lex_options(false), false));
    }

    /// Reads a file of the environment into an entry of its index. The parse is kept for the check of the file.
    pub fn index(&mut self, member: &Member, text: impl Into<Arc<str>>) -> FileEntry {
        match &self.checker.project {
            Some(project) => project.index(member, text.into()),
            None => index(member, text, self.core.lex_options(false)).0,
        }
    }

    /// Finds the files of a directory: of the environment around it, of a module, of a directory of modules, or any
    /// manifests.
    pub fn find_around(&mut self, root: &Path) -> Discovery {
        let base = self.core.settings.module_folders();
        let rules = self.code_rules(root);
        self.core.vm.host_mut().set_file_rules(rules.clone());
        let discovery = Discovery::around(self.core.vm.host_mut(), root, &base, &rules);
        self.site.apply_file_rules(self.core);
        discovery
    }

    /// Returns the rules for the files of a directory that the user named, before the session enters an environment.
    pub fn code_rules(&self, root: &Path) -> Rules {
        file_rules(&self.core.settings, Some(root))
    }

    /// Reads a file of the environment; `None` if it cannot or may not be read.
    pub fn text_of(&mut self, member: &Member) -> Option<String> {
        let host = self.core.vm.host_mut();
        if member.is_read() {
            return host.read_code(&member.path).ok();
        }
        host.check_code(&member.path).ok().map(|()| String::new())
    }

    /// Reads a file again, or for the first time, into the index of the environment. Returns whether other files see it
    /// differently.
    pub fn update(&mut self, member: &Member, text: impl Into<Arc<str>>) -> bool {
        let entry = self.index(member, text);
        self.checker.project.as_mut().is_some_and(|project| project.update(entry))
    }

    /// Removes a file from the index of the environment.
    pub fn remove(&mut self, name: &str) {
        if let Some(project) = &mut self.checker.project {
            project.remove(name);
        }
    }

    /// Sets the index of the environment.
    pub fn set_index(&mut self, index: Arc<Project>) {
        if let Some(project) = &mut self.checker.project {
            project.set_index(index);
        }
    }
}
