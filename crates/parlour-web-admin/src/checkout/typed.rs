//! What was typed into the form of the checkout.

use parlour_app::bookings::{NewTip, Reduction};
use parlour_domain::billing::hand_discount::{DiscountSize, HandDiscount, MAX_DISCOUNT_REASON_LENGTH};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::parse_rupees;
use parlour_domain::billing::payment::{MAX_PAYMENTS, MAX_REFERENCE_LENGTH, MAX_TIPS, Payment, Tender, main_method};
use parlour_domain::ids::{MembershipId, OfferId, ServiceId, StaffId};
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;

use parlour_texts::CheckoutTexts;
use parlour_web::form::FormState;
use parlour_web::format::money;

/// Every field that is shown again as it was typed.
const NAMES: [&str; 13] = [
    "less",
    "percent",
    "rupees",
    "reason",
    "method",
    "given",
    "reference",
    "partMethod",
    "partAmount",
    "partReference",
    "tip",
    "tipStaff",
    "tipMethod",
];

/// How the whole is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Whole(PaymentMethod),
    Split,
}

/// The form as far as it can be read: the sums are shown from it while somebody types.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) reduction: Reduction,
    pub(super) method: Method,
    pub(super) given: Option<i64>,
    /// Of a payment by UPI or card.
    pub(super) reference: Option<String>,
    pub(super) parts: Vec<Payment>,
    pub(super) tips: Vec<NewTip>,
    /// The total that was shown when it was sent.
    pub(super) expected_paise: i64,
}

impl Typed {
    /// The form before anybody typed.
    pub(super) fn empty() -> Self {
        Self {
            reduction: Reduction::None,
            method: Method::Whole(PaymentMethod::Cash),
            given: None,
            reference: None,
            parts: Vec::new(),
            tips: Vec::new(),
            expected_paise: 0,
        }
    }

    /// What can be read, and what is wrong with the rest.
    pub(super) fn read(mut fields: Fields, text: CheckoutTexts) -> (Self, Result<(), HttpError>) {
        let reduction = read_reduction(&mut fields, text);
        let method = read_method(&mut fields, text);
        let given = read_amount(&mut fields, "given", text);
        let reference = read_reference(&mut fields, method, text);
        let parts = if method == Method::Split {
            read_parts(&mut fields, text)
        } else {
            // Whoever types parts and leaves another way to pay chosen may mean either. Scripts send only what is chosen.
            if has_parts(&fields) {
                fields.add_error::<()>("parts", text.refusals().parts_not_chosen());
            }
            Vec::new()
        };
        let tip_method = PaymentMethod::parse(fields.form_text("tipMethod")).unwrap_or_else(|| match method {
            Method::Whole(method) => method,
            Method::Split => main_method(&parts).unwrap_or(PaymentMethod::Cash),
        });
        let tips = read_tips(&mut fields, tip_method, text);
        let expected_paise = fields.form_text("expected").parse().unwrap_or(0);
        let typed = Self { reduction, method, given, reference, parts, tips, expected_paise };
        // What is given is only counted where cash pays all.
        let cash_due = typed.due_by(PaymentMethod::Cash, expected_paise);
        if method == Method::Whole(PaymentMethod::Cash) && given.is_some_and(|given| given < cash_due) {
            fields.add_error::<()>("given", text.refusals().given_too_little(&money(cash_due)));
        }
        (typed, fields.build(|| Some(())))
    }

    /// The payments of an invoice of this total.
    pub(super) fn payments(&self, total_paise: i64) -> Vec<Payment> {
        match self.method {
            Method::Split => self.parts.clone(),
            Method::Whole(_) if total_paise <= 0 => Vec::new(),
            Method::Whole(method) => {
                vec![Payment { method, amount_paise: total_paise, reference: self.reference.clone() }]
            }
        }
    }

