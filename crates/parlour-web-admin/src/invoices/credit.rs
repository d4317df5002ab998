//! `/invoices/{id}/credit-note`: a manager credits an invoice or a part of it, and sees before what is reversed.

use askama::Template;
use parlour_app::credit_notes as use_cases;
use parlour_app::credit_notes::{CreditPreview, CreditRefusal, NewCreditNote};
use parlour_domain::billing::credit::CreditableLine;
use parlour_domain::billing::invoice::{InvoiceType, MAX_CREDIT_REASON_LENGTH, PaymentMethod};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::FormValues;
use parlour_http::request::{RequestShape, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{FormRefusal, Manager};
use parlour_store::billing::credit_notes::list_creditable_lines;
use parlour_store::billing::desk_invoices::InvoiceLine;

use super::credit_choice::{PARTS, amount_name, read_choice};
use super::detail::InvoiceRead;
use super::parts::{invoice_path, method_name, payment_list};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedMeanwhile, ChangedOrRefused, FormState};
use parlour_web::format;

#[derive(Template)]
#[template(path = "invoices/credit.html")]
pub(crate) struct CreditPage {
    pub(crate) frame: DeskFrame,
    pub(crate) path: String,
    /// How much of the invoice is left, if anything is.
    pub(crate) left: Option<String>,
    pub(crate) is_partly_credited: bool,
    pub(crate) is_parts: bool,
    pub(crate) lines: Vec<CreditLine>,
    pub(crate) preview: Option<Preview>,
    pub(crate) form: FormState,
}

/// A line of the invoice that can be chosen.
pub(crate) struct CreditLine {
    pub(crate) number: i64,
    pub(crate) amount_name: String,
    pub(crate) description: String,
    pub(crate) left: String,
    pub(crate) gems: Option<String>,
    /// Nothing is left of it.
    pub(crate) is_empty: bool,
}

/// What the note would do.
pub(crate) struct Preview {
    pub(crate) lines: Vec<(String, String)>,
    pub(crate) rounding: Option<String>,
    pub(crate) tax: Option<String>,
    pub(crate) total: String,
    pub(crate) total_paise: i64,
    /// What is reversed besides money, a sentence each.
    pub(crate) effects: Vec<String>,
    /// Value and name of each way to give the money back.
    pub(crate) refunds: Vec<(&'static str, String)>,
    pub(crate) button: String,
}

request_shape! {
    struct CreditForm {
        reason: Text<MAX_CREDIT_REASON_LENGTH>,
        /// How all of it is given back; as it was paid unless it is chosen.
        refund: Option<PaymentMethod>,
    }
}

/// `GET`: the address says what is chosen.
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    show_with(&page, &id, &FormValues::decode(page.query().as_bytes()), None).await
}

/// The form posts to its own page.
pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let requested = RequestedNote::read(&form, &read, page.texts);
    let (named, manager, changed) = (id.clone(), page.user().clone(), page.texts.credit_note().changed());
    let issued = page.form(&form, |name: &str, texts: Texts| label(name, &read.lines, texts)).create(
        requested,
        move |tx, context, requested| {
            let refused = ChangedOrRefused::<CreditRefusal>::Refused;
            let preview = use_cases::preview_credit(tx, context, &named, &requested.new.request).map_err(refused)?;
            if preview.credit.total_paise() != requested.expected_paise {
                return Err(ChangedOrRefused::ChangedMeanwhile(ChangedMeanwhile(changed.to_owned())));
            }
            let note = use_cases::credit(tx, context, &manager, &named, &requested.new).map_err(refused)?;
            // Another note may have been issued since the preview.
            if note.total_amount_paise != requested.expected_paise {
                return Err(ChangedOrRefused::ChangedMeanwhile(ChangedMeanwhile(changed.to_owned())));
            }
            Ok(invoice_path(&named))
        },
    );
    let show_again = |state| show_with(&page, &id, &form.values, Some(state));
    issued.await?.answer(Flash::CreditNoteIssued, show_again).await
}

/// What the form asks for.
struct RequestedNote {
    new: NewCreditNote,
    /// What the page said would be given back.
    expected_paise: i64,
}

impl RequestedNote {
    fn read(form: &FormBody, read: &InvoiceRead, texts: Texts) -> Result<Self, FieldErrors> {
        let mut fields = form.fields();
        let request = read_choice(&mut fields, &form.values, &read.lines, texts);
        let readable = CreditForm::read(&mut fields);
        let expected_paise = form.text("expected").parse::<i64>().unwrap_or(-1);
        fields.finish(|| {
            let CreditForm { reason, refund } = CreditForm::complete(readable)?;
            let refund = refund.filter(|_| expected_paise > 0);
            let refunds = refund.map(|method| Payment { method, amount_paise: expected_paise, reference: None });
            let new = NewCreditNote { reason, request: request?, refunds: refunds.into_iter().collect() };
            Some(Self { new, expected_paise })
        })
    }
}

/// The label of a field.
fn label(name: &str, lines: &[InvoiceLine], texts: Texts) -> String {
    let text = texts.credit_note();
    match name {
        "reason" => text.reason().to_owned(),
        "refund" | "refunds" => text.refund().to_owned(),
        _ => {
            let line = lines.iter().find(|line| amount_name(line.line_number) == name);
            line.map_or_else(|| text.lines_name().to_owned(), |line| text.amount_of(&line.description))
        }
    }
}

