//! What the HTML pages of both apps share: the frame of a page, forms, texts, assets, and what pages keep in memory.
//!
//! A handler takes a [`page::PageContext`] (or [`page::SignedInPage`]), reads what its screen shows, and renders a
//! template. A form is posted to the address of its page, and answered with a redirect or with the same page and its
//! errors.

pub mod account;
pub mod assets;
pub mod brand_stylesheet;
pub mod cache;
pub mod error_pages;
pub mod flash;
pub mod form;
pub mod format;
pub mod icons;
pub mod kept_note;
pub mod language;
pub mod lead_status;
pub mod page;
pub mod page_size;
pub mod pdf_wait;
pub mod qr_code;
pub mod refusals;
pub mod stylesheets;
pub mod text_parts;

pub use parlour_http::pages::salon;
