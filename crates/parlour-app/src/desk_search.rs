//! One search of the desk for customers, bookings, invoices and leads.

use parlour_domain::booking::number_search::BookingNumberSearch;
use parlour_domain::customer::DirectorySort;
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::desk_search::bookings::{self, FoundBooking};
use parlour_store::desk_search::invoices::{self, FoundInvoice};
use parlour_store::desk_search::leads::{self, FoundLead};
use parlour_store::desk_search::{self, MAX_HITS};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// At most eight of each kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeskSearchResult {
    /// Who was here last comes first.
    pub customers: Vec<DirectoryEntry>,
    /// The latest day first.
    pub bookings: Vec<FoundBooking>,
    /// Newest first.
    pub invoices: Vec<FoundInvoice>,
    /// Newest first.
    pub leads: Vec<FoundLead>,
}

/// Erased people are not found. Their bookings and invoices are found by number, under the erased name.
pub fn search(conn: &mut Conn<'_>, typed: &str) -> Result<DeskSearchResult, DbError> {
    conn.in_snapshot(|conn| {
        let filter = DirectoryFilter::new(typed, None);
        let (customers, count) = directory::page(conn, &filter, DirectorySort::LastVisit, MAX_HITS, 0)?;
        let matching = desk_search::find_matching_customers(conn, &filter, &customers, count)?;
        let number = BookingNumberSearch::read(typed);
        Ok(DeskSearchResult {
            bookings: bookings::find_bookings(conn, number.as_ref(), &matching)?,
            invoices: invoices::find_invoices(conn, typed.trim(), &matching)?,
            leads: leads::find_leads(conn, typed)?,
            customers,
        })
    })
}
