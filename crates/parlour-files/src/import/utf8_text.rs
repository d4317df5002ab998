//! Text in UTF-8 or UTF-16, read as UTF-8.

use std::io::{self, Cursor, Read};

/// A byte that is valid in no UTF-8 text: the row that contains it is refused.
const INVALID_BYTE: u8 = 0xff;

/// UTF-16 is recognised by its byte order mark, or by the zero byte beside the first letter.
pub(super) fn read_as_utf8(mut source: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    // More than is looked at: who reads rows leaves a byte order mark out only if text comes with it.
    let mut start = Vec::new();
    source.by_ref().take(8 * 1024).read_to_end(&mut start)?;
    let to_unit: Option<fn([u8; 2]) -> u16> = match start[..] {
        [0xff, 0xfe, ..] | [1..=u8::MAX, 0, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, 1..=u8::MAX, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    let whole = Cursor::new(start).chain(source);
    Ok(match to_unit {
        Some(to_unit) => Box::new(Utf16AsUtf8::new(whole, to_unit)),
        None => Box::new(whole),
    })
}

/// Converts while it is read, so that memory stays bounded.
struct Utf16AsUtf8<R> {
    source: R,
    to_unit: fn([u8; 2]) -> u16,
    /// What was read and makes no letter yet: half a unit, and the first of two units.
    half_unit: Option<u8>,
    high_surrogate: Option<u16>,
    text: Vec<u8>,
    /// How much of the text was given out.
    given: usize,
}

impl<R: Read> Utf16AsUtf8<R> {
    fn new(source: R, to_unit: fn([u8; 2]) -> u16) -> Self {
        Self { source, to_unit, half_unit: None, high_surrogate: None, text: Vec::new(), given: 0 }
    }

    /// Replaces the text by the next part of it. It is empty at the end of the file.
    fn read_more(&mut self) -> io::Result<()> {
        (self.given, self.text) = (0, Vec::new());
        let mut bytes = [0; 8 * 1024];
        while self.text.is_empty() {
            let read = self.source.read(&mut bytes)?;
            if read == 0 {
                let unfinished =
                    usize::from(self.high_surrogate.take().is_some()) + usize::from(self.half_unit.take().is_some());
                self.text.resize(unfinished, INVALID_BYTE);
                return Ok(());
            }
            for byte in &bytes[..read] {
                match self.half_unit.take() {
                    Some(first) => self.add_unit((self.to_unit)([first, *byte])),
                    None => self.half_unit = Some(*byte),
                }
            }
        }
        Ok(())
    }

    fn add_unit(&mut self, unit: u16) {
        if let Some(high) = self.high_surrogate.take() {
            if let Some(Ok(letter)) = char::decode_utf16([high, unit]).next() {
                return self.add_letter(letter);
            }
            self.text.push(INVALID_BYTE);
        }
        match char::decode_utf16([unit]).next() {
            Some(Ok(letter)) => self.add_letter(letter),
            _ if (0xd800..0xdc00).contains(&unit) => self.high_surrogate = Some(unit),
            _ => self.text.push(INVALID_BYTE),
        }
    }

    fn add_letter(&mut self, letter: char) {
        self.text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

impl<R: Read> Read for Utf16AsUtf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.text.len() {
            self.read_more()?;
        }
        let count = (&self.text[self.given..]).read(buffer)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        read_as_utf8(Box::new(Cursor::new(bytes.to_vec()))).unwrap().read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn both_orders_of_utf16_are_read_with_and_without_a_mark() {
        let text = "name,आशा 😀\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [&little, &big] {
            assert_eq!(read_back(bytes), text.as_bytes());
        }
        for (mark, bytes) in [([0xff, 0xfe], &little), ([0xfe, 0xff], &big)] {
            assert_eq!(read_back(&[&mark[..], bytes].concat()), format!("\u{feff}{text}").as_bytes());
        }
        assert_eq!(read_back(text.as_bytes()), text.as_bytes());
        for short in [&b""[..], b"a", b"ab"] {
            assert_eq!(read_back(short), short);
        }
        let long = "नमस्ते 😀 ".repeat(4_000);
        let bytes: Vec<u8> = format!("a{long}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read_back(&bytes), format!("a{long}").as_bytes(), "read in parts");
        assert_eq!(read_back(&[0xff, 0xfe, b'a', 0, 0, 0xd8, b'b', 0, 7]), b"\xef\xbb\xbfa\xffb\xff");
    }
}
