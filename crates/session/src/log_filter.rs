//! The log lines that a front end shows.

use puppet_eval::Level;

/// The levels by severity, as Puppet orders them.
const LEVELS: [Level; 8] =
    [Level::Debug, Level::Info, Level::Notice, Level::Warning, Level::Err, Level::Alert, Level::Emerg, Level::Crit];

/// Selects log lines by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogFilter {
    /// The rank of the least severe level to show; `None` shows nothing.
    least: Option<usize>,
}

impl LogFilter {
    /// Returns the filter that shows the level of this name and more severe ones, and nothing for an unknown name.
    /// `quiet` shows warnings and errors, whatever the name.
    pub fn new(least: &str, quiet: bool) -> LogFilter {
        let least = if quiet { Level::Warning.as_str() } else { least };
        LogFilter { least: LEVELS.iter().position(|level| level.as_str() == least) }
    }

    /// Returns whether to show lines of this level.
    pub fn shows(self, level: Level) -> bool {
        let rank = LEVELS.iter().position(|known| *known == level);
        self.least.is_some_and(|least| rank.is_some_and(|rank| rank >= least))
    }
}
