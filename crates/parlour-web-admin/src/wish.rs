//! Whom the customer of a booking asked for, in words.

use parlour_domain::booking::wish::WishedGender;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_texts::Texts;

/// `Asked for Meena`, `Asked for a woman`.
pub(crate) fn wish_text(found: &DeskBooking, texts: Texts) -> Option<String> {
    let text = texts.desk_wish();
    let of_gender = |wished| match wished {
        WishedGender::Female => text.woman().to_owned(),
        WishedGender::Male => text.man().to_owned(),
    };
    let person = found.wish.staff_name.as_deref().map(|name| text.person(name));
    person.or_else(|| found.booking.wished_staff_gender.map(of_gender))
}

/// The same inside a line: `asked for a woman`.
pub(crate) fn wish_in_line(found: &DeskBooking, texts: Texts) -> Option<String> {
    let text = texts.desk_wish();
    let of_gender = |wished| match wished {
        WishedGender::Female => text.woman_in_line().to_owned(),
        WishedGender::Male => text.man_in_line().to_owned(),
    };
    let person = found.wish.staff_name.as_deref().map(|name| text.person_in_line(name));
    person.or_else(|| found.booking.wished_staff_gender.map(of_gender))
}
