//! Refusals of invoice and credit note use cases.

use parlour_app::credit_notes::CreditRefusal;
use parlour_app::invoices::{IssueRefusal, SendInvoiceRefusal};

use super::{business_rule, conflict};
use crate::error::http_error::HttpError;

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
        AlreadyCredited => conflict("This invoice has a credit note already."),
        NothingToCredit => business_rule("Nothing was paid on this invoice, so there is nothing to credit."),
        Issue(refusal) => refusal.into(),
    }

    SendInvoiceRefusal {
        Unknown => HttpError::not_found("This invoice"),
        NoEmail => business_rule("This customer has no e-mail address to send the invoice to."),
    }
}
