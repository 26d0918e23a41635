//! The editions: named bundles of language settings.

/// A named bundle of language settings. `Edition::language` is its value: all that an edition changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Edition {
    /// Puppet 8 with the language extensions: the default.
    #[default]
    Eight,
    /// The language reference of Puppet 4 and later, exactly.
    FourX,
    /// The legacy type system.
    ThreeX,
    /// The reference implementation exactly.
    Puppet8,
}

impl Edition {
    pub const ALL: [Edition; 4] = [Edition::Eight, Edition::FourX, Edition::ThreeX, Edition::Puppet8];

    /// Returns the edition's name in `:set edition`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Edition::Eight => "8",
            Edition::FourX => "4x",
            Edition::ThreeX => "3x",
            Edition::Puppet8 => "puppet8",
        }
    }

    /// Returns the edition with this name.
    pub fn named(word: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.as_str() == word)
    }
}
