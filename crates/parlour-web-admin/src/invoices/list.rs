//! `/invoices`: newest first, by day, kind, customer and number.

use askama::Template;
use chrono::{Datelike, Days, NaiveDate};
use parlour_db::cursor::ListCursor;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::desk_invoice_list::{InvoiceFilter, InvoiceSearch};
use parlour_store::billing::desk_invoice_pages::{InvoiceSums, page_after, sum_of_days};
use parlour_store::billing::desk_invoices::DeskInvoice;
use parlour_store::billing::invoices::InvoiceCursor;

use super::parts::{invoice_path, kind_name, method_name};
use crate::day_filter::DayFilter;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::named_booking::names_once;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::{PageContext, encode};
use parlour_web::page_size::PageSize;

pub(super) const LIST_PATH: &str = "/invoices";
pub(super) const FILE_PATH: &str = "/invoices.csv";
const PAGE_SIZE: PageSize = PageSize(20);
const MAX_SUMMED_DAYS: i64 = 31;
const MAX_SEARCH_CHARS: usize = 120;

#[derive(Template)]
#[template(path = "invoices/list.html")]
pub(crate) struct ListPage {
    pub(crate) frame: DeskFrame,
    pub(crate) asked: Asked,
    pub(crate) periods: Vec<PeriodLink>,
    /// Value, name and whether it is chosen.
    pub(crate) kinds: Vec<(&'static str, &'static str, bool)>,
    pub(crate) rows: Vec<InvoiceRow>,
    pub(crate) is_older: bool,
    pub(crate) newest: String,
    pub(crate) older: Option<String>,
    pub(crate) file: String,
    /// What was billed on the days that are asked for.
    pub(crate) sums: Option<String>,
}

/// What the address asks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Asked {
    pub(crate) days: DayFilter,
    kind: Option<InvoiceType>,
    pub(crate) search: String,
}

pub(crate) struct PeriodLink {
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) is_chosen: bool,
}

pub(crate) struct InvoiceRow {
    pub(crate) path: String,
    pub(crate) number: String,
    pub(crate) when: String,
    pub(crate) customer: String,
    pub(crate) customer_path: String,
    pub(crate) what: &'static str,
    pub(crate) paid_by: String,
    pub(crate) total: String,
    pub(crate) state: InvoiceState,
}

/// The mark of an invoice: class, icon and word.
pub(crate) struct InvoiceState {
    pub(crate) class: &'static str,
    pub(crate) text: String,
    /// Nothing of it counts any more.
    pub(crate) is_void: bool,
}

pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let asked = Asked::read(&page);
    // An address that is not ours shows the first page.
    let older = page.parameter("older").filter(|text| !text.contains('\0'));
    let after = older.and_then(|text| InvoiceCursor::from_text(&text));
    let is_wrong = asked.days.is_wrong();
    let mut found =
        if is_wrong { Vec::new() } else { read(&page, &asked, after.clone(), PAGE_SIZE.rows_to_read()).await? };
    let sums = read_sums(&page, &asked).await?.filter(|sums| sums.count > 0);
    let older = PAGE_SIZE.cut(&mut found).map(|last| asked.path(LIST_PATH, &[("older", &cursor_of(last).to_text())]));
    page.show_with(
        asked.days.status(),
        &ListPage {
            frame: page.desk_frame(page.texts.invoices().title(), Place::Invoices),
            periods: asked.periods(page.today(), page.texts),
            kinds: asked.kinds(page.texts),
            rows: found.iter().map(|invoice| InvoiceRow::new(invoice, &page)).collect(),
            is_older: after.is_some(),
            newest: asked.path(LIST_PATH, &[]),
            older,
            file: asked.path(FILE_PATH, &[]),
            sums: sums.map(|sums| sums_text(&sums, page.texts)),
            asked,
        },
    )
}

pub(super) async fn read(
    page: &DeskPage<Receptionist>,
    asked: &Asked,
    after: Option<InvoiceCursor>,
    limit: i64,
) -> Result<Vec<DeskInvoice>, HttpError> {
    let filter = asked.filter();
    page.caller.read(move |conn, _| Ok(page_after(conn, &filter, after.as_ref(), limit)?)).await
}

pub(super) fn cursor_of(found: &DeskInvoice) -> InvoiceCursor {
    InvoiceCursor { invoice_date: found.invoice.invoice_date, id: found.invoice.id.clone() }
}

/// Sums of some weeks only: they are added up for each page.
async fn read_sums(page: &DeskPage<Receptionist>, asked: &Asked) -> Result<Option<InvoiceSums>, HttpError> {
    let Some((from, to)) = asked.days.from.zip(asked.days.to).filter(|_| asked.search.is_empty()) else {
        return Ok(None);
    };
    if !(0..MAX_SUMMED_DAYS).contains(&(to - from).num_days()) {
        return Ok(None);
    }
    let kind = asked.kind;
    page.caller.read(move |conn, _| Ok(Some(sum_of_days(conn, from, to, kind)?))).await
}

/// `₹9,86,430 in 412 invoices, ₹1,800 credited`.
fn sums_text(sums: &InvoiceSums, texts: Texts) -> String {
    let text = texts.invoice_list();
    let credited = (sums.credited_paise > 0).then(|| format::money(sums.credited_paise));
    let total = format::money(sums.total_paise);
    match credited {
        Some(credited) => text.sums_credited(&total, sums.count, &credited),
        None => text.sums(&total, sums.count),
    }
}

