//! The parts of the frame that are the same around every page of the desk. Each is a template of its own: in the layout, which
//! every page extends, it would be compiled once for each of the forty pages.

use askama::Template;

use super::desk::{DeskFrame, Place};

/// `<head>`, up to what a page adds to it.
#[derive(Debug, Template)]
#[template(path = "frame/head.html")]
pub struct Head<'a> {
    frame: &'a DeskFrame,
}

/// The start of `<body>` with the navigation, up to the page's title.
#[derive(Debug, Template)]
#[template(path = "frame/body_start.html")]
pub struct BodyStart<'a> {
    frame: &'a DeskFrame,
}

/// What stands beside the page's title.
#[derive(Debug, Template)]
#[template(path = "frame/search_and_bell.html")]
pub struct SearchAndBell<'a> {
    frame: &'a DeskFrame,
}

/// Messages above the page's content.
#[derive(Debug, Template)]
#[template(path = "frame/notes.html")]
pub struct Notes<'a> {
    frame: &'a DeskFrame,
}

/// What follows the page's content.
#[derive(Debug, Template)]
#[template(path = "frame/body_end.html")]
pub struct BodyEnd<'a> {
    frame: &'a DeskFrame,
}

impl DeskFrame {
    pub fn head(&self) -> Head<'_> {
        Head { frame: self }
    }

    pub fn body_start(&self) -> BodyStart<'_> {
        BodyStart { frame: self }
    }

    pub fn search_and_bell(&self) -> SearchAndBell<'_> {
        SearchAndBell { frame: self }
    }

    pub fn notes(&self) -> Notes<'_> {
        Notes { frame: self }
    }

    pub fn body_end(&self) -> BodyEnd<'_> {
        BodyEnd { frame: self }
    }
}
