//! One branch: a form with all that an owner says about it.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::branches::{self as use_cases, BranchRefusal, LiveCheck, NewBranch};
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::billing::upi::is_upi_id;
use parlour_domain::branch::{AvailabilityMode, BranchStatus};
use parlour_domain::ids::{BookingId, BranchId};
use parlour_http::error::HttpError;
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::pages::salon::contrasts;
use parlour_http::path_id::PathId;
use parlour_http::request::FormWithPicture;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::Conn;
use parlour_store::bookings::booking_records;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::{Branch, UpiAccount};
use parlour_store::branches::branding;
use parlour_store::staff::staff_changes;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::checkout::UpiRequest;
use parlour_web_admin::concurrent_edits::{FieldStates, field_states, merge_with_saved, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::{Panel, WithPicture, store_form_picture};

use super::branch_form::{as_patch, field_names, fields_of, label, read, values_of_new};
use super::list::{branch_path, read_all, status_name};
use crate::weekly_hours::{DayFields, day_fields};

const LIST_PATH: &str = "/branches";
/// So many bookings that overlap are named.
const MAX_NAMED: usize = 5;

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
    /// The code that asks for one rupee.
    test_code: Option<UpiRequest>,
    /// Of the colour with white, and on the paper of the pages.
    contrasts: Option<String>,
    saved: SavedBranch,
    field_states: FieldStates,
}

/// What the page shows of a branch that is saved already; nothing of a new one.
#[derive(Debug, Default)]
struct SavedBranch {
    is_primary: bool,
    /// Nothing of a branch that is live already.
    before_live: Option<BeforeLive>,
    /// The path of its logo.
    logo: Option<String>,
}

/// What an owner should know before a branch goes live.
#[derive(Debug)]
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
    let stored = store_form_picture(&page, read(&form.values, page.texts).map(|branch| (branch, picture))).await?;
    let added = page.form(&form, label).create(stored.map(with_logo), |tx, context, new| {
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
    let is_live = branch.is_live();
    let read = page.caller.read(move |conn, _| {
        let before_live = if is_live { None } else { Some(read_before_live(conn, &sought, today)?) };
        Ok((branding::find_branding(conn, &sought)?, before_live))
    });
    let (branding, before_live) = read.await?;
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(branch, &branding, today, page.texts));
    let panel = Panel::new(branch.name.clone(), branch_path(branch), LIST_PATH.to_owned(), form);
    let saved = SavedBranch {
        is_primary: branch.is_primary,
        before_live,
        logo: branch.logo_url.as_deref().and_then(|url| own_picture_path(&page.state, url)),
    };
    render(page, &all, panel, saved)
}

fn read_before_live(conn: &mut Conn<'_>, branch: &BranchId, today: NaiveDate) -> Result<BeforeLive, BranchRefusal> {
    let LiveCheck { conflicts, staff_without_shifts: without_shifts } = use_cases::live_check(conn, branch, today)?;
    let conflicts: Vec<BookingId> = conflicts.into_iter().flatten().collect();
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

/// Of the account that stands in the form, so that it can be tried before it is saved.
fn test_code(form: &FormState, texts: Texts) -> Option<UpiRequest> {
    let [id, payee, name, code] = ["upiId", "upiName", "name", "code"].map(|field| form.value(field));
    let payee = if payee.is_empty() { name } else { payee };
    let account = UpiAccount { id: Some(id).filter(|id| is_upi_id(id))?.to_owned(), payee: payee.to_owned() };
    UpiRequest::to_try(&account, &code.to_uppercase(), texts)
}

/// Of the colour that stands in the form.
fn contrasts_text(form: &FormState, texts: Texts) -> Option<String> {
    let colour = Colour::parse(form.value("brandColour")).ok()?;
    let [white, paper] = contrasts(colour).map(|contrast| format!("{contrast:.1}"));
    Some(texts.desk_branches().contrasts(&colour.to_string(), &white, &paper))
}

pub(super) async fn change(
    page: DeskPage<Owner>,
    PathId(id): PathId<BranchId>,
    FormWithPicture { form, picture }: FormWithPicture,
) -> HttpResult {
    let (branch, typed, texts, today) = (id.clone(), form.values.clone(), page.texts, page.today());
    let stored = store_form_picture(&page, read(&typed, texts).map(|_| ((), picture))).await?;
    let saved = page.form(&form, label).write(stored, move |tx, context, ((), logo)| {
        let refused = ChangedOrRefused::<BranchRefusal>::Refused;
        branch_changes::lock_branch_changes(tx)?;
        let before = branch_changes::lock_branch(tx, &branch)?.ok_or(refused(BranchRefusal::Unknown))?;
        let saved_fields = fields_of(&before, &branding::find_branding(tx, &branch)?, today, texts);
        let changed = read(&merge_with_saved(&typed, &saved_fields, texts, label)?, texts)?;
        let patch = as_patch(with_logo((changed, logo.clone())));
        let after = use_cases::change(tx, context, &branch, &patch).map_err(refused)?;
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
            test_code: test_code(&panel.form, page.texts),
            contrasts: contrasts_text(&panel.form, page.texts),
            saved,
            // A new branch is not saved at all.
            field_states: if panel.first_shown.is_empty() {
                FieldStates::default()
            } else {
                field_states(&panel.form, &field_names(page.texts), page.texts, label)
            },
            panel,
        },
    )
}

impl BranchPage {
    fn is_live_chosen(&self) -> bool {
        self.panel.form.has("availabilityMode", AvailabilityMode::Live.as_str())
    }
}
