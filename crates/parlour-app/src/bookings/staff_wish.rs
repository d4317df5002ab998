//! Whom a customer asks for.

use parlour_domain::booking::wish::WishedGender;
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;

/// Whom somebody asks for. Where they name a person, the gender only has to fit.
#[derive(Debug, Clone, Default)]
pub struct StaffWish {
    pub staff_id: Option<StaffId>,
    /// One that is neither female nor male only decides who is free.
    pub gender: Option<Gender>,
    /// Whether it came under the names that the API had first: an open branch then ignores somebody whom it does not know.
    pub has_older_names: bool,
}

impl StaffWish {
    /// What the booking keeps as the wish.
    pub(super) fn kept_gender(&self) -> Option<WishedGender> {
        self.gender.filter(|_| self.staff_id.is_none()).and_then(WishedGender::of)
    }
}
