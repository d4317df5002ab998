//! Compresses what is in memory as a whole, or in two parts. A crate of its own, because the encoder of brotli is generic and would else be
//! compiled, without optimisation, in a crate that is built often.

use std::io::Write;

use flate2::write::DeflateEncoder;

pub fn gzip(body: &[u8], level: u32) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    // Writing to memory does not fail.
    let _ = out.write_all(body);
    out.finish().unwrap_or_default()
}

pub fn brotli(body: &[u8], quality: u32) -> Vec<u8> {
    const WINDOW: u32 = 22;
    let mut out = Vec::new();
    {
        let mut writer = brotli::CompressorWriter::new(&mut out, 4096, quality, WINDOW);
        // Writing to memory does not fail.
        let _ = writer.write_all(body);
    }
    out
}

/// RFC 1952: deflate, without a name, a time or a system.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Compresses a text of which the second part comes later: the first can be read without it. Nothing but a checksum is kept
/// meanwhile, because each part has an encoder of its own.
#[derive(Debug, Default)]
pub struct GzipParts {
    checksum: flate2::Crc,
}

impl GzipParts {
    pub fn first(&mut self, text: &[u8], level: u32) -> Vec<u8> {
        let mut encoder = self.deflate(GZIP_HEADER.to_vec(), text, level);
        // Up to a whole byte, where another encoder can go on.
        let _ = encoder.flush();
        std::mem::take(encoder.get_mut())
    }

    pub fn second(mut self, text: &[u8], level: u32) -> Vec<u8> {
        let mut out = self.deflate(Vec::new(), text, level).finish().unwrap_or_default();
        out.extend(self.checksum.sum().to_le_bytes());
        out.extend(self.checksum.amount().to_le_bytes());
        out
    }

    fn deflate(&mut self, out: Vec<u8>, text: &[u8], level: u32) -> DeflateEncoder<Vec<u8>> {
        self.checksum.update(text);
        let mut encoder = DeflateEncoder::new(out, flate2::Compression::new(level));
        // Writing to memory does not fail.
        let _ = encoder.write_all(text);
        encoder
    }
}
