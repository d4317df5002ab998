//! One branch: a form with all that an owner says about it.

use askama::Template;
use parlour_app::branches::{self as use_cases, BranchRefusal, NewBranch};
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_http::error::{FieldErrors, HttpError};
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::pages::salon::contrasts;
use parlour_http::path_id::PathId;
use parlour_http::request::FormWithPicture;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::bookings::booking_records;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::{Branch, UpiAccount};
use parlour_store::branches::branding::{self, Branding};
use parlour_store::staff::staff_changes;
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};

use super::branch_form::{TEXT_FIELDS, as_patch, first_values, label, read, values_of_new};
use super::list::{branch_path, read_all, status_name};
use crate::checkout::UpiRequest;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::panel::{Panel, SavedRecord, Seen, WithPicture, store_form_picture};
use crate::weekly_hours::{DayFields, day_fields};

const LIST_PATH: &str = "/branches";
/// So many bookings that overlap are named.
const MAX_NAMED: usize = 5;
/// One rupee, to try the code with.
const TEST_PAISE: i64 = 100;

#[derive(Template)]
#[template(path = "branches/branch.html")]
struct BranchPage {
    frame: DeskFrame,
    panel: Panel,
    /// Path and name of every branch, and whether it is this one.
    branches: Vec<(String, String, bool)>,
    /// Value and name.
    statuses: Vec<(&'static str, &'static str)>,
    days: Vec<DayFields>,
    saved: SavedBranch,
}

/// What the page shows of a branch that is saved already; nothing of a new one.
#[derive(Debug, Default)]
struct SavedBranch {
    is_primary: bool,
    is_live: bool,
    before_live: BeforeLive,
    /// The code that asks for one rupee.
    test_code: Option<UpiRequest>,
    /// With white, and on the paper of the pages.
    contrasts: Option<String>,
    /// The path of its logo.
    logo: Option<String>,
}

/// What an owner should know before a branch goes live.
#[derive(Debug, Default)]
struct BeforeLive {
    conflicts: usize,
    /// Path and number of the first bookings that overlap.
    bookings: Vec<(String, String)>,
    /// The names of those whom nobody could book.
    without_shifts: String,
    people_without_shifts: usize,
}

/// `/branches/new`
pub(super) async fn show_new(page: DeskPage<Owner>) -> HttpResult {
    render_new(&page, values_of_new(page.texts)).await
}

async fn render_new(page: &DeskPage<Owner>, form: FormState) -> HttpResult {
    let title = page.texts.desk_branches().new_branch();
    let panel = Panel::new(title, format!("{LIST_PATH}/new"), LIST_PATH.to_owned(), form);
    render(page, &read_all(page).await?, panel, SavedBranch::default())
}

pub(super) async fn add(page: DeskPage<Owner>, FormWithPicture { form, picture }: FormWithPicture) -> HttpResult {
    let stored = store_form_picture(&page, read(&form, page.texts).map(|branch| (branch, picture))).await?;
    let added = page.form(&form, label).write(stored.map(with_logo), |tx, context, new| {
        let branch = use_cases::open(tx, context, new)?.branch;
        Ok::<_, BranchRefusal>(branch_path(&branch))
    });
    added.await?.answer(Flash::BranchAdded, |state| render_new(&page, state)).await
}

fn with_logo((mut branch, logo): WithPicture<NewBranch>) -> NewBranch {
    if logo.is_some() {
        branch.details.logo_url = Some(logo);
    }
    branch
}

/// `/branches/{id}`
pub(super) async fn show(page: DeskPage<Owner>, PathId(id): PathId<BranchId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The page with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Owner>, id: &BranchId, typed: Option<FormState>) -> HttpResult {
    let (all, sought, today) = (read_all(page).await?, id.clone(), page.today());
    let branch = all.iter().find(|branch| branch.id == *id).ok_or_else(|| HttpError::not_found("This branch"))?;
    let read = page.caller.read(move |conn, _| {
        let check = use_cases::live_check(conn, &sought, today)?;
        let bookings: Vec<BookingId> = check.conflicts.into_iter().flatten().collect();
        let before_live = read_before_live(conn, &bookings, &check.staff_without_shifts)?;
        Ok((branding::find_branding(conn, &sought)?, before_live))
    });
    let (branding, before_live) = read.await?;
    let saved_values = first_values(branch, &branding, today, page.texts);
    let form = typed.unwrap_or_else(|| saved_values.clone());
    let record = SavedRecord { seen: state_of(branch), values: &saved_values, text_fields: &TEXT_FIELDS, label };
    let panel = Panel::new(branch.name.clone(), branch_path(branch), LIST_PATH.to_owned(), form);
    let saved = SavedBranch {
        is_primary: branch.is_primary,
        is_live: branch.is_live(),
        before_live,
        test_code: test_code(branch, page.texts),
        contrasts: contrasts_text(&branding, page.texts),
        logo: branch.logo_url.as_deref().and_then(|url| own_picture_path(&page.state, url)),
    };
    render(page, &all, panel.of_record(record, page.texts), saved)
}

