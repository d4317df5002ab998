//! What was typed into the form of the checkout.

use parlour_app::bookings::{NewTip, Reduction};
use parlour_domain::billing::hand_discount::{DiscountSize, HandDiscount, MAX_DISCOUNT_REASON_LENGTH};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::{
    MAX_PAYMENTS, MAX_REFERENCE_LENGTH, MAX_TIPS, Payment, Tender, is_reference_too_short, main_method,
};
use parlour_domain::ids::{MembershipId, OfferId, ServiceId, StaffId};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::request::FormValues;
use parlour_http::request::{QueryInt, RequestField, Text, TextRule};

use parlour_texts::{CheckoutRefusalsTexts, Texts};
use parlour_web::form::{Rupees, RupeesAboveZero};
use parlour_web::format::money;

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
    pub(super) fn read(values: &FormValues, texts: Texts) -> (Self, Result<(), FieldErrors>) {
        let mut reader = FormReader { fields: values.fields(), values, text: texts.checkout_refusals() };
        let reduction = reader.reduction();
        let method = reader.method();
        let given = reader.fields.optional("given", Rupees::parse);
        let reference = reader.reference(method);
        let parts = reader.parts(method);
        let tip_method = PaymentMethod::parse(values.text("tipMethod")).unwrap_or_else(|| match method {
            Method::Whole(method) => method,
            Method::Split => main_method(&parts).unwrap_or(PaymentMethod::Cash),
        });
        let tips = reader.tips(tip_method);
        let expected_paise = values.text("expected").parse().unwrap_or(0);
        let typed = Self { reduction, method, given, reference, parts, tips, expected_paise };
        // What is given is only counted where cash pays all.
        let cash_due = typed.due_by(PaymentMethod::Cash, expected_paise);
        if method == Method::Whole(PaymentMethod::Cash) && given.is_some_and(|given| given < cash_due) {
            reader.refuse("given", &reader.text.given_too_little(&money(cash_due)));
        }
        (typed, reader.fields.finish(|| Some(())))
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

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.checkout();
    match name {
        "less" => text.reduction().title(),
        "percent" => text.reduction().percent(),
        "rupees" => text.field_rupees(),
        "reason" => texts.invoices().reason_name(),
        "given" => text.payment().given(),
        "reference" => text.field_reference(),
        "parts" => text.field_parts(),
        "tip" => text.field_tip(),
        _ => text.field_method(),
    }
}

/// Reads the form, and reports what is wrong with it.
struct FormReader<'a> {
    fields: Fields,
    values: &'a FormValues,
    text: CheckoutRefusalsTexts,
}

