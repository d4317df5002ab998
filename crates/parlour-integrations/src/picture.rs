//! Uploaded pictures as they are stored: small enough for a page, and without metadata such as the place where a photo
//! was taken.

use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_lc_rs::digest::{SHA256, digest};
use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use parlour_domain::text::to_hex;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

pub const MAX_UPLOAD_BYTES: usize = 5 * 1024 * 1024;
const MAX_PIXELS: u64 = 40_000_000;
const MAX_UPLOAD_SIDE: u32 = 12_000;
/// What the pixels may take once they are decoded: four bytes each. Only a picture of 16 bits per colour takes more.
const MAX_DECODED_BYTES: u64 = 4 * MAX_PIXELS;
/// The longer side of a stored picture.
const MAX_SIDE: u32 = 1_600;
const JPEG_QUALITY: u8 = 85;
/// The longer side of a logo on paper, where it is at most 4 cm wide.
const MAX_PRINTED_SIDE: u32 = 480;

/// What a decoder may take besides the pixels, such as for a colour profile.
const MAX_OTHER_BYTES: u64 = 32 * 1024 * 1024;
/// So many pictures are decoded at once, or one with more than half of the pixels or bytes that are allowed.
const PLACES: u32 = 2;
const MAX_WAITING: usize = 16;
const MAX_WAIT: Duration = Duration::from_secs(30);

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
    #[error("must have 8 bits per colour, because it has many pixels")]
    TooManyBits,
    #[error("must be at most 12,000 pixels wide and 12,000 pixels high")]
    SideTooLong,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictureFailure {
    #[error(transparent)]
    Fault(#[from] PictureFault),
    /// Too many others are being decoded.
    #[error("other pictures are being read")]
    Busy,
    #[error("the picture could not be read")]
    Broken,
}

impl Picture {
    /// Decodes the picture when it is its turn, turns and shrinks it, and encodes it again.
    pub async fn from_upload(upload: Bytes) -> Result<Self, PictureFailure> {
        let waiting = DECODERS.wait().ok_or(PictureFailure::Busy)?;
        let measured = upload.clone();
        let size = spawn_blocking(move || measure(&measured)).await.map_err(|_| PictureFailure::Broken)??;
        let place = DECODERS.take_place(size).await.ok_or(PictureFailure::Busy)?;
        drop(waiting);
        // The place is held until the work has ended, also if nobody waits for it any more.
        let work = spawn_blocking(move || {
            let picture = Self::from_pixels(&upload);
            drop(place);
            picture
        });
        Ok(work.await.map_err(|_| PictureFailure::Broken)??)
    }

    fn from_pixels(upload: &[u8]) -> Result<Self, PictureFault> {
        let (bytes, extension) = encode(&decode_small(upload)?).map_err(|_| PictureFault::Unreadable)?;
        let hash = to_hex(digest(&SHA256, &bytes).as_ref());
        Ok(Self { name: format!("{hash}.{extension}"), bytes })
    }
}

/// A stored picture as a document prints it. Takes a while: run it on a blocking thread.
pub fn shrink_for_print(stored: &[u8]) -> Result<Vec<u8>, PictureFault> {
    let image = decode_small(stored)?;
    let image = if image.width().max(image.height()) > MAX_PRINTED_SIDE {
        image.resize(MAX_PRINTED_SIDE, MAX_PRINTED_SIDE, FilterType::Lanczos3)
    } else {
        image
    };
    encode(&image).map(|(bytes, _)| bytes).map_err(|_| PictureFault::Unreadable)
}

static DECODERS: Decoders = Decoders::new(MAX_WAIT);

/// Where pictures are decoded, and where others wait.
struct Decoders {
    free: Semaphore,
    waiting: AtomicUsize,
    max_wait: Duration,
}

impl Decoders {
    const fn new(max_wait: Duration) -> Self {
        Self { free: Semaphore::const_new(PLACES as usize), waiting: AtomicUsize::new(0), max_wait }
    }

    async fn take_place(&self, size: PictureSize) -> Option<SemaphorePermit<'_>> {
        let is_huge = size.pixels > MAX_PIXELS / 2 || size.decoded_bytes > MAX_DECODED_BYTES / 2;
        let places = if is_huge { PLACES } else { 1 };
        timeout(self.max_wait, self.free.acquire_many(places)).await.ok()?.ok()
    }

    fn wait(&self) -> Option<Waiting<'_>> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(self);
        (before < MAX_WAITING).then_some(waiting)
    }
}

