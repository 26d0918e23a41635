//! The editions: named bundles of language settings. An edition sets every language setting, so that `:set edition X`
//! always yields the same language. Display settings are unchanged.

use super::settings::{Names, Settings, Strict};

/// A named bundle of language settings.
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

    /// Sets every language setting to its value in this edition.
    pub fn apply(self, settings: &mut Settings) {
        base(settings);
        settings.edition = self;
        match self {
            Edition::Eight => {}
            Edition::FourX => four_x(settings),
            Edition::ThreeX => three_x(settings),
            Edition::Puppet8 => puppet8(settings),
        }
    }
}

/// Applies edition 8.
fn base(settings: &mut Settings) {
    settings.strict = Strict::Warning;
    settings.strict_variables = true;
    settings.additions = true;
    settings.seed_rules = true;
    settings.multiline_regexp = false;
    settings.atomic = true;
    settings.names = Names::Any;
    settings.empty_string_true = true;
    settings.seed_types = false;
    settings.string_numbers = false;
    settings.unfold_undef = false;
    settings.unknown_types = false;
    settings.shadow_builtins = true;
    settings.callable_default = false;
    settings.check_values = Strict::Warning;
}

fn four_x(settings: &mut Settings) {
    settings.seed_types = true;
    settings.string_numbers = true;
    settings.unfold_undef = true;
    settings.unknown_types = true;
    settings.shadow_builtins = false;
    settings.callable_default = true;
}

fn three_x(settings: &mut Settings) {
    four_x(settings);
    settings.callable_default = false;
    settings.names = Names::Object;
    settings.empty_string_true = false;
    settings.strict_variables = false;
}

fn puppet8(settings: &mut Settings) {
    settings.strict = Strict::Error;
    settings.additions = false;
    settings.seed_rules = false;
    settings.multiline_regexp = true;
    settings.atomic = false;
    settings.check_values = Strict::Off;
}
