//! The sums of a checkout: what is billed, what is taken and by which method.

use parlour_app::bookings::{Quote, Reduction};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::upi::{UpiPayee, upi_uri};
use parlour_store::branches::branch_records::UpiAccount;

use super::choices::reduction_name;
use super::read::CheckoutRead;
use super::typed::{Method, Typed};
use crate::invoices::parts::method_name;
use parlour_texts::Texts;
use parlour_web::format::money;
use parlour_web::qr_code::QrPicture;

/// A row of the sums.
#[derive(Debug)]
pub(super) struct SumRow {
    pub(super) name: String,
    pub(super) amount: String,
    pub(super) class: &'static str,
}

#[derive(Debug)]
pub(super) struct Sums {
    /// Down to the total of the invoice.
    pub(super) bill: Vec<SumRow>,
    pub(super) tax: Option<String>,
    pub(super) earns: String,
    /// Tips and, with them, all that is taken.
    pub(super) beside: Vec<SumRow>,
    pub(super) total_paise: i64,
    /// All that is taken.
    pub(super) due: String,
    pub(super) cash_due_paise: i64,
    /// The change, or what is missing.
    pub(super) change: Option<String>,
    /// How far the parts are from the total.
    pub(super) parts: String,
    pub(super) upi: Option<UpiRequest>,
}

/// A code that a customer scans to pay by UPI.
#[derive(Debug)]
pub struct UpiRequest {
    pub code: QrPicture,
    pub label: String,
    pub amount: String,
    pub tip: Option<String>,
    pub account: String,
}

impl UpiRequest {
    /// Asks for one rupee, to try the account of a branch with.
    pub fn to_try(account: &UpiAccount, branch_code: &str, texts: Texts) -> Option<Self> {
        Self::new(account, 100, &format!("TEST-{branch_code}"), texts)
    }

    /// None if nothing is due.
    pub fn new(account: &UpiAccount, paise: i64, reference: &str, texts: Texts) -> Option<Self> {
        let payee = UpiPayee { id: &account.id, name: &account.payee };
        let uri = upi_uri(payee, paise, reference)?;
        Some(Self {
            code: QrPicture::of(&uri)?,
            label: texts.checkout_payment().code(&money(paise)),
            amount: money(paise),
            tip: None,
            account: account.id.clone(),
        })
    }
}

impl Sums {
    pub(super) fn new(read: &CheckoutRead, quote: &Quote, typed: &Typed, reduction: &Reduction, texts: Texts) -> Self {
        let text = texts.checkout();
        let total = quote.total_amount_paise;
        let tips = typed.tips.iter().fold(0_i64, |sum, tip| sum.saturating_add(tip.amount_paise));
        let cash_due_paise = typed.due_by(PaymentMethod::Cash, total);
        Self {
            bill: bill_rows(read, quote, reduction, texts),
            tax: tax_line(quote, texts),
            earns: if quote.gems_to_earn > 0 { text.sums().earns(quote.gems_to_earn) } else { String::new() },
            beside: tip_rows(read, typed, total.saturating_add(tips), texts),
            total_paise: total,
            due: money(total.saturating_add(tips)),
            cash_due_paise,
            change: typed.given.map(|given| change_text(given - cash_due_paise, texts)),
            parts: parts_text(typed, total, texts),
            upi: upi_request(read, typed, total, texts),
        }
    }
}

