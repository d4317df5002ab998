//! Refusals of use cases about customer records.

use parlour_app::customers::{
    AddCustomerRefusal, AddNoteRefusal, BookingOverrideRefusal, CreateTagRefusal, GrantGemsRefusal, MergeRefusal,
    TagRefusal,
};

use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

impl From<AddCustomerRefusal> for HttpError {
    fn from(refusal: AddCustomerRefusal) -> Self {
        match refusal {
            AddCustomerRefusal::EmailTaken => {
                Self::new(ErrorCode::Conflict, "Someone with this e-mail is known already.")
            }
            AddCustomerRefusal::Db(error) => error.into(),
        }
    }
}

impl From<BookingOverrideRefusal> for HttpError {
    fn from(refusal: BookingOverrideRefusal) -> Self {
        match refusal {
            BookingOverrideRefusal::Unknown => Self::not_found("This customer"),
            BookingOverrideRefusal::Db(error) => error.into(),
        }
    }
}

impl From<MergeRefusal> for HttpError {
    fn from(refusal: MergeRefusal) -> Self {
        match refusal {
            MergeRefusal::Unknown => Self::not_found("This customer"),
            MergeRefusal::UnknownTarget => Self::invalid_field("intoId", MergeRefusal::UnknownTarget.to_string()),
            MergeRefusal::NotACustomer => {
                Self::new(ErrorCode::Conflict, "Only customers can be merged, not members of the team.")
            }
            MergeRefusal::TwoMemberships => Self::new(
                ErrorCode::MembershipAlreadyActive,
                "Both customers have an active membership. Cancel one of them first.",
            ),
            MergeRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AddNoteRefusal> for HttpError {
    fn from(refusal: AddNoteRefusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            AddNoteRefusal::UnknownCustomer => Self::invalid_field("id", message),
            AddNoteRefusal::UnknownBooking => Self::invalid_field("bookingId", message),
            AddNoteRefusal::Db(error) => error.into(),
        }
    }
}

impl From<TagRefusal> for HttpError {
    fn from(refusal: TagRefusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            TagRefusal::UnknownCustomer => Self::invalid_field("id", message),
            TagRefusal::UnknownTag => Self::invalid_field("tagId", message),
            TagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CreateTagRefusal> for HttpError {
    fn from(refusal: CreateTagRefusal) -> Self {
        match refusal {
            CreateTagRefusal::NameTaken => Self::new(ErrorCode::Conflict, "There is a tag of this name already."),
            CreateTagRefusal::Db(error) => error.into(),
        }
    }
}

impl From<GrantGemsRefusal> for HttpError {
    fn from(refusal: GrantGemsRefusal) -> Self {
        match refusal {
            GrantGemsRefusal::Unknown => Self::not_found("This customer"),
            GrantGemsRefusal::InsufficientBalance => {
                Self::new(ErrorCode::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            GrantGemsRefusal::Db(error) => error.into(),
        }
    }
}
