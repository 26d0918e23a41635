//! Positions in UTF-16 code units, as JavaScript counts them, and their bytes.

/// The positions of one text.
pub struct Units<'t> {
    text: &'t str,
    /// For each character that is not ASCII: the byte after it, and how many more bytes than units the text has there.
    excess: Vec<(usize, usize)>,
}

impl<'t> Units<'t> {
    pub fn new(text: &'t str) -> Units<'t> {
        let mut sum = 0;
        let wide = text.char_indices().filter(|(_, ch)| !ch.is_ascii());
        let excess = wide.map(|(at, ch)| {
            sum += ch.len_utf8() - ch.len_utf16();
            (at + ch.len_utf8(), sum)
        });
        Units { text, excess: excess.collect() }
    }

    /// Returns the units before a byte. A byte inside a character counts as its start, one after the text as its end.
    pub fn of_byte(&self, byte: usize) -> usize {
        let byte = self.text.floor_char_boundary(byte);
        let before = self.excess.partition_point(|(end, _)| *end <= byte);
        byte - before.checked_sub(1).and_then(|at| self.excess.get(at)).map_or(0, |(_, sum)| *sum)
    }

    /// Returns the byte of a position; `None` after the text or inside a character.
    pub fn byte(&self, units: usize) -> Option<usize> {
        let before = self.excess.partition_point(|(end, sum)| end - sum <= units);
        let sum = before.checked_sub(1).and_then(|at| self.excess.get(at)).map_or(0, |(_, sum)| *sum);
        let byte = units + sum;
        (byte <= self.text.len() && self.text.is_char_boundary(byte) && self.of_byte(byte) == units).then_some(byte)
    }

    /// Returns the byte of a line and a column in characters, both from 1.
    pub fn byte_of_place(&self, (line, column): (u32, u32)) -> Option<usize> {
        let before = usize::try_from(line.checked_sub(1)?).ok()?;
        let start: usize = self.text.split_inclusive('\n').take(before).map(str::len).sum();
        let rest = self.text.get(start..)?;
        let column = usize::try_from(column.checked_sub(1)?).ok()?;
        Some(start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at))
    }
}
