//! All screens of the gallery.

use super::screen::Screen;
use super::{account, booking, browse, errors, home, own_bookings, rewards};

/// The screens by area.
pub(super) const AREAS: [(&str, &[Screen]); 7] = [
    ("First page", home::SCREENS),
    ("Look around", browse::SCREENS),
    ("Book", booking::SCREENS),
    ("Visits", own_bookings::SCREENS),
    ("Rewards, invoices, notifications", rewards::SCREENS),
    ("Account", account::SCREENS),
    ("Messages", errors::SCREENS),
];

pub(super) fn screens() -> impl Iterator<Item = &'static Screen> {
    AREAS.into_iter().flat_map(|(_, screens)| screens)
}
