//! Icons for code: templates include the same files by themselves.

/// The SVG of an icon of `templates/icons`. The path begins at the crate that names the icon.
#[macro_export]
macro_rules! icon {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../parlour-web/templates/icons/", $name, ".svg"))
    };
}
