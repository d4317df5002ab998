//! Refusals of use cases about customer records.

use parlour_app::customers::{
    AddCustomerRefusal, AddNoteRefusal, ChangeContactRefusal, ChangeTagRefusal, CreateTagRefusal, EraseCustomerRefusal,
    GrantGemsRefusal, MergeRefusal, NoshowRecordRefusal, TagRefusal,
};

use super::{conflict, insufficient_gems};
use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

const TAG_NAME_TAKEN: &str = "There is a tag of this name already.";
const TWO_MEMBERSHIPS: &str = "Both customers have an active membership. Cancel one of them first.";

refusals! {
    AddCustomerRefusal {
        EmailTaken => conflict("Someone with this e-mail is known already."),
    }

    ChangeContactRefusal {
        Unknown => HttpError::not_found("This customer"),
        EmailTaken => conflict("Someone with this e-mail is known already."),
        HasSignedIn => conflict("This customer signs in with their e-mail, so only they can change it."),
    }

    EraseCustomerRefusal {
        Unknown => HttpError::not_found("This customer"),
        NotACustomer => conflict("Only customers can be erased here, not members of the team."),
        HasSignedIn => conflict("This customer signs in, and can erase their data themselves."),
        PhoneNotConfirmed => {
            HttpError::invalid_field("confirm", EraseCustomerRefusal::PhoneNotConfirmed.to_string())
        },
        NameNotConfirmed => HttpError::invalid_field("confirm", EraseCustomerRefusal::NameNotConfirmed.to_string()),
        MembershipActive => conflict("A membership is still active. Cancel it first."),
    }

    NoshowRecordRefusal {
        Unknown => HttpError::not_found("This customer"),
    }

    MergeRefusal {
        Unknown => HttpError::not_found("This customer"),
        UnknownTarget => HttpError::invalid_field("intoId", MergeRefusal::UnknownTarget.to_string()),
        NotACustomer => conflict("Only customers can be merged, not members of the team."),
        TwoMemberships => HttpError::new(ErrorCode::MembershipAlreadyActive, TWO_MEMBERSHIPS),
    }

    AddNoteRefusal {
        UnknownCustomer => HttpError::invalid_field("id", AddNoteRefusal::UnknownCustomer.to_string()),
        UnknownBooking => HttpError::invalid_field("bookingId", AddNoteRefusal::UnknownBooking.to_string()),
    }

    TagRefusal {
        UnknownCustomer => HttpError::invalid_field("id", TagRefusal::UnknownCustomer.to_string()),
        UnknownTag => HttpError::invalid_field("tagId", TagRefusal::UnknownTag.to_string()),
    }

    CreateTagRefusal {
        NameTaken => conflict(TAG_NAME_TAKEN),
    }

    ChangeTagRefusal {
        Unknown => HttpError::not_found("This tag"),
        NameTaken => conflict(TAG_NAME_TAKEN),
    }

    GrantGemsRefusal {
        Unknown => HttpError::not_found("This customer"),
        InsufficientBalance => insufficient_gems(),
    }
}
