//! Ends the kernel with the program that started it: a front end that crashed cannot ask it to end.

use std::env;
use std::time::Duration;

use tokio::time::sleep;

use super::publisher::Publisher;

/// The variable that Jupyter sets for its kernels.
const STARTED_BY_JUPYTER: &str = "JPY_PARENT_PID";

/// The time between two looks at the parent process.
const PAUSE: Duration = Duration::from_secs(2);

/// Ends the kernel when its parent process has ended. A kernel that was started by hand runs on.
pub(crate) async fn follow_parent(publisher: Publisher) {
    let Some(parent) = parent().filter(|_| env::var_os(STARTED_BY_JUPYTER).is_some()) else { return };
    while self::parent() == Some(parent) {
        sleep(PAUSE).await;
    }
    publisher.stop();
}

/// Returns the parent process. It changes when the parent ends.
#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

/// Returns `None`: a process keeps the number of a parent that has ended.
#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}
