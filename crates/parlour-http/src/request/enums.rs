//! Rules for fields whose value is one of a few words.

use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::billing::invoice_document::InvoiceQrCode;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::customer::{DirectorySort, Gender, Language};
use parlour_domain::import::{DateOrder, ImportKind};
use parlour_domain::lead::LeadStatus;
use parlour_domain::membership::{DeskMembershipTerms, MembershipStatus};
use parlour_domain::offer::OfferType;
use parlour_domain::report::ReportFormat;
use parlour_domain::service::ServiceType;
use parlour_domain::setup::SetupStep;
use parlour_domain::staff::leave::{LeaveDecision, LeaveStatus};
use utoipa::{PartialSchema, ToSchema};

use super::{RuleSchema, TextRule};
use crate::error::FieldError;

/// Implements [`TextRule`] for enumerations with `ALL`, `parse` and `Display`.
macro_rules! enum_rules {
    ($($name:ident)*) => {$(
        impl TextRule for $name {
            type Value = Self;

            fn parse(text: &str) -> Result<Self, FieldError> {
                Self::parse(text).ok_or_else(|| FieldError::NotAChoice(list_choices(Self::ALL)))
            }

            fn schema() -> RuleSchema {
                RuleSchema::component(&<Self as ToSchema>::name(), <Self as PartialSchema>::schema(), Vec::new())
            }
        }
    )*};
}

enum_rules! {
    AvailabilityMode BranchStatus DateOrder DeskMembershipTerms DirectorySort Gender ImportKind InvoiceQrCode InvoiceType
    Language LeadStatus LeaveDecision LeaveStatus MembershipStatus OfferType PaymentMethod ReportFormat Role RoundInvoices ServiceType SetupStep WishedGender
}

/// `a, b or c`.
fn list_choices(choices: &[impl ToString]) -> String {
    let words: Vec<_> = choices.iter().map(ToString::to_string).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