    /// What is taken by one method, tips included.
    pub(super) fn due_by(&self, method: PaymentMethod, total_paise: i64) -> i64 {
        let payments = self.payments(total_paise);
        let paid = payments.iter().filter(|payment| payment.method == method).map(|payment| payment.amount_paise);
        paid.fold(self.tips_by(method), i64::saturating_add)
    }

    pub(super) fn tips_by(&self, method: PaymentMethod) -> i64 {
        self.tips.iter().filter(|tip| tip.method == method).fold(0, |sum, tip| sum.saturating_add(tip.amount_paise))
    }

    pub(super) fn sum_of_parts(&self) -> i64 {
        self.parts.iter().fold(0, |sum, part| sum.saturating_add(part.amount_paise))
    }

    /// Always the sum that was shown: if another is due by now, the checkout is refused.
    pub(super) fn tender(&self) -> Option<Tender> {
        if matches!(self.reduction, Reduction::Membership(_)) {
            return None;
        }
        let payments = self.payments(self.expected_paise);
        (!payments.is_empty()).then_some(Tender::Parts(payments))
    }
}

/// The form as it was typed.
pub(super) fn kept(fields: &Fields) -> FormState {
    FormState::kept(fields, &NAMES)
}

/// The form as it was typed, with what is wrong.
pub(super) fn refused(fields: &Fields, error: &HttpError) -> FormState {
    FormState::refused(fields, &NAMES, error)
}

/// At most one thing takes something off. What is wrong takes nothing off.
fn read_reduction(fields: &mut Fields, text: CheckoutTexts) -> Reduction {
    let chosen = clean(fields.form_text("less"));
    match chosen.split_once(':') {
        Some(("offer", id)) => Reduction::Offer(OfferId::new(id)),
        Some(("gems", id)) => Reduction::Gems(Some(ServiceId::new(id))),
        Some(("hours", id)) => Reduction::Membership(MembershipId::new(id)),
        None if chosen == "hand" => read_discount(fields, text).map_or(Reduction::None, Reduction::ByHand),
        None if matches!(chosen.as_str(), "" | "none") => Reduction::None,
        _ => {
            fields.add_error::<()>("less", text.refusals().unknown_choice());
            Reduction::None
        }
    }
}

fn read_discount(fields: &mut Fields, text: CheckoutTexts) -> Option<HandDiscount> {
    let texts = &text.refusals();
    let percent = fields.optional("percent", |text| {
        let percent = text.trim_end_matches('%').trim().parse().ok();
        percent.filter(|percent| (1..=100).contains(percent)).ok_or(texts.percent())
    });
    let rupees = read_amount(fields, "rupees", text);
    let reason = fields.optional("reason", |text| {
        let is_short = text.chars().count() <= MAX_DISCOUNT_REASON_LENGTH;
        if is_short { Ok(text.to_owned()) } else { Err(texts.too_long(MAX_DISCOUNT_REASON_LENGTH)) }
    });
    if reason.is_none() && !fields.has_error("reason") {
        fields.add_error::<()>("reason", texts.required());
    }
    // The quote shows the discount before the reason is typed.
    let reason = reason.unwrap_or_default();
    let is_wrong = fields.has_error("percent") || fields.has_error("rupees");
    match (percent, rupees) {
        (Some(percent), None) => Some(HandDiscount { size: DiscountSize::Percent(percent), reason }),
        (None, Some(paise)) if paise > 0 => Some(HandDiscount { size: DiscountSize::Paise(paise), reason }),
        _ if is_wrong => None,
        _ => fields.add_error("percent", texts.one_of_two()),
    }
}

fn read_method(fields: &mut Fields, text: CheckoutTexts) -> Method {
    let typed = fields.form_text("method").to_owned();
    match PaymentMethod::parse(&typed) {
        Some(method) => Method::Whole(method),
        None if typed == "split" => Method::Split,
        None => {
            fields.add_error::<()>("method", text.refusals().unknown_method());
            Method::Whole(PaymentMethod::Cash)
        }
    }
}

