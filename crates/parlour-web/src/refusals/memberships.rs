//! Refusals of membership use cases.

use parlour_app::memberships::{CancelMembershipRefusal, ReverseSessionRefusal, SellRefusal, SessionRefusal};

use super::{conflict, fields, rule};

page_refusals! {
    SellRefusal |texts| {
        InvalidFields(errors) => fields(errors),
        NoPrimaryBranch => None,
        DayClosed => conflict(texts.refusal().day_closed()),
        AlreadyActive => conflict(texts.refusal().membership_active()),
        Issue(_) => None,
    }

    SessionRefusal |texts| {
        Unknown => None,
        Over => conflict(texts.refusal().membership_over()),
        InvalidFields(errors) => fields(errors),
        NotStarted => rule(texts.refusal().membership_not_begun()),
        InsufficientHours => conflict(texts.refusal().too_few_hours()),
        NoPrimaryBranch => None,
        Issue(_) => None,
    }

    CancelMembershipRefusal |texts| {
        Unknown => None,
        NotActive => conflict(texts.refusal().membership_not_active()),
    }

    ReverseSessionRefusal |texts| {
        Unknown => None,
        AlreadyReversed => conflict(texts.refusal().session_reversed()),
    }
}
