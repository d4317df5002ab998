//! `/bookings/{id}/receipt`: the receipt of a booking, for 80 mm paper.

use askama::Template;
use chrono::{Days, NaiveDate};
use parlour_app::invoices as use_cases;
use parlour_app::invoices::SendInvoiceRefusal;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::BookingId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::billing::invoice_documents;
use parlour_store::billing::receipt_tips::{self, ReceiptTip};
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use url::form_urlencoded;

use super::pay::receipt_path;
use super::sums::{SumRow, half_rate};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{CheckoutTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format::money;

/// In how many weeks people usually come again.
const NEXT_BOOKING_WEEKS: [i64; 3] = [4, 6, 8];

#[derive(Template)]
#[template(path = "checkout/receipt.html")]
struct ReceiptPage {
    frame: DeskFrame,
    path: String,
    booking_path: String,
    invoice: DeskInvoice,
    kind: &'static str,
    date: String,
    lines: Vec<SumRow>,
    sums: Vec<SumRow>,
    tax: Option<String>,
    /// Payments, tips and change.
    paid: Vec<SumRow>,
    email: Option<String>,
    next: Vec<(String, String)>,
    form: FormState,
}

/// What a receipt is made from.
struct ReceiptRead {
    found: DeskBooking,
    invoice: DeskInvoice,
    lines: Vec<InvoiceLine>,
    tips: Vec<ReceiptTip>,
    /// Where the invoice is sent.
    email: Option<EmailAddress>,
}

pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let read = ReceiptRead::find(&page, &id).await?;
    page.show(&ReceiptPage::new(&page, read, FormState::default()))
}

/// Sends the invoice by e-mail again.
pub(super) async fn send(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>, form: FormBody) -> HttpResult {
    let read = ReceiptRead::find(&page, &id).await?;
    let (invoice, path) = (read.invoice.invoice.id.clone(), receipt_path(&id));
    // The form has no fields.
    let label = |_: &str, _: Texts| "";
    let sent = page.form(&form, label).write(Ok(invoice), move |tx, context, invoice| {
        use_cases::send(tx, context, invoice)?;
        Ok::<_, SendInvoiceRefusal>(path.clone())
    });
    let show_again = async |state: FormState| page.show_with(state.status, &ReceiptPage::new(&page, read, state));
    sent.await?.answer(Flash::InvoiceSent, show_again).await
}

impl ReceiptRead {
    async fn find(page: &DeskPage<Receptionist>, id: &BookingId) -> Result<Self, HttpError> {
        let id = id.clone();
        let read = page.caller.read(move |conn, _| {
            let missing = || HttpError::not_found("This receipt");
            let found = desk_bookings::find_desk_booking(conn, &id)?.ok_or_else(missing)?;
            let invoice = invoice_documents::find_invoice_of_booking(conn, &id)?.ok_or_else(missing)?;
            Ok(Self {
                lines: desk_invoices::list_lines(conn, &invoice)?,
                tips: receipt_tips::list_tips(conn, &invoice)?,
                email: desk_invoices::find_recipient(conn, &invoice)?.and_then(|recipient| recipient.email),
                invoice: desk_invoices::by_id(conn, &invoice)?.ok_or_else(missing)?,
                found,
            })
        });
        read.await
    }
}

impl ReceiptPage {
    fn new(page: &DeskPage<Receptionist>, read: ReceiptRead, form: FormState) -> Self {
        let texts = page.texts;
        let text = texts.receipt();
        let invoice = &read.invoice.invoice;
        let given = page.parameter("given").and_then(|given| given.parse().ok());
        let created = invoice.created_at;
        Self {
            frame: page.desk_frame(text.title(&invoice.invoice_number), Place::None),
            path: receipt_path(&read.found.booking.id),
            booking_path: format!("/bookings/{}", read.found.booking.id.as_str()),
            kind: match invoice.invoice_type {
                InvoiceType::MembershipSession => text.session(),
                _ if read.invoice.gst_registered => text.invoice(),
                _ => text.bill_of_supply(),
            },
            date: (texts.formats())
                .day_and_time(&texts.format_date(created.ist_date()), &texts.format_time(created.ist_time())),
            lines: read.lines.iter().map(line_row).collect(),
            sums: sum_rows(&read.invoice, texts),
            tax: tax_line(&read.invoice, texts),
            paid: paid_rows(&read, given, texts),
            email: read.email.as_ref().map(|email| email.as_str().to_owned()),
            next: next_bookings(&read.found, page.today(), texts),
            invoice: read.invoice,
            form,
        }
    }

