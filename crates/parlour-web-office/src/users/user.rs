//! A person in the panel beside the list: their role, their sessions, their invitation.

use askama::Template;
use parlour_app::users::{self as use_cases, Invitation, UserRefusal};
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::Name;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::users::user_records::{self, User};
use parlour_texts::{DeskUsersTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{SavedField, merge_with_saved, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place, role_name};
use parlour_web_admin::panel::Panel;

use super::list::{UserList, query};

request_shape! {
    struct RoleForm {
        role: Role,
    }

    struct InvitationForm {
        name: Name<120>,
        email: EmailAddress,
        role: Role,
    }
}

#[derive(Template)]
#[template(path = "users/user.html")]
struct UserPage {
    frame: DeskFrame,
    list: UserList,
    panel: Panel,
    roles: Vec<RoleChoice>,
    /// Label and value; empty for an invitation.
    facts: Vec<(&'static str, String)>,
    /// The path of the person; none for an invitation.
    person: Option<String>,
    is_invited: bool,
    /// Where people sign in, if the owner has to tell them: no e-mail is set up.
    told_by_owner: Option<String>,
    /// Nobody changes a person above them.
    is_above: bool,
}

#[derive(Debug)]
struct RoleChoice {
    value: &'static str,
    name: &'static str,
    about: &'static str,
}

/// `/users/new`
pub(super) async fn show_new(page: DeskPage<Owner>) -> HttpResult {
    render_new(&page, FormState::new([("role", Role::Staff.as_str())])).await
}

async fn render_new(page: &DeskPage<Owner>, form: FormState) -> HttpResult {
    let query = query(page);
    let title = page.texts.desk_users().invite_title();
    let panel = Panel::new(title, format!("/users/new{query}"), format!("/users{query}"), form);
    render(page, panel, None).await
}

pub(super) async fn invite(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let invitation = form.parse().map(|InvitationForm { name, email, role }| Invitation { email, name, role });
    // Without e-mail the page of the person shows what they are to be told.
    let has_mail = has_mail(&page);
    let invited = page.form(&form, label).create(invitation, move |tx, context, invitation| {
        let user = use_cases::invite(tx, context, invitation)?;
        Ok::<_, UserRefusal>(if has_mail { "/users".to_owned() } else { user_path(&user.id) })
    });
    let flash = if has_mail { Flash::UserInvited } else { Flash::UserInvitedUntold };
    invited.await?.answer(flash, |state| render_new(&page, state)).await
}

/// `/users/{id}`
pub(super) async fn show(page: DeskPage<Owner>, PathId(id): PathId<UserId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Owner>, id: &UserId, typed: Option<FormState>) -> HttpResult {
    let sought = id.clone();
    let found = page.caller.read(move |conn, _| Ok(user_records::by_id(conn, &sought)?));
    let user = found.await?.ok_or_else(|| HttpError::not_found("This person"))?;
    let form = with_saved_values(typed.unwrap_or_default(), &[role_field(&user, page.texts)]);
    let query = query(page);
    let panel = Panel::new(user.name.clone(), format!("/users/{id}{query}"), format!("/users{query}"), form);
    render(page, panel, Some(&user)).await
}

pub(super) async fn change_role(page: DeskPage<Owner>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let (user, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let changed = page.form(&form, label).write(form.parse::<RoleForm>().map(drop), move |tx, context, ()| {
        let refused = ChangedOrRefused::<UserRefusal>::Refused;
        user_records::lock_role_changes(tx)?;
        let before = user_records::lock_user(tx, &user)?.ok_or(refused(UserRefusal::Unknown))?;
        let RoleForm { role } = merge_with_saved(&typed, &[role_field(&before, texts)], texts, label)?.parse()?;
        use_cases::change_role(tx, context, &user, role).map_err(refused)?;
        Ok::<_, ChangedOrRefused<UserRefusal>>(user_path(&user))
    });
    changed.await?.answer(Flash::UserRoleSaved, |state| show_with(&page, &id, Some(state))).await
}

pub(super) async fn sign_out(page: DeskPage<Owner>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let user = id.clone();
    // A second tap ends what there is then: nothing.
    let ended = page.form(&form, label).write_without_key(Ok(()), move |tx, context, ()| {
        use_cases::sign_out(tx, context, &user)?;
        Ok::<_, UserRefusal>(user_path(&user))
    });
    ended.await?.answer(Flash::UserSignedOut, |state| show_with(&page, &id, Some(state))).await
}

pub(super) async fn withdraw(page: DeskPage<Owner>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let user = id.clone();
    let withdrawn = page.form(&form, label).write(Ok(()), move |tx, context, ()| {
        use_cases::withdraw_invitation(tx, context, &user)?;
        Ok::<_, UserRefusal>("/users".to_owned())
    });
    withdrawn.await?.answer(Flash::InvitationWithdrawn, |state| show_with(&page, &id, Some(state))).await
}

fn role_field(user: &User, texts: Texts) -> SavedField {
    SavedField::choice("role", user.role.as_str(), Some(role_name(user.role, texts)))
}

fn user_path(id: &UserId) -> String {
    format!("/users/{id}")
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_users();
    match name {
        "name" => text.name(),
        "email" => text.email(),
        _ => text.role(),
    }
}

async fn render(page: &DeskPage<Owner>, panel: Panel, user: Option<&User>) -> HttpResult {
    let text = page.texts.desk_users();
    let choice = |role: &Role| RoleChoice {
        value: role.as_str(),
        name: role_name(*role, page.texts),
        about: about_role(*role, text),
    };
    let given = Role::ALL.iter().filter(|role| **role <= page.role());
    // An invitation makes somebody of the team.
    let given = given.filter(|role| user.is_some() || **role > Role::Customer);
    let list = UserList::read(page, user.map(|user| &user.id)).await?;
    let list = UserList { is_beside_panel: true, ..list };
    let is_invited = user.is_some_and(|user| user.invitation_expires_at.is_some());
    page.show_with(
        panel.form.status,
        &UserPage {
            frame: page.desk_frame(panel.title.clone(), Place::Users),
            list,
            roles: given.map(choice).collect(),
            facts: user.map(|user| facts(user, page)).unwrap_or_default(),
            person: user.map(|user| user_path(&user.id)),
            is_invited,
            told_by_owner: told_by_owner(page).filter(|_| user.is_none() || is_invited),
            is_above: user.is_some_and(|user| user.role > page.role()),
            panel,
        },
    )
}

/// Whether invitations are sent by e-mail.
pub(crate) fn has_mail(page: &DeskPage<Owner>) -> bool {
    page.state.worker().integrations.mail.is_some()
}

/// Without e-mail the owner tells people themselves where they sign in.
pub(crate) fn told_by_owner(page: &DeskPage<Owner>) -> Option<String> {
    let address = &page.state.worker().integrations.admin_url;
    (!has_mail(page)).then(|| page.texts.desk_users().tell_them(address))
}

fn about_role(role: Role, text: DeskUsersTexts) -> &'static str {
    match role {
        Role::Customer => text.about_customer(),
        Role::Staff => text.about_staff(),
        Role::Receptionist => text.about_receptionist(),
        Role::Manager => text.about_manager(),
        Role::Owner => text.about_owner(),
        Role::Developer => text.about_developer(),
    }
}

fn facts(user: &User, page: &DeskPage<Owner>) -> Vec<(&'static str, String)> {
    let text = page.texts.desk_users();
    let day = |at: Timestamp| page.texts.format_relative_day(at.ist_date(), page.today());
    let email = user.email.as_ref().map(|email| (text.email(), email.as_str().to_owned()));
    let signed_in = (text.last_sign_in(), user.last_sign_in_at.map_or(text.never().to_owned(), day));
    let invitation =
        |until: Timestamp| if until > page.now() { text.invited_until() } else { text.invitation_lapsed() };
    let invited = user.invitation_expires_at.map(|until| (invitation(until), day(until)));
    email.into_iter().chain([signed_in]).chain(invited).collect()
}