/// An upload that waits, which is memory too.
struct Waiting<'a>(&'a Decoders);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How much a picture is to decode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PictureSize {
    pixels: u64,
    decoded_bytes: u64,
}

/// By the head of the file.
fn measure(upload: &[u8]) -> Result<PictureSize, PictureFault> {
    let decoder = open(upload, MAX_OTHER_BYTES)?;
    let ((width, height), decoded_bytes) = (decoder.dimensions(), decoder.total_bytes());
    let pixels = u64::from(width) * u64::from(height);
    if width.max(height) > MAX_UPLOAD_SIDE {
        Err(PictureFault::SideTooLong)
    } else if pixels > MAX_PIXELS {
        Err(PictureFault::TooManyPixels)
    } else if decoded_bytes > MAX_DECODED_BYTES {
        Err(PictureFault::TooManyBits)
    } else {
        Ok(PictureSize { pixels, decoded_bytes })
    }
}

fn open(upload: &[u8], max_bytes: u64) -> Result<impl ImageDecoder, PictureFault> {
    let unreadable = |_| PictureFault::Unreadable;
    let mut reader =
        ImageReader::new(Cursor::new(upload)).with_guessed_format().map_err(|_| PictureFault::Unreadable)?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) {
        return Err(PictureFault::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(max_bytes);
    reader.limits(limits);
    reader.into_decoder().map_err(unreadable)
}

/// The picture as it is stored, the right way up.
fn decode_small(upload: &[u8]) -> Result<DynamicImage, PictureFault> {
    let needed = open(upload, MAX_OTHER_BYTES)?.total_bytes();
    let mut decoder = open(upload, needed + MAX_OTHER_BYTES)?;
    let orientation = decoder.orientation().map_err(|_| PictureFault::Unreadable)?;
    let image = DynamicImage::from_decoder(decoder).map_err(|_| PictureFault::Unreadable)?;
    let mut image = shrink(image);
    // Turning takes as much memory again, so it comes last.
    image.apply_orientation(orientation);
    Ok(image)
}

/// The good filter takes 16 bytes for each pixel of a part of the picture, so a very large one is halved or more by
/// averages first.
fn shrink(mut image: DynamicImage) -> DynamicImage {
    let longer = |image: &DynamicImage| image.width().max(image.height());
    if longer(&image) > 2 * MAX_SIDE {
        image = image.thumbnail(2 * MAX_SIDE, 2 * MAX_SIDE);
    }
    if longer(&image) > MAX_SIDE { image.resize(MAX_SIDE, MAX_SIDE, FilterType::Lanczos3) } else { image }
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

    async fn stored(upload: Vec<u8>) -> Picture {
        Picture::from_upload(upload.into()).await.unwrap()
    }

    #[tokio::test]
    async fn a_large_photo_is_shrunk_to_a_jpeg() {
        for (width, height, expected) in [(3_200, 800, (1_600, 400)), (900, 3_600, (400, 1_600)), (30, 20, (30, 20))] {
            let photo = DynamicImage::from(RgbImage::from_pixel(width, height, Rgb([200, 30, 90])));
            let stored = stored(png(&photo)).await;
            assert!(
                stored.name.rsplit_once('.').unwrap().1 == "jpg" && content_type(&stored.name) == Some("image/jpeg")
            );
            let again = image::load_from_memory(&stored.bytes).unwrap().to_rgb8();
            assert_eq!(again.dimensions(), expected);
            let middle = again.get_pixel(expected.0 / 2, expected.1 / 2).0;
            assert!(middle.iter().zip([200, 30, 90]).all(|(one, two)| one.abs_diff(two) < 4), "{middle:?}");
        }
    }

    #[tokio::test]
    async fn a_transparent_logo_stays_a_png() {
        let logo = DynamicImage::from(RgbaImage::from_pixel(20, 10, Rgba([1, 2, 3, 100])));
        let first = stored(png(&logo)).await;
        assert!(first.name.rsplit_once('.').unwrap().1 == "png" && content_type(&first.name) == Some("image/png"));
        assert_eq!(stored(png(&logo)).await, first);
    }

    #[tokio::test]
    async fn other_files_and_huge_pictures_are_refused() {
        let refusal = async |upload: Vec<u8>| Picture::from_upload(upload.into()).await.unwrap_err();
        for upload in
            [&b""[..], b"GIF89a\x01\x00\x01\x00", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\x89PNG\r\n\x1a\n"]
        {
            assert_eq!(refusal(upload.to_vec()).await, PictureFault::Unreadable.into());
        }
        for (width, height, fault) in [
            (8_000, 5_001, PictureFault::TooManyPixels),
            (12_001, 1, PictureFault::SideTooLong),
            (1, 12_001, PictureFault::SideTooLong),
        ] {
            let huge = DynamicImage::from(image::GrayImage::new(width, height));
            assert_eq!(refusal(png(&huge)).await, fault.into());
        }
        stored(png(&DynamicImage::from(image::GrayImage::new(12_000, 2)))).await;
    }

    /// A picture of one pixel whose head says that it has more.
    fn png_that_says(width: u32, height: u32, pixel: &DynamicImage) -> Vec<u8> {
        let mut bytes = png(pixel);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let head = bytes[12..29].iter().fold(u32::MAX, |sum, byte| {
            let shift = |sum: u32, _: u8| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 };
            (0..8_u8).fold(sum ^ u32::from(*byte), shift)
        });
        bytes[29..33].copy_from_slice(&(!head).to_be_bytes());
        bytes
    }

    #[test]
    fn the_decoded_bytes_of_a_picture_are_bounded() {
        let fine = DynamicImage::from(RgbaImage::new(1, 1));
        let deep = DynamicImage::new_rgba16(1, 1);
        let most = PictureSize { pixels: MAX_PIXELS, decoded_bytes: MAX_DECODED_BYTES };
        assert_eq!(measure(&png_that_says(8_000, 5_000, &fine)), Ok(most));
        assert_eq!(measure(&png_that_says(5_000, 4_000, &deep)), Ok(PictureSize { pixels: MAX_PIXELS / 2, ..most }));
        assert_eq!(measure(&png_that_says(5_000, 4_001, &deep)), Err(PictureFault::TooManyBits));
        assert_eq!(measure(&png_that_says(6_300, 6_300, &deep)), Err(PictureFault::TooManyBits));
    }

    #[tokio::test]
    async fn two_pictures_are_decoded_at_once_and_a_huge_one_alone() {
        let decoders = Decoders::new(Duration::from_millis(50));
        let size = |pixels, decoded_bytes| PictureSize { pixels, decoded_bytes };
        let small = size(1, 4);
        for huge in [size(MAX_PIXELS, MAX_PIXELS), size(MAX_PIXELS / 2, MAX_DECODED_BYTES)] {
            let place = decoders.take_place(huge).await.unwrap();
            assert!(decoders.take_place(small).await.is_none(), "it waits in vain");
            drop(place);
        }
        let half = size(MAX_PIXELS / 2, MAX_DECODED_BYTES / 2);
        let places = (decoders.take_place(half).await.unwrap(), decoders.take_place(small).await.unwrap());
        assert!(decoders.take_place(small).await.is_none());
        let waiting: Vec<_> = std::iter::from_fn(|| decoders.wait()).collect();
        assert_eq!(waiting.len(), MAX_WAITING);
        drop((waiting, places));
        assert!(decoders.take_place(small).await.is_some() && decoders.wait().is_some());
    }

    #[test]
    fn only_names_of_pictures_have_a_type() {
        let hash = "a".repeat(64);
        for name in ["", "x.jpg", "../a.jpg", &format!("{hash}.gif"), &format!("{}.jpg", "A".repeat(64))] {
            assert_eq!(content_type(name), None, "{name}");
        }
    }
}
