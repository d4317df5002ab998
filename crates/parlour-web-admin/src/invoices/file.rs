//! `/invoices.csv`: the list as a file.

use parlour_app::reports::{Cell, Table};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::desk_invoices::DeskInvoice;
use parlour_store::billing::invoices::InvoiceCursor;

use super::list::{Asked, InvoiceState, LIST_PATH, cursor_of, paid_by, read};
use super::parts::kind_name;
use crate::csv_file::csv_response;
use crate::desk::DeskPage;
use parlour_texts::Texts;
use parlour_web::page::see_other;
use parlour_web::page_size::PageSize;

/// One read holds so many; between two of them others get a turn.
const ROWS_PER_READ: PageSize = PageSize(500);
const MAX_ROWS: usize = 10_000;
const COLUMNS: [&str; 8] = ["Number", "Day", "Customer", "For", "Paid by", "Total (INR)", "Credited (INR)", "State"];

pub(super) async fn download(page: DeskPage<Receptionist>) -> HttpResult {
    let asked = Asked::read(&page);
    if asked.days.is_wrong() {
        return Ok(see_other(&format!("{LIST_PATH}?{}", page.query()), None));
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut after: Option<InvoiceCursor> = None;
    while rows.len() < MAX_ROWS {
        let mut found = read(&page, &asked, after, ROWS_PER_READ.rows_to_read()).await?;
        after = ROWS_PER_READ.cut(&mut found).map(cursor_of);
        rows.extend(found.iter().map(cells));
        if after.is_none() {
            break;
        }
    }
    let table = Table { name: "invoices", columns: &COLUMNS, rows };
    csv_response(&table, "attachment; filename=\"invoices.csv\"")
}

/// Files are for other programs: like their columns, their words are English whoever downloads them.
fn cells(found: &DeskInvoice) -> Vec<Cell> {
    let texts = Texts::ENGLISH;
    let invoice = &found.invoice;
    vec![
        Cell::text(invoice.invoice_number.as_str()),
        Cell::Day(invoice.invoice_date),
        Cell::text(found.customer_name.as_str()),
        Cell::text(kind_name(invoice.invoice_type, texts)),
        Cell::text(paid_by(found, texts)),
        Cell::Rupees(invoice.total_amount_paise),
        Cell::Rupees(invoice.credited_paise),
        Cell::text(InvoiceState::of(found, texts).text),
    ]
}
