//! What every page of the apps must be: valid HTML, accessible, without errors in the browser's log, and no wider than
//! the window.

mod folder;
mod html_validator;
mod in_chromium;
mod known_faults;

use std::sync::LazyLock;

use html_validator::HtmlValidator;
use known_faults::KnownFaults;

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
    static KNOWN: LazyLock<KnownFaults> = LazyLock::new(|| KnownFaults::of_all_runs("html", &HtmlValidator::version()));
    let validate = async || {
        let html = html.to_owned();
        tokio::task::spawn_blocking(move || HtmlValidator::shared_validate(&html)).await.ok()
    };
    let faults = KNOWN.of(html, validate).await.expect("html-validate answers").into_iter();
    faults.map(|text| PageFault::new(PageCheck::Html, text)).collect()
}
