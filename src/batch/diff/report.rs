//! The result of a comparison over many nodes: what would change on which nodes. It is data, so that several machines
//! each compare a part and the parts are merged.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::change::ResourceChange;

/// The version of the data.
pub const VERSION: u32 = 1;

/// The comparison of two environments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffReport {
    pub version: u32,
    /// The first environment, as the user named it.
    pub from: String,
    pub to: String,
    pub nodes: BTreeMap<String, NodeOutcome>,
}

/// The comparison of a node's catalogs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeOutcome {
    /// Both catalogs compiled; nothing differs if the list is empty.
    Compared(Vec<ResourceChange>),
    /// At least one catalog did not compile.
    Failed(Failures),
}

/// The causes why the catalogs of a node did not compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failures {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Nodes by what they have in common.
pub type Groups<'r, K> = BTreeMap<&'r K, Vec<&'r str>>;

impl DiffReport {
    pub fn new(from: &str, to: &str) -> DiffReport {
        DiffReport { version: VERSION, from: from.to_owned(), to: to.to_owned(), nodes: BTreeMap::new() }
    }

    /// Adds the nodes of another part of the same comparison.
    ///
    /// # Errors
    /// The part is of another version, compares other environments, or has a node that is there already.
    pub fn merge(&mut self, part: DiffReport) -> Result<(), String> {
        if part.version != self.version {
            return Err(format!("expected version {}, found {}", self.version, part.version));
        }
        if (&part.from, &part.to) != (&self.from, &self.to) {
            let (from, to) = (&self.from, &self.to);
            return Err(format!("expected a comparison of {from} and {to}, found {} and {}", part.from, part.to));
        }
        for (name, outcome) in part.nodes {
            if self.nodes.contains_key(&name) {
                return Err(format!("the node {name} is in an earlier part"));
            }
            self.nodes.insert(name, outcome);
        }
        Ok(())
    }

    /// Returns the changes in the order of their resources, each with its nodes. Changes of which `lines` says the same
    /// are one: the first is returned.
    pub fn changes(&self, lines: impl Fn(&ResourceChange) -> Vec<String>) -> Vec<(&ResourceChange, Vec<&str>)> {
        let mut groups: BTreeMap<_, (&ResourceChange, Vec<&str>)> = BTreeMap::new();
        for (name, outcome) in &self.nodes {
            let NodeOutcome::Compared(changes) = outcome else { continue };
            for change in changes {
                let key = (change.resource.as_str(), change.side, lines(change));
                groups.entry(key).or_insert((change, Vec::new())).1.push(name);
            }
        }
        groups.into_values().collect()
    }

    /// Returns the failures, each with its nodes.
    pub fn failures(&self) -> Groups<'_, Failures> {
        let mut groups = Groups::new();
        for (name, outcome) in &self.nodes {
            if let NodeOutcome::Failed(failures) = outcome {
                groups.entry(failures).or_default().push(name.as_str());
            }
        }
        groups
    }

    /// Returns the numbers of nodes: equal, different, failed.
    pub fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for outcome in self.nodes.values() {
            counts[match outcome {
                NodeOutcome::Compared(changes) if changes.is_empty() => 0,
                NodeOutcome::Compared(_) => 1,
                NodeOutcome::Failed(_) => 2,
            }] += 1;
        }
        counts
    }

    /// Returns the counts as a sentence.
    pub fn summary(&self) -> String {
        let [equal, different, failed] = self.counts();
        let mut parts = vec![format!("{equal} equal"), format!("{different} different")];
        if failed > 0 {
            parts.push(format!("{failed} failed"));
        }
        let nodes = if self.nodes.len() == 1 { "node" } else { "nodes" };
        format!("{} {nodes}: {}", self.nodes.len(), parts.join(", "))
    }
}
