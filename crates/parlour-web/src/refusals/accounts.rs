//! Refusals of use cases about the own account.

use parlour_app::profile::EraseRefusal;
use parlour_store::DbError;

use super::{conflict, field};
use crate::form::ShownRefusal::ErrorPage;
use crate::form::{PageRefusal, ShownRefusal};

page_refusals! {
    EraseRefusal |texts| {
        NotConfirmed => field("confirm", texts.erase_account().not_confirmed()),
        SignInTooOld => ErrorPage,
        MembershipActive => conflict(texts.erase_account().membership_active()),
        LastOwner => conflict(texts.erase_account().last_owner()),
    }
}

/// A use case that refuses nothing.
impl PageRefusal for DbError {
    fn shown(&self, _: parlour_texts::Texts) -> ShownRefusal {
        ErrorPage
    }
}
