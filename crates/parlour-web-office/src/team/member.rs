//! A person in the panel beside the list.

use askama::Template;
use parlour_app::staff::{self as use_cases, NewStaff, StaffPatch, StaffRefusal};
use parlour_domain::auth::role::Role;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::path_id::PathId;
use parlour_http::request::{Flat, FormWithPicture, Name, TextList};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::staff::staff_changes::{self, StaffProfile};
use parlour_store::users::user_records::User;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::board::board_path;
use parlour_web_admin::concurrent_edits::{
    SavedField, checkbox_value, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::customers::gender_word;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::pages::page_of;
use parlour_web_admin::panel::{Panel, WithPicture, store_form_picture};

use super::list::{TeamList, TeamRead, read_team};
use crate::services::kind_name;

const LIST_PATH: &str = "/team";
/// As many as there are.
const MAX_SERVICE_TYPES: usize = 2;

request_shape! {
    struct MemberForm {
        display_name: Name<120>,
        branch_id: BranchId,
        service_types: TextList<ServiceType, 1, MAX_SERVICE_TYPES>,
        gender: Option<Gender>,
        is_active: Option<bool>,
        remove_image: Option<bool>,
    }

    struct NewMemberForm {
        user_id: UserId,
        member: Flat<MemberForm>,
    }
}

#[derive(Template)]
#[template(path = "team/member.html")]
struct MemberPage {
    frame: DeskFrame,
    list: TeamList,
    panel: Panel,
    /// Id and name of those who have no profile yet, for a new one.
    users: Option<Vec<(String, String)>>,
    /// Id and name.
    branches: Vec<(String, String)>,
    /// Value and name.
    kinds: Vec<(&'static str, &'static str)>,
    /// The path of their picture.
    picture: Option<String>,
    /// Where their hours, their visits and their access are.
    links: Vec<(String, &'static str)>,
}

/// `/team/new`
pub(super) async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    let branch = page.branch.as_ref().map_or("", |branch| branch.id.as_str());
    let gender = Gender::Undisclosed.as_str();
    let form = FormState::new([("branchId", branch), ("gender", gender), ("isActive", "true")]);
    render_new(&page, form).await
}

async fn render_new(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let title = page.texts.desk_team().new_member();
    let panel = Panel::new(title, format!("{LIST_PATH}/new"), LIST_PATH.to_owned(), form);
    render(page, &read_team(page).await?, panel, None)
}

pub(super) async fn add(page: DeskPage<Manager>, FormWithPicture { form, picture }: FormWithPicture) -> HttpResult {
    let read = form.parse().map(|NewMemberForm { user_id, member }| ((user_id, member), picture));
    let stored = store_form_picture(&page, read).await?;
    let new = stored.map(|((user_id, member), picture)| new_staff(user_id, (member, picture)));
    let added = page.form(&form, label).create(new, |tx, context, new| {
        use_cases::add(tx, context, new)?;
        Ok::<_, StaffRefusal>(LIST_PATH.to_owned())
    });
    added.await?.answer(Flash::MemberAdded, |state| render_new(&page, state)).await
}

fn new_staff(user_id: UserId, (member, picture): WithPicture<MemberForm>) -> NewStaff {
    NewStaff {
        user_id,
        branch_id: member.branch_id.clone(),
        display_name: member.display_name.clone(),
        service_types: in_display_order(&member.service_types),
        details: as_patch((member, picture)),
    }
}

/// `/team/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<StaffId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &StaffId, typed: Option<FormState>) -> HttpResult {
    let read = read_team(page).await?;
    let profile = read.profiles.iter().find(|profile| profile.id == *id);
    let profile = profile.ok_or_else(|| HttpError::not_found("This person"))?;
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(profile, page.texts));
    let panel = Panel::new(profile.display_name.clone(), format!("/team/{id}"), LIST_PATH.to_owned(), form);
    render(page, &read, panel, Some(profile))
}