fn read_amount(fields: &mut Fields, name: &str, text: CheckoutTexts) -> Option<i64> {
    fields.optional(name, |typed| parse_rupees(typed).ok_or(text.refusals().amount()))
}

/// The form has a field for UPI and, after it, one for cards.
fn read_reference(fields: &mut Fields, method: Method, text: CheckoutTexts) -> Option<String> {
    let place = match method {
        Method::Whole(PaymentMethod::Upi) => 0,
        Method::Whole(PaymentMethod::Card) => 1,
        Method::Whole(PaymentMethod::Cash) | Method::Split => return None,
    };
    let typed = fields.form_texts("reference").get(place).copied().map(clean)?;
    checked_reference(fields, "reference", typed, text)
}

fn checked_reference(fields: &mut Fields, name: &str, typed: String, text: CheckoutTexts) -> Option<String> {
    if typed.chars().count() > MAX_REFERENCE_LENGTH {
        return fields.add_error(name, text.refusals().too_long(MAX_REFERENCE_LENGTH));
    }
    Some(typed).filter(|typed| !typed.is_empty())
}

fn has_parts(fields: &Fields) -> bool {
    ["partAmount", "partReference"].iter().any(|name| fields.form_texts(name).iter().any(|text| !text.is_empty()))
}

/// The parts whose amount is typed.
fn read_parts(fields: &mut Fields, text: CheckoutTexts) -> Vec<Payment> {
    let column = |name: &str| -> Vec<String> { fields.form_texts(name).into_iter().map(clean).collect() };
    let (methods, amounts, references) = (column("partMethod"), column("partAmount"), column("partReference"));
    let mut parts = Vec::new();
    let is_alone =
        |(index, reference): (usize, &String)| !reference.is_empty() && amounts.get(index).is_none_or(String::is_empty);
    if references.iter().enumerate().any(is_alone) {
        fields.add_error::<()>("parts", text.refusals().part_without_amount());
    }
    for (index, amount) in amounts.iter().enumerate().filter(|(_, amount)| !amount.is_empty()) {
        let method = methods.get(index).and_then(|method| PaymentMethod::parse(method));
        let amount_paise = parse_rupees(amount).filter(|amount| *amount > 0);
        let reference = references.get(index).cloned().unwrap_or_default();
        let reference = checked_reference(fields, "parts", reference, text);
        match (method, amount_paise) {
            (Some(method), Some(amount_paise)) => parts.push(Payment { method, amount_paise, reference }),
            (None, _) => _ = fields.add_error::<()>("parts", text.refusals().unknown_method()),
            (Some(_), None) => _ = fields.add_error::<()>("parts", text.refusals().amount()),
        }
    }
    if parts.len() > MAX_PAYMENTS {
        fields.add_error::<()>("parts", text.refusals().too_many(MAX_PAYMENTS));
    }
    parts
}

fn read_tips(fields: &mut Fields, method: PaymentMethod, text: CheckoutTexts) -> Vec<NewTip> {
    let column = |name: &str| -> Vec<String> { fields.form_texts(name).into_iter().map(clean).collect() };
    let (staff, amounts) = (column("tipStaff"), column("tip"));
    let mut tips = Vec::new();
    for (staff, amount) in staff.into_iter().zip(amounts).filter(|(_, amount)| !amount.is_empty()) {
        match parse_rupees(&amount) {
            // Nothing is no tip.
            Some(0) => {}
            Some(amount_paise) => tips.push(NewTip { staff_id: StaffId::new(staff), method, amount_paise }),
            None => _ = fields.add_error::<()>("tip", text.refusals().amount()),
        }
    }
    if tips.len() > MAX_TIPS {
        fields.add_error::<()>("tip", text.refusals().too_many(MAX_TIPS));
    }
    tips
}

