//! Refusals of use cases about customer records.

use parlour_app::customers::{
    AddCustomerRefusal, AddNoteRefusal, ChangeContactRefusal, EraseCustomerRefusal, GrantGemsRefusal, MergeRefusal,
    NoshowRecordRefusal, TagRefusal,
};

use super::{conflict, field};
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    AddCustomerRefusal |texts| {
        EmailTaken => conflict(texts.refusal().email_known()),
    }

    ChangeContactRefusal |texts| {
        Unknown => ErrorPage,
        EmailTaken => conflict(texts.refusal().email_known()),
        HasSignedIn => conflict(texts.refusal().email_of_sign_in()),
    }

    EraseCustomerRefusal |texts| {
        Unknown => ErrorPage,
        NotACustomer => conflict(texts.refusal().erase_team()),
        HasSignedIn => conflict(texts.refusal().erase_themselves()),
        PhoneNotConfirmed => field("confirm", texts.refusal().confirm_phone()),
        NameNotConfirmed => field("confirm", texts.refusal().confirm_name()),
        MembershipActive => conflict(texts.refusal().cancel_membership_first()),
    }

    NoshowRecordRefusal |_texts| {
        Unknown => ErrorPage,
    }

    MergeRefusal |texts| {
        Unknown => ErrorPage,
        UnknownTarget => field("intoId", texts.refusal().merge_target()),
        NotACustomer => conflict(texts.refusal().merge_team()),
        TwoMemberships => conflict(texts.refusal().two_memberships()),
    }

    AddNoteRefusal |texts| {
        UnknownCustomer => ErrorPage,
        UnknownBooking => field("bookingId", texts.refusal().unknown_booking()),
    }

    TagRefusal |texts| {
        UnknownCustomer => ErrorPage,
        UnknownTag => field("tagId", texts.refusal().unknown_tag()),
    }

    GrantGemsRefusal |texts| {
        Unknown => ErrorPage,
        InsufficientBalance => conflict(texts.refusal().too_few_gems()),
    }
}
