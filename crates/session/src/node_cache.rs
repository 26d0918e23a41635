//! Sessions that compile nodes of one environment, one after another on a thread: each is new, so that no node sees
//! another one's state, and all share what they have read and parsed.

use std::cell::RefCell;
use std::rc::Rc;

use puppet_eval::{RegexpCache, SourceCache};
use puppet_functions::loader::hiera::DataCache;

use super::file_cache::FileCache;
use super::settings::Settings;
use super::{DescribedTypes, FactsError, Session, SystemHost};

/// The files, syntax trees and data that sessions share. It assumes that no file changes during its life.
pub struct NodeCache {
    files: Rc<RefCell<FileCache>>,
    sources: Rc<SourceCache>,
    data: DataCache,
    regexps: RegexpCache,
}

impl Default for NodeCache {
    fn default() -> NodeCache {
        let sources = Rc::new(SourceCache::of_unchanging_files());
        NodeCache { files: Rc::default(), sources, data: DataCache::default(), regexps: RegexpCache::default() }
    }
}

impl NodeCache {
    /// Returns a session that compiles the node of these settings. All settings but the node and its facts must be
    /// those of the cache's other sessions.
    ///
    /// # Errors
    /// The facts cannot be loaded.
    pub fn session(&self, mut settings: Settings, host: SystemHost) -> Result<Session, FactsError> {
        let facts = std::mem::take(&mut settings.environment.facts);
        let mut session = Session::new(settings, Box::new(host.with_cache(&self.files)));
        session.core.settings.environment.facts = facts;
        session.take_facts()?;
        session.core.vm.regexps = self.regexps.clone();
        session.core.vm.catalog.share_sources(self.sources.clone());
        session.site.data = self.data.clone();
        session.site.open_data(&mut session.core);
        session.report_types(DescribedTypes::NONE);
        session.begin_compilation();
        Ok(session)
    }
}
