//! Reads type and size from the header of an uploaded image, without decoding the image.

/// The largest image that an invoice is rendered with: 16 MB when decoded.
pub const MAX_PIXELS: u64 = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    Png,
    Jpeg,
}

impl ImageFormat {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
        }
    }
}

/// The type and size of an image file. Only the header was checked, not the rest of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageHeader {
    pub kind: ImageFormat,
    pub width: u32,
    pub height: u32,
}

impl ImageHeader {
    /// `None` if the file is neither a PNG nor a JPEG, or if it has no pixels or more than `MAX_PIXELS`.
    pub fn read(file: &[u8]) -> Option<Self> {
        let (kind, (width, height)) = match file {
            [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, rest @ ..] => (ImageFormat::Png, png_size(rest)?),
            [0xff, 0xd8, rest @ ..] => (ImageFormat::Jpeg, jpeg_size(rest)?),
            _ => return None,
        };
        let pixels = u64::from(width) * u64::from(height);
        (1..=MAX_PIXELS).contains(&pixels).then_some(Self { kind, width, height })
    }
}

/// The size in the IHDR chunk, which is the first chunk.
fn png_size(chunks: &[u8]) -> Option<(u32, u32)> {
    let header = chunks.get(4..)?.strip_prefix(b"IHDR")?;
    let (width, rest) = header.split_first_chunk()?;
    let (height, _) = rest.split_first_chunk()?;
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

/// The size in the frame header. Other segments may come before it; each has its length.
fn jpeg_size(mut segments: &[u8]) -> Option<(u32, u32)> {
    loop {
        let [0xff, marker, rest @ ..] = segments else { return None };
        // Any number of 0xff fill bytes may come before a marker.
        if *marker == 0xff {
            segments = &segments[1..];
            continue;
        }
        let (length, _) = rest.split_first_chunk()?;
        let segment = rest.get(..usize::from(u16::from_be_bytes(*length)))?;
        match marker {
            // Three markers of this range do not start a frame.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (height, rest) = segment.get(3..)?.split_first_chunk()?;
                let (width, _) = rest.split_first_chunk()?;
                return Some((u16::from_be_bytes(*width).into(), u16::from_be_bytes(*height).into()));
            }
            // Markers without a length, and the image data: the frame header should have come before them.
            0x01 | 0xd0..=0xda => return None,
            _ => segments = &rest[segment.len()..],
        }
        if segment.len() < 2 {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        file.extend(width.to_be_bytes());
        file.extend(height.to_be_bytes());
        file
    }

    fn jpeg(width: u16, height: u16) -> Vec<u8> {
        let mut file = b"\xff\xd8\xff\xe0\x00\x04JF\xff\xff\xc4\x00\x02\xff\xc2\x00\x08\x08".to_vec();
        file.extend(height.to_be_bytes());
        file.extend(width.to_be_bytes());
        file.push(3);
        file
    }

    #[test]
    fn image_header_gives_format_and_size() {
        let read = |file: &[u8]| ImageHeader::read(file).map(|found| (found.kind, found.width, found.height));
        assert_eq!(read(&png(300, 120)), Some((ImageFormat::Png, 300, 120)));
        assert_eq!(read(&jpeg(300, 120)), Some((ImageFormat::Jpeg, 300, 120)));
        assert_eq!(read(&png(2_000, 2_000)), Some((ImageFormat::Png, 2_000, 2_000)));
    }

    #[test]
    fn undrawable_images_are_refused() {
        let cut = png(300, 120);
        for (file, why) in [
            (Vec::new(), "nothing"),
            (b"GIF89a".to_vec(), "another kind"),
            (b"<svg/>".to_vec(), "a drawing"),
            (cut[..20].to_vec(), "cut off"),
            (png(0, 120), "no width"),
            (png(2_001, 2_000), "too large"),
            (png(u32::MAX, u32::MAX), "a trap"),
            (jpeg(0, 1), "no width"),
            (jpeg(40_000, 40_000), "a trap"),
            (b"\xff\xd8\xff\xda\x00\x02".to_vec(), "no frame"),
            (b"\xff\xd8\xff\xe0\x00\x00\xff\xe0\x00\x00".to_vec(), "segments of no length"),
        ] {
            assert_eq!(ImageHeader::read(&file), None, "{why}");
        }
    }

    proptest! {
        #[test]
        fn parsing_any_bytes_terminates(
            start in prop::sample::select(vec![&b"\xff\xd8\xff"[..], &b"\x89PNG\r\n\x1a\n"[..], &b""[..]]),
            rest in prop::collection::vec(prop::sample::select(vec![0_u8, 1, 2, 3, 0xff, 0xc0, 0xc4, 0xe0]), 0..64),
        ) {
            let file = [start, &rest].concat();
            prop_assert!(ImageHeader::read(&file).is_none_or(|picture| picture.width > 0 && picture.height > 0));
        }
    }
}
