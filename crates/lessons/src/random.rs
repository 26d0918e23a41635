//! Pseudo-random numbers from a seed (splitmix64): the same seed gives the same values everywhere.

/// The state of the generator.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number below `bound`; 0 if that is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ (mixed >> 31);
        usize::try_from(mixed % bound.max(1) as u64).unwrap_or(0)
    }

    /// Returns one of the items; `None` of no items.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// Returns one of the items of an array with at least one.
    pub(crate) fn one_of<T: Copy, const N: usize>(&mut self, from: [T; N]) -> T {
        const { assert!(N > 0) };
        from[self.below(N)]
    }

    /// Returns a number from `least` to `most`, which is not less.
    pub(crate) fn number(&mut self, least: i64, most: i64) -> i64 {
        let count = usize::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.below(count)).unwrap_or(0)
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Brings the items into a random order (Fisher-Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Returns `N` different words.
    pub(crate) fn words<const N: usize>(&mut self, from: &[&'static str]) -> [&'static str; N] {
        let mut all = from.to_vec();
        self.shuffle(&mut all);
        let mut all = all.into_iter();
        std::array::from_fn(|_| all.next().unwrap_or("word"))
    }
}
