//! Refusals of invoice and credit note use cases.

use parlour_app::credit_notes::CreditRefusal;
use parlour_app::day_close::{CloseDayRefusal, DayFieldError, RecordMovementRefusal, ReopenDayRefusal};
use parlour_app::invoices::{CorrectionFieldError, CorrectionRefusal, IssueRefusal, SendInvoiceRefusal};
use parlour_domain::billing::credit::CreditFieldError;

use super::{business_rule, conflict, forbidden};
use crate::error::http_error::{HttpError, invalid_fields};

impl From<IssueRefusal> for HttpError {
    fn from(refusal: IssueRefusal) -> Self {
        match refusal {
            IssueRefusal::Db(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

refusals! {
    CreditRefusal {
        Unknown => HttpError::not_found("This invoice"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        AlreadyCredited => conflict("This invoice is credited whole already."),
        ExceedsRest => conflict("Less than that is left of this invoice."),
        DayClosed => conflict("Today is closed at this branch."),
        NothingToCredit => business_rule("Nothing was paid on this invoice, so there is nothing to credit."),
        Issue(refusal) => refusal.into(),
    }

    CorrectionRefusal {
        Unknown => HttpError::not_found("This invoice"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        Credited => conflict("This invoice has a credit note: its payments stay as they are."),
        DayClosed => conflict("The day of this invoice is closed."),
    }

    SendInvoiceRefusal {
        Unknown => HttpError::not_found("This invoice"),
        NoEmail => business_rule("This customer has no e-mail address to send the invoice to."),
    }

    CloseDayRefusal {
        InvalidFields(field_errors) => invalid_fields(field_errors),
        AlreadyClosed => conflict("This day is closed already."),
    }

    ReopenDayRefusal {
        NotAllowed => forbidden("A manager can reopen a day, and on the same day whoever closed it without a difference."),
        Unknown => HttpError::not_found("This closed day"),
        AlreadyReopened => conflict("This day is open again already."),
    }

    RecordMovementRefusal {
        InvalidFields(field_errors) => invalid_fields(field_errors),
        DayClosed => conflict("This day is closed."),
    }
}

field_names! {
    DayFieldError {
        UnknownBranch => "branchId",
    }
}

field_names! {
    CreditFieldError {
        UnknownLine(index) => format!("lines.{index}.lineNumber"),
        LineTwice(index) => format!("lines.{index}.lineNumber"),
        AmountTooSmall => "amountPaise",
        AmountLeavesTooLittle => "amountPaise",
        LinesTooSmall => "lines",
        LinesLeaveTooLittle => "lines",
        RefundsDoNotAddUp(_) => "refunds",
    }

    CorrectionFieldError {
        PaymentsDoNotAddUp(_) => "payments",
    }
}
