//! One customer: head, figures, tabs, and what the desk should know.

use askama::Template;
use http::StatusCode;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::customers::customer_records::{CustomerDetail, Tag};
use parlour_store::customers::directory::DirectoryEntry;
use parlour_store::memberships::membership_records::Membership;

use super::bookings::CustomerBookings;
use super::customer_read::{CustomerRead, Query, TabRead};
use super::customer_without_profile;
use super::links::customer_path;
use super::summary::{Facts, Head};
use super::tab::{Tab, TabBody, TabLink};
use super::tabs::{Gems, Hit, Invoices, MembershipView, Notes, is_current};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::CustomersTexts;
use parlour_web::form::FormState;
use parlour_web::format;

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
            pin: FormState::new([("pinnedNote", detail.pinned_note.as_deref().unwrap_or_default())]),
            gems: FormState::new([("direction", "give")]),
            noshows: FormState::new([("noshowCount", count.as_str()), ("bookingRequiresApproval", approval)]),
        }
    }

    /// The form that was sent and refused.
    fn refused(&self) -> Option<&FormState> {
        [&self.tag, &self.note, &self.pin, &self.gems, &self.noshows].into_iter().find(|form| form.is_refused())
    }
}

/// `/customers/{id}`
pub(super) async fn show(page: DeskPage<Receptionist>, PathId(id): PathId<UserId>) -> HttpResult {
    let tab = Tab::parse(&page.parameter("tab").unwrap_or_default());
    match read(&page, &id, tab).await? {
        Some((read, query)) => {
            let forms = Forms::new(&read.detail);
            render(&page, &read, &query, forms)
        }
        None => customer_without_profile::show(&page, &id, tab).await,
    }
}

/// The page again, with a form that was refused.
pub(super) async fn show_refused<R>(
    page: &DeskPage<R>,
    id: &UserId,
    tab: Tab,
    set: impl FnOnce(&mut Forms),
) -> HttpResult {
    let (read, query) = read(page, id, tab).await?.ok_or_else(|| HttpError::not_found("This customer"))?;
    let mut forms = Forms::new(&read.detail);
    set(&mut forms);
    render(page, &read, &query, forms)
}

async fn read<R>(page: &DeskPage<R>, id: &UserId, tab: Tab) -> Result<Option<(CustomerRead, Query)>, HttpError> {
    let (id, query) = (id.clone(), Query::of(page, tab));
    let found =
        page.caller.read(move |conn, _| Ok(CustomerRead::find(conn, &id, &query)?.map(|read| (read, query.clone()))));
    let mut found = found.await?;
    if let Some((read, _)) = &mut found {
        page.translate_names(read).await?;
    }
    Ok(found)
}

fn render<R>(page: &DeskPage<R>, read: &CustomerRead, query: &Query, forms: Forms) -> HttpResult {
    let status = forms.refused().map_or(StatusCode::OK, |form| form.status);
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
        Tab::Bookings => read.detail.total_visits,
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
        TabRead::Bookings(bookings) => TabBody::Bookings(CustomerBookings::new(bookings, id, context)),
        TabRead::Notes { notes, bookings } => {
            TabBody::Notes(Notes::new(notes.clone(), is_older, id, bookings.choices(context), texts))
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
