//! Static analysis in a session: the rules of the checker, and its runs over the session as a type environment. The
//! session is unchanged.

use pprepl_budget::{Deadline, Exhausted};
use pprepl_text::{Code, RuleCode, Severity};
use puppet_check::{RuleSet, SignatureCache, TypeEnv};

use super::checker_state::CheckerState;
use super::history::History;
use super::session_core::Core;
use super::type_env::{CheckSettings, SessionTypeEnv};

/// Static analysis of source: checks, types, hints and fixes.
pub struct Analyzer<'s> {
    pub(crate) core: &'s mut Core,
    pub(crate) checker: &'s mut CheckerState,
    pub(crate) history: &'s History,
}

impl Analyzer<'_> {
    /// Sets the enabled rules.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.checker.rules = rules;
    }

    /// Uses the default rules with these changes, in their order; rules of style do not belong to the checker.
    pub fn configure(&mut self, rules: &[(Code, Option<Severity>)]) {
        self.checker.rules = RuleSet::default();
        self.checker.severities.clear();
        rules.iter().for_each(|(code, severity)| self.adjust(*code, *severity));
    }

    /// Sets the severity of a rule; `None` disables it.
    pub fn adjust(&mut self, code: Code, severity: Option<Severity>) {
        let Code::Rule(rule) = code else { return };
        self.checker.rules = self.checker.rules.with(rule, severity.is_some());
        if let Some(severity) = severity {
            self.set_severity(rule, severity);
        }
    }

    /// Sets the severity of a rule.
    pub fn set_severity(&mut self, code: RuleCode, severity: Severity) {
        self.checker.severities.retain(|(known, _)| *known != code);
        self.checker.severities.push((code, severity));
    }

    /// Runs `act` under the budget of the settings. On an error (the exhausted limit) the result is discarded.
    pub(super) fn inside_budget<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> Result<T, Exhausted> {
        let outer = self.core.begin_budget();
        let result = act(self);
        match self.core.end_budget(outer) {
            None => Ok(result),
            Some(reason) => Err(reason),
        }
    }

    /// Runs `act` on the session as a type environment. The session is unchanged.
    pub(super) fn with_world<T>(
        &mut self,
        closed: bool,
        act: impl FnOnce(&mut dyn TypeEnv, &SignatureCache) -> T,
    ) -> T {
        self.with_world_until(closed, None, act)
    }

    /// Runs `act` as [`Self::with_world`] does, with a deadline.
    pub(super) fn with_world_until<T>(
        &mut self,
        closed: bool,
        until: Option<Deadline>,
        act: impl FnOnce(&mut dyn TypeEnv, &SignatureCache) -> T,
    ) -> T {
        let mark = self.core.vm.journal.mark();
        // The aliases of an environment stay for its other files: the session checks nothing else.
        let is_trial = self.checker.project.is_none();
        let is_outer = is_trial && self.core.vm.aliases.begin_trial();
        let signatures = std::mem::take(&mut self.checker.signatures);
        let rules = self.checker.rules;
        let rules = if self.core.settings.display.notes { rules } else { rules.without_notes() };
        let settings = CheckSettings::new(&self.core.vm, &self.core.settings.language, rules, until, closed);
        let settings = settings.shared(self.checker.is_shared || self.core.vm.messages.runs_apart());
        let settings = settings.complete(self.checker.is_complete);
        let project = self.checker.project.as_ref();
        let mut world = SessionTypeEnv { vm: &mut self.core.vm, settings, assumed: &self.checker.assumed, project };
        let result = act(&mut world, &signatures);
        self.checker.signatures = signatures;
        if is_trial {
            self.core.vm.discard(mark);
        }
        if is_outer {
            self.core.vm.aliases.end_trial();
        }
        result
    }
}
