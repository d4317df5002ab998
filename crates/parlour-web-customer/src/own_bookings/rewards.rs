//! Gems and membership.

use askama::Template;
use parlour_app::gems::word_description;
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_domain::gems::GemsLot;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_domain::membership::MembershipStatus;
use parlour_http::paging::FeedPage;
use parlour_http::respond::HttpResult;
use parlour_store::gems::gems_accounts::{self, GemsSummary, GemsTransaction, RedeemableService};
use parlour_store::memberships::membership_records::{self, Membership, SessionBooking};
use parlour_store::{Conn, DbError};

use parlour_web::format;
use parlour_web::page::{Frame, PageContext, SignedInPage, Tab};
use parlour_web::text_parts::{SLOTS, TextPart, text_parts};

/// How far ahead the page says which gems expire.
const EXPIRING_SOON_DAYS: i64 = 60;

#[derive(Template)]
#[template(path = "rewards.html")]
pub(crate) struct RewardsPage {
    pub(crate) frame: Frame,
    pub(crate) balance: i64,
    pub(crate) earned: i64,
    pub(crate) redeemed: i64,
    pub(crate) expiring: Option<(String, String)>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) membership: Option<MembershipView>,
    pub(crate) sessions: Vec<RewardEntry>,
    pub(crate) past_memberships: Vec<RewardEntry>,
    pub(crate) history: Vec<RewardEntry>,
    pub(crate) newer: Option<String>,
    pub(crate) older: Option<String>,
}

/// A service that gems can pay for.
pub(crate) struct Goal {
    pub(crate) name: String,
    pub(crate) price: String,
    pub(crate) gems: String,
    pub(crate) required: i64,
    /// The part that the customer has, if it is not enough.
    pub(crate) missing: Option<Missing>,
}

pub(crate) struct Missing {
    pub(crate) have: i64,
    pub(crate) label: String,
}

pub(crate) struct MembershipView {
    pub(crate) tier: String,
    pub(crate) number: String,
    pub(crate) tag: String,
    pub(crate) is_running: bool,
    pub(crate) left: String,
    /// With `left` as the first slot.
    pub(crate) left_of: Vec<TextPart>,
    pub(crate) left_label: String,
    pub(crate) left_minutes: i64,
    pub(crate) total_minutes: i64,
    pub(crate) use_by: String,
}

/// A line of a list: what, how much, when.
pub(crate) struct RewardEntry {
    pub(crate) text: String,
    pub(crate) amount: String,
    pub(crate) is_gain: bool,
    pub(crate) day: String,
}

struct RewardsRead {
    summary: GemsSummary,
    lots: Vec<GemsLot>,
    redeemable: Vec<RedeemableService>,
    transactions: Vec<GemsTransaction>,
    memberships: Vec<Membership>,
    sessions: Vec<SessionBooking>,
}

impl RewardsRead {
    fn find(conn: &mut Conn<'_>, user: &UserId, page: FeedPage, now: Timestamp) -> Result<Self, DbError> {
        let memberships = membership_records::list_own_memberships(conn, user)?;
        let sessions = match memberships.iter().find(|membership| is_current(membership, now)) {
            Some(current) => membership_records::list_own_sessions(conn, &current.id, user)?,
            None => Vec::new(),
        };
        // Somebody without an account has no gems yet.
        let nothing = GemsSummary { balance: 0, total_earned: 0, total_redeemed: 0 };
        Ok(Self {
            summary: gems_accounts::find_summary(conn, user)?.unwrap_or(nothing),
            lots: gems_accounts::list_open_lots(conn, user)?,
            redeemable: gems_accounts::list_redeemable_services(conn)?,
            // One more than is shown tells whether there are older ones.
            transactions: gems_accounts::list_transactions(conn, user, page.offset(), page.size + 1)?,
            memberships,
            sessions,
        })
    }
}

impl NamedInEnglish for RewardsRead {
    fn translate(&mut self, names: &HindiNames) {
        self.redeemable.translate(names);
        self.memberships.translate(names);
        self.sessions.translate(names);
    }
}

/// One that has ended stays active until a job ends it.
fn is_current(membership: &Membership, now: Timestamp) -> bool {
    membership.status == MembershipStatus::Active && membership.expires_at > now
}

