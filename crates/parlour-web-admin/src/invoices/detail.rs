//! `/invoices/{id}`: what was sold, to whom, how it was paid and what was credited.

use askama::Template;
use parlour_app::invoices as use_cases;
use parlour_app::invoices::SendInvoiceRefusal;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::{InvoiceType, is_creditable};
use parlour_domain::booking::BookingStatus;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{MinimumRole, Receptionist};
use parlour_store::billing::credit_notes::{self, CreditNote};
use parlour_store::billing::day_closes;
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::bookings::booking_records;
use parlour_store::{Conn, DbError};

use super::detail_parts::{LineRow, NoteRow, PaymentRow, SumRow, sums};
use super::list::InvoiceState;
use super::parts::{invoice_path, kind_name, name_of};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;

#[derive(Template)]
#[template(path = "invoices/detail.html")]
pub(crate) struct DetailPage {
    pub(crate) frame: DeskFrame,
    pub(crate) path: String,
    pub(crate) about: String,
    pub(crate) state: InvoiceState,
    pub(crate) lines: Vec<LineRow>,
    pub(crate) sums: Vec<SumRow>,
    /// What is left after credit notes.
    pub(crate) left: Option<String>,
    pub(crate) gems_earned: Option<String>,
    pub(crate) seller: Party,
    pub(crate) customer: Party,
    pub(crate) customer_path: String,
    pub(crate) booking_path: Option<String>,
    pub(crate) membership_path: Option<String>,
    pub(crate) payments: Vec<PaymentRow>,
    pub(crate) correction: Correction,
    pub(crate) notes: Vec<NoteRow>,
    pub(crate) can_credit: bool,
    /// Whether its booking can be opened again.
    pub(crate) can_reopen: bool,
    pub(crate) voided: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) is_registered: bool,
    pub(crate) form: FormState,
}

/// A name with what stands under it.
pub(crate) struct Party {
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) gstin: Option<String>,
}

/// Whether the payments can be corrected, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Correction {
    Possible,
    DayClosed,
    HasNote,
    NothingPaid,
}

/// An invoice with everything that pages about it show.
#[derive(Debug, Clone)]
pub(super) struct InvoiceRead {
    pub(super) found: DeskInvoice,
    pub(super) lines: Vec<InvoiceLine>,
    notes: Vec<(CreditNote, String)>,
    discounted_by: String,
    email: Option<EmailAddress>,
    is_open_day: bool,
    /// It is what its completed visit was paid with, and credited whole.
    is_settled: bool,
}

impl InvoiceRead {
    pub(super) async fn find<R: MinimumRole>(page: &DeskPage<R>, id: &InvoiceId) -> Result<Self, HttpError> {
        let id = id.clone();
        page.caller
            .read(move |conn, _| Self::read(conn, &id)?.ok_or_else(|| HttpError::not_found("This invoice")))
            .await
    }

    fn read(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<Self>, DbError> {
        let Some(found) = desk_invoices::by_id(conn, id)? else { return Ok(None) };
        let mut notes = Vec::new();
        for note in credit_notes::list_by_invoice(conn, id)? {
            let by = name_of(conn, &note.created_by)?;
            notes.push((note, by));
        }
        let discounted_by = match &found.invoice.discounted_by {
            Some(user) => name_of(conn, user)?,
            None => String::new(),
        };
        Ok(Some(Self {
            lines: desk_invoices::list_lines(conn, id)?,
            notes,
            discounted_by,
            is_settled: is_settled(conn, &found)?,
            email: desk_invoices::find_recipient(conn, id)?.and_then(|recipient| recipient.email),
            is_open_day: day_closes::is_open_day(conn, &found.invoice.branch_id, found.invoice.invoice_date)?,
            found,
        }))
    }

    pub(super) fn correction(&self) -> Correction {
        if self.found.invoice.payments.is_empty() {
            Correction::NothingPaid
        } else if !self.notes.is_empty() {
            Correction::HasNote
        } else if self.is_open_day {
            Correction::Possible
        } else {
            Correction::DayClosed
        }
    }

    /// Whether something is left that a credit note could give back.
    pub(super) fn is_creditable(&self) -> bool {
        let is_whole = self.found.credit_note.as_ref().is_some_and(|note| note.is_last);
        let invoice = &self.found.invoice;
        !is_whole && invoice.voided_at.is_none() && is_creditable(invoice.total_amount_paise, self.found.gems_redeemed)
    }
}

fn is_settled(conn: &mut Conn<'_>, found: &DeskInvoice) -> Result<bool, DbError> {
    let invoice = &found.invoice;
    let Some(booking) = &invoice.booking_id else { return Ok(false) };
    if invoice.invoice_type != InvoiceType::Service || invoice.credited_paise != invoice.total_amount_paise {
        return Ok(false);
    }
    let is_current =
        credit_notes::find_invoice_to_credit(conn, &invoice.id)?.is_some_and(|found| found.superseded_at.is_none());
    let found_booking = booking_records::find_booking(conn, booking)?;
    Ok(is_current
        && found_booking.is_some_and(|found_booking| {
            found_booking.status == BookingStatus::Completed && !found_booking.is_membership_session
        }))
}

pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    show_with(&page, &id, FormState::default()).await
}

