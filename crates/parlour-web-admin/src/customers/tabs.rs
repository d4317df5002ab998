//! What the tabs of a customer's page show, besides the bookings.

use chrono::NaiveDate;
use parlour_app::gems::word_description;
use parlour_db::cursor::ListCursor;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::ids::UserId;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_domain::membership::MembershipStatus;
use parlour_store::billing::invoices::{self, Invoice, InvoiceCursor};
use parlour_store::customers::customer_records::{self, CustomerNoteCursor, CustomerNoteWithAuthor, LikelyDuplicate};
use parlour_store::gems::gems_accounts::{self, GemsSummary, GemsTransaction};
use parlour_store::memberships::membership_records::Membership;
use parlour_store::{Conn, DbError};

use super::links::customer_path;
use crate::named_booking::names_once;
use crate::status::avatar_class;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::{TextContext, encode};
use parlour_web::page_size::PageSize;
use parlour_web::text_parts::{SLOTS, TextPart, text_parts};

const PAGE_SIZE: PageSize = PageSize(20);

/// A customer in a short list.
pub(super) struct Hit {
    pub(super) id: String,
    pub(super) path: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    /// Phone, e-mail and visits.
    pub(super) about: String,
    /// Found by the phone alone, which anyone can type.
    pub(super) is_unproven: bool,
}

impl Hit {
    pub(super) fn new(id: &UserId, name: &str, contact: [Option<String>; 2], visits: i64, texts: Texts) -> Self {
        let visits = texts.customer().visits_count(visits);
        let about: Vec<String> = contact.into_iter().flatten().chain([visits]).collect();
        Self {
            id: id.to_string(),
            path: customer_path(id),
            name: name.to_owned(),
            initials: format::initials(name),
            avatar: avatar_class(name),
            about: about.join(" · "),
            is_unproven: false,
        }
    }

    pub(super) fn of_duplicate(found: &LikelyDuplicate, texts: Texts) -> Self {
        let email = found.email.as_ref().map(|email| email.as_str().to_owned());
        let contact = [found.phone.as_ref().map(format::phone), email];
        Self { is_unproven: true, ..Self::new(&found.id, &found.name, contact, found.total_visits, texts) }
    }
}

/// The links below a list.
pub(super) struct Pager {
    pub(super) newest: Option<String>,
    pub(super) older: Option<String>,
}

pub(super) struct Notes {
    pub(super) rows: Vec<NoteRow>,
    pub(super) pager: Pager,
    /// Bookings that a new note can be about.
    pub(super) bookings: Vec<(String, String)>,
}

pub(super) struct NoteRow {
    pub(super) paragraphs: Vec<String>,
    pub(super) about: String,
    pub(super) booking: Option<String>,
    /// The text for the pinned note, and the label of the button, if it is short enough.
    pub(super) pin: Option<(String, String)>,
}

/// The longest pinned note.
const MAX_PINNED_CHARS: usize = 500;

pub(super) fn read_notes(
    conn: &mut Conn<'_>,
    customer: &UserId,
    older: Option<&str>,
) -> Result<Vec<CustomerNoteWithAuthor>, DbError> {
    let after = older.and_then(CustomerNoteCursor::from_text);
    customer_records::list_notes(conn, customer, after.as_ref(), PAGE_SIZE.rows_to_read())
}

impl Notes {
    pub(super) fn new(
        mut read: Vec<CustomerNoteWithAuthor>,
        is_older: bool,
        customer: &UserId,
        bookings: Vec<(String, String)>,
        texts: Texts,
    ) -> Self {
        let own = format!("{}?tab=notes", customer_path(customer));
        let older = PAGE_SIZE.cut(&mut read).map(|last| {
            let cursor = CustomerNoteCursor { created_at: last.created_at, id: last.id.clone() };
            format!("{own}&older={}", encode(&cursor.to_text()))
        });
        let rows = read.iter().map(|note| NoteRow::new(note, texts)).collect();
        Self { rows, pager: Pager { newest: is_older.then_some(own), older }, bookings }
    }
}

