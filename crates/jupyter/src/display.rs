//! Values as Jupyter shows them: plain text, and HTML for pages.

use pprepl_notebook::CellOutput;
use pprepl_notebook::export::ValuePainter;
use pprepl_notebook::kernel::CellReport;
use pprepl_session::{CellValue, Evaluation, Session};
use pprepl_text::layout::layout;
use pprepl_text::visible;
use serde_json::{Value, json};

/// The layout width of values as plain text.
const WIDTH: usize = 80;

/// Returns the forms of the value of an evaluation; `None` without a value. Large values are cut.
pub(crate) fn value_data(
    session: &mut Session,
    evaluation: &Evaluation,
    painter: &mut ValuePainter,
) -> Option<(String, Value)> {
    let table = session.inspect().last_value().as_ref().and_then(CellValue::table);
    let themes = session.settings().themes;
    let quiet = Evaluation { logs: Vec::new(), ..evaluation.clone() };
    let output = CellOutput::from(&CellReport { table, ..CellReport::plain(quiet) });
    let value = output.value.as_ref()?;
    let plain = layout(&visible(value), WIDTH);
    let data = match painter.html(&output, themes) {
        Some(html) => json!({ "text/html": html, "text/plain": plain }),
        None => json!({ "text/plain": plain }),
    };
    Some((plain, data))
}
