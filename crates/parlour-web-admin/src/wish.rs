//! Whom the customer of a booking asked for, in words.

use parlour_domain::booking::wish::WishedGender;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_texts::Texts;

/// Where the words stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WishPlace {
    /// `Asked for Meena`, `Asked for a woman`.
    Alone,
    /// Inside a line: `asked for a woman`.
    InLine,
}

pub fn wish_text(found: &DeskBooking, place: WishPlace, texts: Texts) -> Option<String> {
    let text = texts.desk_wish();
    let of_person = |name: &str| match place {
        WishPlace::Alone => text.person(name),
        WishPlace::InLine => text.person_in_line(name),
    };
    let of_gender = |wished| match (place, wished) {
        (WishPlace::Alone, WishedGender::Female) => text.woman(),
        (WishPlace::Alone, WishedGender::Male) => text.man(),
        (WishPlace::InLine, WishedGender::Female) => text.woman_in_line(),
        (WishPlace::InLine, WishedGender::Male) => text.man_in_line(),
    };
    let gender = || found.booking.wished_staff_gender.map(|wished| of_gender(wished).to_owned());
    found.wish.staff_name.as_deref().map(of_person).or_else(gender)
}
