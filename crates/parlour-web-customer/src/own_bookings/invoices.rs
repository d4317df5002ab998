//! The customer's invoices and credit notes.

use std::collections::HashSet;

use askama::Template;
use parlour_db::cursor::ListCursor;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_store::billing::credit_notes::ListedCreditNote;
use parlour_store::billing::invoice_documents;
use parlour_store::billing::invoices::{self, DocumentPdf, Invoice, InvoiceCursor};

use parlour_web::format;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab, encode};
use parlour_web::page_size::PageSize;
use parlour_web::pdf_wait::PdfWait;

const PAGE_SIZE: PageSize = PageSize(20);

#[derive(Template)]
#[template(path = "invoices.html")]
pub(crate) struct InvoicesPage {
    pub(crate) frame: Frame,
    pub(crate) invoices: Vec<InvoiceRow>,
    pub(crate) is_older: bool,
    pub(crate) older: Option<String>,
}

pub(crate) struct InvoiceRow {
    pub(crate) number: String,
    /// Day, type and how it was paid.
    pub(crate) about: String,
    pub(crate) total: String,
    pub(crate) pdf: PdfLink,
    pub(crate) credit_notes: Vec<CreditNoteRow>,
}

pub(crate) struct CreditNoteRow {
    pub(crate) text: String,
    pub(crate) pdf: PdfLink,
}

pub(crate) struct PdfLink {
    pub(crate) path: String,
    pub(crate) label: String,
    pub(crate) is_ready: bool,
}

/// `/invoices`
pub(super) async fn show(page: SignedInPage) -> HttpResult {
    // An address that is not ours shows the first page.
    let after = page.parameter("older").and_then(|text| InvoiceCursor::from_text(&text));
    let (user, from) = (page.signed_in_user.id.clone(), after.clone());
    let (mut found, missing) = page
        .caller
        .read(move |conn, _| {
            let found = invoices::own_page(conn, &user, from.as_ref(), PAGE_SIZE.rows_to_read())?;
            Ok((found, invoice_documents::list_own_missing_pdfs(conn, &user)?))
        })
        .await?;
    let older = PAGE_SIZE.cut(&mut found).map(|last| {
        let cursor = InvoiceCursor { invoice_date: last.invoice_date, id: last.id.clone() };
        format!("/invoices?older={}", encode(&cursor.to_text()))
    });
    let missing: HashSet<String> = missing.into_iter().collect();
    page.render(&InvoicesPage {
        frame: page.frame(page.texts.own_invoices().title(), Tab::Me),
        invoices: found.iter().map(|invoice| InvoiceRow::new(invoice, &missing, &page)).collect(),
        is_older: after.is_some(),
        older,
    })
}

impl InvoiceRow {
    fn new(invoice: &Invoice, missing: &HashSet<String>, page: &PageContext) -> Self {
        let is_missing = missing.contains(invoice.id.as_str());
        let own = format!("/invoices/{}", invoice.id);
        let note = |note: &ListedCreditNote| CreditNoteRow::new(note, &own, missing, page);
        Self {
            number: invoice.invoice_number.clone(),
            about: about(invoice, page),
            total: format::money(invoice.total_amount_paise),
            pdf: PdfLink::new(&invoice.invoice_number, format!("/api{own}/pdf"), is_missing, page)
                .unless_ready(format!("{own}/wait")),
            credit_notes: invoice.credit_notes.iter().map(note).collect(),
        }
    }
}

/// `16 Nov 2026, Booking, paid by UPI`.
fn about(invoice: &Invoice, page: &PageContext) -> String {
    let text = page.texts.own_invoices();
    let kind = match invoice.invoice_type {
        InvoiceType::Service => text.service(),
        InvoiceType::MembershipPurchase => text.membership(),
        InvoiceType::MembershipSession => text.session(),
    };
    let mut parts = vec![page.texts.format_date(invoice.invoice_date), kind.to_owned()];
    if invoice.total_amount_paise > 0 {
        let methods = invoice.payments.iter().map(|payment| method_name(payment.method, page));
        let methods: Vec<_> = methods.collect();
        // Invoices of an earlier system name the method only.
        let paid = match (methods.is_empty(), invoice.payment_method) {
            (false, _) => Some(methods.join(", ")),
            (true, Some(method)) => Some(method_name(method, page).to_owned()),
            (true, None) => None,
        };
        parts.extend(paid.map(|methods| text.paid_by(&methods)));
    }
    if invoice.voided_at.is_some() {
        parts.push(text.voided().to_owned());
    }
    parts.join(", ")
}

fn method_name(method: PaymentMethod, page: &PageContext) -> &'static str {
    let text = page.texts.own_invoices();
    match method {
        PaymentMethod::Cash => text.cash(),
        PaymentMethod::Upi => text.upi(),
        PaymentMethod::Card => text.card(),
    }
}

impl CreditNoteRow {
    fn new(note: &ListedCreditNote, own: &str, missing: &HashSet<String>, page: &PageContext) -> Self {
        let day = page.texts.format_date(note.created_at.ist_date());
        let is_missing = missing.contains(&note.id);
        let path = format!("/api{own}/credit-notes/{}/pdf", note.id);
        let wait = format!("{own}/wait?note={}", encode(&note.id));
        Self {
            text: page.texts.own_invoices().credit_note(&note.number, &format::money(note.total_amount_paise), &day),
            pdf: PdfLink::new(&note.number, path, is_missing, page).unless_ready(wait),
        }
    }
}

impl PdfLink {
    fn new(number: &str, path: String, is_missing: bool, page: &PageContext) -> Self {
        Self { path, label: page.texts.own_invoices().pdf_label(number), is_ready: !is_missing }
    }

    /// Leads to the page that waits, until the PDF is made.
    fn unless_ready(self, wait: String) -> Self {
        if self.is_ready { self } else { Self { path: wait, ..self } }
    }
}

#[derive(Template)]
#[template(path = "invoice_wait.html")]
pub(crate) struct WaitPage {
    pub(crate) frame: Frame,
    pub(crate) about: String,
    pub(crate) address: String,
}

/// `/invoices/{id}/wait`, of a credit note with `note`: opens the PDF, or looks again by itself until it is made.
pub(super) async fn wait(page: SignedInPage, PathId(id): PathId<InvoiceId>) -> HttpResult {
    let wait = PdfWait::of_page(&page, format!("/invoices/{id}/wait"));
    let found = find_pdf(&page, &id, wait.note.clone()).await?;
    let api = format!("/api/invoices/{id}");
    if let Some(pdf) = wait.open_or_queue(&page.caller, id, &found, &api).await? {
        return Ok(pdf);
    }
    let text = page.texts.own_invoices();
    let response = page.render(&WaitPage {
        frame: page.frame(text.wait_title(), Tab::Me),
        about: if wait.is_last() { text.wait_long().to_owned() } else { text.wait(&found.number) },
        address: wait.address(),
    })?;
    wait.look_again(response)
}

async fn find_pdf(page: &SignedInPage, id: &InvoiceId, note: Option<String>) -> Result<DocumentPdf, HttpError> {
    let (user, id) = (page.signed_in_user.id.clone(), id.clone());
    page.caller
        .read(move |conn, _| {
            let found = match &note {
                Some(note) => invoice_documents::find_own_credit_note_pdf(conn, &id, Some(note), &user)?,
                None => invoices::find_own_pdf(conn, &id, &user)?,
            };
            found.ok_or_else(|| HttpError::not_found("This invoice"))
        })
        .await
}
