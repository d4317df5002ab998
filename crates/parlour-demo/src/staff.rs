//! The staff: branches, services, shifts and leave.

use chrono::NaiveTime;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender::{self, Female, Male};
use parlour_domain::ids::{LeaveId, StaffId};
use parlour_domain::ist::time_at_minute;
use parlour_domain::service::ServiceType;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::staff::staff_records::{self, Shift};
use parlour_store::{DbError, Tx};

use super::branches::DemoBranches;
use super::random::{DemoRandom, full_hour};
use super::refusal::DemoRefusal;
use super::user_accounts::{self, DemoTeam, DemoUser};

#[derive(Clone, Copy)]
enum DemoBranch {
    Primary,
    Live,
}
use DemoBranch::{Live, Primary};

/// Early and late shifts together cover the opening hours. Staff who work on Sundays are off on Mondays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShiftPattern {
    Early,
    Late,
    WithSunday,
    /// On long leave: has an account but takes no bookings.
    Away,
}
use ShiftPattern::{Away, Early, Late, WithSunday};

const SALON: &[ServiceType] = &[ServiceType::Salon];
const SPA: &[ServiceType] = &[ServiceType::Spa];
const BOTH: &[ServiceType] = &[ServiceType::Salon, ServiceType::Spa];

/// Name, mailbox, gender, branch, served types and shifts.
type StaffRow = (&'static str, &'static str, Gender, DemoBranch, &'static [ServiceType], ShiftPattern);

const STAFF: [StaffRow; 12] = [
    ("Kavitha Gowda", "staff", Female, Primary, SALON, Early),
    ("Imran Pasha", "imran.pasha", Male, Primary, SALON, Late),
    ("Lalthanpuii Ralte", "lalthanpuii.ralte", Female, Primary, SALON, Late),
    ("Joseph Kurian", "joseph.kurian", Male, Primary, SPA, Early),
    ("Thoibi Laishram", "thoibi.laishram", Female, Primary, SPA, Late),
    ("Deepa Nambiar", "deepa.nambiar", Female, Primary, BOTH, WithSunday),
    ("Rehana Begum", "rehana.begum", Female, Live, SALON, Early),
    ("Arjun Salian", "arjun.salian", Male, Live, SALON, Late),
    ("Tenzin Dolkar", "tenzin.dolkar", Female, Live, SPA, Early),
    ("Suresh Jadhav", "suresh.jadhav", Male, Live, SPA, Late),
    ("Ibarisha Kharkongor", "ibarisha.kharkongor", Female, Live, BOTH, WithSunday),
    ("Harpreet Bhullar", "harpreet.bhullar", Female, Live, SALON, Away),
];

pub(super) fn insert_staff(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    branches: &DemoBranches,
    team: &DemoTeam,
) -> Result<(), DemoRefusal> {
    for (name, mailbox, gender, branch, served_types, shift_pattern) in STAFF {
        let (branch_id, days_ago) = match branch {
            Primary => (&branches.primary, random.days(450, 880)),
            Live => (&branches.live, random.days(300, 415)),
        };
        let since = random.days_ago(days_ago, 9..10);
        let user_id = user_accounts::insert_user(tx, random, &DemoUser { name, mailbox, role: Role::Staff, since })?;
        let member = StaffProfile {
            id: StaffId::new(random.id(since)),
            user_id,
            branch_id: branch_id.clone(),
            display_name: name.split(' ').next().unwrap_or(name).to_owned(),
            gender,
            service_types: served_types.to_vec(),
            is_active: shift_pattern != Away,
            image_url: None,
            created_at: since,
            updated_at: since,
        };
        staff_changes::insert_unless_active(tx, &member)?;
        for shift in weekly_shifts(random, &member.id, shift_pattern, days_ago) {
            staff_records::insert_shift(tx, &shift)?;
        }
        // The demo's sign-in user for staff has a pending request; a member at the live branch has an approved one.
        match mailbox {
            "staff" => insert_leave_request(tx, random, &member.id, None)?,
            "arjun.salian" => insert_leave_request(tx, random, &member.id, Some(team))?,
            _ => {}
        }
    }
    Ok(())
}

fn weekly_shifts(random: &DemoRandom, member: &StaffId, shift_pattern: ShiftPattern, days_ago: u64) -> Vec<Shift> {
    let (weekdays, [start_time, end_time], lunch_minute) = match shift_pattern {
        Early => (1..=6, [full_hour(10), full_hour(19)], 13 * 60),
        Late => (1..=6, [full_hour(12), full_hour(21)], 15 * 60 + 30),
        WithSunday => (2..=7, [full_hour(11), full_hour(20)], 14 * 60 + 15),
        Away => return Vec::new(),
    };
    let lunch: (NaiveTime, NaiveTime) = (time_at_minute(lunch_minute), time_at_minute(lunch_minute + 45));
    let planned_at = random.days_ago(days_ago, 10..11);
    let shift = |weekday| Shift {
        id: random.id(planned_at),
        staff_id: member.clone(),
        weekday,
        start_time,
        end_time,
        breaks: vec![lunch],
    };
    weekdays.map(shift).collect()
}

/// Inserts a leave request that the manager has approved, or a pending one if `decided_by` is `None`.
fn insert_leave_request(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    member: &StaffId,
    decided_by: Option<&DemoTeam>,
) -> Result<(), DbError> {
    let requested_at = random.business_time_days_ago(if decided_by.is_some() { 9 } else { 2 });
    let (days_ahead, reason, status) = match decided_by {
        Some(_) => (4..=5, "Cousin's wedding in Mangaluru", LeaveStatus::Approved),
        None => (8..=10, "Family function at home in Hassan", LeaveStatus::Pending),
    };
    let decided_at = decided_by.map(|_| random.business_time_days_ago(8));
    let leave_row = LeaveRow {
        id: LeaveId::new(random.id(requested_at)),
        staff_id: member.clone(),
        start_date: random.date_in_days(*days_ahead.start()),
        end_date: random.date_in_days(*days_ahead.end()),
        reason: Some(reason.into()),
        status,
        decided_by: decided_by.map(|team| team.manager.clone()),
        decided_at,
        created_at: requested_at,
        updated_at: decided_at.unwrap_or(requested_at),
    };
    leave::insert(tx, &leave_row)
}
