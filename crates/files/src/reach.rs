//! The directories from which code may read.

/// The directories from which files may be read, the narrowest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The notebook's directory.
    Notebook,
    /// The notebook's directory, the module path and the environment.
    Modules,
    #[default]
    All,
}