fn bill_rows(read: &CheckoutRead, quote: &Quote, reduction: &Reduction, texts: Texts) -> Vec<SumRow> {
    let text = texts.checkout_sums();
    let row = |name: &str, paise: i64, class| SumRow { name: name.to_owned(), amount: money(paise), class };
    // With hours of a membership the lines cost nothing; the booking's own prices say what the hours are worth.
    let hours_pay = matches!(reduction, Reduction::Membership(_));
    let subtotal = match &read.unreduced_quote {
        Ok(unreduced_quote) if hours_pay => unreduced_quote.subtotal_paise,
        _ => quote.subtotal_paise,
    };
    let taken_off = if hours_pay { subtotal } else { quote.discount_paise + quote.redeemed_value_paise };
    let mut rows = vec![row(text.subtotal(), subtotal, "")];
    if taken_off > 0 {
        rows.push(row(&reduction_name(reduction, quote, texts), -taken_off, "less"));
    }
    if quote.rounding_paise != 0 {
        rows.push(row(text.rounding(), quote.rounding_paise, ""));
    }
    rows.push(row(text.total(), quote.total_amount_paise, "total"));
    rows
}

fn tax_line(quote: &Quote, texts: Texts) -> Option<String> {
    let rate = quote.lines.first().map_or(0, |line| line.gst_rate_basis_points);
    (quote.gst_amount_paise > 0).then(|| {
        let (cgst, sgst) = (money(quote.cgst_paise), money(quote.sgst_paise));
        texts.checkout_sums().tax(&half_rate(rate), &cgst, &sgst)
    })
}

/// Half of a rate in basis points, as percent: `2.5`.
pub(super) fn half_rate(basis_points: i64) -> String {
    let text = format!("{}.{:03}", basis_points / 200, basis_points % 200 * 5);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn tip_rows(read: &CheckoutRead, typed: &Typed, due_paise: i64, texts: Texts) -> Vec<SumRow> {
    let text = texts.checkout_sums();
    let lines = &read.found.booking.services;
    let mut rows: Vec<SumRow> = Vec::new();
    for tip in &typed.tips {
        let line = lines.iter().find(|line| line.service.staff_id.as_ref() == Some(&tip.staff_id));
        let name = line.and_then(|line| line.staff_name.as_deref()).unwrap_or_default();
        // Of a bill in parts nobody may have chosen how.
        let name = format!("{}, {}", text.tip(name), method_name(tip.method, texts));
        rows.push(SumRow { name, amount: money(tip.amount_paise), class: "" });
    }
    if !rows.is_empty() {
        rows.push(SumRow { name: text.to_take().to_owned(), amount: money(due_paise), class: "total" });
    }
    rows
}

fn change_text(rest_paise: i64, texts: Texts) -> String {
    let text = texts.checkout_payment();
    let text = if rest_paise < 0 { text.short() } else { text.change() };
    text.replace("{sum}", &money(rest_paise.abs()))
}

fn parts_text(typed: &Typed, total_paise: i64, texts: Texts) -> String {
    let text = texts.checkout_payment();
    match total_paise - typed.sum_of_parts() {
        0 => text.complete().to_owned(),
        left if left > 0 => text.left(&money(left)),
        left => text.too_much(&money(-left)),
    }
}

/// The exact amount that is to be paid by UPI, tips by UPI included.
fn upi_request(read: &CheckoutRead, typed: &Typed, total_paise: i64, texts: Texts) -> Option<UpiRequest> {
    let text = texts.checkout_payment();
    // The code of the whole is there before UPI is chosen.
    let whole = Typed { method: Method::Whole(PaymentMethod::Upi), ..typed.clone() };
    let paying = if typed.method == Method::Split { typed } else { &whole };
    let amount = paying.due_by(PaymentMethod::Upi, total_paise);
    let tips = paying.tips_by(PaymentMethod::Upi);
    let request = UpiRequest::new(read.upi.as_ref()?, amount, &read.found.booking.booking_number, texts)?;
    Some(UpiRequest { tip: (tips > 0).then(|| text.with_tip(&money(tips))), ..request })
}

#[cfg(test)]
mod tests {
    use super::half_rate;

    #[test]
    fn half_of_a_rate_is_shown_without_needless_zeros() {
        assert_eq!(half_rate(500), "2.5");
        assert_eq!(half_rate(1_800), "9");
        assert_eq!(half_rate(25), "0.125");
    }
}
