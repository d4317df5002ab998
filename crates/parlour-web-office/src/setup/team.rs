//! The fourth step: who works here. Whoever can be booked works in the opening hours, until a manager plans other ones.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::request_context::RequestContext;
use parlour_app::schedule;
use parlour_app::staff::{self as staff_use_cases, NewStaff, StaffPatch};
use parlour_app::users::{self as user_use_cases, Invitation};
use parlour_domain::auth::role::Role;
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, Name, RequestShape, TextList, ValueRule};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::branches::branch_records::Branch;
use parlour_store::catalogue::catalogue_records;
use parlour_store::staff::shifts::WeeklyShift;
use parlour_store::staff::staff_changes;
use parlour_store::users::user_list;
use parlour_store::users::user_records::User;
use parlour_store::{Conn, DbError, Tx};
use parlour_texts::{SetupTeamTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, no_fields};
use parlour_web::format;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place, role_name};
use parlour_web_admin::status::avatar_class;

use super::around::{Around, path_after, step_path};
use super::branch::{find_branch_and_setup, lock_primary, to_first_step};
use super::form_values::form_values;
use super::refusal::SetupRefusal;
use crate::users::{has_mail, invitation_word, told_by_owner};
use crate::weekly_hours;

const MAX_SERVICE_TYPES: usize = 20;
/// As many profiles as are looked at for who can be booked.
const MAX_PROFILES: i64 = 500;

#[derive(Template)]
#[template(path = "setup/team.html")]
struct TeamStep {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    people: Vec<Member>,
    /// Whether the owner can be booked already.
    is_bookable: bool,
    /// Value and word.
    roles: Vec<(&'static str, &'static str)>,
    service_types: [(&'static str, &'static str); 2],
    /// Where people sign in, if the owner has to tell them: no e-mail is set up.
    told_by_owner: Option<String>,
    next: &'static str,
}

struct Member {
    name: String,
    initials: String,
    avatar: &'static str,
    about: String,
    /// What is said of their invitation.
    invitation: Option<&'static str>,
    is_bookable: bool,
}

impl TeamStep {
    fn text(&self) -> SetupTeamTexts {
        self.frame.texts.setup_team()
    }

    fn genders(&self) -> [(&'static str, &'static str); 4] {
        self.frame.texts.customers().genders()
    }
}

request_shape! {
    struct MemberForm {
        name: Name<120>,
        email: EmailAddress,
        role: Role,
        gender: Option<Gender>,
    }
}

/// What the form asks for.
#[derive(Debug)]
struct NewMember {
    invitation: Invitation,
    /// What they do, if they can be booked.
    booked_for: Option<Vec<ServiceType>>,
    gender: Option<Gender>,
}

#[derive(Debug)]
struct TeamRead {
    setup: Setup,
    team: Vec<User>,
    bookable: Vec<UserId>,
    /// The types of the services that there are; both while there is none.
    offered: Vec<ServiceType>,
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.setup_team();
    match name {
        "name" => text.name(),
        "email" => text.email(),
        "role" => text.role(),
        "gender" => text.gender(),
        _ => text.service_types(),
    }
}

/// `/setup/team`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    let Some(read) = read(&page).await? else { return Ok(to_first_step()) };
    let form = first_values(&read);
    render(&page, read, form)
}

pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let today = page.today();
    let invited = page.form(&form, label).create(parse(&form.values, page.texts), move |tx, context, new| {
        let branch = lock_primary(tx)?;
        let user = user_use_cases::invite(tx, context, &new.invitation)?;
        if let Some(service_types) = &new.booked_for {
            let profile = NewStaff {
                details: StaffPatch { gender: new.gender, ..StaffPatch::default() },
                ..profile_of(user.id, &user.name, service_types, &branch)
            };
            add_to_roster(tx, context, &profile, (&branch, today))?;
        }
        Ok::<_, SetupRefusal>(step_path(SetupStep::Team).to_owned())
    });
    let flash = if has_mail(&page) { Flash::SetupInvited } else { Flash::SetupInvitedUntold };
    invited.await?.answer(flash, |state| show_with(&page, state)).await
}

/// `/setup/team/me`: an owner who does visits too.
pub(super) async fn add_self(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let (today, user, name) = (page.today(), page.user().clone(), page.signed_in_user.name.clone());
    let added = page.form(&form, no_fields).write(Ok(()), move |tx, context, ()| {
        let branch = lock_primary(tx)?;
        let profile = profile_of(user.clone(), &name, &offered_types(tx)?, &branch);
        add_to_roster(tx, context, &profile, (&branch, today))?;
        Ok::<_, SetupRefusal>(step_path(SetupStep::Team).to_owned())
    });
    added.await?.answer(Flash::SetupSaved, |state| show_with(&page, state)).await
}

/// The page after a refusal, with what was typed.
async fn show_with(page: &DeskPage<Owner>, state: FormState) -> HttpResult {
    let Some(read) = read(page).await? else { return Ok(to_first_step()) };
    render(page, read, state)
}

async fn read(page: &DeskPage<Owner>) -> Result<Option<TeamRead>, HttpError> {
    let read = page.caller.read(|conn, _| {
        let Some((_, setup)) = find_branch_and_setup(conn)? else { return Ok(None) };
        let (profiles, _) = staff_changes::page(conn, MAX_PROFILES, 0)?;
        let bookable = profiles.into_iter().filter(|profile| profile.is_active).map(|profile| profile.user_id);
        Ok(Some(TeamRead {
            setup,
            team: user_list::list_team(conn)?,
            bookable: bookable.collect(),
            offered: offered_types(conn)?,
        }))
    });
    read.await
}

