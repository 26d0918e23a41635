//! Parts of the nodes, so that several machines share the work.

use std::str::FromStr;

use super::list::Node;

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
            None => Err(format!("expected PART/PARTS, such as 1/4, found '{text}'")),
        }
    }
}

impl Shard {
    /// Returns the nodes of this part: each node is in exactly one part, and parts differ by one node at most.
    pub fn part(self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().skip(self.index - 1).step_by(self.count).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_is_in_one_part() {
        let node = |number: usize| Node { name: format!("n{number}"), facts: "f".into() };
        let all: Vec<Node> = (0..10).map(node).collect();
        let parts: Vec<Vec<Node>> = (1..=4).map(|index| Shard { index, count: 4 }.part(&all)).collect();
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3, 2, 2]);
        let mut together: Vec<Node> = parts.into_iter().flatten().collect();
        together.sort_by(|one, other| one.name.cmp(&other.name));
        assert_eq!(together, all);
    }

    #[test]
    fn what_is_no_part_is_refused() {
        assert_eq!("2/4".parse(), Ok(Shard { index: 2, count: 4 }));
        assert_eq!("5/4".parse::<Shard>(), Err("expected a part from 1 to 4, found 5".to_owned()));
        for text in ["", "4", "0/4", "1/0", "a/b", "-1/2"] {
            assert_eq!(text.parse::<Shard>(), Err(format!("expected PART/PARTS, such as 1/4, found '{text}'")));
        }
    }
}
