//! Addresses, and words for what an import is and how far it has come.

use parlour_domain::import::{ImportKind, ImportStatus};
use parlour_texts::DeskImportsTexts;

pub(super) const LIST_PATH: &str = "/imports";

pub(super) fn import_path(id: &str) -> String {
    format!("{LIST_PATH}/{id}")
}

pub(crate) fn kind_name(kind: ImportKind, text: DeskImportsTexts) -> &'static str {
    match kind {
        ImportKind::Customers => text.customers(),
        ImportKind::Services => text.services(),
        ImportKind::Staff => text.staff(),
        ImportKind::Bookings => text.bookings(),
        ImportKind::Memberships => text.memberships(),
        ImportKind::Gems => text.gems(),
    }
}

pub(super) fn status_word(status: ImportStatus, text: DeskImportsTexts) -> &'static str {
    match status {
        ImportStatus::Checked => text.checked(),
        ImportStatus::Running => text.running(),
        ImportStatus::Done => text.done(),
        ImportStatus::Failed => text.failed(),
    }
}

pub(super) fn status_class(status: ImportStatus) -> &'static str {
    match status {
        ImportStatus::Checked => "",
        ImportStatus::Running => "info",
        ImportStatus::Done => "good",
        ImportStatus::Failed => "warn",
    }
}
