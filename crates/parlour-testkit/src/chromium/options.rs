//! What kind of browser a story uses.

/// Of almost all stories.
pub(super) const USUAL_LANGUAGE: &str = "en-IN";

/// The window, and what its owner prefers.
#[derive(Debug, Clone, Copy)]
pub struct ChromiumOptions {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Fingers instead of a mouse, and pages laid out as phones do.
    pub(super) is_phone: bool,
    /// Value of the media feature `prefers-color-scheme`.
    pub(super) colours: &'static str,
    /// Value of the media feature `prefers-reduced-motion`.
    pub(super) motion: &'static str,
    pub(super) has_scripts: bool,
    pub(super) language: &'static str,
}

impl ChromiumOptions {
    pub fn phone() -> Self {
        Self { width: 390, height: 844, is_phone: true, ..Self::desktop() }
    }

    pub fn desktop() -> Self {
        Self {
            width: 1366,
            height: 768,
            is_phone: false,
            colours: "light",
            motion: "reduce",
            has_scripts: true,
            language: USUAL_LANGUAGE,
        }
    }

    /// Prefers dark colours.
    #[must_use]
    pub fn dark(self) -> Self {
        Self { colours: "dark", ..self }
    }

    /// Runs no script of a page.
    #[must_use]
    pub fn without_scripts(self) -> Self {
        Self { has_scripts: false, ..self }
    }

    /// Pages move. By default they do not: to draw every frame takes a third of a browser's time.
    #[must_use]
    pub fn with_motion(self) -> Self {
        Self { motion: "no-preference", ..self }
    }

    /// Asks for pages in this language, like `hi`.
    #[must_use]
    pub fn language(self, language: &'static str) -> Self {
        Self { language, ..self }
    }

    /// A window of this width in CSS pixels.
    #[must_use]
    pub fn width(self, width: u32) -> Self {
        Self { width, ..self }
    }
}
