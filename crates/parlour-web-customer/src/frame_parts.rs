//! The parts of the frame that are the same around every page. Each is a template of its own: in the layout, which every page
//! extends, it would be compiled once for each page.

use askama::Template;
use parlour_web::page::Frame;

/// `<head>`, up to what a page adds to it.
#[derive(Debug, Template)]
#[template(path = "frame/head.html")]
pub(crate) struct Head<'a> {
    frame: &'a Frame,
}

pub(crate) fn head(frame: &Frame) -> Head<'_> {
    Head { frame }
}

/// The start of `<body>`, up to the way back.
#[derive(Debug, Template)]
#[template(path = "frame/body_start.html")]
pub(crate) struct BodyStart<'a> {
    frame: &'a Frame,
}

pub(crate) fn body_start(frame: &Frame) -> BodyStart<'_> {
    BodyStart { frame }
}

/// The navigation, and messages above the page's content.
#[derive(Debug, Template)]
#[template(path = "frame/top.html")]
pub(crate) struct Top<'a> {
    frame: &'a Frame,
}

pub(crate) fn top(frame: &Frame) -> Top<'_> {
    Top { frame }
}

/// What follows the page's content.
#[derive(Debug, Template)]
#[template(path = "frame/body_end.html")]
pub(crate) struct BodyEnd<'a> {
    frame: &'a Frame,
}

pub(crate) fn body_end(frame: &Frame) -> BodyEnd<'_> {
    BodyEnd { frame }
}
