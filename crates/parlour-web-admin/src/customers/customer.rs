//! One customer: head, figures, tabs, and what the desk should know.

use askama::Template;
use http::StatusCode;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::DirectorySort;
use parlour_domain::gems::GemsLot;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::paging::FeedPage;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::invoices::Invoice;
use parlour_store::customers::customer_records::{self, CustomerDetail, CustomerNoteWithAuthor, LikelyDuplicate, Tag};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::gems::gems_accounts;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::{Conn, DbError};

use super::summary::{Facts, Head};
use super::tabs::{self, Gems, GemsRead, Hit, Invoices, MembershipView, Notes, is_current};
use super::visits::{Visits, VisitsRead};
use super::{customer_path, former_customer};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::CustomersTexts;
use parlour_web::form::FormState;
use parlour_web::format;

const MAX_DUPLICATES: i64 = 20;
/// The most records that a search for a second record of the same person shows.
const MAX_FOUND: i64 = 8;
const MAX_SEARCH_CHARS: usize = 120;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    Visits,
    Notes,
    Invoices,
    Gems,
    Membership,
    Duplicates,
}

impl Tab {
    const ALL: [Self; 6] = [Self::Visits, Self::Notes, Self::Invoices, Self::Gems, Self::Membership, Self::Duplicates];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Visits => "visits",
            Self::Notes => "notes",
            Self::Invoices => "invoices",
            Self::Gems => "gems",
            Self::Membership => "membership",
            Self::Duplicates => "duplicates",
        }
    }

    /// Visits, if the address names no other.
    pub(super) fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|tab| tab.as_str() == text).unwrap_or(Self::Visits)
    }

    fn word(self, text: CustomersTexts) -> &'static str {
        match self {
            Self::Visits => text.one().tab_visits(),
            Self::Notes => text.one().tab_notes(),
            Self::Invoices => text.one().tab_invoices(),
            Self::Gems => text.one().tab_gems(),
            Self::Membership => text.one().tab_membership(),
            Self::Duplicates => text.one().tab_duplicates(),
        }
    }

    pub(super) fn path(self, customer: &UserId) -> String {
        format!("{}?tab={}", customer_path(customer), self.as_str())
    }
}

/// A link to a tab.
pub(super) struct TabLink {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) is_current: bool,
}

pub(super) enum TabBody {
    Visits(Visits),
    Notes(Notes),
    Invoices(Invoices),
    Gems(Gems),
    Membership { current: Option<MembershipView>, past: Vec<MembershipView> },
    Duplicates { q: String, same_phone: Vec<Hit>, found: Vec<Hit> },
}

#[derive(Template)]
#[template(path = "customers/customer.html")]
struct CustomerPage {
    frame: DeskFrame,
    text: CustomersTexts,
    path: String,
    head: Head,
    facts: Facts,
    /// Tags that the customer does not have: id and name.
    other_tags: Vec<(String, String)>,
    membership: Option<MembershipView>,
    tab: Tab,
    tabs: Vec<TabLink>,
    body: TabBody,
    forms: Forms,
    is_manager: bool,
}

/// The forms of the page.
pub(super) struct Forms {
    pub(super) tag: FormState,
    pub(super) note: FormState,
    pub(super) pin: FormState,
    pub(super) gems: FormState,
    pub(super) noshows: FormState,
}

impl Forms {
    fn new(detail: &CustomerDetail) -> Self {
        let approval = if detail.booking_requires_approval { "true" } else { "" };
        let count = detail.noshow_count.to_string();
        Self {
            tag: FormState::default(),
            note: FormState::default(),
            pin: FormState::new(&[("pinnedNote", detail.pinned_note.as_deref().unwrap_or_default())]),
            gems: FormState::new(&[("direction", "give")]),
            noshows: FormState::new(&[("noshowCount", &count), ("bookingRequiresApproval", approval)]),
        }
    }

    /// The form that was sent and refused.
    fn refused(&self) -> Option<&FormState> {
        [&self.tag, &self.note, &self.pin, &self.gems, &self.noshows].into_iter().find(|form| form.is_refused())
    }
}

enum TabRead {
    Visits(VisitsRead),
    Notes { notes: Vec<CustomerNoteWithAuthor>, visits: VisitsRead },
    Invoices(Vec<Invoice>),
    Gems(GemsRead),
    Membership,
    Duplicates(Vec<DirectoryEntry>),
}

pub(super) struct CustomerRead {
    pub(super) detail: CustomerDetail,
    pub(super) profile: Profile,
    pub(super) lots: Vec<GemsLot>,
    tags: Vec<Tag>,
    memberships: Vec<Membership>,
    duplicates: Vec<LikelyDuplicate>,
    tab: TabRead,
}

/// What the address asks for.
#[derive(Debug, Clone)]
pub(super) struct Query {
    tab: Tab,
    older: Option<String>,
    page: i64,
    q: String,
}

