//! Gems and membership, invoices, notifications.

use askama::Template;

use super::sample::{TEXTS, USER, frame};
use super::screen::{Screen, state};
use crate::own_bookings::invoices::{CreditNoteRow, InvoiceRow, InvoicesPage, PdfLink, WaitPage};
use crate::own_bookings::notifications::{NotificationEntry, NotificationsPage};
use crate::own_bookings::rewards::{Goal, MembershipView, Missing, RewardEntry, RewardsPage};
use parlour_web::format;
use parlour_web::page::{Frame, Tab};
use parlour_web::text_parts::{SLOTS, text_parts};

const REWARDS: Screen = Screen {
    name: "rewards",
    title: "Rewards",
    address: "/rewards",
    states: &[
        state("membership", "With a membership, gems that expire and a history", || rewards(152).render()),
        state("no-membership", "Gems only, a membership has ended", || {
            let sessions = Vec::new();
            RewardsPage { membership: None, expiring: None, sessions, ..rewards(64) }.render()
        }),
        state("begins-later", "A membership that begins later, without sessions", || {
            let membership =
                MembershipView { tag: TEXTS.rewards().begins("1 Dec 2026"), is_running: false, ..membership() };
            RewardsPage { membership: Some(membership), sessions: Vec::new(), ..rewards(64) }.render()
        }),
        state("new", "Nothing yet", || {
            let nothing = RewardsPage { goals: Vec::new(), past_memberships: Vec::new(), ..rewards(0) };
            let history = Vec::new();
            RewardsPage { membership: None, expiring: None, history, older: None, earned: 0, redeemed: 0, ..nothing }
                .render()
        }),
    ],
};

const INVOICES: Screen = Screen {
    name: "invoices",
    title: "Invoices",
    address: "/invoices",
    states: &[
        state("list", "Paid, voided, credited, and one whose PDF is being made", || invoices(rows()).render()),
        state("empty", "None yet", || invoices(Vec::new()).render()),
        state("wait", "The PDF is being made", || {
            let text = TEXTS.own_invoices();
            let about = text.wait("IND/26-27/000418");
            WaitPage { frame: frame(text.wait_title(), Tab::Me), about, address: "#".to_owned() }.render()
        }),
        state("wait-long", "It takes too long", || {
            let text = TEXTS.own_invoices();
            let about = text.wait_long().to_owned();
            WaitPage { frame: frame(text.wait_title(), Tab::Me), about, address: "#".to_owned() }.render()
        }),
    ],
};

