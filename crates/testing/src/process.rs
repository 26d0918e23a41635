//! Processes that tests start.

use std::process::Child;

/// A process that ends with the test: a failing test does not leave an endless loop running.
pub struct Ended(pub Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // A test may have ended it already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
