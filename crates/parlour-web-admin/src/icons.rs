//! Icons for code: templates include the same files by themselves.

/// The SVG of an icon of `parlour-web/templates/icons`.
macro_rules! icon {
    ($name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../parlour-web/templates/icons/", $name, ".svg"))
    };
}

pub(crate) use icon;
