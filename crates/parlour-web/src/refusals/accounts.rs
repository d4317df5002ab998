//! Refusals of use cases about accounts: one's own, and those that an owner changes.

use parlour_app::profile::EraseRefusal;
use parlour_app::users::UserRefusal;
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

    UserRefusal |texts| {
        Unknown => ErrorPage,
        AboveTheCaller => conflict(texts.refusal().role_above_theirs()),
        RoleAboveTheCaller => field("role", texts.refusal().role_above_yours()),
        NoLongerOwner => ErrorPage,
        LastOwner => conflict(texts.refusal().last_owner()),
        EmailKnown => field("email", texts.refusal().user_known()),
        InvitationAccepted => conflict(texts.refusal().invitation_accepted()),
        NotInvited => conflict(texts.refusal().not_invited()),
    }
}

/// A use case that refuses nothing.
impl PageRefusal for DbError {
    fn shown(&self, _: parlour_texts::Texts) -> ShownRefusal {
        ErrorPage
    }
}