    fn text(&self) -> CheckoutTexts {
        self.frame.texts.checkout()
    }

    fn is_credited(&self) -> bool {
        self.invoice.invoice.credited_paise > 0
    }
}

fn line_row(line: &InvoiceLine) -> SumRow {
    SumRow { name: line.description.clone(), amount: money(line.price_paise), class: "" }
}

fn sum_rows(found: &DeskInvoice, texts: Texts) -> Vec<SumRow> {
    let (text, invoice) = (texts.checkout_sums(), &found.invoice);
    let row = |name: &str, paise: i64, class| SumRow { name: name.to_owned(), amount: money(paise), class };
    let mut rows = Vec::new();
    let is_reduced = invoice.total_amount_paise != invoice.subtotal_paise;
    if is_reduced {
        rows.push(row(text.subtotal(), invoice.subtotal_paise, ""));
    }
    if invoice.discount_paise > 0 {
        let name = found.offer_name.as_deref().unwrap_or(text.discount());
        rows.push(row(name, -invoice.discount_paise, "less"));
    }
    if found.redeemed_value_paise > 0 {
        rows.push(row(&text.gems(found.gems_redeemed), -found.redeemed_value_paise, "less"));
    }
    if invoice.rounding_paise != 0 {
        rows.push(row(text.rounding(), invoice.rounding_paise, ""));
    }
    rows.push(row(text.total(), invoice.total_amount_paise, "total"));
    rows
}

fn tax_line(found: &DeskInvoice, texts: Texts) -> Option<String> {
    (found.invoice.gst_amount_paise > 0).then(|| {
        let (cgst, sgst) = (money(found.cgst_paise), money(found.sgst_paise));
        texts.checkout_sums().tax(&half_rate(found.gst_rate_basis_points), &cgst, &sgst)
    })
}

/// Payments and tips; and the change, right after the checkout.
fn paid_rows(read: &ReceiptRead, given: Option<i64>, texts: Texts) -> Vec<SumRow> {
    let text = texts.checkout();
    let payments = &read.invoice.invoice.payments;
    let method = |method: PaymentMethod| {
        let place = PaymentMethod::ALL.iter().position(|known| *known == method).unwrap_or_default();
        text.payment().methods().get(place).copied().unwrap_or_default()
    };
    let mut rows: Vec<SumRow> = Vec::new();
    for payment in payments {
        let by = text.receipt().paid_by(method(payment.method));
        let name = payment.reference.as_ref().map_or_else(|| by.clone(), |reference| format!("{by}, {reference}"));
        rows.push(SumRow { name, amount: money(payment.amount_paise), class: "" });
    }
    for tip in &read.tips {
        let name = format!("{}, {}", text.sums().tip(&tip.staff_name), method(tip.method));
        rows.push(SumRow { name, amount: money(tip.amount_paise), class: "" });
    }
    let is_cash = |one: &PaymentMethod| *one == PaymentMethod::Cash;
    let in_cash = payments.iter().filter(|payment| is_cash(&payment.method)).map(|payment| payment.amount_paise);
    let tips_in_cash = read.tips.iter().filter(|tip| is_cash(&tip.method)).map(|tip| tip.amount_paise);
    let cash: i64 = in_cash.chain(tips_in_cash).sum();
    if let Some(given) = given.filter(|given| cash > 0 && *given >= cash) {
        rows.push(SumRow { name: text.receipt().given().to_owned(), amount: money(given), class: "" });
        rows.push(SumRow { name: text.receipt().change().to_owned(), amount: money(given - cash), class: "change" });
    }
    rows
}

/// Links that book the same services again, with their text.
fn next_bookings(found: &DeskBooking, today: NaiveDate, texts: Texts) -> Vec<(String, String)> {
    let booking = &found.booking;
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("at", booking.branch_id.as_str()).append_pair("customer", booking.customer_id.as_str());
    for line in &booking.services {
        query.append_pair("service", line.service.service_id.as_str());
    }
    let query = query.finish();
    let link = |weeks: i64| {
        let on = today.checked_add_days(Days::new(u64::try_from(weeks * 7).ok()?))?;
        let text = texts.receipt().in_weeks(weeks, &texts.format_day(on, today));
        Some((format!("/bookings/new?{query}&day={on}"), text))
    };
    NEXT_BOOKING_WEEKS.into_iter().filter_map(link).collect()
}
