//! The form of a sale, as the desk fills it in.

use parlour_app::memberships::{MembershipSale, SaleFieldError};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::{
    MAX_REFERENCE_LENGTH, Payment, PaymentsDoNotAddUp, Tender, adds_up, is_reference_too_short,
};
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::membership::{MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS, MembershipTerm};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::request::{Int, OptionalText, RequestShape, Text, TextRule};
use parlour_http::request_shape;

use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::form::{FormState, Rupees};

/// The parts of a payment, with the names of their fields.
pub(super) const PARTS: [(PaymentMethod, &str); 3] =
    [(PaymentMethod::Cash, "payCash"), (PaymentMethod::Upi, "payUpi"), (PaymentMethod::Card, "payCard")];

request_shape! {
    struct SaleForm {
        customer_id: UserId,
        tier_id: TierId,
        price: Rupees,
        start_date: chrono::NaiveDate,
        validity_days: Int<1, MAX_VALIDITY_DAYS>,
        payment_method: Option<PaymentMethod>,
        reference: Option<Text<MAX_REFERENCE_LENGTH>>,
        notes: OptionalText<500>,
    }
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.memberships();
    let [cash, upi, card] = text.methods();
    match name {
        "customerId" => text.customer(),
        "tierId" => text.tier(),
        "hours" => text.hours(),
        "price" => text.price(),
        "startDate" => text.starts(),
        "validityDays" => text.validity(),
        "paymentMethod" => text.paid_by(),
        "reference" => text.reference(),
        "payCash" => cash,
        "payUpi" => upi,
        "payCard" => card,
        "branchId" => text.branch(),
        "notes" => text.notes(),
        _ => text.payments(),
    }
}

/// What is to be paid by UPI: its part where the price is paid in parts, else all of it.
pub(super) fn upi_paise(form: &FormState) -> i64 {
    let name = if has_parts(form) { "payUpi" } else { "price" };
    Rupees::parse(form.value(name)).unwrap_or_default()
}

pub(super) fn has_parts(form: &FormState) -> bool {
    PARTS.iter().any(|(_, name)| !form.value(name).is_empty())
}

/// The sale, or every wrong field.
pub(super) fn read<R>(form: &FormBody, page: &DeskPage<R>) -> Result<MembershipSale, FieldErrors> {
    let text = page.texts.memberships();
    let mut fields = form.fields();
    fields.require_present("hours");
    let hours = fields.optional("hours", |typed| parse_hours(typed).ok_or_else(|| sentence(text.not_hours())));
    let readable = SaleForm::read(&mut fields);
    if page.role() < Role::Manager && readable.start_date.is_some_and(|start| start < page.today()) {
        fields.add_error::<()>("startDate", sentence(text.past_by_receptionist()));
    }
    let term = readable.start_date.zip(readable.validity_days).and_then(|(start, days)| {
        MembershipTerm::of(start, days).or_else(|| fields.add_error("validityDays", sentence(text.ends_too_late())))
    });
    let parts = read_parts(&mut fields, readable.reference.as_deref());
    let upi = PaymentMethod::Upi;
    let is_by_upi = match parts.as_deref() {
        Some([]) | None => readable.payment_method == Some(upi),
        Some(parts) => parts.iter().any(|part| part.method == upi),
    };
    if is_by_upi && readable.reference.as_deref().is_some_and(|typed| is_reference_too_short(upi, typed)) {
        fields.add_error::<()>("reference", sentence(page.texts.checkout_refusals().short_upi_reference()));
    }
    let method = (readable.payment_method, readable.reference.clone());
    let tender = parts.zip(readable.price).and_then(|(parts, price)| tender(&mut fields, parts, price, method));
    fields.finish(|| {
        let sale = SaleForm::complete(readable)?;
        Some(MembershipSale {
            customer_id: sale.customer_id,
            tier_id: sale.tier_id,
            hours_minutes: hours?,
            price_paise: sale.price,
            term: term?,
            tender,
            branch_id: page.branch.as_ref().map(|branch| branch.id.clone()),
            notes: sale.notes,
        })
    })
}

