//! The working hours of one person, which come again every week, and to whom they are copied.

use std::collections::BTreeSet;

use askama::Template;
use parlour_app::schedule::{self as use_cases, CopyWeekRefusal, SetWeekRefusal};
use parlour_domain::ids::StaffId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{DbError, Tx};
use parlour_texts::DeskScheduleTexts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web::format;
use parlour_web_admin::concurrent_edits::{merge_with_saved, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::Panel;
use parlour_web_admin::status::avatar_class;

use super::cell::person_path;
use super::week_form::{self, DayRow, NewWeek};

const LIST_PATH: &str = "/schedule";

#[derive(Template)]
#[template(path = "schedule/person.html")]
struct PersonPage {
    frame: DeskFrame,
    text: DeskScheduleTexts,
    panel: Panel,
    branch: String,
    days: Vec<DayRow>,
    others: Vec<Colleague>,
}

/// Somebody else of the branch.
#[derive(Debug)]
struct Colleague {
    id: String,
    name: String,
    initials: String,
    avatar: &'static str,
}

struct PersonRead {
    profile: StaffProfile,
    week: Vec<WeeklyShift>,
    others: Vec<DeskStaffMember>,
}

/// `/schedule/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<StaffId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The page with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &StaffId, typed: Option<FormState>) -> HttpResult {
    let PersonRead { profile, week, others } = read(page, id).await?;
    let (texts, text) = (page.texts, page.texts.desk_schedule());
    let branch = page.salon.any_branch(profile.branch_id.as_str());
    let usual = branch.map(|branch| [branch.opens_at, branch.closes_at]);
    let form = typed.unwrap_or_else(|| week_form::first_values(&week, usual));
    let form = with_saved_values(form, &week_form::days_of(&week, texts));
    let panel = Panel::new(text.week_of(&profile.display_name), person_path(id), LIST_PATH.to_owned(), form);
    page.show_with(
        panel.form.status,
        &PersonPage {
            frame: page.desk_frame(panel.title.clone(), Place::Schedule),
            text,
            branch: branch.map(|branch| branch.name.clone()).unwrap_or_default(),
            days: week_form::rows(&panel.form, texts),
            others: others.iter().map(Colleague::new).collect(),
            panel,
        },
    )
}

async fn read(page: &DeskPage<Manager>, id: &StaffId) -> Result<PersonRead, HttpError> {
    let id = id.clone();
    let read = page.caller.read(move |conn, _| {
        let Some(profile) = staff_changes::by_id(conn, &id)? else { return Ok(None) };
        let week = shifts::list_by_staff(conn, &id)?;
        let mut others = staff_records::list_active(conn)?;
        others.retain(|other| other.branch_id == profile.branch_id && other.id != id);
        Ok(Some(PersonRead { profile, week, others }))
    });
    read.await?.ok_or_else(|| HttpError::not_found("This person"))
}

pub(super) async fn save(page: DeskPage<Manager>, PathId(id): PathId<StaffId>, form: FormBody) -> HttpResult {
    let (staff, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let new = week_form::read(&form, texts);
    let saved = page.form(&form, week_form::label).write(new, move |tx, context, new| {
        let refused = ChangedOrRefused::<CopyWeekRefusal>::Refused;
        lock_all(tx, &staff, new)?;
        let saved_fields = week_form::days_of(&shifts::list_by_staff(tx, &staff)?, texts);
        merge_with_saved(&typed, &saved_fields, texts, week_form::label)?;
        let set = use_cases::set_week(tx, context, &staff, &new.shifts);
        set.map_err(|refusal| refused(as_copy_refusal(refusal)))?;
        if !new.copy_to.is_empty() {
            use_cases::copy_week(tx, context, &staff, &new.copy_to).map_err(refused)?;
        }
        Ok::<_, ChangedOrRefused<CopyWeekRefusal>>(LIST_PATH.to_owned())
    });
    saved.await?.answer(Flash::WeekSaved, |state| show_with(&page, &id, Some(state))).await
}

/// Everybody whose week is written, in the order of their ids, as everywhere: two transactions do not wait for each other.
fn lock_all(tx: &mut Tx<'_>, staff: &StaffId, new: &NewWeek) -> Result<(), DbError> {
    let everybody: BTreeSet<&StaffId> = new.copy_to.iter().map(|(_, other)| other).chain([staff]).collect();
    for one in everybody {
        shifts::lock_staff_profile(tx, one)?;
    }
    Ok(())
}

fn as_copy_refusal(refusal: SetWeekRefusal) -> CopyWeekRefusal {
    match refusal {
        SetWeekRefusal::Unknown => CopyWeekRefusal::Unknown,
        SetWeekRefusal::Db(error) => CopyWeekRefusal::Db(error),
    }
}

impl Colleague {
    fn new(member: &DeskStaffMember) -> Self {
        Self {
            id: member.id.as_str().to_owned(),
            name: member.display_name.clone(),
            initials: format::initials(&member.display_name),
            avatar: avatar_class(&member.display_name),
        }
    }
}