/// `/rewards`
pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let (user, now) = (page.signed_in_user.id.clone(), page.now());
    let feed = FeedPage { size: 20, ..FeedPage::from_query(page.uri.query()) };
    let mut read = page.caller.read(move |conn, _| Ok(RewardsRead::find(conn, &user, feed, now)?)).await?;
    let shown = usize::try_from(feed.size).unwrap_or(usize::MAX);
    let has_older = read.transactions.len() > shown;
    read.transactions.truncate(shown);
    page.translate_names(&mut read).await?;
    let page_link = |number: i64| format!("/rewards?page={number}");
    let current = read.memberships.iter().find(|membership| is_current(membership, now));
    page.render(&RewardsPage {
        frame: page.frame(page.texts.rewards().title(), Tab::Rewards),
        balance: read.summary.balance,
        earned: read.summary.total_earned,
        redeemed: read.summary.total_redeemed,
        expiring: expiring(&read.lots, &page),
        goals: read.redeemable.iter().map(|service| Goal::new(service, read.summary.balance, &page)).collect(),
        membership: current.map(|membership| MembershipView::new(membership, &page)),
        sessions: read.sessions.iter().map(|session| RewardEntry::of_session(session, &page)).collect(),
        past_memberships: read
            .memberships
            .iter()
            .filter(|membership| !is_current(membership, now))
            .map(|membership| RewardEntry::of_membership(membership, &page))
            .collect(),
        history: read.transactions.iter().map(|transaction| RewardEntry::of_gems(transaction, &page)).collect(),
        newer: (feed.page > 1).then(|| page_link(feed.page - 1)),
        older: has_older.then(|| page_link(feed.page + 1)),
    })
}

/// How many gems expire soon, and by when.
fn expiring(lots: &[GemsLot], page: &PageContext) -> Option<(String, String)> {
    let (now, text) = (page.now(), page.texts.rewards());
    let until = now.plus_days(EXPIRING_SOON_DAYS);
    let soon = lots.iter().filter_map(|lot| Some((lot.remaining, lot.expires_at?)));
    let soon: Vec<_> = soon.filter(|(_, at)| *at > now && *at <= until).collect();
    let last = soon.iter().map(|(_, at)| *at).max()?;
    let gems: i64 = soon.iter().map(|(remaining, _)| remaining).sum();
    Some((text.until(&page.texts.format_date(last.ist_date())), text.expire(gems)))
}

impl Goal {
    fn new(service: &RedeemableService, balance: i64, page: &PageContext) -> Self {
        let text = page.texts.rewards();
        let required = service.gems_required;
        let have = balance.max(0);
        let label = || text.progress(have, required);
        Self {
            name: service.name.clone(),
            price: text.instead_of(&format::money(service.price_paise)),
            gems: format!("{required} {}", text.gems_unit()),
            required,
            missing: (have < required).then(|| Missing { have, label: label() }),
        }
    }
}

impl MembershipView {
    fn new(membership: &Membership, page: &PageContext) -> Self {
        let (text, texts) = (page.texts.rewards(), page.texts);
        let total = membership.total_hours_minutes;
        let left = (total - membership.used_hours_minutes).max(0);
        let (left_text, total_text) = (texts.format_minutes(left), texts.format_minutes(total));
        let starts = membership.starts_at.ist_date();
        let is_running = starts <= page.today();
        Self {
            tier: membership.tier_name_snapshot.clone(),
            number: text.number_since(&membership.membership_number, &texts.format_date(starts)),
            tag: if is_running { text.active().to_owned() } else { text.begins(&texts.format_date(starts)) },
            is_running,
            left_label: text.left_label(&left_text, &total_text),
            left_of: text_parts(&text.left_of(SLOTS[0], &total_text)),
            left: left_text,
            left_minutes: left,
            total_minutes: total.max(1),
            use_by: text.use_by(&texts.format_date(last_day(membership))),
        }
    }
}

/// A membership ends at the midnight after its last day.
fn last_day(membership: &Membership) -> chrono::NaiveDate {
    membership.expires_at.plus_millis(-DAY_MS).ist_date()
}

impl RewardEntry {
    fn of_gems(transaction: &GemsTransaction, page: &PageContext) -> Self {
        let gems = transaction.gems_amount;
        let invoice = transaction.invoice_number.as_ref().map(|number| format!(", {number}")).unwrap_or_default();
        Self {
            text: word_description(transaction, page.texts) + &invoice,
            amount: if gems < 0 { format!("−{}", gems.unsigned_abs()) } else { format!("+{gems}") },
            is_gain: gems > 0,
            day: page.texts.format_date(transaction.created_at.ist_date()),
        }
    }

    fn of_session(session: &SessionBooking, page: &PageContext) -> Self {
        let names = session.services.iter().map(|line| line.service_name_snapshot.as_str());
        let minutes = session.services.iter().map(|line| line.duration_minutes).sum();
        Self {
            text: names.collect::<Vec<_>>().join(", "),
            amount: page.texts.rewards().used(&page.texts.format_minutes(minutes)),
            is_gain: false,
            day: page.texts.format_date(session.booking_date),
        }
    }

    fn of_membership(membership: &Membership, page: &PageContext) -> Self {
        let text = page.texts.rewards();
        let is_cancelled = membership.status == MembershipStatus::Cancelled;
        let starts = page.texts.format_date(membership.starts_at.ist_date());
        let ends = page.texts.format_date(last_day(membership));
        Self {
            text: format!("{}, {}", membership.tier_name_snapshot, membership.membership_number),
            amount: (if is_cancelled { text.cancelled() } else { text.expired() }).to_owned(),
            is_gain: false,
            day: page.texts.formats().day_range(&starts, &ends),
        }
    }
}