fn sentence(text: &str) -> FieldError {
    FieldError::Sentence(text.to_owned())
}

fn tender(
    fields: &mut Fields,
    parts: Vec<Payment>,
    price: i64,
    (method, reference): (Option<PaymentMethod>, Option<String>),
) -> Option<Tender> {
    if !parts.is_empty() {
        if !adds_up(&parts, price) {
            return fields.add_error("payments", SaleFieldError::Payments(PaymentsDoNotAddUp { due_paise: price }));
        }
        return Some(Tender::Parts(parts));
    }
    match method {
        Some(method) if price > 0 => Some(whole(method, price, reference)),
        None if price > 0 && !fields.has_error("paymentMethod") => {
            fields.add_error("paymentMethod", SaleFieldError::NoPayment)
        }
        method => method.map(Tender::Whole),
    }
}

/// One payment of everything. Cash has no reference.
fn whole(method: PaymentMethod, amount_paise: i64, reference: Option<String>) -> Tender {
    match reference.filter(|_| method != PaymentMethod::Cash) {
        Some(reference) => Tender::Parts(vec![Payment { method, amount_paise, reference: Some(reference) }]),
        None => Tender::Whole(method),
    }
}

/// The parts that have an amount: none if the price is paid at once, `None` if one is wrong.
fn read_parts(fields: &mut Fields, reference: Option<&str>) -> Option<Vec<Payment>> {
    let mut parts = Vec::new();
    for (method, name) in PARTS {
        let amount = fields.optional(name, Rupees::parse);
        if let Some(amount_paise) = amount.filter(|amount| *amount > 0) {
            let reference = reference.filter(|_| method != PaymentMethod::Cash).map(str::to_owned);
            parts.push(Payment { method, amount_paise, reference });
        }
    }
    let is_wrong = PARTS.iter().any(|(_, name)| fields.has_error(name));
    (!is_wrong).then_some(parts)
}

/// `10`, `2.5`, or `1:40` as minutes.
pub fn parse_hours(typed: &str) -> Option<i64> {
    let number = |digits: &str| -> Option<i64> {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { digits.parse().ok() } else { None }
    };
    let minutes = if let Some((hours, minutes)) = typed.split_once(':') {
        let minutes = number(minutes).filter(|more| minutes.len() == 2 && *more < 60)?;
        number(hours)?.checked_mul(60)?.checked_add(minutes)?
    } else {
        let (hours, hundredths) = typed.split_once('.').unwrap_or((typed, ""));
        let hundredths = if hundredths.len() > 2 { None } else { number(&format!("{hundredths:0<2}")) };
        let in_hundredths = number(hours)?.checked_mul(100)?.checked_add(hundredths?)?.checked_mul(60)?;
        if in_hundredths % 100 != 0 {
            return None;
        }
        in_hundredths / 100
    };
    (1..=MAX_TOTAL_MINUTES).contains(&minutes).then_some(minutes)
}

/// Minutes as the value of a field in hours: as `1:40` where hundredths of an hour are not exact.
pub fn hours_value(minutes: i64) -> String {
    let in_hundredths = minutes * 100;
    if in_hundredths % 60 != 0 {
        return format!("{}:{:02}", minutes / 60, minutes % 60);
    }
    let hundredths = in_hundredths / 60;
    let text = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_are_whole_minutes() {
        for (typed, minutes) in
            [("10", Some(600)), ("2.5", Some(150)), ("0.25", Some(15)), ("0.05", Some(3)), ("1:40", Some(100))]
        {
            assert_eq!(parse_hours(typed), minutes, "{typed}");
        }
        for wrong in [
            "",
            "0",
            "-1",
            "ten",
            "1.01",
            "1.234",
            ".5",
            "0:00",
            "1:4",
            "1:60",
            "1:-4",
            ":40",
            "1:40.5",
            "99999999999999999999",
        ] {
            assert_eq!(parse_hours(wrong), None, "{wrong}");
        }
        for minutes in 1..=700 {
            assert_eq!(parse_hours(&hours_value(minutes)), Some(minutes));
        }
        assert_eq!([600, 150, 100].map(hours_value), ["10", "2.5", "1:40"]);
    }
}
