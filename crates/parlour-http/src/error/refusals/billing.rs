//! Refusals of invoice and credit note use cases.

use parlour_app::credit_notes::CreditRefusal;
use parlour_app::invoices::{IssueRefusal, SendInvoiceRefusal};

use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

impl From<IssueRefusal> for HttpError {
    fn from(refusal: IssueRefusal) -> Self {
        match refusal {
            IssueRefusal::Db(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

impl From<CreditRefusal> for HttpError {
    fn from(refusal: CreditRefusal) -> Self {
        match refusal {
            CreditRefusal::Unknown => Self::not_found("This invoice"),
            CreditRefusal::AlreadyCredited => Self::new(ErrorCode::Conflict, "This invoice has a credit note already."),
            CreditRefusal::NothingToCredit => {
                Self::new(ErrorCode::BusinessRule, "Nothing was paid on this invoice, so there is nothing to credit.")
            }
            CreditRefusal::Issue(refusal) => refusal.into(),
            CreditRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SendInvoiceRefusal> for HttpError {
    fn from(refusal: SendInvoiceRefusal) -> Self {
        match refusal {
            SendInvoiceRefusal::Unknown => Self::not_found("This invoice"),
            SendInvoiceRefusal::NoEmail => {
                Self::new(ErrorCode::BusinessRule, "This customer has no e-mail address to send the invoice to.")
            }
            SendInvoiceRefusal::Db(error) => error.into(),
        }
    }
}