impl Query {
    fn of<R>(page: &DeskPage<R>, tab: Tab) -> Self {
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
    fn find(conn: &mut Conn<'_>, id: &UserId, query: &Query) -> Result<Option<Self>, DbError> {
        let Some(detail) = customer_records::find_customer_detail(conn, id)? else { return Ok(None) };
        let Some(profile) = profiles::find_by_user(conn, id)? else { return Ok(None) };
        let older = query.older.as_deref();
        let tab = match query.tab {
            Tab::Visits => TabRead::Visits(VisitsRead::find(conn, id, older)?),
            Tab::Notes => {
                TabRead::Notes { notes: tabs::read_notes(conn, id, older)?, visits: VisitsRead::find(conn, id, None)? }
            }
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

/// `/customers/{id}`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> HttpResult {
    let tab = Tab::parse(&page.parameter("tab").unwrap_or_default());
    match read(&page, &id, tab).await? {
        Some((read, query)) => {
            let forms = Forms::new(&read.detail);
            render(&page, StatusCode::OK, &read, &query, forms)
        }
        None => former_customer::show(&page, &id, tab).await,
    }
}

/// The page again, with a form that was refused.
pub(super) async fn show_refused<R>(
    page: &DeskPage<R>,
    id: &UserId,
    tab: Tab,
    status: StatusCode,
    set: impl FnOnce(&mut Forms),
) -> HttpResult {
    let (read, query) = read(page, id, tab).await?.ok_or_else(|| HttpError::not_found("This customer"))?;
    let mut forms = Forms::new(&read.detail);
    set(&mut forms);
    render(page, status, &read, &query, forms)
}

async fn read<R>(page: &DeskPage<R>, id: &UserId, tab: Tab) -> Result<Option<(CustomerRead, Query)>, HttpError> {
    let (id, query) = (id.clone(), Query::of(page, tab));
    let found =
        page.caller.read(move |conn, _| Ok(CustomerRead::find(conn, &id, &query)?.map(|read| (read, query.clone()))));
    found.await
}

fn render<R>(page: &DeskPage<R>, status: StatusCode, read: &CustomerRead, query: &Query, forms: Forms) -> HttpResult {
    let (detail, context, text) = (&read.detail, page.text_context(), page.texts.customers());
    let has_tag = |tag: &&Tag| detail.tags.iter().any(|own| own.slug == tag.slug);
    let other_tags = read.tags.iter().filter(|tag| !has_tag(tag));
    let current = read.memberships.iter().find(|membership| is_current(membership, context.now));
    page.show_with(
        status,
        &CustomerPage {
            frame: page.desk_frame(detail.name.clone(), Place::Customers),
            text,
            path: customer_path(&detail.id),
            head: Head::new(read, &read.tags, context),
            facts: Facts::new(read, context),
            other_tags: other_tags.map(|tag| (tag.id.to_string(), tag.name.clone())).collect(),
            membership: current.map(|membership| MembershipView::new(membership, context)),
            tab: query.tab,
            tabs: tab_links(read, query.tab, text),
            body: tab_body(page, read, query),
            forms,
            is_manager: page.role() >= Role::Manager,
        },
    )
}

fn tab_links(read: &CustomerRead, current: Tab, text: CustomersTexts) -> Vec<TabLink> {
    let count = |tab: Tab| match tab {
        Tab::Visits => read.detail.total_visits,
        Tab::Duplicates => i64::try_from(read.duplicates.len()).unwrap_or(i64::MAX),
        _ => 0,
    };
    let link = |tab: Tab| TabLink {
        path: tab.path(&read.detail.id),
        text: if count(tab) > 0 { format!("{} {}", tab.word(text), count(tab)) } else { tab.word(text).to_owned() },
        is_current: tab == current,
    };
    Tab::ALL.into_iter().map(link).collect()
}

fn tab_body<R>(page: &DeskPage<R>, read: &CustomerRead, query: &Query) -> TabBody {
    let (id, context, texts) = (&read.detail.id, page.text_context(), page.texts);
    let is_older = query.older.is_some();
    match &read.tab {
        TabRead::Visits(visits) => TabBody::Visits(Visits::new(visits, id, context)),
        TabRead::Notes { notes, visits } => {
            TabBody::Notes(Notes::new(notes.clone(), is_older, id, visits.choices(context), texts))
        }
        TabRead::Invoices(invoices) => TabBody::Invoices(Invoices::new(invoices.clone(), is_older, id, texts)),
        TabRead::Gems(gems) => TabBody::Gems(Gems::new(gems, id, texts)),
        TabRead::Membership => {
            let (current, past): (Vec<_>, Vec<_>) =
                read.memberships.iter().partition(|membership| is_current(membership, context.now));
            let view = |membership: &&Membership| MembershipView::new(membership, context);
            TabBody::Membership { current: current.first().map(view), past: past.iter().map(view).collect() }
        }
        TabRead::Duplicates(found) => {
            let is_listed = |entry: &&DirectoryEntry| read.duplicates.iter().any(|known| known.id == entry.id);
            let hit = |entry: &DirectoryEntry| {
                let email = entry.email.as_ref().map(|email| email.as_str().to_owned());
                let contact = [entry.phone.as_ref().map(format::phone), email];
                Hit::new(&entry.id, &entry.name, contact, entry.total_visits, texts)
            };
            TabBody::Duplicates {
                q: query.q.clone(),
                same_phone: read.duplicates.iter().map(|found| Hit::of_duplicate(found, texts)).collect(),
                found: found.iter().filter(|entry| !is_listed(entry)).map(hit).collect(),
            }
        }
    }
}
