//! Refusals of use cases about branches.

use parlour_app::branches::BranchRefusal;

use super::{conflict, field, fields};
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    BranchRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        CodeTaken => field("code", texts.refusal().branch_code_taken()),
        NumberTaken => field("number", texts.refusal().branch_number_taken()),
        CodeUsed => field("code", texts.refusal().branch_code_used()),
        StaysPrimary => conflict(texts.refusal().branch_stays_primary()),
        PrimaryClosed => field("status", texts.refusal().branch_primary_closed()),
    }
}
