//! What every page of the apps must be: valid HTML, accessible, without errors in the browser's log, and no wider than
//! the window.

mod folder;
mod html_validator;
mod in_chromium;

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, PoisonError};

use html_validator::HtmlValidator;

/// Which check found a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageCheck {
    /// The rules of axe-core.
    Accessibility,
    /// The rules of html-validate.
    Html,
    /// Errors in the browser's log, violations of the content security policy among them.
    Log,
    /// Something is wider than the window.
    Overflow,
}

/// What is wrong with a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFault {
    pub check: PageCheck,
    pub text: String,
}

impl PageFault {
    pub(crate) fn new(check: PageCheck, text: impl Into<String>) -> Self {
        Self { check, text: text.into() }
    }

    /// One line for each.
    pub(crate) fn list(faults: &[Self]) -> String {
        let lines: Vec<_> = faults.iter().map(|fault| format!("{:?}: {}", fault.check, fault.text)).collect();
        format!("\n  {}", lines.join("\n  "))
    }
}

/// What html-validate says about a page. Equal pages of all tests are checked once.
pub(crate) async fn html_faults(html: &str) -> Vec<PageFault> {
    static KNOWN: Mutex<Option<HashMap<u64, Vec<String>>>> = Mutex::new(None);
    let key = hash(html);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut faults = known().get_or_insert_default().get(&key).cloned();
    if faults.is_none() {
        let html = html.to_owned();
        let checked = tokio::task::spawn_blocking(move || HtmlValidator::shared_validate(&html)).await;
        let found = checked.expect("html-validate answers");
        known().get_or_insert_default().insert(key, found.clone());
        faults = Some(found);
    }
    let faults = faults.unwrap_or_default().into_iter();
    faults.map(|text| PageFault::new(PageCheck::Html, text)).collect()
}

pub(crate) fn hash(text: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}
