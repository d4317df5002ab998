//! The salon's logo.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use krilla::image::Image;

/// 4 million pixels take 16 MB when decoded and are more than a printed logo can show.
const MAX_PIXELS: u64 = 4_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The logo must be a PNG or JPEG of at most 4 million points, in base64")]
pub struct NotALogo;

#[derive(Debug, Clone)]
pub(crate) struct Logo {
    pub(crate) image: Image,
    /// Width by height.
    pub(crate) aspect_ratio: f32,
}

impl Logo {
    pub(crate) fn read(base64: &str) -> Result<Self, NotALogo> {
        let file = STANDARD.decode(base64.trim()).map_err(|_| NotALogo)?;
        let image = match file.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => Image::from_png(file.into(), false),
            [0xff, 0xd8, 0xff, ..] => Image::from_jpeg(file.into(), false),
            _ => return Err(NotALogo),
        };
        // This reads the header only; the pixels are decoded when the image is drawn.
        let image = image.map_err(|_| NotALogo)?;
        let (width, height) = image.size();
        if width == 0 || height == 0 || u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(NotALogo);
        }
        #[expect(clippy::cast_precision_loss, reason = "at most four million")]
        let aspect_ratio = width as f32 / height as f32;
        Ok(Self { image, aspect_ratio })
    }

    /// The largest width and height inside a space that keep the aspect ratio.
    pub(crate) fn fit_within(&self, width: f32, height: f32) -> (f32, f32) {
        let width = width.min(height * self.aspect_ratio);
        (width, width / self.aspect_ratio)
    }
}
