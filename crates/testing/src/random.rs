//! Numbers at random that are the same each time, so that what a test found is found again.

/// A generator, from its seed.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`; 0 when `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