const NOTIFICATIONS: Screen = Screen {
    name: "notifications",
    title: "Notifications",
    address: "/notifications",
    states: &[
        state("unread", "Two are new", || notifications(entries(2)).render()),
        state("read", "All are read, with the message after the button", || {
            let page = notifications(entries(0));
            let frame = Frame { flash: Some(TEXTS.flash().all_read()), ..page.frame };
            NotificationsPage { frame, has_unread: false, ..page }.render()
        }),
        state("empty", "None yet", || {
            NotificationsPage { has_unread: false, older: None, ..notifications(Vec::new()) }.render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[REWARDS, INVOICES, NOTIFICATIONS];

fn rewards(balance: i64) -> RewardsPage {
    let text = TEXTS.rewards();
    RewardsPage {
        frame: frame(text.title(), Tab::Rewards),
        balance,
        earned: 412,
        redeemed: 260,
        expiring: Some((text.until("31 Dec 2026"), text.expire(18))),
        goals: goals(balance),
        membership: Some(membership()),
        sessions: vec![
            entry("Abhyanga", &text.used("1 h"), "2 Nov 2026"),
            entry("Deep tissue massage, Herbal steam", &text.used("1 h 35 min"), "14 Oct 2026"),
        ],
        past_memberships: vec![entry("Silver 6 h, MEM-IND-0007", text.expired(), "1 Apr 2025 – 31 Mar 2026")],
        history: vec![
            RewardEntry { is_gain: true, ..entry("Visit, IND/26-27/000418", "+18", "14 Nov 2026") },
            entry("Clean-up for gems", "−80", "3 Oct 2026"),
            RewardEntry { is_gain: true, ..entry("Visit, IND/26-27/000207", "+24", "3 Oct 2026") },
        ],
        newer: None,
        older: Some("/rewards".to_owned()),
    }
}

pub(super) fn goals(balance: i64) -> Vec<Goal> {
    let text = TEXTS.rewards();
    let goal = |name: &str, required, rupees: i64| Goal {
        name: name.to_owned(),
        price: text.instead_of(&format::money(rupees * 100)),
        gems: format!("{required} {}", text.gems_unit()),
        required,
        missing: (balance < required).then(|| Missing { have: balance, label: text.progress(balance, required) }),
    };
    vec![goal("Cut and beard", 60, 600), goal("Clean-up", 80, 850), goal("Kumkumadi facial", 220, 2_200)]
}

pub(super) fn membership() -> MembershipView {
    let text = TEXTS.rewards();
    MembershipView {
        tier: "Gold 12 h".to_owned(),
        number: text.number_since("MEM-IND-0042", "1 Apr 2026"),
        tag: text.active().to_owned(),
        is_running: true,
        left: "7 h 30 min".to_owned(),
        left_of: text_parts(&text.left_of(SLOTS[0], "12 h")),
        left_label: text.left_label("7 h 30 min", "12 h"),
        left_minutes: 450,
        total_minutes: 720,
        use_by: text.use_by("31 Mar 2027"),
    }
}

fn entry(text: &str, amount: &str, day: &str) -> RewardEntry {
    RewardEntry { text: text.to_owned(), amount: amount.to_owned(), is_gain: false, day: day.to_owned() }
}

fn invoices(invoices: Vec<InvoiceRow>) -> InvoicesPage {
    InvoicesPage {
        frame: frame(TEXTS.own_invoices().title(), Tab::Me),
        older: (!invoices.is_empty()).then(|| "/invoices".to_owned()),
        invoices,
        is_older: false,
    }
}

fn rows() -> Vec<InvoiceRow> {
    let text = TEXTS.own_invoices();
    let pdf = |number: &str, is_ready| PdfLink { path: "#".to_owned(), label: text.pdf_label(number), is_ready };
    let row = |number: &str, parts: &[&str], rupees: i64| InvoiceRow {
        number: number.to_owned(),
        about: parts.join(", "),
        total: format::money(rupees * 100),
        pdf: pdf(number, true),
        credit_notes: Vec::new(),
    };
    let note = |number: &str, is_ready| CreditNoteRow {
        text: text.credit_note(number, &format::money(85_000), "15 Nov 2026"),
        pdf: pdf(number, is_ready),
    };
    let paid = text.paid_by(&format!("{}, {}", text.upi(), text.cash()));
    vec![
        InvoiceRow {
            pdf: pdf("IND/26-27/000418", false),
            ..row("IND/26-27/000418", &["16 Nov 2026", text.service(), &paid], 1_800)
        },
        InvoiceRow {
            credit_notes: vec![note("IND/CN/26-27/000012", true), note("IND/CN/26-27/000013", false)],
            ..row("IND/26-27/000404", &["14 Nov 2026", text.service(), &text.paid_by(text.card())], 2_650)
        },
        row("IND/26-27/000317", &["2 Nov 2026", text.session()], 0),
        row("IND/26-27/000120", &["1 Apr 2026", text.membership(), &text.paid_by(text.upi())], 24_000),
        row("IND/26-27/000007", &["1 Apr 2026", text.service(), &text.paid_by(text.cash()), text.voided()], 950),
    ]
}

fn notifications(entries: Vec<NotificationEntry>) -> NotificationsPage {
    NotificationsPage {
        frame: frame(TEXTS.notification_list().title(), Tab::None),
        user_id: USER.to_owned(),
        version: "1".to_owned(),
        has_unread: true,
        entries,
        newer: None,
        older: Some("/notifications".to_owned()),
    }
}

fn entries(unread: usize) -> Vec<NotificationEntry> {
    let facts = [
        ("Your visit is confirmed", "Wed 18 Nov, 4:30 pm with Meera at Aangan Indiranagar.", "Today, 9:20 am"),
        ("You earned 18 gems", "For your visit on Sat 14 Nov. You have 152 now.", "Sat 14 Nov, 6:25 pm"),
        ("Your spa hours end soon", "7 h 30 min are left until 31 Mar 2027.", "Sun 1 Nov, 9:00 am"),
        ("Thank you for coming", "How was it? Tell us in a minute.", "Wed 14 Oct, 8:00 pm"),
    ];
    let entry = |(place, (title, body, when)): (usize, (&str, &str, &str))| NotificationEntry {
        id: place.to_string(),
        title: title.to_owned(),
        body: body.to_owned(),
        when: when.to_owned(),
        is_unread: place < unread,
    };
    facts.into_iter().enumerate().map(entry).collect()
}
