//! `/invoices/{id}/payments`: how an invoice was paid is corrected, the sum stays.

use askama::Template;
use parlour_app::invoices as use_cases;
use parlour_app::invoices::{CorrectionRefusal, PaymentCorrection};
use parlour_domain::billing::invoice::{MAX_CREDIT_REASON_LENGTH, PaymentMethod};
use parlour_domain::billing::payment::{MAX_PAYMENTS, MAX_REFERENCE_LENGTH, Payment, adds_up, is_reference_too_short};
use parlour_domain::ids::InvoiceId;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::fields::Fields;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{RequestShape, Text, TextRule};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::detail::{Correction, InvoiceRead};
use super::parts::{invoice_path, method_name, rupees_value};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, RupeesAboveZero};
use parlour_web::format;
use parlour_web::page::see_other;

request_shape! {
    struct ReasonForm {
        reason: Text<MAX_CREDIT_REASON_LENGTH>,
    }
}

#[derive(Template)]
#[template(path = "invoices/payments.html")]
pub(crate) struct PaymentsPage {
    pub(crate) frame: DeskFrame,
    pub(crate) path: String,
    pub(crate) hint: String,
    /// The numbers of the lines of the form, from 1.
    pub(crate) numbers: Vec<usize>,
    pub(crate) methods: Vec<(&'static str, &'static str)>,
    pub(crate) can_correct: bool,
    pub(crate) form: FormState,
}

pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    if read.correction() != Correction::Possible {
        // The invoice says why not.
        return Ok(see_other(&invoice_path(&id), None));
    }
    let form = first_values(&read.found.invoice.payments);
    page.show(&PaymentsPage::new(&page, &read, form))
}

/// The form with the payments as they are.
fn first_values(payments: &[Payment]) -> FormState {
    let mut values: Vec<(String, String)> = Vec::new();
    for (payment, number) in payments.iter().zip(1..) {
        values.push((format!("method-{number}"), payment.method.as_str().to_owned()));
        values.push((format!("amount-{number}"), rupees_value(payment.amount_paise)));
        values.push((format!("reference-{number}"), payment.reference.clone().unwrap_or_default()));
    }
    FormState::new(values)
}

/// The form posts to its own page.
pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let correction = read_correction(&form, read.found.invoice.total_amount_paise, page.texts);
    let named = id.clone();
    let corrected = page.form(&form, label).write(correction, move |tx, context, correction| {
        use_cases::correct_payments(tx, context, &named, correction)?;
        Ok::<_, CorrectionRefusal>(invoice_path(&named))
    });
    corrected.await?.answer(Flash::PaymentsCorrected, |state| show_with(&page, &id, state)).await
}

/// Reads the invoice again: somebody else may have changed it meanwhile.
async fn show_with(page: &DeskPage<Receptionist>, id: &InvoiceId, form: FormState) -> HttpResult {
    let read = InvoiceRead::find(page, id).await?;
    page.show_with(form.status, &PaymentsPage::new(page, &read, form))
}

/// The label of a field; of a payment, with its number.
fn label(name: &str, texts: Texts) -> String {
    let text = texts.invoice_payments();
    let (kind, number) = name.split_once('-').unwrap_or((name, ""));
    let field = match kind {
        "method" => text.method(),
        "amount" => text.amount(),
        "reference" => text.reference(),
        "reason" => texts.invoices().reason_name(),
        _ => text.payments_name(),
    };
    number.parse::<i64>().map_or_else(|_| field.to_owned(), |number| text.field_of(number, field))
}

fn read_correction(form: &FormBody, total_paise: i64, texts: Texts) -> Result<PaymentCorrection, FieldErrors> {
    let mut fields = form.fields();
    let payments: Vec<_> = (1..=MAX_PAYMENTS).filter_map(|number| read_payment(&mut fields, number, texts)).collect();
    let are_readable = !fields.has_errors();
    let reason = ReasonForm::read(&mut fields).reason;
    if are_readable && !adds_up(&payments, total_paise) {
        let sum: i64 = payments.iter().map(|payment| payment.amount_paise).sum();
        let sentence = texts.invoice_payments().must_add_up(&format::money(total_paise), &format::money(sum));
        fields.add_error::<()>("payments", FieldError::Sentence(sentence));
    }
    fields.finish(|| Some(PaymentCorrection { payments, reason: reason? }))
}

/// `None` for a line without an amount.
fn read_payment(fields: &mut Fields, number: usize, texts: Texts) -> Option<Payment> {
    let amount_paise = fields.optional(&format!("amount-{number}"), RupeesAboveZero::parse)?;
    let method_name = format!("method-{number}");
    fields.require_present(&method_name);
    let method = fields.optional(&method_name, <PaymentMethod as TextRule>::parse);
    let reference_name = format!("reference-{number}");
    let reference = fields.optional(&reference_name, Text::<MAX_REFERENCE_LENGTH>::parse);
    if method.zip(reference.as_deref()).is_some_and(|(method, typed)| is_reference_too_short(method, typed)) {
        let sentence = texts.checkout_refusals().short_upi_reference().to_owned();
        return fields.add_error(&reference_name, FieldError::Sentence(sentence));
    }
    Some(Payment { method: method?, amount_paise, reference })
}

impl PaymentsPage {
    fn new(page: &DeskPage<Receptionist>, read: &InvoiceRead, form: FormState) -> Self {
        let (texts, invoice) = (page.texts, &read.found.invoice);
        let text = texts.invoice_payments();
        Self {
            frame: page.desk_frame(text.title(&invoice.invoice_number), Place::Invoices).of_branch(&invoice.branch_id),
            path: invoice_path(&invoice.id),
            hint: text.hint(&format::money(invoice.total_amount_paise)),
            numbers: (1..=MAX_PAYMENTS).collect(),
            methods: PaymentMethod::ALL.iter().map(|method| (method.as_str(), method_name(*method, texts))).collect(),
            can_correct: read.correction() == Correction::Possible,
            form,
        }
    }

    #[expect(
        clippy::unused_self,
        clippy::trivially_copy_pass_by_ref,
        reason = "templates call methods with references"
    )]
    fn field(&self, name: &str, number: &usize) -> String {
        format!("{name}-{number}")
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    fn payment_name(&self, number: &usize) -> String {
        self.frame.texts.invoice_payments().payment(*number)
    }
}
