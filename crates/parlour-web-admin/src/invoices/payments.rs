//! `/invoices/{id}/payments`: how an invoice was paid is corrected, the sum stays.

use askama::Template;
use parlour_app::invoices as use_cases;
use parlour_app::invoices::PaymentCorrection;
use parlour_domain::billing::invoice::{MAX_CREDIT_REASON_LENGTH, PaymentMethod};
use parlour_domain::billing::payment::{MAX_PAYMENTS, MAX_REFERENCE_LENGTH, Payment, adds_up};
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;

use super::detail::{Correction, InvoiceRead};
use super::parts::{invoice_path, method_name, read_reason, read_rupees, read_text, rupees_value};
use crate::desk::{DeskFrame, DeskPage, Place, refused_status};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::see_other;

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
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    FormState::new(&values)
}

/// The form posts to its own page.
pub(super) async fn submit(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let corrected = match correction(form.fields(), read.found.invoice.total_amount_paise, page.texts) {
        Ok(correction) => correct(&page, &id, &form, correction).await,
        Err(error) => Err(error),
    };
    match corrected {
        Ok(path) => Ok(see_other(&path, Some(Flash::PaymentsCorrected))),
        Err(error) => {
            let Some(status) = refused_status(&error) else { return Err(error) };
            // Read again: somebody else may have changed it meanwhile.
            let read = InvoiceRead::find(&page, &id).await?;
            let names = field_names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let state = FormState::refused(&form.fields(), &names, &error);
            page.show_with(status, &PaymentsPage::new(&page, &read, state))
        }
    }
}

async fn correct(
    page: &DeskPage<Receptionist>,
    id: &InvoiceId,
    form: &FormBody,
    correction: PaymentCorrection,
) -> Result<String, HttpError> {
    let id = id.clone();
    page.caller
        .submit_once(form, move |tx, context| {
            use_cases::correct_payments(tx, context, &id, &correction)?;
            Ok(invoice_path(&id))
        })
        .await
}

fn field_names() -> Vec<String> {
    let of_line = |number: usize| ["method", "amount", "reference"].map(|name| format!("{name}-{number}"));
    (1..=MAX_PAYMENTS).flat_map(of_line).chain(["reason".to_owned()]).collect()
}

fn correction(mut fields: Fields, total_paise: i64, texts: Texts) -> Result<PaymentCorrection, HttpError> {
    let text = texts.invoice_payments();
    let lines: Vec<_> = (1..=MAX_PAYMENTS).filter_map(|number| read_payment(&mut fields, number, texts)).collect();
    let is_readable = !fields.has_errors();
    let reason = read_reason(&mut fields, "reason", MAX_CREDIT_REASON_LENGTH, texts);
    if is_readable && !adds_up(&lines, total_paise) {
        let sum: i64 = lines.iter().map(|payment| payment.amount_paise).sum();
        fields.add_error::<()>("payments", text.must_add_up(&format::money(total_paise), &format::money(sum)));
    }
    fields.build(|| Some(PaymentCorrection { payments: lines, reason: reason? }))
}

/// `None` for a line without an amount.
fn read_payment(fields: &mut Fields, number: usize, texts: Texts) -> Option<Payment> {
    let text = texts.invoice_payments();
    let amount_name = format!("amount-{number}");
    let amount_paise = read_rupees(fields, &amount_name, texts)?;
    if amount_paise == 0 {
        return fields.add_error(&amount_name, texts.invoices().not_zero());
    }
    let name = format!("method-{number}");
    let method = fields.optional(&name, |typed| PaymentMethod::parse(typed).ok_or(text.unknown_method()));
    let reference = read_text(fields, &format!("reference-{number}"), MAX_REFERENCE_LENGTH, texts);
    if method.is_none() && !fields.has_error(&name) {
        return fields.add_error(&name, text.unknown_method());
    }
    Some(Payment { method: method?, amount_paise, reference })
}

impl PaymentsPage {
    fn new(page: &DeskPage<Receptionist>, read: &InvoiceRead, form: FormState) -> Self {
        let (texts, invoice) = (page.texts, &read.found.invoice);
        let text = texts.invoice_payments();
        Self {
            frame: page.desk_frame(text.title(&invoice.invoice_number), Place::Invoices),
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

    /// The name of a field in the list of errors.
    fn label(&self, name: &str) -> String {
        let text = self.frame.texts.invoice_payments();
        let (kind, number) = name.split_once('-').unwrap_or((name, ""));
        let what = match kind {
            "method" => text.method(),
            "amount" => text.amount(),
            "reference" => text.reference(),
            "reason" => return text.reason().trim_end_matches('?').to_owned(),
            _ => return text.payments_name().to_owned(),
        };
        match number.parse::<i64>() {
            Ok(number) => format!("{}: {what}", text.payment(number)),
            Err(_) => what.to_owned(),
        }
    }
}
