//! The values of the language settings in each edition.

use super::Edition;
use super::settings::{Names, Settings, Strict};

impl Edition {
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
