//! What somebody chooses to credit: everything that is left, or some lines and parts of them.

use parlour_domain::billing::credit::{CreditRequest, RequestedLine};
use parlour_http::error::FieldError;
use parlour_http::fields::Fields;
use parlour_http::request::FormValues;
use parlour_http::request::TextRule;
use parlour_store::billing::desk_invoices::InvoiceLine;

use parlour_texts::Texts;
use parlour_web::form::RupeesAboveZero;

/// The value of `what` for some lines.
pub(super) const PARTS: &str = "parts";

/// The name of the field with the amount of a line.
pub(crate) fn amount_name(line_number: i64) -> String {
    format!("amount-{line_number}")
}

/// `None` if something is wrong and reported to `fields`. A line is meant if it is ticked or has an amount.
pub(super) fn read_choice(
    fields: &mut Fields,
    values: &FormValues,
    lines: &[InvoiceLine],
    texts: Texts,
) -> Option<CreditRequest> {
    if values.text("what") != PARTS {
        return Some(CreditRequest::Rest);
    }
    let mut requested = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let amount_paise = fields.optional(&amount_name(line.line_number), RupeesAboveZero::parse);
        if amount_paise.is_some() || values.has("line", &line.line_number.to_string()) {
            requested.push(RequestedLine { index, line_number: line.line_number, amount_paise });
        }
    }
    if fields.has_errors() {
        return None;
    }
    if requested.is_empty() {
        let sentence = texts.credit_note().choose_line().to_owned();
        return fields.add_error("lines", FieldError::Sentence(sentence));
    }
    Some(CreditRequest::Lines(requested))
}
