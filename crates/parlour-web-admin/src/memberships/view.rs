//! A membership as the desk reads it.

use parlour_domain::ids::MembershipId;
use parlour_domain::membership::{MembershipStatus, MembershipTerm, remaining_minutes};
use parlour_store::memberships::membership_records::Membership;

use parlour_web::page::TextContext;

#[derive(Debug)]
pub(super) struct Hours {
    pub(super) left: i64,
    pub(super) total: i64,
    /// `8 h 30 min`.
    pub(super) left_text: String,
    pub(super) used_text: String,
    pub(super) total_text: String,
    pub(super) is_low: bool,
}

impl Hours {
    pub(super) fn of(membership: &Membership, context: TextContext) -> Self {
        let (total, used) = (membership.total_hours_minutes, membership.used_hours_minutes);
        let left = remaining_minutes(total, used);
        Self {
            left,
            total,
            left_text: context.texts.format_minutes(left),
            used_text: context.texts.format_minutes(used),
            total_text: context.texts.format_minutes(total),
            // A fifth is a good moment to speak of the next one.
            is_low: left <= total / 5,
        }
    }
}

/// The word and the class of its tag.
#[derive(Debug)]
pub(super) struct State {
    pub(super) word: String,
    pub(super) class: &'static str,
    /// Whether hours can be taken from it, today or later.
    pub(super) is_running: bool,
}

impl State {
    pub(super) fn of(membership: &Membership, context: TextContext) -> Self {
        let text = context.texts.memberships();
        let [active, over, cancelled] = text.statuses();
        let term = term(membership);
        let (word, class, is_running) = match membership.status {
            MembershipStatus::Active if term.is_over(context.now) => (over.to_owned(), "", false),
            MembershipStatus::Active if term.starts_after(context.today()) => {
                let day = context.texts.format_day(membership.starts_at.ist_date(), context.today());
                (text.not_begun(&day), "warn", true)
            }
            MembershipStatus::Active => (active.to_owned(), "good", true),
            MembershipStatus::Expired => (over.to_owned(), "", false),
            MembershipStatus::Cancelled => (cancelled.to_owned(), "bad", false),
        };
        Self { word, class, is_running }
    }
}

fn term(membership: &Membership) -> MembershipTerm {
    MembershipTerm { starts_at: membership.starts_at, expires_at: membership.expires_at }
}

/// The last day on which hours can be used.
pub(super) fn last_day(membership: &Membership, context: TextContext) -> String {
    context.texts.format_date(term(membership).last_day())
}

pub(super) fn membership_path(id: &MembershipId) -> String {
    format!("/memberships/{id}")
}