impl Asked {
    /// A type that is not known is left out: the form shows what is asked for.
    pub(super) fn read(page: &PageContext) -> Self {
        let search = page.parameter("q").unwrap_or_default();
        Self {
            days: DayFilter::read(page),
            kind: page.parameter("type").and_then(|text| InvoiceType::parse(&text)),
            search: search.trim().replace('\0', "").chars().take(MAX_SEARCH_CHARS).collect(),
        }
    }

    fn filter(&self) -> InvoiceFilter {
        InvoiceFilter {
            from: self.days.from,
            to: self.days.to,
            invoice_type: self.kind,
            search: InvoiceSearch::new(&self.search),
        }
    }

    /// The address of this list or its file, with more parameters.
    fn path(&self, path: &str, more: &[(&str, &str)]) -> String {
        let (from, to) = (self.days.first_day(), self.days.last_day());
        let kind = self.kind.map_or("", InvoiceType::as_str);
        let own = [("from", from.as_str()), ("to", to.as_str()), ("type", kind), ("q", self.search.as_str())];
        let pairs = own.iter().chain(more).filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = pairs.map(|(name, value)| format!("{name}={}", encode(value))).collect();
        if query.is_empty() { path.to_owned() } else { format!("{path}?{}", query.join("&")) }
    }

    fn periods(&self, today: NaiveDate, texts: Texts) -> Vec<PeriodLink> {
        let text = texts.invoice_list();
        let monday = today.checked_sub_days(Days::new(today.weekday().num_days_from_monday().into()));
        let first = today.with_day(1);
        let periods = [
            (DayFilter::default(), text.all_days()),
            (DayFilter::new(Some(today), Some(today)), text.today()),
            (DayFilter::new(monday, Some(today)), text.this_week()),
            (DayFilter::new(first, Some(today)), texts.month_long(today)),
        ];
        // On the first days of a week or month, several periods are the same days.
        let chosen = periods.iter().position(|(days, _)| *days == self.days);
        let period = |(index, (days, name)): (usize, (DayFilter, &str))| {
            let asked = Self { days, ..self.clone() };
            PeriodLink { path: asked.path(LIST_PATH, &[]), name: name.to_owned(), is_chosen: chosen == Some(index) }
        };
        periods.into_iter().enumerate().map(period).collect()
    }

    fn kinds(&self, texts: Texts) -> Vec<(&'static str, &'static str, bool)> {
        let kinds =
            InvoiceType::ALL.iter().map(|kind| (kind.as_str(), kind_name(*kind, texts), self.kind == Some(*kind)));
        kinds.collect()
    }

    pub(crate) fn is_filtered(&self) -> bool {
        self.days.is_filtered() || self.kind.is_some() || !self.search.is_empty()
    }
}

impl InvoiceRow {
    fn new(found: &DeskInvoice, page: &PageContext) -> Self {
        let (invoice, texts) = (&found.invoice, page.texts);
        let (at, day) = (invoice.created_at, texts.format_day(invoice.invoice_date, page.today()));
        let when = if at.ist_date() == invoice.invoice_date {
            texts.formats().day_and_time(&day, &texts.format_time(at.ist_time()))
        } else {
            day
        };
        Self {
            path: invoice_path(&invoice.id),
            number: invoice.invoice_number.clone(),
            when,
            customer: found.customer_name.clone(),
            customer_path: format!("/customers/{}", invoice.customer_id),
            what: kind_name(invoice.invoice_type, texts),
            paid_by: paid_by(found, texts),
            total: format::money(invoice.total_amount_paise),
            state: InvoiceState::of(found, texts),
        }
    }
}

/// `UPI, Cash`; empty where nothing was due.
pub(super) fn paid_by(found: &DeskInvoice, texts: Texts) -> String {
    let mut names = names_once(found.invoice.payments.iter().map(|payment| method_name(payment.method, texts)));
    // Invoices of an earlier system name the method only.
    let is_due = found.invoice.total_amount_paise > 0;
    let only = found.invoice.payment_method.filter(|_| names.is_empty() && is_due);
    names.extend(only.map(|method| method_name(method, texts)));
    names.join(", ")
}

impl InvoiceState {
    pub(super) fn of(found: &DeskInvoice, texts: Texts) -> Self {
        let (invoice, text) = (&found.invoice, texts.invoice_list());
        let state = |class, text: &str, is_void| Self { class, text: text.to_owned(), is_void };
        let is_whole = found.credit_note.as_ref().is_some_and(|note| note.is_last);
        if invoice.voided_at.is_some() {
            state("bad", text.voided(), true)
        } else if is_whole {
            state("bad", text.credited(), true)
        } else if invoice.credited_paise > 0 {
            state("warn", &text.credited_part(&format::money(invoice.credited_paise)), false)
        } else if invoice.invoice_type == InvoiceType::MembershipSession {
            state("good", text.hours(), false)
        } else if invoice.total_amount_paise == 0 {
            state("good", text.nothing_due(), false)
        } else {
            state("good", text.paid(), false)
        }
    }

    pub(crate) fn is_good(&self) -> bool {
        self.class == "good"
    }
}
