//! What is read for a customer's page.

use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_domain::customer::DirectorySort;
use parlour_domain::gems::GemsLot;
use parlour_domain::ids::UserId;
use parlour_http::paging::FeedPage;
use parlour_store::billing::invoices::Invoice;
use parlour_store::customers::customer_records::{self, CustomerDetail, CustomerNoteWithAuthor, LikelyDuplicate, Tag};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::gems::gems_accounts;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::{Conn, DbError};

use super::bookings::CustomerBookingsRead;
use super::tab::Tab;
use super::tabs::{self, GemsRead};
use crate::desk::DeskPage;

const MAX_DUPLICATES: i64 = 20;
/// The most records that a search for a second record of the same person shows.
const MAX_FOUND: i64 = 8;
const MAX_SEARCH_CHARS: usize = 120;

pub(super) enum TabRead {
    Bookings(CustomerBookingsRead),
    Notes { notes: Vec<CustomerNoteWithAuthor>, bookings: CustomerBookingsRead },
    Invoices(Vec<Invoice>),
    Gems(GemsRead),
    Membership,
    Duplicates(Vec<DirectoryEntry>),
}

pub(super) struct CustomerRead {
    pub(super) detail: CustomerDetail,
    pub(super) profile: Profile,
    pub(super) lots: Vec<GemsLot>,
    pub(super) tags: Vec<Tag>,
    pub(super) memberships: Vec<Membership>,
    pub(super) duplicates: Vec<LikelyDuplicate>,
    pub(super) tab: TabRead,
}

impl NamedInEnglish for CustomerRead {
    fn translate(&mut self, names: &HindiNames) {
        self.memberships.translate(names);
        match &mut self.tab {
            TabRead::Bookings(bookings) | TabRead::Notes { bookings, .. } => bookings.translate(names),
            TabRead::Invoices(_) | TabRead::Gems(_) | TabRead::Membership | TabRead::Duplicates(_) => {}
        }
    }
}

/// What the address asks for.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub(super) tab: Tab,
    pub(super) older: Option<String>,
    pub(super) page: i64,
    pub(super) q: String,
}

impl Query {
    pub(super) fn of<R>(page: &DeskPage<R>, tab: Tab) -> Self {
        let typed = page.parameter("q").unwrap_or_default();
        let readable = typed.trim().chars().filter(|letter| !letter.is_control());
        Self {
            tab,
            older: page.parameter("older"),
            page: FeedPage::from_query(page.uri.query()).page,
            q: readable.take(MAX_SEARCH_CHARS).collect(),
        }
    }
}

impl CustomerRead {
    pub(super) fn find(conn: &mut Conn<'_>, id: &UserId, query: &Query) -> Result<Option<Self>, DbError> {
        let Some(detail) = customer_records::find_customer_detail(conn, id)? else { return Ok(None) };
        let Some(profile) = profiles::find_by_user(conn, id)? else { return Ok(None) };
        let older = query.older.as_deref();
        let tab = match query.tab {
            Tab::Bookings => TabRead::Bookings(CustomerBookingsRead::find(conn, id, older)?),
            Tab::Notes => TabRead::Notes {
                notes: tabs::read_notes(conn, id, older)?,
                bookings: CustomerBookingsRead::find(conn, id, None)?,
            },
            Tab::Invoices => TabRead::Invoices(tabs::read_invoices(conn, id, older)?),
            Tab::Gems => TabRead::Gems(GemsRead::find(conn, id, query.page)?),
            Tab::Membership => TabRead::Membership,
            Tab::Duplicates if query.q.is_empty() => TabRead::Duplicates(Vec::new()),
            Tab::Duplicates => {
                let filter = DirectoryFilter::new(&query.q, None);
                let (found, _) = directory::page(conn, &filter, DirectorySort::LastVisit, MAX_FOUND, 0)?;
                TabRead::Duplicates(found.into_iter().filter(|entry| entry.id != *id).collect())
            }
        };
        Ok(Some(Self {
            lots: gems_accounts::list_open_lots(conn, id)?,
            tags: customer_records::list_tags(conn)?,
            memberships: membership_records::list_own_memberships(conn, id)?,
            duplicates: customer_records::list_likely_duplicates(conn, id, MAX_DUPLICATES)?,
            detail,
            profile,
            tab,
        }))
    }
}
