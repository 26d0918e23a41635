//! The layers of data.

use std::path::{Path, PathBuf};

/// The root of a layer of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    pub kind: LayerKind,
    /// The path of its `hiera.yaml`.
    pub config: PathBuf,
}

/// The layers in search order. The key's name determines the module layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Data of all environments.
    Global,
    /// Data of the environment.
    Environment,
    /// Data of a module.
    Module(String),
}

impl LayerKind {
    /// Formats the layer for display.
    pub fn title(&self) -> String {
        match self {
            LayerKind::Global => "global layer".to_owned(),
            LayerKind::Environment => "environment".to_owned(),
            LayerKind::Module(name) => format!("module {name}"),
        }
    }
}

impl Layer {
    /// Returns the global layer with its `hiera.yaml`.
    pub fn global(config: impl Into<PathBuf>) -> Layer {
        Layer { kind: LayerKind::Global, config: config.into() }
    }

    /// Returns the layer of the environment in this directory.
    pub fn environment(folder: impl AsRef<Path>) -> Layer {
        Layer { kind: LayerKind::Environment, config: folder.as_ref().join("hiera.yaml") }
    }
}
