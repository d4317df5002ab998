//! The staff: branches, services, shifts and leave.

use chrono::NaiveTime;
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender::{self, Female, Male};
use parlour_domain::ids::{BranchId, LeaveId, StaffId};
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum DemoBranch {
    Primary,
    Live,
}
use DemoBranch::{Live, Primary};

#[derive(Clone, Copy, PartialEq, Eq)]
enum ServedTypes {
    Salon,
    Spa,
    Both,
}
use ServedTypes::{Both, Salon, Spa};

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

struct StaffSpec {
    name: &'static str,
    mailbox: &'static str,
    gender: Gender,
    branch_kind: DemoBranch,
    served_types: ServedTypes,
    shift_pattern: ShiftPattern,
}

const fn staff_spec(
    name: &'static str,
    mailbox: &'static str,
    gender: Gender,
    branch_kind: DemoBranch,
    served_types: ServedTypes,
) -> StaffSpec {
    StaffSpec { name, mailbox, gender, branch_kind, served_types, shift_pattern: Early }
}

impl StaffSpec {
    const fn works(self, shift_pattern: ShiftPattern) -> Self {
        Self { shift_pattern, ..self }
    }
}

const STAFF: &[StaffSpec] = &[
    staff_spec("Kavitha Gowda", "staff", Female, Primary, Salon).works(Early),
    staff_spec("Imran Pasha", "imran.pasha", Male, Primary, Salon).works(Late),
    staff_spec("Lalthanpuii Ralte", "lalthanpuii.ralte", Female, Primary, Salon).works(Late),
    staff_spec("Joseph Kurian", "joseph.kurian", Male, Primary, Spa).works(Early),
    staff_spec("Thoibi Laishram", "thoibi.laishram", Female, Primary, Spa).works(Late),
    staff_spec("Deepa Nambiar", "deepa.nambiar", Female, Primary, Both).works(WithSunday),
    staff_spec("Rehana Begum", "rehana.begum", Female, Live, Salon).works(Early),
    staff_spec("Arjun Salian", "arjun.salian", Male, Live, Salon).works(Late),
    staff_spec("Tenzin Dolkar", "tenzin.dolkar", Female, Live, Spa).works(Early),
    staff_spec("Suresh Jadhav", "suresh.jadhav", Male, Live, Spa).works(Late),
    staff_spec("Ibarisha Kharkongor", "ibarisha.kharkongor", Female, Live, Both).works(WithSunday),
    staff_spec("Harpreet Bhullar", "harpreet.bhullar", Female, Live, Salon).works(Away),
];

pub(super) fn insert_staff(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    branches: &DemoBranches,
    team: &DemoTeam,
) -> Result<(), DemoRefusal> {
    for spec in STAFF {
        let (branch, first_day) = match spec.branch_kind {
            Primary => (&branches.primary, random.number(450, 880)),
            Live => (&branches.live, random.number(300, 415)),
        };
        let member = insert_staff_member(tx, random, spec, branch, first_day.unsigned_abs())?;
        for shift in weekly_shifts(random, &member, spec.shift_pattern, first_day.unsigned_abs()) {
            staff_records::insert_shift(tx, &shift)?;
        }
        // The demo's sign-in user for staff has a pending request; a member at the live branch has an approved one.
        match spec.mailbox {
            "staff" => insert_leave_request(tx, random, &member, None)?,
            "arjun.salian" => insert_leave_request(tx, random, &member, Some(team))?,
            _ => {}
        }
    }
    Ok(())
}

fn insert_staff_member(
    tx: &mut Tx<'_>,
    random: &DemoRandom,
    spec: &StaffSpec,
    branch: &BranchId,
    days_ago: u64,
) -> Result<StaffId, DemoRefusal> {
    let since = random.days_ago(days_ago, 9..10);
    let user = DemoUser { name: spec.name, mailbox: spec.mailbox, role: Role::Staff, since };
    let user_id = user_accounts::insert_user(tx, random, &user)?;
    let member = StaffProfile {
        id: StaffId::new(random.id(since)),
        user_id,
        branch_id: branch.clone(),
        display_name: spec.name.split(' ').next().unwrap_or(spec.name).to_owned(),
        gender: spec.gender,
        service_types: match spec.served_types {
            Salon => vec![ServiceType::Salon],
            Spa => vec![ServiceType::Spa],
            Both => vec![ServiceType::Salon, ServiceType::Spa],
        },
        is_active: spec.shift_pattern != Away,
        created_at: since,
        updated_at: since,
    };
    staff_changes::insert_unless_active(tx, &member)?;
    Ok(member.id)
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