pub(super) async fn change(
    page: DeskPage<Manager>,
    PathId(id): PathId<StaffId>,
    FormWithPicture { form, picture }: FormWithPicture,
) -> HttpResult {
    let (staff, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let stored = store_form_picture(&page, form.parse::<MemberForm>().map(|_| ((), picture))).await?;
    let saved = page.form(&form, label).write(stored, move |tx, context, ((), picture)| {
        let refused = ChangedOrRefused::<StaffRefusal>::Refused;
        let before = staff_changes::lock_profile(tx, &staff)?.ok_or(refused(StaffRefusal::Unknown))?;
        let changed: MemberForm = merge_with_saved(&typed, &fields_of(&before, texts), texts, label)?.parse()?;
        use_cases::change(tx, context, &staff, &as_patch((changed, picture.clone()))).map_err(refused)?;
        Ok::<_, ChangedOrRefused<StaffRefusal>>(LIST_PATH.to_owned())
    });
    saved.await?.answer(Flash::MemberSaved, |state| show_with(&page, &id, Some(state))).await
}

fn as_patch((member, picture): WithPicture<MemberForm>) -> StaffPatch {
    let removed = (member.remove_image == Some(true)).then_some(None);
    StaffPatch {
        branch_id: Some(member.branch_id),
        display_name: Some(member.display_name),
        gender: member.gender,
        service_types: Some(in_display_order(&member.service_types)),
        is_active: member.is_active,
        image_url: picture.map(Some).or(removed),
        ..StaffPatch::default()
    }
}

/// Each type once, in the order in which types are listed everywhere.
fn in_display_order(given: &[(usize, ServiceType)]) -> Vec<ServiceType> {
    let is_given = |kind: &&ServiceType| given.iter().any(|(_, given)| given == *kind);
    ServiceType::ALL.iter().filter(is_given).copied().collect()
}

/// The fields with what they hold now.
fn fields_of(profile: &StaffProfile, texts: Texts) -> Vec<SavedField> {
    let mut fields =
        text_fields([("displayName", profile.display_name.clone()), ("isActive", checkbox_value(profile.is_active))]);
    let gender = profile.gender.as_str();
    fields.push(SavedField::choice("gender", gender, gender_word(gender, texts)));
    fields.push(SavedField::choice("branchId", profile.branch_id.as_str(), None));
    fields.push(SavedField::choices("serviceTypes", profile.service_types.iter().map(|kind| kind.as_str())));
    fields
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_team();
    match name {
        "userId" => text.user(),
        "displayName" => text.display_name(),
        "branchId" => text.branch(),
        "gender" => texts.customers().gender(),
        "isActive" => text.can_be_booked(),
        "image" | "removeImage" => text.picture(),
        _ => text.works_in(),
    }
}

fn render(page: &DeskPage<Manager>, read: &TeamRead, panel: Panel, profile: Option<&StaffProfile>) -> HttpResult {
    let current = profile.map_or("", |profile| profile.id.as_str());
    let branch_name = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    let kind = |kind: &ServiceType| (kind.as_str(), kind_name(*kind, page.texts.price_list()));
    let image_url = profile.and_then(|profile| profile.image_url.as_deref());
    page.show_with(
        panel.form.status,
        &MemberPage {
            frame: page.desk_frame(panel.title.clone(), Place::Team),
            list: TeamList::new(page, read, Some(current)),
            users: profile.is_none().then(|| users_without_profile(read)),
            branches: read.branches.iter().map(|branch| branch_name(branch.id.as_str(), &branch.name)).collect(),
            kinds: ServiceType::ALL.iter().map(kind).collect(),
            picture: image_url.and_then(|url| own_picture_path(&page.state, url)),
            links: profile.map(|profile| links(page, profile)).unwrap_or_default(),
            panel,
        },
    )
}

/// Those of the team who cannot be booked yet.
fn users_without_profile(read: &TeamRead) -> Vec<(String, String)> {
    let has_profile = |user: &User| read.profiles.iter().any(|own| own.is_active && own.user_id == user.id);
    let left = read.users.iter().filter(|user| user.role >= Role::Staff && !has_profile(user));
    left.map(|user| (user.id.as_str().to_owned(), user.name.clone())).collect()
}

/// As far as there are such pages, and this person may open them.
fn links(page: &DeskPage<Manager>, profile: &StaffProfile) -> Vec<(String, &'static str)> {
    let text = page.texts.desk_team();
    let week = (Place::Schedule, format!("/schedule/{}", profile.id), text.week());
    let branch = page.salon.branch(profile.branch_id.as_str()).filter(|_| profile.is_active);
    let calendar = branch.map(|branch| (Place::Board, board_path(branch, page.today()), text.calendar()));
    let access = (Place::Users, format!("/users/{}", profile.user_id), text.access());
    let may_open = |place: Place| page_of(place).is_some_and(|named| named.minimum_role <= page.role());
    let open = [Some(week), calendar, Some(access)].into_iter().flatten().filter(|(place, _, _)| may_open(*place));
    open.map(|(_, path, name)| (path, name)).collect()
}
