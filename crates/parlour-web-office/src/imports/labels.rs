//! Addresses, and words for what an import is and how far it has come.

use parlour_domain::import::{ImportKind, ImportStatus};
use parlour_texts::{DeskImportsTexts, Texts};

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

/// What a column of a file holds; empty for one that has no words yet.
pub(super) fn column_meaning(name: &str, texts: Texts) -> &'static str {
    let text = texts.import_column();
    match name {
        "name" => text.name(),
        "phone" => text.phone(),
        "email" => text.email(),
        "gender" => text.gender(),
        "dateOfBirth" => text.date_of_birth(),
        "serviceType" => text.service_type(),
        "category" => text.category(),
        "durationMinutes" => text.duration_minutes(),
        "price" => text.price(),
        "description" => text.description(),
        "nameHi" => text.name_hi(),
        "descriptionHi" => text.description_hi(),
        "bufferMinutes" => text.buffer_minutes(),
        "sac" => text.sac(),
        "gemsRequired" => text.gems_required(),
        "isActive" => text.is_active(),
        "serviceTypes" => text.service_types(),
        "role" => text.role(),
        "branchCode" => text.branch_code(),
        "date" => text.date(),
        "startTime" => text.start_time(),
        "services" => text.services(),
        "customerSourceId" => text.customer_source_id(),
        "customerEmail" => text.customer_email(),
        "customerPhone" => text.customer_phone(),
        "customerName" => text.customer_name(),
        "staff" => text.staff(),
        "status" => text.status(),
        "amount" => text.amount(),
        "notes" => text.notes(),
        "wishedStaff" => text.wished_staff(),
        "wishedStaffGender" => text.wished_staff_gender(),
        "tier" => text.tier(),
        "startDate" => text.start_date(),
        "lastDate" => text.last_date(),
        "totalHours" => text.total_hours(),
        "usedHours" => text.used_hours(),
        "pricePaid" => text.price_paid(),
        "membershipNumber" => text.membership_number(),
        "gems" => text.gems(),
        "reason" => text.reason(),
        "sourceId" => text.source_id(),
        _ => "",
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

#[cfg(test)]
mod tests {
    use parlour_files::import::columns;

    use super::*;

    #[test]
    fn every_column_has_a_meaning() {
        for column in ImportKind::ALL.iter().flat_map(|kind| columns(*kind)) {
            assert_ne!(column_meaning(column.name, Texts::ENGLISH), "", "{}", column.name);
        }
    }
}
