//! A file of text in UTF-8 or UTF-16, read as UTF-8.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

/// A byte that is valid in no UTF-8 text: the row that contains it is refused.
const INVALID_BYTE: u8 = 0xff;

/// Opens a file. UTF-16 is recognised by its byte order mark, or by the zero byte beside the first letter.
pub(super) fn open_as_utf8(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    file.by_ref().take(2).read_to_end(&mut start)?;
    file.rewind()?;
    let to_unit: fn([u8; 2]) -> u16 = match start[..] {
        [0xff, 0xfe] | [1..=u8::MAX, 0] => u16::from_le_bytes,
        [0xfe, 0xff] | [0, 1..=u8::MAX] => u16::from_be_bytes,
        _ => return Ok(Box::new(file)),
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Box::new(Cursor::new(utf16_to_utf8(&bytes, to_unit))))
}

fn utf16_to_utf8(bytes: &[u8], to_unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = Vec::with_capacity(bytes.len());
    for letter in char::decode_utf16(pairs.iter().map(|pair| to_unit(*pair))) {
        match letter {
            Ok(letter) => text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(_) => text.push(INVALID_BYTE),
        }
    }
    text.extend(rest.iter().map(|_| INVALID_BYTE));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(bytes: &[u8]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.csv");
        std::fs::write(&path, bytes).unwrap();
        let mut text = Vec::new();
        open_as_utf8(&path).unwrap().read_to_end(&mut text).unwrap();
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
        assert_eq!(read_back(b""), b"");
        assert_eq!(read_back(&[0xff, 0xfe, b'a', 0, 0, 0xd8, b'b', 0, 7]), b"\xef\xbb\xbfa\xffb\xff");
    }
}