/// No database stores NUL characters.
fn clean(text: &str) -> String {
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_texts::Texts;

    fn read(form: &str) -> (Typed, Vec<String>) {
        let (typed, checked) = Typed::read(Fields::from_form(form.as_bytes()), Texts::ENGLISH.checkout());
        let errors = checked.err().and_then(|error| error.details().cloned()).unwrap_or_default();
        (typed, errors.into_keys().collect())
    }

    #[test]
    fn one_method_pays_what_was_shown() {
        let (typed, errors) = read("less=none&method=upi&reference=+42+&reference=&expected=120050");
        assert_eq!(errors, Vec::<String>::new());
        let payment = Payment { method: PaymentMethod::Upi, amount_paise: 120_050, reference: Some("42".into()) };
        assert_eq!(typed.tender(), Some(Tender::Parts(vec![payment])));
        assert_eq!(read("method=card&reference=1&reference=&expected=0").0.tender(), None);
        assert_eq!(read("method=bank").1, ["method"]);
    }

    #[test]
    fn parts_and_tips_are_counted_by_method() {
        let (typed, errors) = read(
            "method=split&partMethod=cash&partAmount=500&partReference=&partMethod=upi&partAmount=1,200.50\
             &partReference=7&partMethod=card&partAmount=&partReference=&tip=100&tipStaff=a&tip=&tipStaff=b&expected=1",
        );
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!((typed.sum_of_parts(), typed.tips.len()), (170_050, 1));
        assert_eq!(typed.due_by(PaymentMethod::Upi, 1), 130_050, "the tip is paid as the largest part");
        assert_eq!(typed.due_by(PaymentMethod::Cash, 1), 50_000);
        assert_eq!(read("method=split&partMethod=cash&partAmount=x").1, ["parts"]);
        assert_eq!(read("method=cash&tip=1,5&tipStaff=a").1, ["tip"]);
        let alone =
            "method=split&partMethod=cash&partAmount=5&partReference=&partMethod=upi&partAmount=&partReference=42";
        assert_eq!(read(alone).1, ["parts"], "a reference without its amount");
    }

    #[test]
    fn parts_beside_another_way_to_pay_are_refused() {
        let parts = "partMethod=cash&partAmount=500&partReference=&partMethod=upi&partAmount=&partReference=";
        for method in ["cash", "upi", "card"] {
            assert_eq!(read(&format!("method={method}&expected=50000&{parts}")).1, ["parts"], "{method}");
        }
        assert_eq!(read("method=cash&partMethod=upi&partAmount=&partReference=42").1, ["parts"]);
        assert_eq!(read("method=cash&partMethod=upi&partAmount=+&partReference=").1, Vec::<String>::new());
    }

    #[test]
    fn a_discount_by_hand_has_one_size_and_a_reason() {
        let wrong = |form: &str| read(&format!("method=cash&less=hand&{form}")).1;
        assert_eq!(wrong("percent=10&reason=Late"), Vec::<String>::new());
        assert_eq!(wrong("percent=10%25&reason=Late"), Vec::<String>::new());
        assert_eq!(wrong("rupees=99.50&reason=Late"), Vec::<String>::new());
        assert_eq!(wrong("percent=0&reason=Late"), ["percent"]);
        assert_eq!(wrong("percent=5&rupees=5&reason=Late"), ["percent"]);
        assert_eq!(wrong(""), ["percent", "reason"]);
        assert_eq!(read("method=cash&less=none&percent=ten").1, Vec::<String>::new(), "not chosen");
    }

    #[test]
    fn too_little_cash_is_noticed() {
        assert_eq!(read("method=cash&given=1,000&expected=120000").1, ["given"]);
        assert_eq!(read("method=cash&given=1,200&expected=120000&tip=50&tipStaff=a").1, ["given"]);
        assert_eq!(read("method=cash&given=1,250&expected=120000&tip=50&tipStaff=a").1, Vec::<String>::new());
        assert_eq!(read("method=card&given=1&reference=&expected=120000").1, Vec::<String>::new());
    }
}