fn read_before_live(
    conn: &mut Conn<'_>,
    conflicts: &[BookingId],
    without_shifts: &[StaffId],
) -> Result<BeforeLive, DbError> {
    let mut bookings = Vec::new();
    for id in conflicts.iter().take(MAX_NAMED) {
        if let Some(booking) = booking_records::find_booking(conn, id)? {
            bookings.push((format!("/bookings/{id}"), booking.booking_number));
        }
    }
    let mut names = Vec::new();
    for id in without_shifts.iter().take(MAX_NAMED) {
        names.extend(staff_changes::by_id(conn, id)?.map(|profile| profile.display_name));
    }
    Ok(BeforeLive {
        conflicts: conflicts.len(),
        bookings,
        without_shifts: names.join(", "),
        people_without_shifts: without_shifts.len(),
    })
}

fn test_code(branch: &Branch, texts: Texts) -> Option<UpiRequest> {
    let payee = branch.upi_name.clone().unwrap_or_else(|| branch.name.clone());
    let account = UpiAccount { id: branch.upi_id.clone()?, payee };
    UpiRequest::new(&account, TEST_PAISE, &format!("TEST-{}", branch.code), texts)
}

fn contrasts_text(branding: &Branding, texts: Texts) -> Option<String> {
    let colour = Colour::parse(branding.brand_colour.as_deref()?).ok()?;
    let [white, paper] = contrasts(colour).map(|contrast| format!("{contrast:.1}"));
    Some(texts.desk_branches().contrasts(&white, &paper))
}

/// What the form of a branch is made for.
fn state_of(branch: &Branch) -> String {
    branch.updated_at.millis().to_string()
}

pub(super) async fn change(
    page: DeskPage<Owner>,
    PathId(id): PathId<BranchId>,
    FormWithPicture { form, picture }: FormWithPicture,
) -> HttpResult {
    let (branch, seen) = (id.clone(), Seen::read(&form, page.texts));
    let stored = store_form_picture(&page, read(&form, page.texts).map(|branch| (branch, picture))).await?;
    let patch: Result<_, FieldErrors> = stored.map(|stored| as_patch(with_logo(stored)));
    let saved = page.form(&form, label).write(patch, move |tx, context, patch| {
        let refused = ChangedOrRefused::<BranchRefusal>::Refused;
        branch_changes::lock_branch_changes(tx)?;
        let before = branch_changes::lock_branch(tx, &branch)?.ok_or(refused(BranchRefusal::Unknown))?;
        seen.check::<BranchRefusal>(&state_of(&before))?;
        let after = use_cases::change(tx, context, &branch, patch).map_err(refused)?;
        Ok::<_, ChangedOrRefused<BranchRefusal>>(branch_path(&after.branch))
    });
    saved.await?.answer(Flash::BranchSaved, |state| show_with(&page, &id, Some(state))).await
}

fn render(page: &DeskPage<Owner>, all: &[Branch], panel: Panel, saved: SavedBranch) -> HttpResult {
    let text = page.texts.desk_branches();
    let link = |branch: &Branch| {
        let path = branch_path(branch);
        let is_current = path == panel.path;
        (path, branch.name.clone(), is_current)
    };
    page.show_with(
        panel.form.status,
        &BranchPage {
            frame: page.desk_frame(panel.title.clone(), Place::Branches),
            branches: all.iter().map(link).collect(),
            statuses: BranchStatus::ALL.iter().map(|status| (status.as_str(), status_name(*status, text))).collect(),
            days: day_fields(page.texts),
            saved,
            panel,
        },
    )
}

impl BranchPage {
    fn is_live_chosen(&self) -> bool {
        self.panel.form.has("availabilityMode", AvailabilityMode::Live.as_str())
    }
}
