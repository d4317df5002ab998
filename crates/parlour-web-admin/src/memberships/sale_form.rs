//! The form of a sale, as the desk fills it in.

use parlour_app::memberships::MembershipSale;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::{MAX_PAISE, parse_rupees};
use parlour_domain::billing::payment::{MAX_REFERENCE_LENGTH, Payment, Tender, adds_up};
use parlour_domain::ids::{BranchId, TierId, UserId};
use parlour_domain::membership::{MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS, MembershipTerm};
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::request::{Int, OptionalText, RequestShape, Text};
use parlour_http::request_shape;
use parlour_http::state::HttpState;

use parlour_texts::MembershipsTexts;
use parlour_web::form::FormState;
use parlour_web::format;

/// The parts of a payment, with the names of their fields.
pub(super) const PARTS: [(PaymentMethod, &str); 3] =
    [(PaymentMethod::Cash, "payCash"), (PaymentMethod::Upi, "payUpi"), (PaymentMethod::Card, "payCard")];

const FIELDS: [&str; 12] = [
    "customerId",
    "tierId",
    "hours",
    "price",
    "startDate",
    "validityDays",
    "paymentMethod",
    "reference",
    "payCash",
    "payUpi",
    "payCard",
    "notes",
];

request_shape! {
    struct SaleForm {
        customer_id: UserId,
        tier_id: TierId,
        start_date: chrono::NaiveDate,
        validity_days: Int<1, MAX_VALIDITY_DAYS>,
        payment_method: Option<PaymentMethod>,
        reference: Option<Text<MAX_REFERENCE_LENGTH>>,
        notes: OptionalText<500>,
    }
}

/// What was typed, with what is wrong with it.
pub(super) fn refused(form: &FormBody, error: &HttpError) -> FormState {
    FormState::refused(&form.fields(), &FIELDS, error)
}

/// What was typed so far.
pub(super) fn kept(form: &FormBody) -> FormState {
    FormState::kept(&form.fields(), &FIELDS)
}

/// What is to be paid by UPI: its part where the price is paid in parts, else all of it.
pub(super) fn upi_paise(form: &FormState) -> i64 {
    let amount = |name: &str| parse_rupees(form.value(name)).filter(|paise| *paise <= MAX_PAISE).unwrap_or_default();
    amount(if has_parts(form) { "payUpi" } else { "price" })
}

pub(super) fn has_parts(form: &FormState) -> bool {
    PARTS.iter().any(|(_, name)| !form.value(name).is_empty())
}

/// The sale, or every wrong field.
pub(super) fn read(
    form: &FormBody,
    branch: Option<BranchId>,
    (state, role): (&HttpState, Role),
    text: MembershipsTexts,
) -> Result<MembershipSale, HttpError> {
    let mut fields = form.fields();
    let readable = SaleForm::read(&mut fields);
    if role < Role::Manager && readable.start_date.is_some_and(|start| start < state.today()) {
        fields.add_error::<()>("startDate", text.past_by_receptionist());
    }
    let hours = required(&mut fields, "hours", text, |typed| parse_hours(typed).ok_or(text.not_hours()));
    let price = required(&mut fields, "price", text, |typed| {
        parse_rupees(typed).filter(|paise| *paise <= MAX_PAISE).ok_or(text.not_rupees())
    });
    let term = readable.start_date.zip(readable.validity_days).and_then(|(start, days)| {
        MembershipTerm::of(start, days).or_else(|| fields.add_error("validityDays", text.ends_too_late()))
    });
    let parts = read_parts(&mut fields, readable.reference.as_deref(), text);
    let method = (readable.payment_method, readable.reference.clone());
    let tender = parts.zip(price).and_then(|(parts, price)| tender(&mut fields, parts, price, method, text));
    let notes = readable.notes.clone();
    let (sale, hours, price, term) = fields.build(|| Some((SaleForm::complete(readable)?, hours?, price?, term?)))?;
    Ok(MembershipSale {
        customer_id: sale.customer_id,
        tier_id: sale.tier_id,
        hours_minutes: hours,
        price_paise: price,
        term,
        tender,
        branch_id: branch,
        notes,
    })
}

