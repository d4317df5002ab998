//! The second step: when the branch is open, and how it is booked.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::branches::{self as use_cases, BranchPatch, LiveCheck};
use parlour_app::request_context::RequestContext;
use parlour_domain::branch::AvailabilityMode;
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, ValueRule};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::Tx;
use parlour_store::branches::branch_records::Branch;
use parlour_texts::{SetupHoursTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web_admin::concurrent_edits::{
    HiddenField, SavedField, hidden_fields, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::around::{Around, path_after};
use super::branch::{find_branch_and_setup, lock_primary, to_first_step};
use super::refusal::SetupRefusal;
use crate::weekly_hours::{self, DayFields, Week, day_fields};

#[derive(Template)]
#[template(path = "setup/hours.html")]
struct HoursStep {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    first_shown: Vec<HiddenField>,
    days: Vec<DayFields>,
    /// What an owner should know before the branch goes live.
    warnings: Vec<String>,
}

impl HoursStep {
    fn text(&self) -> SetupHoursTexts {
        self.frame.texts.setup_hours()
    }
}

/// What the form asks for.
#[derive(Debug)]
struct NewHours {
    week: Week,
    mode: AvailabilityMode,
}

/// The fields of the form with what they hold now.
fn fields_of(branch: &Branch, today: NaiveDate, texts: Texts) -> Vec<SavedField> {
    let mode = ("mode".to_owned(), branch.availability_mode.as_str().to_owned());
    text_fields(weekly_hours::values(branch, today, texts).into_iter().chain([mode]))
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> String {
    weekly_hours::label(name, texts).unwrap_or_else(|| texts.setup_hours().mode().to_owned())
}

/// `/setup/hours`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    render(&page, FormState::default()).await
}

pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let (typed, texts, today) = (form.values.clone(), page.texts, page.today());
    let saved = page.form(&form, label).write(parse(&form.values, texts).map(drop), move |tx, context, ()| {
        save(tx, context, &typed, (today, texts))?;
        Ok::<_, SetupRefusal>(path_after(SetupStep::Hours).to_owned())
    });
    saved.await?.answer(Flash::SetupSaved, |state| render(&page, state)).await
}

async fn read(page: &DeskPage<Owner>) -> Result<Option<(Branch, Setup, LiveCheck)>, HttpError> {
    let read = page.caller.read(|conn, context| {
        let Some((branch, setup)) = find_branch_and_setup(conn)? else { return Ok(None) };
        let check = use_cases::live_check(conn, &branch.id, context.now.ist_date())?;
        Ok(Some((branch, setup, check)))
    });
    read.await
}

/// What was typed is saved with what others have changed of the other days.
fn save(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    typed: &FormValues,
    (today, texts): (NaiveDate, Texts),
) -> Result<(), SetupRefusal> {
    let branch = lock_primary(tx)?;
    let hours = parse(&merge_with_saved(typed, &fields_of(&branch, today, texts), texts, label)?, texts)?;
    use_cases::change(tx, context, &branch.id, &patch(&hours))?;
    Ok(())
}

fn patch(hours: &NewHours) -> BranchPatch {
    BranchPatch { availability_mode: Some(hours.mode), ..weekly_hours::patch(hours.week) }
}

fn parse(typed: &FormValues, texts: Texts) -> Result<NewHours, FieldErrors> {
    let mut fields = typed.fields();
    let week = weekly_hours::read(&mut fields, typed, texts);
    fields.require_present("mode");
    let mode = <AvailabilityMode as ValueRule>::read(&mut fields, "mode");
    fields.finish(|| Some(NewHours { week: week?, mode: mode? }))
}

/// The step with what was typed, or with what is saved.
async fn render(page: &DeskPage<Owner>, typed: FormState) -> HttpResult {
    let Some((branch, setup, check)) = read(page).await? else { return Ok(to_first_step()) };
    let form = with_saved_values(typed, &fields_of(&branch, page.today(), page.texts));
    let text = page.texts.setup_hours();
    let status = form.status;
    let template = HoursStep {
        frame: page.desk_frame(text.title(), Place::Setup),
        around: Around::new(&setup, Some(SetupStep::Hours), page.texts),
        first_shown: hidden_fields(&form),
        days: day_fields(page.texts),
        warnings: if branch.is_live() { Vec::new() } else { warnings(&check, text) },
        form,
    };
    page.show_with(status, &template)
}

fn warnings(check: &LiveCheck, text: SetupHoursTexts) -> Vec<String> {
    let (bookings, people) = (check.conflicts.iter().map(Vec::len).sum::<usize>(), check.staff_without_shifts.len());
    let warnings = [(bookings > 0).then(|| text.overlaps(bookings)), (people > 0).then(|| text.without_shifts(people))];
    warnings.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use parlour_domain::booking::opening_hours::OpeningHours;
    use parlour_domain::ist::time_at_minute;

    use super::*;
    use crate::weekly_hours::DAYS;

    fn week(form: &str) -> Result<NewHours, Vec<String>> {
        let parsed = parse(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        parsed.map_err(|errors| errors.iter().map(|(name, _)| name.to_owned()).collect())
    }

    #[test]
    fn a_day_that_is_closed_needs_no_hours() {
        let hours = week("open0=true&opens0=10:00&closes0=20:00&opens1=x&closes1=&mode=live").unwrap();
        let monday = OpeningHours { opens_at: time_at_minute(600), closes_at: time_at_minute(1_200) };
        assert_eq!(hours.week, [Some(monday), None, None, None, None, None, None]);
        let patch = patch(&hours);
        assert_eq!((patch.opens_at, patch.availability_mode), (Some(monday.opens_at), Some(AvailabilityMode::Live)));
        assert!(patch.hours.flatten().is_some());
    }

    #[test]
    fn the_same_hours_every_day_are_the_daily_ones() {
        let day = |day: usize| format!("open{day}=true&opens{day}=09:30&closes{day}=21:00&");
        let hours = week(&format!("{}mode=open", (0..DAYS).map(day).collect::<String>())).unwrap();
        let patch = patch(&hours);
        assert_eq!((patch.opens_at, patch.hours), (Some(time_at_minute(570)), Some(None)));
    }

    #[test]
    fn every_wrong_field_is_named() {
        assert_eq!(week("").unwrap_err(), ["open0", "mode"]);
        let wrong = "open0=true&opens0=10:00&closes0=10:00&open2=true&opens2=&closes2=25:00&mode=often";
        assert_eq!(week(wrong).unwrap_err(), ["closes0", "opens2", "closes2", "mode"]);
    }
}
