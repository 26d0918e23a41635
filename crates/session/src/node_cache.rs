//! The sessions that compile the nodes of an environment, one after another on a thread. All share what they have read
//! and parsed, and a session is used again for the next node: what modules define stays, and all else is forgotten.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use puppet_eval::{RegexpCache, SourceCache};
use puppet_functions::loader::hiera::DataCache;

use super::environment::{Manifests, evaluate_site};
use super::environment_error::EnvironmentError;
use super::facts::Facts;
use super::file_cache::FileCache;
use super::history::History;
use super::settings::Settings;
use super::{DescribedTypes, Evaluation, FactsError, Session, SystemHost};

/// The files, syntax trees and data that sessions share, and a session to use again. It assumes that no file changes
/// during its life, and that all nodes have the same environment and settings.
pub struct NodeCache {
    files: Rc<RefCell<FileCache>>,
    sources: Rc<SourceCache>,
    data: DataCache,
    regexps: RegexpCache,
    idle: Option<Session>,
}

impl Default for NodeCache {
    fn default() -> NodeCache {
        let sources = Rc::new(SourceCache::of_unchanging_files());
        NodeCache {
            files: Rc::default(),
            sources,
            data: DataCache::default(),
            regexps: RegexpCache::default(),
            idle: None,
        }
    }
}

impl NodeCache {
    /// Returns a session that compiles the node of this name with the facts of a file. `new` gives the settings, whose
    /// node and facts do not count, and the host of a new session.
    ///
    /// # Errors
    /// The facts cannot be loaded.
    pub fn session(
        &mut self,
        node: &str,
        facts: &Path,
        new: impl FnOnce() -> (Settings, SystemHost),
    ) -> Result<Session, FactsError> {
        let mut session = match self.idle.take() {
            Some(session) => session,
            None => self.new_session(new()),
        };
        begin_node(&mut session, node, facts)?;
        Ok(session)
    }

    /// Keeps a session for the next node. Drop a session whose compile failed.
    pub fn keep(&mut self, mut session: Session) {
        session.core.vm.forget_node();
        session.history = History::default();
        self.idle = Some(session);
    }

    /// Does the same as [`Session::open_environment_with`] for a session of this cache, which may have opened the
    /// environment for another node.
    pub fn open_environment(
        session: &mut Session,
        root: &Path,
        name: Option<&str>,
        manifests: Option<&Manifests>,
    ) -> Result<Vec<Evaluation>, EnvironmentError> {
        if session.site.root.is_some() {
            evaluate_site(session, manifests)
        } else {
            session.open_environment_with(root, name, manifests)
        }
    }

    fn new_session(&self, (mut settings, host): (Settings, SystemHost)) -> Session {
        settings.environment.facts.clear();
        // No caller reads the notes on an input.
        settings.display.notes = false;
        let mut session = Session::new(settings, Box::new(host.with_cache(&self.files)));
        session.core.vm.regexps = self.regexps.clone();
        session.core.vm.catalog.share_sources(self.sources.clone());
        session.site.data = self.data.clone();
        session.report_types(DescribedTypes::NONE);
        session.site.compiles = true;
        session
    }
}

/// Uses another node and its facts.
fn begin_node(session: &mut Session, node: &str, facts: &Path) -> Result<(), FactsError> {
    session.core.settings.environment.facts = facts.display().to_string();
    let facts = Facts::load_of_node(facts, &session.core.settings)?;
    session.site.use_node(&mut session.core, node, facts);
    Ok(())
}