fn tender(
    fields: &mut Fields,
    parts: Vec<Payment>,
    price: i64,
    (method, reference): (Option<PaymentMethod>, Option<String>),
    text: MembershipsTexts,
) -> Option<Tender> {
    if !parts.is_empty() {
        if !adds_up(&parts, price) {
            return fields.add_error("payments", text.must_add_up(&format::money(price)));
        }
        return Some(Tender::Parts(parts));
    }
    match method {
        Some(method) if price > 0 => Some(whole(method, price, reference)),
        None if price > 0 && !fields.has_error("paymentMethod") => fields.add_error("paymentMethod", text.no_method()),
        method => method.map(Tender::Whole),
    }
}

fn required<T>(
    fields: &mut Fields,
    name: &str,
    text: MembershipsTexts,
    parse: impl FnOnce(&str) -> Result<T, &'static str>,
) -> Option<T> {
    if fields.form_text(name).is_empty() {
        return fields.add_error(name, text.is_required());
    }
    fields.optional(name, parse)
}

/// One payment of everything. Cash has no reference.
fn whole(method: PaymentMethod, amount_paise: i64, reference: Option<String>) -> Tender {
    match reference.filter(|_| method != PaymentMethod::Cash) {
        Some(reference) => Tender::Parts(vec![Payment { method, amount_paise, reference: Some(reference) }]),
        None => Tender::Whole(method),
    }
}

/// The parts that have an amount: none if the price is paid at once, `None` if one is wrong.
fn read_parts(fields: &mut Fields, reference: Option<&str>, text: MembershipsTexts) -> Option<Vec<Payment>> {
    let mut parts = Vec::new();
    for (method, name) in PARTS {
        let amount = fields
            .optional(name, |typed| parse_rupees(typed).filter(|paise| *paise <= MAX_PAISE).ok_or(text.not_rupees()));
        if let Some(amount_paise) = amount.filter(|amount| *amount > 0) {
            let reference = reference.filter(|_| method != PaymentMethod::Cash).map(str::to_owned);
            parts.push(Payment { method, amount_paise, reference });
        }
    }
    let is_wrong = PARTS.iter().any(|(_, name)| fields.has_error(name));
    (!is_wrong).then_some(parts)
}

/// `10`, `2.5`, `2.25` as minutes.
fn parse_hours(typed: &str) -> Option<i64> {
    let (hours, hundredths) = typed.split_once('.').unwrap_or((typed, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(hours) || !is_number(hundredths) || hundredths.len() > 2 || hours.is_empty() {
        return None;
    }
    let hours: i64 = hours.parse().ok()?;
    let hundredths: i64 = format!("{hundredths:0<2}").parse().ok()?;
    let in_hundredths = hours.checked_mul(100)?.checked_add(hundredths)?.checked_mul(60)?;
    let minutes = in_hundredths / 100;
    (in_hundredths % 100 == 0 && (1..=MAX_TOTAL_MINUTES).contains(&minutes)).then_some(minutes)
}

/// Minutes as the value of a field in hours; `None` if that is not possible.
pub(super) fn hours_value(minutes: i64) -> String {
    let hundredths = minutes * 100 / 60;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_whole_minutes() {
        for (typed, minutes) in
            [("10", Some(600)), ("2.5", Some(150)), ("0.25", Some(15)), ("0.05", Some(3)), ("1.01", None)]
        {
            assert_eq!(parse_hours(typed), minutes, "{typed}");
        }
        for wrong in ["", "0", "-1", "ten", "1.234", ".5", "99999999999999999999"] {
            assert_eq!(parse_hours(wrong), None, "{wrong}");
        }
        for minutes in [600, 150, 15, 630] {
            assert_eq!(parse_hours(&hours_value(minutes)), Some(minutes));
        }
    }
}