/// The page with what was typed into one of its forms.
pub(super) async fn show_with<R: MinimumRole>(page: &DeskPage<R>, id: &InvoiceId, form: FormState) -> HttpResult {
    let read = InvoiceRead::find(page, id).await?;
    page.show_with(form.status, &DetailPage::new(page, &read, form))
}

/// The label of the only field of this page.
pub(super) fn label(_: &str, texts: Texts) -> &'static str {
    texts.invoices().reason_name()
}

/// `POST /invoices/{id}/send`
pub(super) async fn send(page: DeskPage<Receptionist>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let sent = page.form(&form, label).write(Ok(id.clone()), |tx, context, id| {
        use_cases::send(tx, context, id)?;
        Ok::<_, SendInvoiceRefusal>(invoice_path(id))
    });
    sent.await?.answer(Flash::InvoiceSent, |state| show_with(&page, &id, state)).await
}

impl DetailPage {
    fn new<R: MinimumRole>(page: &DeskPage<R>, read: &InvoiceRead, form: FormState) -> Self {
        let (found, texts) = (&read.found, page.texts);
        let (invoice, text) = (&found.invoice, texts.invoice());
        let day = texts.format_date(invoice.invoice_date);
        let is_credited = invoice.credited_paise > 0;
        let gstin = |gstin: &Option<String>| gstin.as_deref().map(|gstin| text.gstin(gstin));
        Self {
            frame: page.desk_frame(invoice.invoice_number.as_str(), Place::Invoices).of_branch(&invoice.branch_id),
            path: invoice_path(&invoice.id),
            about: text.about(&day, kind_name(invoice.invoice_type, texts)),
            state: InvoiceState::of(found, texts),
            lines: read.lines.iter().map(|line| LineRow::new(line, texts)).collect(),
            sums: sums(found, &read.discounted_by, texts),
            left: is_credited.then(|| format::money(invoice.total_amount_paise - invoice.credited_paise)),
            gems_earned: (invoice.gems_earned > 0).then(|| text.gems_earned(invoice.gems_earned)),
            seller: Party {
                name: found.seller_name.clone(),
                address: found.seller_address.clone(),
                gstin: gstin(&found.seller_gstin),
            },
            customer: Party {
                name: found.customer_name.clone(),
                address: String::new(),
                gstin: gstin(&found.customer_gstin),
            },
            customer_path: format!("/customers/{}", invoice.customer_id),
            booking_path: invoice.booking_id.as_ref().map(|booking| format!("/bookings/{booking}")),
            membership_path: found.membership_id.as_ref().map(|membership| format!("/memberships/{membership}")),
            payments: invoice.payments.iter().map(|payment| PaymentRow::new(payment, texts)).collect(),
            correction: read.correction(),
            notes: read.notes.iter().map(|(note, by)| NoteRow::new(note, by, page)).collect(),
            can_credit: page.role() >= Role::Manager && read.is_creditable(),
            can_reopen: page.role() >= Role::Manager && read.is_settled,
            voided: invoice.voided_at.map(|at| text.voided(&texts.format_date(at.ist_date()))),
            email: read.email.as_ref().map(|email| email.as_str().to_owned()),
            is_registered: found.gst_registered,
            form,
        }
    }

    fn can_correct(&self) -> bool {
        self.correction == Correction::Possible
    }

    /// Why the payments cannot be corrected.
    fn stays(&self) -> Option<&'static str> {
        let text = self.frame.texts.invoice();
        match self.correction {
            Correction::DayClosed => Some(text.closed_day()),
            Correction::HasNote => Some(text.has_note()),
            Correction::Possible | Correction::NothingPaid => None,
        }
    }
}
