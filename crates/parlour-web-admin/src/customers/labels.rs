//! The labels of fields about customers.

use parlour_texts::Texts;

/// The word for the value of the field of the gender, if it has one.
pub fn gender_word(gender: &str, texts: Texts) -> Option<&'static str> {
    texts.customers().genders().into_iter().find(|(value, _)| *value == gender).map(|(_, word)| word)
}

pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let (text, customer) = (texts.customers(), texts.customer());
    match name {
        "name" => text.name(),
        "phone" => text.phone(),
        "email" => text.email(),
        "gender" => text.gender(),
        "dateOfBirth" => text.date_of_birth(),
        "gstin" => text.gstin(),
        "legalName" => text.legal_name(),
        "billingAddress" => text.billing_address(),
        "pinnedNote" => customer.pinned_note(),
        "content" => customer.note(),
        "bookingId" => customer.note_visit(),
        "tagId" => text.tag(),
        "gemsAmount" => customer.amount(),
        "reason" => customer.reason(),
        "noshowCount" => customer.noshow_count(),
        "bookingRequiresApproval" => customer.requires_approval(),
        "intoId" => text.stays(),
        "keptName" => text.kept_name(),
        "confirm" => text.erase_confirm(),
        _ => "",
    }
}