fn offered_types(conn: &mut Conn<'_>) -> Result<Vec<ServiceType>, DbError> {
    let categories = catalogue_records::active_categories(conn)?;
    let is_offered = |kind: &ServiceType| categories.iter().any(|category| category.service_type == *kind);
    let offered: Vec<ServiceType> = ServiceType::ALL.iter().copied().filter(is_offered).collect();
    Ok(if offered.is_empty() { ServiceType::ALL.to_vec() } else { offered })
}

fn first_values(read: &TeamRead) -> FormState {
    let mut pairs =
        vec![("role".to_owned(), Role::Staff.as_str().to_owned()), ("bookable".to_owned(), "true".to_owned())];
    pairs.extend(read.offered.iter().map(|kind| ("serviceTypes".to_owned(), kind.as_str().to_owned())));
    FormState::typed(&form_values(&pairs))
}

fn parse(typed: &FormValues, texts: Texts) -> Result<NewMember, FieldErrors> {
    let mut fields = typed.fields();
    let readable = MemberForm::read(&mut fields);
    let is_bookable = typed.has("bookable", "true");
    let types = <TextList<ServiceType, 1, MAX_SERVICE_TYPES> as ValueRule>::read(&mut fields, "serviceTypes");
    let types: Vec<ServiceType> = types.into_iter().flatten().map(|(_, kind)| kind).collect();
    if is_bookable && types.is_empty() && !fields.has_error_in("serviceTypes") {
        let sentence = texts.setup_team().no_type().to_owned();
        fields.add_error::<()>("serviceTypes", FieldError::Sentence(sentence));
    }
    fields.finish(|| {
        let MemberForm { name, email, role, gender } = MemberForm::complete(readable)?;
        Some(NewMember {
            invitation: Invitation { email, name, role },
            booked_for: is_bookable.then_some(types),
            gender,
        })
    })
}

fn profile_of(user_id: UserId, name: &str, service_types: &[ServiceType], branch: &Branch) -> NewStaff {
    NewStaff {
        user_id,
        branch_id: branch.id.clone(),
        display_name: name.to_owned(),
        service_types: ServiceType::ALL.iter().filter(|kind| service_types.contains(kind)).copied().collect(),
        details: StaffPatch::default(),
    }
}

/// Somebody can be booked from now on, as long as the branch is open.
fn add_to_roster(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    profile: &NewStaff,
    (branch, today): (&Branch, NaiveDate),
) -> Result<(), SetupRefusal> {
    let added = staff_use_cases::add(tx, context, profile)?;
    schedule::set_week(tx, context, &added.id, &opening_week(branch, today))?;
    Ok(())
}

/// A shift for each day on which the branch is open.
fn opening_week(branch: &Branch, today: NaiveDate) -> Vec<WeeklyShift> {
    let days = (1..).zip(weekly_hours::of_branch(branch, today));
    let shift = |(weekday, hours): (i64, Option<OpeningHours>)| {
        let hours = hours?;
        Some(WeeklyShift { weekday, start_time: hours.opens_at, end_time: hours.closes_at, breaks: Vec::new() })
    };
    days.filter_map(shift).collect()
}

fn render(page: &DeskPage<Owner>, read: TeamRead, form: FormState) -> HttpResult {
    let text = page.texts.setup_team();
    let member = |user: User| Member::new(&user, &read.bookable, (page.now(), page.texts));
    let is_given = |role: &Role| (Role::Staff..=page.role().min(Role::Owner)).contains(role);
    let roles = Role::ALL.iter().filter(|role| is_given(role));
    let [salon, spa] = text.types();
    let status = form.status;
    let template = TeamStep {
        frame: page.desk_frame(text.title(), Place::Setup),
        around: Around::new(&read.setup, Some(SetupStep::Team), page.texts),
        is_bookable: read.bookable.contains(page.user()),
        people: read.team.into_iter().map(member).collect(),
        roles: roles.map(|role| (role.as_str(), role_name(*role, page.texts))).collect(),
        service_types: [(ServiceType::Salon.as_str(), salon), (ServiceType::Spa.as_str(), spa)],
        told_by_owner: told_by_owner(page),
        next: path_after(SetupStep::Team),
        form,
    };
    page.show_with(status, &template)
}

impl Member {
    fn new(user: &User, bookable: &[UserId], (now, texts): (Timestamp, Texts)) -> Self {
        let role = role_name(user.role, texts);
        let email = user.email.as_ref().map_or("", EmailAddress::as_str);
        Self {
            initials: format::initials(&user.name),
            avatar: avatar_class(&user.name),
            about: [role, email].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
            invitation: invitation_word(user, now, texts),
            is_bookable: bookable.contains(&user.id),
            name: user.name.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(form: &str) -> Vec<String> {
        let parsed = parse(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        parsed.unwrap_err().iter().map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn whoever_can_be_booked_does_something() {
        assert_eq!(wrong("name=Meera&email=meera@a.in&role=staff&bookable=true"), ["serviceTypes"]);
        assert_eq!(wrong("bookable=true&serviceTypes=x"), ["name", "email", "role", "serviceTypes.0"]);
        let office =
            parse(&FormValues::decode(b"name=Ravi&email=ravi@a.in&role=receptionist"), Texts::ENGLISH).unwrap();
        assert!(office.booked_for.is_none() && office.invitation.role == Role::Receptionist);
    }
}