/// The page with what is chosen, and with why it was refused: by `refused`, or because the choice is not possible.
async fn show_with(
    page: &DeskPage<Manager>,
    id: &InvoiceId,
    values: &FormValues,
    refused: Option<FormState>,
) -> HttpResult {
    let read = InvoiceRead::find(page, id).await?;
    let mut fields = values.fields();
    let request = read_choice(&mut fields, values, &read.lines, page.texts);
    let (request, named) = (fields.finish(|| request), id.clone());
    let (left, previewed) = page
        .caller
        .read(move |conn, context| {
            let previewed = match &request {
                Ok(request) => {
                    use_cases::preview_credit(conn, context, &named, request).map_err(FormRefusal::ByUseCase)
                }
                Err(errors) => Err(FormRefusal::InvalidFields(errors.clone())),
            };
            Ok((list_creditable_lines(conn, &named)?, previewed))
        })
        .await?;
    let label = |name: &str, texts| label(name, &read.lines, texts);
    let (preview, typed) = match previewed {
        Ok(preview) => (Some(preview), FormState::typed(values)),
        Err(refusal) => (None, FormState::refused(values, refusal, page.texts, label)?),
    };
    let form = refused.unwrap_or(typed);
    page.show_with(form.status, &CreditPage::new(page, &read, &left, preview.as_ref(), form))
}

impl CreditPage {
    fn new(
        page: &DeskPage<Manager>,
        read: &InvoiceRead,
        left: &[CreditableLine],
        preview: Option<&CreditPreview>,
        form: FormState,
    ) -> Self {
        let (texts, invoice) = (page.texts, &read.found.invoice);
        let text = texts.credit_note();
        let left_paise = invoice.total_amount_paise - invoice.credited_paise;
        let line = |line: &InvoiceLine| {
            let rest = left.iter().find(|rest| rest.line_number == line.line_number);
            let (paise, gems) = rest.map_or((0, 0), |rest| (rest.left_paise, rest.left_gems));
            CreditLine {
                number: line.line_number,
                amount_name: amount_name(line.line_number),
                description: line.description.clone(),
                left: text.line_left(&format::money(paise)),
                gems: (gems > 0).then(|| text.line_gems(gems)),
                is_empty: paise == 0 && gems == 0,
            }
        };
        Self {
            frame: page.desk_frame(text.title(&invoice.invoice_number), Place::Invoices).of_branch(&invoice.branch_id),
            path: invoice_path(&invoice.id),
            left: read.is_creditable().then(|| text.left(&format::money(left_paise))),
            is_partly_credited: invoice.credited_paise > 0,
            is_parts: form.value("what") == PARTS,
            lines: read.lines.iter().map(line).collect(),
            preview: preview.map(|preview| Preview::new(preview, read, texts)),
            form,
        }
    }

    fn is_ticked(&self, line: &CreditLine) -> bool {
        self.form.has("line", &line.number.to_string())
    }
}

impl Preview {
    fn new(preview: &CreditPreview, read: &InvoiceRead, texts: Texts) -> Self {
        let text = texts.credit_note();
        let credit = &preview.credit;
        let described = |number: i64| {
            let line = read.lines.iter().find(|line| line.line_number == number);
            line.map(|line| line.description.clone()).unwrap_or_default()
        };
        let total = format::money(credit.total_paise());
        let mut refunds = Vec::new();
        if credit.total_paise() > 0 {
            refunds.push(("", text.as_paid(&payment_list(&preview.refunds, texts))));
            let method = |method: &PaymentMethod| (method.as_str(), text.all_by(method_name(*method, texts)));
            refunds.extend(PaymentMethod::ALL.iter().map(method));
        }
        Self {
            lines: credit
                .lines
                .iter()
                .map(|line| (described(line.line_number), format::money(line.total_paise)))
                .collect(),
            rounding: (credit.rounding_paise != 0).then(|| format::money(credit.rounding_paise)),
            tax: (credit.tax.gst_paise() > 0).then(|| format::money(credit.tax.gst_paise())),
            total_paise: credit.total_paise(),
            effects: effects(preview, read, texts),
            refunds,
            button: if credit.total_paise() > 0 { text.issue(&total) } else { text.issue_gems().to_owned() },
            total,
        }
    }
}

fn effects(preview: &CreditPreview, read: &InvoiceRead, texts: Texts) -> Vec<String> {
    let text = texts.credit_note();
    let gems = preview.gems;
    let mut effects = Vec::new();
    if gems.taken_back > 0 {
        effects.push(text.gems_taken(gems.taken_back));
    }
    if gems.given_back > 0 {
        effects.push(text.gems_given(gems.given_back));
    }
    if gems.taken_back == 0 && gems.given_back == 0 {
        effects.push(text.no_gems().to_owned());
    }
    if preview.frees_offer && read.found.offer_name.is_some() {
        effects.push(text.offer_free().to_owned());
    }
    if preview.ends_membership {
        effects.push(text.membership_ends().to_owned());
    }
    if read.found.invoice.invoice_type == InvoiceType::Service && preview.credit.total_paise() > 0 {
        effects.push(text.spend().to_owned());
    }
    if !preview.carries_tax {
        effects.push(text.without_tax().to_owned());
    }
    effects
}
