//! The files of an environment by their roles.

use std::path::PathBuf;
use std::sync::Arc;

/// The role of a file, which its path gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FileRole {
    /// A manifest of the environment, which every compilation evaluates.
    SiteManifest,
    /// A manifest of a module.
    Manifest,
    Function,
    TypeAlias,
    Plan,
    /// An EPP template.
    Template,
    /// A file of Hiera data.
    Data,
    /// The `hiera.yaml` of a layer.
    DataConfig,
    /// A function in Ruby, known by its path.
    RubyFunction,
    /// A resource type in Ruby, known by its path.
    RubyType,
    /// A manifest that nothing loads: an example, a fixture.
    Other,
    /// A file of another language that an editor has open, such as a `metadata.json`.
    Foreign,
}

/// A file of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub path: PathBuf,
    /// Its name in diagnostics: the path as shown.
    pub name: Arc<str>,
    pub role: FileRole,
    /// The module that contains it.
    pub module: Option<Arc<str>>,
    /// The qualified name that a loader looks for in it: `apache::vhost` in `apache/manifests/vhost.pp`.
    pub expects: Arc<str>,
}

impl Member {
    /// Returns whether other files see its definitions.
    pub fn is_visible(&self) -> bool {
        !matches!(self.role, FileRole::Other | FileRole::Template | FileRole::DataConfig | FileRole::Foreign)
    }

    /// Returns whether it contains Puppet code.
    pub fn is_code(&self) -> bool {
        !matches!(self.role, FileRole::Data | FileRole::DataConfig | FileRole::Foreign) && !self.is_named_by_path()
    }

    /// Returns whether its text counts for the index.
    pub fn is_read(&self) -> bool {
        self.role != FileRole::RubyType
    }

    /// Returns whether its path alone says what it defines.
    pub fn is_named_by_path(&self) -> bool {
        matches!(self.role, FileRole::RubyFunction | FileRole::RubyType)
    }
}