impl FormReader<'_> {
    /// Reports a field with a whole sentence.
    fn refuse(&mut self, name: &str, sentence: &str) {
        self.fields.add_error::<()>(name, FieldError::Sentence(sentence.to_owned()));
    }

    /// Every value of a field.
    fn column(&self, name: &str) -> Vec<String> {
        self.values.texts(name).into_iter().map(clean).collect()
    }

    /// At most one thing takes something off. What is wrong takes nothing off.
    fn reduction(&mut self) -> Reduction {
        let chosen = clean(self.values.text("less"));
        match chosen.split_once(':') {
            Some(("offer", id)) => Reduction::Offer(OfferId::new(id)),
            Some(("gems", id)) => Reduction::Gems(Some(ServiceId::new(id))),
            Some(("hours", id)) => Reduction::Membership(MembershipId::new(id)),
            None if chosen == "hand" => self.discount().map_or(Reduction::None, Reduction::ByHand),
            None if matches!(chosen.as_str(), "" | "none") => Reduction::None,
            _ => {
                self.refuse("less", self.text.unknown_choice());
                Reduction::None
            }
        }
    }

    fn discount(&mut self) -> Option<HandDiscount> {
        let percent =
            self.fields.optional("percent", |text| QueryInt::<1, 100>::parse(text.trim_end_matches('%').trim()));
        let rupees = self.fields.optional("rupees", Rupees::parse);
        let is_wrong = self.fields.has_error("percent") || self.fields.has_error("rupees");
        let size = match (percent, rupees) {
            (Some(percent), None) => Some(DiscountSize::Percent(percent)),
            (None, Some(paise)) if paise > 0 => Some(DiscountSize::Paise(paise)),
            _ => None,
        };
        if size.is_none() && !is_wrong {
            self.refuse("percent", self.text.one_of_two());
        }
        let reason = <Text<MAX_DISCOUNT_REASON_LENGTH> as RequestField>::read(&mut self.fields, "reason");
        // The quote shows the discount before the reason is typed.
        Some(HandDiscount { size: size?, reason: reason.unwrap_or_default() })
    }

    fn method(&mut self) -> Method {
        let typed = self.values.text("method");
        match PaymentMethod::parse(typed) {
            Some(method) => Method::Whole(method),
            None if typed == "split" => Method::Split,
            None => {
                self.fields.add_error::<()>("method", FieldError::NotChosen);
                Method::Whole(PaymentMethod::Cash)
            }
        }
    }

    /// The form has a field for UPI and, after it, one for cards.
    fn reference(&mut self, method: Method) -> Option<String> {
        let (method, place) = match method {
            Method::Whole(method @ PaymentMethod::Upi) => (method, 0),
            Method::Whole(method @ PaymentMethod::Card) => (method, 1),
            Method::Whole(PaymentMethod::Cash) | Method::Split => return None,
        };
        let typed = self.column("reference").into_iter().nth(place)?;
        self.checked_reference("reference", &typed, Some(method))
    }

    fn checked_reference(&mut self, name: &str, typed: &str, method: Option<PaymentMethod>) -> Option<String> {
        if typed.is_empty() {
            return None;
        }
        if method.is_some_and(|method| is_reference_too_short(method, typed)) {
            self.refuse(name, self.text.short_upi_reference());
            return None;
        }
        match Text::<MAX_REFERENCE_LENGTH>::parse(typed) {
            Ok(reference) => Some(reference),
            Err(error) => self.fields.add_error(name, error),
        }
    }

    /// The parts of a payment in parts.
    fn parts(&mut self, method: Method) -> Vec<Payment> {
        if method == Method::Split {
            return self.typed_parts();
        }
        let is_typed = |name: &&str| self.values.texts(name).iter().any(|text| !text.is_empty());
        // Whoever types parts and leaves another way to pay chosen may mean either. Scripts send only what is chosen.
        if ["partAmount", "partReference"].iter().any(is_typed) {
            self.refuse("parts", self.text.parts_not_chosen());
        }
        Vec::new()
    }

    /// The parts whose amount is typed.
    fn typed_parts(&mut self) -> Vec<Payment> {
        let [methods, amounts, references] =
            ["partMethod", "partAmount", "partReference"].map(|name| self.column(name));
        let is_alone = |(index, reference): (usize, &String)| {
            !reference.is_empty() && amounts.get(index).is_none_or(String::is_empty)
        };
        if references.iter().enumerate().any(is_alone) {
            self.refuse("parts", self.text.part_without_amount());
        }
        let mut parts = Vec::new();
        for (index, amount) in amounts.iter().enumerate().filter(|(_, amount)| !amount.is_empty()) {
            let method = methods.get(index).and_then(|method| PaymentMethod::parse(method));
            let reference = references.get(index).and_then(|typed| self.checked_reference("parts", typed, method));
            match (method, RupeesAboveZero::parse(amount)) {
                (Some(method), Ok(amount_paise)) => parts.push(Payment { method, amount_paise, reference }),
                (None, _) => _ = self.fields.add_error::<()>("parts", FieldError::NotChosen),
                (Some(_), Err(error)) => _ = self.fields.add_error::<()>("parts", error),
            }
        }
        if parts.len() > MAX_PAYMENTS {
            self.fields.add_error::<()>("parts", FieldError::TooManyEntries(MAX_PAYMENTS));
        }
        parts
    }

    fn tips(&mut self, method: PaymentMethod) -> Vec<NewTip> {
        let (staff, amounts) = (self.column("tipStaff"), self.column("tip"));
        let mut tips = Vec::new();
        for (staff, amount) in staff.into_iter().zip(amounts).filter(|(_, amount)| !amount.is_empty()) {
            match Rupees::parse(&amount) {
                // Nothing is no tip.
                Ok(0) => {}
                Ok(amount_paise) => tips.push(NewTip { staff_id: StaffId::new(staff), method, amount_paise }),
                Err(error) => _ = self.fields.add_error::<()>("tip", error),
            }
        }
        if tips.len() > MAX_TIPS {
            self.fields.add_error::<()>("tip", FieldError::TooManyEntries(MAX_TIPS));
        }
        tips
    }
}

/// No database stores NUL characters.
fn clean(text: &str) -> String {
    text.replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &str) -> (Typed, Vec<String>) {
        let (typed, checked) = Typed::read(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        let errors = checked.err().unwrap_or_default();
        (typed, errors.iter().map(|(name, _)| name.to_owned()).collect())
    }

    #[test]
    fn one_method_pays_what_was_shown() {
        let (typed, errors) = read("less=none&method=upi&reference=+UTR+42+&reference=&expected=120050");
        assert_eq!(errors, Vec::<String>::new());
        let payment = Payment { method: PaymentMethod::Upi, amount_paise: 120_050, reference: Some("UTR 42".into()) };
        assert_eq!(typed.tender(), Some(Tender::Parts(vec![payment])));
        assert_eq!(read("method=card&reference=1&reference=&expected=0").0.tender(), None);
        assert_eq!(read("method=bank").1, ["method"]);
        assert_eq!(read("method=upi&reference=12345&reference=&expected=100").1, ["reference"]);
        assert_eq!(read("method=card&reference=12345&reference=1&expected=100").1, Vec::<String>::new());
    }

    #[test]
    fn parts_and_tips_are_counted_by_method() {
        let (typed, errors) = read(
            "method=split&partMethod=cash&partAmount=500&partReference=&partMethod=upi&partAmount=1,200.50\
             &partReference=UTR+777&partMethod=card&partAmount=&partReference=&tip=100&tipStaff=a&tip=&tipStaff=b&expected=1",
        );
        assert_eq!(errors, Vec::<String>::new());
        assert_eq!((typed.sum_of_parts(), typed.tips.len()), (170_050, 1));
        assert_eq!(typed.due_by(PaymentMethod::Upi, 1), 130_050, "the tip is paid as the largest part");
        assert_eq!(typed.due_by(PaymentMethod::Cash, 1), 50_000);
        assert_eq!(read("method=split&partMethod=cash&partAmount=x").1, ["parts"]);
        assert_eq!(read("method=split&partMethod=upi&partAmount=5&partReference=77777").1, ["parts"]);
        assert_eq!(read("method=split&partMethod=card&partAmount=5&partReference=7").1, Vec::<String>::new());
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
