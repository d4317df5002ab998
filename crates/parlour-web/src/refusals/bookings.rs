//! Refusals of booking use cases.

use chrono::NaiveTime;
use parlour_app::blocks::BlockRefusal;
use parlour_app::bookings::{
    BookingFieldError, CancelRefusal, CompleteRefusal, DeskRefusal, ReopenRefusal, RequestRefusal, TimeOfferRefusal,
};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::offer::OfferMismatch;
use parlour_texts::Texts;

use super::{conflict, fields, rule};
use crate::form::ShownRefusal;
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    RequestRefusal |texts| {
        InvalidFields(errors) => fields(errors),
        SlotUnavailable(nearest) => taken(nearest, texts),
        TooManyPending => rule(texts.refusal().too_many_pending()),
        AgainstWish(wished) => rule(against_wish(*wished, texts)),
        PastDayByReceptionist => ErrorPage,
    }

    BlockRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        TimeTaken => conflict(texts.refusal().block_taken()),
    }

    DeskRefusal |texts| {
        Unknown => ErrorPage,
        WrongStatus(status) => conflict(wrong_status(*status, texts)),
        NotUpcoming => conflict(texts.refusal().not_cancellable()),
        UnknownStaff => {
            ShownRefusal::Fields(parlour_http::error::FieldErrors::of_field("staffId", BookingFieldError::Staff))
        },
        InvalidFields(errors) => fields(errors),
        AgainstWish(wished) => rule(against_wish(*wished, texts)),
        InvalidLines(errors) => fields(errors),
        PriceNotAllowed => ErrorPage,
        NothingToUndo => conflict(texts.refusal().nothing_to_undo()),
        SlotUnavailable(nearest) => taken(nearest, texts),
    }

    TimeOfferRefusal |texts| {
        Unknown => ErrorPage,
        NoneOpen => conflict(texts.offered_time().over()),
        SlotUnavailable(_) => conflict(texts.offered_time().taken()),
    }

    CancelRefusal |texts| {
        Unknown => ErrorPage,
        NotUpcoming => conflict(texts.refusal().not_cancellable()),
        Arrived => conflict(texts.refusal().not_cancellable()),
        WindowPassed => conflict(texts.refusal().too_late_to_cancel()),
    }

    ReopenRefusal |texts| {
        Unknown => ErrorPage,
        NotCompleted => conflict(texts.refusal().not_completed()),
        MembershipSession => conflict(texts.refusal().membership_session()),
        NotCredited => conflict(texts.refusal().not_credited()),
    }

    CompleteRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        UnknownOffer => conflict(texts.refusal().unknown_offer()),
        DayClosed => conflict(texts.refusal().day_closed()),
        DiscountAboveLimit => ErrorPage,
        Membership(refusal) => refusal.shown(texts),
        NotConfirmedOrInProgress => conflict(texts.refusal().not_billable()),
        OfferExpired => conflict(texts.refusal().offer_expired()),
        OfferNotApplicable(mismatch) => conflict(offer_mismatch(*mismatch, texts)),
        NotInBooking => conflict(texts.refusal().not_in_booking()),
        NotRedeemable => conflict(texts.refusal().not_redeemable()),
        NothingRedeemable => conflict(texts.refusal().nothing_redeemable()),
        InsufficientGems => conflict(texts.refusal().too_few_gems()),
        Issue(_) => ErrorPage,
    }
}

fn against_wish(wished: WishedGender, texts: Texts) -> &'static str {
    match wished {
        WishedGender::Female => texts.desk_wish().against_woman(),
        WishedGender::Male => texts.desk_wish().against_man(),
    }
}

fn taken(nearest: &[NaiveTime], texts: Texts) -> ShownRefusal {
    let text = texts.refusal();
    conflict(if nearest.is_empty() { text.day_taken() } else { text.time_taken() })
}

/// Why nothing can be done to a booking of this status.
fn wrong_status(status: BookingStatus, texts: Texts) -> &'static str {
    let text = texts.refusal();
    match status {
        BookingStatus::Pending => text.wrong_status_pending(),
        BookingStatus::Confirmed => text.wrong_status_confirmed(),
        BookingStatus::InProgress => text.wrong_status_in_progress(),
        BookingStatus::Completed => text.wrong_status_completed(),
        BookingStatus::Cancelled => text.wrong_status_cancelled(),
        BookingStatus::NoShow => text.wrong_status_no_show(),
        BookingStatus::Rejected => text.wrong_status_rejected(),
    }
}

fn offer_mismatch(mismatch: OfferMismatch, texts: Texts) -> &'static str {
    let text = texts.refusal();
    match mismatch {
        OfferMismatch::SpaBooking => text.offer_for_salon(),
        OfferMismatch::OtherServices => text.offer_of_other_services(),
        OfferMismatch::IncompleteCombo => text.offer_incomplete(),
        OfferMismatch::NoDiscount => text.offer_without_discount(),
        OfferMismatch::UsedToday => text.offer_used_today(),
    }
}