impl NoteRow {
    fn new(note: &CustomerNoteWithAuthor, texts: Texts) -> Self {
        let day = texts.format_date(note.created_at.ist_date());
        let can_be_pinned = note.content.chars().count() <= MAX_PINNED_CHARS;
        Self {
            paragraphs: note.content.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect(),
            about: format!("{}, {day}", note.author_name),
            booking: note.booking_id.as_ref().map(|id| format!("/bookings/{id}")),
            pin: can_be_pinned.then(|| (note.content.clone(), texts.customer().pin_note(&day))),
        }
    }
}

pub(super) struct Invoices {
    pub(super) rows: Vec<InvoiceRow>,
    pub(super) pager: Pager,
}

pub(super) struct InvoiceRow {
    pub(super) path: String,
    pub(super) number: String,
    pub(super) day: String,
    pub(super) kind: &'static str,
    pub(super) paid_by: String,
    pub(super) total: String,
    /// Void, or how much of it was credited.
    pub(super) remark: Option<String>,
    pub(super) is_void: bool,
}

pub(super) fn read_invoices(
    conn: &mut Conn<'_>,
    customer: &UserId,
    older: Option<&str>,
) -> Result<Vec<Invoice>, DbError> {
    let after = older.and_then(InvoiceCursor::from_text);
    invoices::own_page(conn, customer, after.as_ref(), PAGE_SIZE.rows_to_read())
}

impl Invoices {
    pub(super) fn new(mut read: Vec<Invoice>, is_older: bool, customer: &UserId, texts: Texts) -> Self {
        let own = format!("{}?tab=invoices", customer_path(customer));
        let older = PAGE_SIZE.cut(&mut read).map(|last| {
            let cursor = InvoiceCursor { invoice_date: last.invoice_date, id: last.id.clone() };
            format!("{own}&older={}", encode(&cursor.to_text()))
        });
        let rows = read.iter().map(|invoice| InvoiceRow::new(invoice, texts)).collect();
        Self { rows, pager: Pager { newest: is_older.then_some(own), older } }
    }
}

impl InvoiceRow {
    fn new(invoice: &Invoice, texts: Texts) -> Self {
        let text = texts.customers();
        let method = |method: PaymentMethod| match method {
            PaymentMethod::Cash => text.one().cash(),
            PaymentMethod::Upi => text.one().upi(),
            PaymentMethod::Card => text.one().card(),
        };
        let methods = names_once(invoice.payments.iter().map(|payment| method(payment.method)));
        let credited =
            (invoice.credited_paise > 0).then(|| text.one().credited(&format::money(invoice.credited_paise)));
        let is_void = invoice.voided_at.is_some();
        Self {
            path: format!("/invoices/{}", invoice.id),
            number: invoice.invoice_number.clone(),
            day: texts.format_date(invoice.invoice_date),
            kind: match invoice.invoice_type {
                InvoiceType::Service => text.one().kind_service(),
                InvoiceType::MembershipPurchase => text.one().kind_membership(),
                InvoiceType::MembershipSession => text.one().kind_session(),
            },
            paid_by: methods.join(", "),
            total: format::money(invoice.total_amount_paise),
            remark: if is_void { Some(text.one().voided().to_owned()) } else { credited },
            is_void,
        }
    }
}

pub(super) struct Gems {
    pub(super) summary: String,
    pub(super) rows: Vec<GemsRow>,
    pub(super) newer: Option<String>,
    pub(super) older: Option<String>,
}

pub(super) struct GemsRow {
    pub(super) day: String,
    pub(super) what: String,
    pub(super) change: String,
    pub(super) is_gain: bool,
}

/// A page of the history, and the account.
pub(super) struct GemsRead {
    summary: GemsSummary,
    transactions: Vec<GemsTransaction>,
    page: i64,
}

