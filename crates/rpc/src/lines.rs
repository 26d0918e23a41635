//! The lines of the input. A line is kept only up to a limit, so that a peer cannot fill the memory with one request.

use std::io::{self, BufRead, Read};

use crate::protocol::{self, Request, RpcError};

/// The maximum length of a line in bytes.
const MAX_LINE: u64 = 64 << 20;

/// The next line of the input.
pub(super) enum Line {
    /// A request, and the bytes of its line.
    Request(Request, usize),
    /// Nothing to answer: an empty line, or a notification that cannot be processed.
    Nothing,
    /// The end of the input.
    End,
}

/// Reads the next line. One that is too long is skipped and answered with an error.
///
/// # Errors
/// The input cannot be read.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Line::End);
    }
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        let reason = format!("expected at most {MAX_LINE} bytes, found a longer line");
        return Ok(Line::Request(protocol::malformed(&RpcError::new(RpcError::REQUEST, reason)), 0));
    }
    Ok(protocol::read(&line).map_or(Line::Nothing, |request| Line::Request(request, line.len())))
}
