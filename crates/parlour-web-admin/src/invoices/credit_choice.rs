//! What somebody chooses to credit: everything that is left, or some lines and parts of them.

use parlour_domain::billing::credit::{CreditRequest, RequestedLine};
use parlour_http::fields::Fields;
use parlour_store::billing::desk_invoices::InvoiceLine;

use super::parts::read_rupees;
use parlour_texts::Texts;

/// The value of `what` for some lines.
pub(super) const PARTS: &str = "parts";

/// The name of the field with the amount of a line.
pub(crate) fn amount_name(line_number: i64) -> String {
    format!("amount-{line_number}")
}

/// The names of the fields of the choice.
pub(super) fn choice_names(lines: &[InvoiceLine]) -> Vec<String> {
    let amounts = lines.iter().map(|line| amount_name(line.line_number));
    ["what", "line"].map(str::to_owned).into_iter().chain(amounts).collect()
}

/// `None` if something is wrong and reported. A line is meant if it is ticked or has an amount.
pub(super) fn read_choice(fields: &mut Fields, lines: &[InvoiceLine], texts: Texts) -> Option<CreditRequest> {
    if fields.form_text("what") != PARTS {
        return Some(CreditRequest::Rest);
    }
    let ticked: Vec<String> = fields.form_texts("line").into_iter().map(str::to_owned).collect();
    let mut requested = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let name = amount_name(line.line_number);
        let amount_paise = read_rupees(fields, &name, texts);
        if amount_paise == Some(0) {
            fields.add_error::<()>(&name, texts.invoices().not_zero());
        }
        if amount_paise.is_some() || ticked.contains(&line.line_number.to_string()) {
            requested.push(RequestedLine { index, line_number: line.line_number, amount_paise });
        }
    }
    if fields.has_errors() {
        return None;
    }
    if requested.is_empty() {
        return fields.add_error("lines", texts.credit_note().choose_line());
    }
    Some(CreditRequest::Lines(requested))
}
