//! The people by branch, also beside a panel.

use std::collections::HashSet;

use askama::Template;
use chrono::Weekday;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::staff::shifts;
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::users::user_list;
use parlour_store::users::user_records::User;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::status::avatar_class;

use crate::services::kind_name;

/// More than any salon has.
const MAX_PEOPLE: i64 = 1_000;

#[derive(Template)]
#[template(path = "team/list.html")]
struct ListPage {
    frame: DeskFrame,
    list: TeamList,
}

/// What the pages of the team read.
#[derive(Debug)]
pub(super) struct TeamRead {
    pub(super) profiles: Vec<StaffProfile>,
    pub(super) branches: Vec<Branch>,
    /// Everyone with a role in the team, and everyone who is invited.
    pub(super) users: Vec<User>,
    /// Who works on which weekday, Monday being 1.
    workdays: HashSet<(StaffId, i64)>,
}

/// The list as it is shown.
#[derive(Debug)]
pub(super) struct TeamList {
    pub(super) summary: String,
    pub(super) groups: Vec<(String, Vec<TeamMember>)>,
    pub(super) invited: Vec<Invited>,
    /// Where somebody can be invited, for those who may.
    pub(super) can_invite: bool,
    pub(super) is_beside_panel: bool,
}

#[derive(Debug)]
pub(super) struct TeamMember {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    /// The letter of each weekday, and whether they work then. Empty for somebody who works no more.
    pub(super) week: Vec<(&'static str, bool)>,
    /// The same as a sentence.
    pub(super) works: String,
    pub(super) kinds: Vec<&'static str>,
    pub(super) is_active: bool,
    pub(super) is_current: bool,
}

#[derive(Debug)]
pub(super) struct Invited {
    pub(super) name: String,
    pub(super) until: String,
}

/// `/team`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let read = read_team(&page).await?;
    let frame = page.desk_frame(page.texts.desk_frame().team(), Place::Team);
    page.show(&ListPage { frame, list: TeamList::new(&page, &read, None) })
}

pub(super) async fn read_team(page: &DeskPage<Manager>) -> Result<TeamRead, HttpError> {
    let read = page.caller.read(|conn, _| {
        let shifts = shifts::list_of_active_staff(conn, None)?;
        Ok(TeamRead {
            profiles: staff_changes::page(conn, MAX_PEOPLE, 0)?.0,
            branches: branch_records::list_all(conn)?,
            users: user_list::list_team(conn)?,
            workdays: shifts.into_iter().map(|(staff, shift)| (staff, shift.weekday)).collect(),
        })
    });
    read.await
}

impl TeamList {
    /// `current` is the id of the person in the panel; empty for a new one, none without a panel.
    pub(super) fn new(page: &DeskPage<Manager>, read: &TeamRead, current: Option<&str>) -> Self {
        let text = page.texts.desk_team();
        let members = |is_wanted: &dyn Fn(&StaffProfile) -> bool| -> Vec<TeamMember> {
            let wanted = read.profiles.iter().filter(|profile| is_wanted(profile));
            wanted.map(|profile| TeamMember::new(profile, read, current, page.texts)).collect()
        };
        let of_branch = |branch: &Branch| {
            (branch.name.clone(), members(&|profile| profile.is_active && profile.branch_id == branch.id))
        };
        let former = (text.former().to_owned(), members(&|profile| !profile.is_active));
        let groups = read.branches.iter().map(of_branch).chain([former]);
        let active = read.profiles.iter().filter(|profile| profile.is_active).count();
        Self {
            summary: text.people(active),
            groups: groups.filter(|(_, members)| !members.is_empty()).collect(),
            invited: read.users.iter().filter_map(|user| Invited::new(user, page)).collect(),
            can_invite: page.role() >= Role::Owner,
            is_beside_panel: current.is_some(),
        }
    }
}

impl TeamMember {
    fn new(profile: &StaffProfile, read: &TeamRead, current: Option<&str>, texts: Texts) -> Self {
        let weekday = |(day, number): (u8, i64)| Some((Weekday::try_from(day).ok()?, number));
        let weekdays = (0_u8..7).zip(1_i64..).filter_map(weekday);
        let works = |number: i64| read.workdays.contains(&(profile.id.clone(), number));
        let week: Vec<(Weekday, bool)> = weekdays.map(|(weekday, number)| (weekday, works(number))).collect();
        let names = week.iter().filter(|(_, works)| *works).map(|(day, _)| texts.weekday_short(*day));
        let names = names.collect::<Vec<_>>().join(", ");
        let text = texts.desk_team();
        let letter = |(day, works): (Weekday, bool)| (texts.weekday_letter(day), works);
        let kinds = ServiceType::ALL.iter().filter(|kind| profile.service_types.contains(kind));
        Self {
            path: format!("/team/{}", profile.id),
            name: profile.display_name.clone(),
            initials: format::initials(&profile.display_name),
            avatar: avatar_class(&profile.display_name),
            works: if names.is_empty() { text.works_never().to_owned() } else { text.works(&names) },
            week: if profile.is_active { week.into_iter().map(letter).collect() } else { Vec::new() },
            kinds: kinds.map(|kind| kind_name(*kind, texts.price_list())).collect(),
            is_active: profile.is_active,
            is_current: current == Some(profile.id.as_str()),
        }
    }
}

impl Invited {
    fn new(user: &User, page: &DeskPage<Manager>) -> Option<Self> {
        let until = user.invitation_expires_at.filter(|until| *until > page.now())?;
        let day = |at: Timestamp| page.texts.format_full_day(at.ist_date(), page.today());
        Some(Self { name: user.name.clone(), until: page.texts.desk_team().link_until(&day(until)) })
    }
}
