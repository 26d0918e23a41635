//! The language of each edition, as its difference to another: `:set edition X` always yields the same language, and
//! leaves every other setting alone.

use super::{Edition, Language, Names, Settings, Strict, ValueChecks};

impl Edition {
    /// Returns the edition's language. A field that no edition names has the default of its row.
    pub fn language(self) -> Language {
        match self {
            Edition::Eight => Language::default(),
            Edition::FourX => Language {
                spec_types: true,
                string_numbers: true,
                unfold_undef: true,
                unknown_types: true,
                shadow_builtins: false,
                callable_default: true,
                ..Edition::Eight.language()
            },
            Edition::ThreeX => Language {
                callable_default: false,
                names: Names::Object,
                empty_string_true: false,
                strict_variables: false,
                ..Edition::FourX.language()
            },
            Edition::Puppet8 => Language {
                strict: Strict::Error,
                additions: false,
                spec_rules: false,
                multiline_regexp: true,
                atomic: false,
                check_values: ValueChecks::Note,
                ..Edition::Eight.language()
            },
        }
    }

    /// Sets every language setting to its value in this edition.
    pub fn apply(self, settings: &mut Settings) {
        settings.edition = self;
        settings.language = self.language();
    }
}

impl Settings {
    /// Returns the settings of an edition.
    pub fn of(edition: Edition) -> Settings {
        Settings { edition, language: edition.language(), ..Settings::default() }
    }
}
