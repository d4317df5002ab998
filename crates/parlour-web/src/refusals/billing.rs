//! Refusals of use cases about invoices, credit notes and closed days.

use parlour_app::credit_notes::CreditRefusal;
use parlour_app::day_close::{CloseDayRefusal, RecordMovementRefusal, ReopenDayRefusal};
use parlour_app::invoices::{CorrectionRefusal, SendInvoiceRefusal};

use super::{conflict, fields, rule};
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    CreditRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        AlreadyCredited => conflict(texts.refusal().credited_whole()),
        ExceedsRest => conflict(texts.refusal().less_is_left()),
        DayClosed => conflict(texts.refusal().today_closed()),
        NothingToCredit => rule(texts.refusal().nothing_to_credit()),
        Issue(_) => ErrorPage,
    }

    CorrectionRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        Credited => conflict(texts.refusal().payments_stay()),
        DayClosed => conflict(texts.refusal().invoice_day_closed()),
    }

    SendInvoiceRefusal |texts| {
        Unknown => ErrorPage,
        NoEmail => rule(texts.refusal().no_email()),
    }

    CloseDayRefusal |texts| {
        InvalidFields(errors) => fields(errors),
        AlreadyClosed => conflict(texts.refusal().day_closed_already()),
    }

    ReopenDayRefusal |texts| {
        NotAllowed => ErrorPage,
        Unknown => ErrorPage,
        AlreadyReopened => conflict(texts.refusal().day_open_already()),
    }

    RecordMovementRefusal |texts| {
        InvalidFields(errors) => fields(errors),
        DayClosed => conflict(texts.refusal().day_is_closed()),
    }
}
