//! Uploaded pictures as they are stored: small enough for a page, and without metadata such as the place where a photo
//! was taken.

use std::io::Cursor;

use aws_lc_rs::digest::{SHA256, digest};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use parlour_domain::text::to_hex;

pub const MAX_UPLOAD_BYTES: usize = 5 * 1024 * 1024;
const MAX_PIXELS: u64 = 40_000_000;
/// The longer side of a stored picture.
const MAX_SIDE: u32 = 1_600;
const JPEG_QUALITY: u8 = 85;
/// The longer side of a logo on paper, where it is at most 4 cm wide.
const MAX_PRINTED_SIDE: u32 = 480;

/// A picture that is ready to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The hash of its content, and an extension: `9f86….jpg`.
    pub name: String,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    #[error("must be a PNG, JPEG or WebP picture")]
    Unreadable,
    #[error("must have at most 40 million pixels")]
    TooManyPixels,
}

impl Picture {
    /// Decodes, turns, shrinks and encodes the picture again. Takes up to seconds: run it on a blocking thread.
    pub fn from_upload(upload: &[u8]) -> Result<Self, PictureFault> {
        let image = decode(upload)?;
        let image = if image.width().max(image.height()) > MAX_SIDE {
            image.resize(MAX_SIDE, MAX_SIDE, FilterType::Lanczos3)
        } else {
            image
        };
        let (bytes, extension) = encode(&image).map_err(|_| PictureFault::Unreadable)?;
        let hash = to_hex(digest(&SHA256, &bytes).as_ref());
        Ok(Self { name: format!("{hash}.{extension}"), bytes })
    }
}

/// A stored picture as a document prints it. Takes a while: run it on a blocking thread.
pub fn shrink_for_print(stored: &[u8]) -> Result<Vec<u8>, PictureFault> {
    let image = decode(stored)?;
    let image = if image.width().max(image.height()) > MAX_PRINTED_SIDE {
        image.resize(MAX_PRINTED_SIDE, MAX_PRINTED_SIDE, FilterType::Lanczos3)
    } else {
        image
    };
    encode(&image).map(|(bytes, _)| bytes).map_err(|_| PictureFault::Unreadable)
}

fn decode(upload: &[u8]) -> Result<DynamicImage, PictureFault> {
    let mut reader =
        ImageReader::new(Cursor::new(upload)).with_guessed_format().map_err(|_| PictureFault::Unreadable)?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) {
        return Err(PictureFault::Unreadable);
    }
    // The number of pixels is checked below; the decoder must not allocate much more than they need.
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8 + 64 * 1024 * 1024);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| PictureFault::Unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureFault::TooManyPixels);
    }
    let orientation = decoder.orientation().map_err(|_| PictureFault::Unreadable)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| PictureFault::Unreadable)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// JPEG, or PNG if something of the picture is transparent.
fn encode(image: &DynamicImage) -> Result<(Vec<u8>, &'static str), image::ImageError> {
    let mut bytes = Vec::new();
    let is_transparent = image.color().has_alpha() && image.to_rgba8().pixels().any(|pixel| pixel.0[3] < u8::MAX);
    if is_transparent {
        image.to_rgba8().write_with_encoder(PngEncoder::new(&mut bytes))?;
        Ok((bytes, "png"))
    } else {
        image.to_rgb8().write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
        Ok((bytes, "jpg"))
    }
}

/// The content type of a stored picture, `None` for a name that no picture has.
pub fn content_type(name: &str) -> Option<&'static str> {
    let (hash, extension) = name.split_once('.')?;
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    match extension {
        "jpg" if is_hash => Some("image/jpeg"),
        "png" if is_hash => Some("image/png"),
        _ => None,
    }
}

/// Where a picture is in the file storage.
pub fn storage_key(name: &str) -> String {
    format!("media/{name}")
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    fn png(image: &DynamicImage) -> Vec<u8> {
        let mut bytes = Vec::new();
        image.write_with_encoder(PngEncoder::new(&mut bytes)).unwrap();
        bytes
    }

    #[test]
    fn a_large_photo_is_shrunk_to_a_jpeg() {
        let photo = DynamicImage::from(RgbImage::from_pixel(3_200, 800, Rgb([200, 30, 90])));
        let stored = Picture::from_upload(&png(&photo)).unwrap();
        assert!(stored.name.rsplit_once('.').unwrap().1 == "jpg" && content_type(&stored.name) == Some("image/jpeg"));
        let again = image::load_from_memory(&stored.bytes).unwrap();
        assert_eq!((again.width(), again.height()), (1_600, 400));
    }

    #[test]
    fn a_transparent_logo_stays_a_png() {
        let logo = DynamicImage::from(RgbaImage::from_pixel(20, 10, Rgba([1, 2, 3, 100])));
        let stored = Picture::from_upload(&png(&logo)).unwrap();
        assert!(stored.name.rsplit_once('.').unwrap().1 == "png" && content_type(&stored.name) == Some("image/png"));
        assert_eq!(Picture::from_upload(&png(&logo)).unwrap(), stored);
    }

    #[test]
    fn other_files_and_huge_pictures_are_refused() {
        for upload in
            [&b""[..], b"GIF89a\x01\x00\x01\x00", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n"]
        {
            assert_eq!(Picture::from_upload(upload), Err(PictureFault::Unreadable));
        }
        let huge = DynamicImage::from(image::GrayImage::new(8_000, 5_001));
        assert_eq!(Picture::from_upload(&png(&huge)), Err(PictureFault::TooManyPixels));
    }

    #[test]
    fn only_names_of_pictures_have_a_type() {
        let hash = "a".repeat(64);
        for name in ["", "x.jpg", "../a.jpg", &format!("{hash}.gif"), &format!("{}.jpg", "A".repeat(64))] {
            assert_eq!(content_type(name), None, "{name}");
        }
    }
}
