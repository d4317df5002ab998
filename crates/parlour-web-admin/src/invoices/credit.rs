//! `/invoices/{id}/credit-note`: a manager credits an invoice or a part of it, and sees before what is reversed.

use askama::Template;
use http::StatusCode;
use parlour_app::credit_notes as use_cases;
use parlour_app::credit_notes::{CreditPreview, NewCreditNote};
use parlour_domain::billing::credit::CreditableLine;
use parlour_domain::billing::invoice::{InvoiceType, MAX_CREDIT_REASON_LENGTH, PaymentMethod};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::fields::Fields;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::billing::credit_notes::list_creditable_lines;
use parlour_store::billing::desk_invoices::InvoiceLine;

use super::credit_choice::{PARTS, amount_name, choice_names, read_choice};
use super::detail::InvoiceRead;
use super::parts::{invoice_path, method_name, payment_list, read_reason};
use crate::desk::{DeskFrame, DeskPage, Place, refused_status};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::see_other;

#[derive(Template)]
#[template(path = "invoices/credit.html")]
pub(crate) struct CreditPage {
    pub(crate) frame: DeskFrame,
    pub(crate) path: String,
    /// How much of the invoice is left, if anything is.
    pub(crate) left: Option<String>,
    pub(crate) is_partly_credited: bool,
    pub(crate) is_parts: bool,
    pub(crate) lines: Vec<ChoiceLine>,
    pub(crate) preview: Option<Preview>,
    pub(crate) form: FormState,
}

/// A line of the invoice that can be chosen.
pub(crate) struct ChoiceLine {
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

/// `GET`: the address says what is chosen.
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let typed = || Fields::from_form(page.query().as_bytes());
    answer(&page, &id, typed, None).await
}

/// The form posts to its own page.
pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let issued = match Requested::read(form.fields(), &read, page.texts) {
        Ok(requested) => issue(&page, &id, &form, requested).await,
        Err(error) => Err(error),
    };
    match issued {
        Ok(path) => Ok(see_other(&path, Some(Flash::CreditNoteIssued))),
        Err(error) if refused_status(&error).is_some() => answer(&page, &id, || form.fields(), Some(error)).await,
        Err(error) => Err(error),
    }
}

/// What the form asks for.
struct Requested {
    new: NewCreditNote,
    /// What the page text would be given back.
    expected_paise: i64,
}

impl Requested {
    fn read(mut fields: Fields, read: &InvoiceRead, texts: Texts) -> Result<Self, HttpError> {
        let request = read_choice(&mut fields, &read.lines, texts);
        let reason = read_reason(&mut fields, "reason", MAX_CREDIT_REASON_LENGTH, texts);
        let unknown = texts.credit_note().unknown_refund();
        let method = fields.optional("refund", |text| PaymentMethod::parse(text).ok_or(unknown));
        let expected = fields.form_text("expected").parse::<i64>().unwrap_or(-1);
        fields.build(|| {
            let refund = |method| Payment { method, amount_paise: expected, reference: None };
            let refunds = method.filter(|_| expected > 0).map(refund).into_iter().collect();
            Some(Self { new: NewCreditNote { reason: reason?, request: request?, refunds }, expected_paise: expected })
        })
    }
}

async fn issue(
    page: &DeskPage<Manager>,
    id: &InvoiceId,
    form: &FormBody,
    requested: Requested,
) -> Result<String, HttpError> {
    let (id, manager, texts) = (id.clone(), page.user().clone(), page.texts);
    page.caller
        .submit_once(form, move |tx, context| {
            let changed = || HttpError::new(ErrorCode::Conflict, texts.credit_note().changed());
            let preview = use_cases::preview_credit(tx, context, &id, &requested.new.request)?;
            if preview.credit.total_paise() != requested.expected_paise {
                return Err(changed());
            }
            let note = use_cases::credit(tx, context, &manager, &id, &requested.new)?;
            // Another note may have been issued since the preview.
            if note.total_amount_paise != requested.expected_paise {
                return Err(changed());
            }
            Ok(invoice_path(&id))
        })
        .await
}

/// The page with what is chosen, and with why it was refused.
async fn answer(
    page: &DeskPage<Manager>,
    id: &InvoiceId,
    typed: impl Fn() -> Fields,
    refusal: Option<HttpError>,
) -> HttpResult {
    let read = InvoiceRead::find(page, id).await?;
    let mut fields = typed();
    let request = read_choice(&mut fields, &read.lines, page.texts);
    let named = id.clone();
    let (left, preview) = page
        .caller
        .read(move |conn, context| {
            let preview = |request| use_cases::preview_credit(conn, context, &named, request).map_err(HttpError::from);
            let preview = request.as_ref().map(preview);
            Ok((list_creditable_lines(conn, &named)?, preview))
        })
        .await?;
    let (preview, wrong) = match preview {
        Some(Ok(preview)) => (Some(preview), None),
        Some(Err(error)) => (None, Some(error)),
        None => (None, fields.build(|| Some(())).err()),
    };
    let mut names = choice_names(&read.lines);
    names.extend(["reason", "refund"].map(str::to_owned));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (status, form) = match refusal.or(wrong) {
        None => (StatusCode::OK, typed_values(&typed(), &names)),
        Some(error) => match refused_status(&error) {
            Some(status) => (status, FormState::refused(&typed(), &names, &error)),
            None => return Err(error),
        },
    };
    page.show_with(status, &CreditPage::new(page, &read, &left, preview.as_ref(), form))
}

fn typed_values(typed: &Fields, names: &[&str]) -> FormState {
    let pairs = names.iter().flat_map(|name| typed.form_texts(name).into_iter().map(|value| (*name, value)));
    FormState::new(&pairs.collect::<Vec<_>>())
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
            ChoiceLine {
                number: line.line_number,
                amount_name: amount_name(line.line_number),
                description: line.description.clone(),
                left: text.line_left(&format::money(paise)),
                gems: (gems > 0).then(|| text.line_gems(gems)),
                is_empty: paise == 0 && gems == 0,
            }
        };
        Self {
            frame: page.desk_frame(text.title(&invoice.invoice_number), Place::Invoices),
            path: invoice_path(&invoice.id),
            left: read.is_creditable().then(|| text.left(&format::money(left_paise))),
            is_partly_credited: invoice.credited_paise > 0,
            is_parts: form.value("what") == PARTS,
            lines: read.lines.iter().map(line).collect(),
            preview: preview.map(|preview| Preview::new(preview, read, texts)),
            form,
        }
    }

    /// The name of a field in the list of errors.
    fn label(&self, name: &str) -> String {
        let text = self.frame.texts.credit_note();
        match name {
            "reason" => text.reason().to_owned(),
            "refund" | "refunds" => text.refund().to_owned(),
            _ => {
                let line = self.lines.iter().find(|line| line.amount_name == name);
                line.map_or_else(|| text.lines_name().to_owned(), |line| text.amount_of(&line.description))
            }
        }
    }

    fn is_ticked(&self, line: &ChoiceLine) -> bool {
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
