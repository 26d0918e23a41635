//! Parts of the nodes, so that several machines share the work.

use std::str::FromStr;

use pprepl_session::NodeFile;
use pprepl_text::visible;

/// Part `index` of `count` parts, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number > 0);
        let parts = text.split_once('/').and_then(|(index, count)| Some((number(index)?, number(count)?)));
        match parts {
            Some((index, count)) if index <= count => Ok(Shard { index, count }),
            Some((index, count)) => Err(format!("expected a part from 1 to {count}, found {index}")),
            None => Err(format!("expected PART/PARTS, such as 1/4, found '{}'", visible(text))),
        }
    }
}

impl Shard {
    /// Returns the nodes of this part: each node is in exactly one part, and parts differ by one node at most.
    pub fn part(self, nodes: &[NodeFile]) -> Vec<NodeFile> {
        nodes.iter().skip(self.index - 1).step_by(self.count).cloned().collect()
    }
}
