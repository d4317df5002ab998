//! Refusals of membership use cases.

use parlour_app::memberships::{CancelMembershipRefusal, ReverseSessionRefusal, SellRefusal, SessionRefusal};

use super::{conflict, fields, rule};
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    SellRefusal |texts| {
        InvalidFields(errors) => fields(errors),
        NoPrimaryBranch => ErrorPage,
        TermsNotAllowed => rule(texts.refusal().membership_terms()),
        DayClosed => conflict(texts.refusal().day_closed()),
        AlreadyActive => conflict(texts.refusal().membership_active()),
        Issue(_) => ErrorPage,
    }

    SessionRefusal |texts| {
        Unknown => ErrorPage,
        Over => conflict(texts.refusal().membership_over()),
        InvalidFields(errors) => fields(errors),
        MinutesNotAllowed => rule(texts.refusal().session_minutes()),
        NotStarted => rule(texts.refusal().membership_not_begun()),
        InsufficientHours => conflict(texts.refusal().too_few_hours()),
        NoPrimaryBranch => ErrorPage,
        Issue(_) => ErrorPage,
    }

    CancelMembershipRefusal |texts| {
        Unknown => ErrorPage,
        NotActive => conflict(texts.refusal().membership_not_active()),
    }

    ReverseSessionRefusal |texts| {
        Unknown => ErrorPage,
        AlreadyReversed => conflict(texts.refusal().session_reversed()),
    }
}
