//! All memberships.

use askama::Template;
use parlour_db::cursor::ListCursor;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::membership::MembershipStatus;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::memberships::membership_records::{self, ListedMembership, MembershipCursor, MembershipFilter};
use parlour_store::memberships::tiers::{self, Tier};

use super::view::{Hours, State, last_day, membership_path};
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_web::page::{TextContext, encode};
use parlour_web::page_size::PageSize;

const PAGE_SIZE: PageSize = PageSize(50);

#[derive(Template)]
#[template(path = "memberships/list.html")]
struct ListPage {
    frame: DeskFrame,
    tiers: Vec<FilterOption>,
    statuses: Vec<FilterOption>,
    rows: Vec<MembershipRow>,
    newest: Option<String>,
    older: Option<String>,
}

#[derive(Debug)]
struct FilterOption {
    value: String,
    word: String,
    is_chosen: bool,
}

#[derive(Debug)]
struct MembershipRow {
    path: String,
    number: String,
    customer_path: String,
    customer: String,
    tier: String,
    hours: Hours,
    ends: String,
    state: State,
}

/// `/memberships?tier=&status=&customer=&after=`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let filter = MembershipFilter {
        tier: page.parameter("tier").filter(|id| !id.is_empty() && !id.contains('\0')).map(TierId::new),
        status: page.parameter("status").as_deref().and_then(MembershipStatus::parse),
    };
    let after = page.parameter("after").as_deref().and_then(MembershipCursor::from_text);
    let customer = page.parameter("customer").filter(|id| !id.is_empty() && !id.contains('\0')).map(UserId::new);
    let path = list_path(&filter, customer.as_ref());
    let (wanted, is_first) = (filter.clone(), after.is_none());
    let read = page.caller.read(move |conn, _| {
        let limit = PAGE_SIZE.rows_to_read();
        let found = match &customer {
            Some(customer) => membership_records::page_of_customer(conn, customer, &wanted, after.as_ref(), limit)?,
            None => membership_records::page(conn, &wanted, after.as_ref(), limit)?,
        };
        Ok((found, tiers::list_active(conn)?))
    });
    let (mut found, mut tiers) = read.await?;
    page.translate_names(&mut found).await?;
    page.translate_names(&mut tiers).await?;
    let last = PAGE_SIZE.cut(&mut found).map(|row| &row.membership);
    let next = last.map(|last| MembershipCursor { created_at: last.created_at, id: last.id.clone() });
    let context = page.text_context();
    page.show(&ListPage {
        frame: page.desk_frame(page.texts.memberships().title(), Place::Memberships),
        tiers: tier_choices(tiers, &filter),
        statuses: status_choices(&filter, context),
        rows: found.into_iter().map(|found| MembershipRow::new(found, context)).collect(),
        newest: (!is_first).then(|| path.clone()),
        older: next.map(|next| format!("{path}&after={}", encode(&next.to_text()))),
    })
}

fn list_path(filter: &MembershipFilter, customer: Option<&UserId>) -> String {
    let tier = filter.tier.as_ref().map_or("", TierId::as_str);
    let status = filter.status.map_or("", MembershipStatus::as_str);
    let of = customer.map(|customer| format!("&customer={}", encode(customer.as_str()))).unwrap_or_default();
    format!("/memberships?tier={}&status={status}{of}", encode(tier))
}

fn tier_choices(tiers: Vec<Tier>, filter: &MembershipFilter) -> Vec<FilterOption> {
    let choice = |tier: Tier| FilterOption {
        is_chosen: filter.tier.as_ref() == Some(&tier.id),
        value: tier.id.as_str().to_owned(),
        word: tier.name,
    };
    tiers.into_iter().map(choice).collect()
}

fn status_choices(filter: &MembershipFilter, context: TextContext) -> Vec<FilterOption> {
    let texts = context.texts.memberships().statuses();
    let choice = |(status, word): (&MembershipStatus, &'static str)| FilterOption {
        is_chosen: filter.status == Some(*status),
        value: status.as_str().to_owned(),
        word: word.to_owned(),
    };
    MembershipStatus::ALL.iter().zip(texts).map(choice).collect()
}

impl MembershipRow {
    fn new(found: ListedMembership, context: TextContext) -> Self {
        let membership = found.membership;
        Self {
            path: membership_path(&membership.id),
            customer_path: format!("/customers/{}", membership.customer_id),
            customer: found.customer_name,
            hours: Hours::of(&membership, context),
            ends: last_day(&membership, context),
            state: State::of(&membership, context),
            number: membership.membership_number,
            tier: membership.tier_name_snapshot,
        }
    }
}