impl GemsRead {
    pub(super) fn find(conn: &mut Conn<'_>, customer: &UserId, page: i64) -> Result<Self, DbError> {
        let offset = (page - 1).saturating_mul(PAGE_SIZE.rows_to_read() - 1);
        let nothing = GemsSummary { balance: 0, total_earned: 0, total_redeemed: 0 };
        Ok(Self {
            summary: gems_accounts::find_summary(conn, customer)?.unwrap_or(nothing),
            transactions: gems_accounts::list_transactions(conn, customer, offset, PAGE_SIZE.rows_to_read())?,
            page,
        })
    }
}

impl Gems {
    pub(super) fn new(read: &GemsRead, customer: &UserId, texts: Texts) -> Self {
        let GemsSummary { balance, total_earned, total_redeemed } = read.summary;
        let path = |page: i64| format!("{}?tab=gems&page={page}", customer_path(customer));
        Self {
            summary: texts.customer().gems_summary(balance, total_earned, total_redeemed),
            rows: read.transactions.iter().take(PAGE_SIZE.0).map(|entry| GemsRow::new(entry, texts)).collect(),
            newer: (read.page > 1).then(|| path(read.page - 1)),
            older: (read.transactions.len() > PAGE_SIZE.0).then(|| path(read.page + 1)),
        }
    }
}

impl GemsRow {
    fn new(entry: &GemsTransaction, texts: Texts) -> Self {
        let gems = entry.gems_amount;
        let invoice = entry.invoice_number.as_ref().map(|number| format!(", {number}")).unwrap_or_default();
        Self {
            day: texts.format_date(entry.created_at.ist_date()),
            what: word_description(entry, texts) + &invoice,
            change: if gems < 0 { format!("−{}", gems.unsigned_abs()) } else { format!("+{gems}") },
            is_gain: gems > 0,
        }
    }
}

/// A membership as the page shows it.
pub(super) struct MembershipView {
    pub(super) path: String,
    pub(super) tier: String,
    pub(super) number: String,
    pub(super) state: String,
    pub(super) left: String,
    /// With `left` as the first slot.
    pub(super) left_of: Vec<TextPart>,
    pub(super) left_label: String,
    pub(super) left_minutes: i64,
    pub(super) total_minutes: i64,
    pub(super) until: String,
    pub(super) paid: String,
}

/// One that has ended stays active until a job ends it.
pub(super) fn is_current(membership: &Membership, now: Timestamp) -> bool {
    membership.status == MembershipStatus::Active && membership.expires_at > now
}

impl MembershipView {
    pub(super) fn new(membership: &Membership, context: TextContext) -> Self {
        let (texts, text) = (context.texts, context.texts.customers());
        let total = membership.total_hours_minutes;
        let left = (total - membership.used_hours_minutes).max(0);
        let starts = membership.starts_at.ist_date();
        let state = match membership.status {
            MembershipStatus::Cancelled => text.one().cancelled().to_owned(),
            _ if !is_current(membership, context.now) => text.one().expired().to_owned(),
            _ if starts > context.today() => text.one().begins(&texts.format_date(starts)),
            _ => text.one().active().to_owned(),
        };
        let (left_text, total_text) = (texts.format_minutes(left), texts.format_minutes(total));
        Self {
            path: format!("/memberships/{}", membership.id),
            tier: membership.tier_name_snapshot.clone(),
            number: membership.membership_number.clone(),
            state,
            left_label: text.one().hours_left_label(&left_text, &total_text),
            left_of: text_parts(&text.one().hours_left(SLOTS[0], &total_text)),
            left: left_text,
            left_minutes: left,
            total_minutes: total.max(1),
            until: text.one().until(&texts.format_date(last_day(membership))),
            paid: text.one().paid(&format::money(membership.price_paid_paise)),
        }
    }
}

/// A membership ends at the midnight after its last day.
fn last_day(membership: &Membership) -> NaiveDate {
    membership.expires_at.plus_millis(-DAY_MS).ist_date()
}
