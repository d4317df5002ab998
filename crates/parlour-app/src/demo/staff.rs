//! Who works where, on what, and when.

use chrono::NaiveTime;
use parlour_domain::customer::Gender::{self, Female, Male};
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::ist::minutes_after_midnight;
use parlour_domain::role::Role;
use parlour_store::staff::{self, Leave, Shift, StaffMember};
use parlour_store::{DbError, Tx};

use super::DemoRefusal;
use super::branches::Branches;
use super::draws::{Draws, hour};
use super::people::{self, Team};

#[derive(Clone, Copy, PartialEq, Eq)]
enum House {
    Primary,
    Live,
}
use House::{Live, Primary};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Salon,
    Spa,
    Both,
}
use Work::{Both, Salon, Spa};

/// Early and late together cover the opening hours; whoever works Sundays is off on Mondays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Week {
    Early,
    Late,
    WithSunday,
    /// On a long break: keeps the account, takes no bookings.
    Away,
}
use Week::{Away, Early, Late, WithSunday};

struct Colleague {
    name: &'static str,
    mailbox: &'static str,
    gender: Gender,
    house: House,
    work: Work,
    week: Week,
}

const fn colleague(
    name: &'static str,
    mailbox: &'static str,
    gender: Gender,
    (house, work): (House, Work),
    week: Week,
) -> Colleague {
    Colleague { name, mailbox, gender, house, work, week }
}

const COLLEAGUES: &[Colleague] = &[
    colleague("Kavitha Gowda", "staff", Female, (Primary, Salon), Early),
    colleague("Imran Pasha", "imran.pasha", Male, (Primary, Salon), Late),
    colleague("Lalthanpuii Ralte", "lalthanpuii.ralte", Female, (Primary, Salon), Late),
    colleague("Joseph Kurian", "joseph.kurian", Male, (Primary, Spa), Early),
    colleague("Thoibi Laishram", "thoibi.laishram", Female, (Primary, Spa), Late),
    colleague("Deepa Nambiar", "deepa.nambiar", Female, (Primary, Both), WithSunday),
    colleague("Rehana Begum", "rehana.begum", Female, (Live, Salon), Early),
    colleague("Arjun Salian", "arjun.salian", Male, (Live, Salon), Late),
    colleague("Tenzin Dolkar", "tenzin.dolkar", Female, (Live, Spa), Early),
    colleague("Suresh Jadhav", "suresh.jadhav", Male, (Live, Spa), Late),
    colleague("Ibarisha Kharkongor", "ibarisha.kharkongor", Female, (Live, Both), WithSunday),
    colleague("Harpreet Bhullar", "harpreet.bhullar", Female, (Live, Salon), Away),
];

pub(super) fn roster(
    tx: &mut Tx<'_>,
    draws: &Draws,
    branches: &Branches,
    team: &Team,
) -> Result<(), DemoRefusal> {
    for colleague in COLLEAGUES {
        let (branch, first_day) = match colleague.house {
            Primary => (&branches.primary, draws.number(450, 880)),
            Live => (&branches.live, draws.number(300, 415)),
        };
        let member = take_on(tx, draws, colleague, branch, first_day.unsigned_abs())?;
        for shift in shifts(draws, &member, colleague.week, first_day.unsigned_abs()) {
            staff::insert_shift(tx, &shift)?;
        }
        // The demo's own member of staff waits for an answer; a colleague at the live branch has one.
        match colleague.mailbox {
            "staff" => ask_for_leave(tx, draws, &member, None)?,
            "arjun.salian" => ask_for_leave(tx, draws, &member, Some(team))?,
            _ => {}
        }
    }
    Ok(())
}

fn take_on(
    tx: &mut Tx<'_>,
    draws: &Draws,
    colleague: &Colleague,
    branch: &BranchId,
    days_ago: u64,
) -> Result<StaffId, DemoRefusal> {
    let since = draws.days_ago(days_ago, 9..10);
    let user_id = people::register(tx, draws, (colleague.name, colleague.mailbox), Role::Staff, since)?;
    let member = StaffMember {
        id: StaffId::new(draws.id(since)),
        user_id,
        branch_id: branch.clone(),
        display_name: colleague.name.split(' ').next().unwrap_or(colleague.name).to_owned(),
        gender: colleague.gender,
        serves_salon: colleague.work != Spa,
        serves_spa: colleague.work != Salon,
        is_active: colleague.week != Away,
    };
    staff::insert(tx, &member, since)?;
    Ok(member.id)
}

fn shifts(draws: &Draws, member: &StaffId, week: Week, days_ago: u64) -> Vec<Shift> {
    let (weekdays, [start_time, end_time], lunch_minute) = match week {
        Early => (1..=6, [hour(10), hour(19)], 13 * 60),
        Late => (1..=6, [hour(12), hour(21)], 15 * 60 + 30),
        WithSunday => (2..=7, [hour(11), hour(20)], 14 * 60 + 15),
        Away => return Vec::new(),
    };
    let lunch: (NaiveTime, NaiveTime) =
        (minutes_after_midnight(lunch_minute), minutes_after_midnight(lunch_minute + 45));
    let planned_at = draws.days_ago(days_ago, 10..11);
    let shift = |weekday| Shift {
        id: draws.id(planned_at),
        staff_id: member.clone(),
        weekday,
        start_time,
        end_time,
        breaks: vec![lunch],
    };
    weekdays.map(shift).collect()
}

/// Approved by the manager, or pending where nobody is given.
fn ask_for_leave(
    tx: &mut Tx<'_>,
    draws: &Draws,
    member: &StaffId,
    decided_by: Option<&Team>,
) -> Result<(), DbError> {
    let asked_at = draws.business_hours(if decided_by.is_some() { 9 } else { 2 });
    let (days_ahead, reason, status) = match decided_by {
        Some(_) => (4..=5, "Cousin's wedding in Mangaluru", "approved"),
        None => (8..=10, "Family function at home in Hassan", "pending"),
    };
    let leave = Leave {
        id: draws.id(asked_at),
        staff_id: member.clone(),
        start_date: draws.in_days(*days_ahead.start()),
        end_date: draws.in_days(*days_ahead.end()),
        reason: Some(reason.into()),
        status: status.into(),
        decided_by: decided_by.map(|team| team.manager.clone()),
        decided_at: decided_by.map(|_| draws.business_hours(8)),
        created_at: asked_at,
    };
    staff::insert_leave(tx, &leave)
}
