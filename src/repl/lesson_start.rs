//! The options for the session of a lesson.

use pprepl_session::Settings;

/// The options for the session of a lesson.
pub struct LessonStart {
    pub settings: Settings,
    /// Stack size for evaluations, in bytes.
    pub stack: usize,
}
