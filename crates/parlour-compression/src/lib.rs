//! Compresses what is in memory as a whole. A crate of its own, because the encoder of brotli is generic and would else be
//! compiled, without optimisation, in a crate that is built often.

use std::io::Write;

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
