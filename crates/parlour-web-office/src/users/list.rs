//! The team, or whoever is searched for, also beside a panel.

use askama::Template;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::users::user_list::{self, UserFilter};
use parlour_store::users::user_records::User;
use parlour_texts::Texts;
use parlour_web::format;
use parlour_web::page::encode;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place, role_name};
use parlour_web_admin::status::avatar_class;

/// So many of those who are found are shown.
const PAGE_SIZE: i64 = 50;

#[derive(Template)]
#[template(path = "users/list.html")]
struct ListPage {
    frame: DeskFrame,
    list: UserList,
}

/// The list as it is shown.
#[derive(Debug)]
pub(super) struct UserList {
    pub(super) typed: String,
    /// Value, name, and whether it is the one that is asked for.
    pub(super) roles: Vec<(&'static str, &'static str, bool)>,
    pub(super) rows: Vec<UserRow>,
    /// The query of every address on the page.
    pub(super) query: String,
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
    pub(super) is_beside_panel: bool,
}

#[derive(Debug)]
pub(super) struct UserRow {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) initials: String,
    pub(super) avatar: &'static str,
    pub(super) email: String,
    pub(super) role: &'static str,
    /// What is said of their invitation.
    pub(super) invitation: Option<&'static str>,
    pub(super) is_current: bool,
}

/// What the address asks for.
#[derive(Debug)]
struct Asked {
    typed: String,
    role: Option<Role>,
    page: i64,
}

impl Asked {
    fn of(page: &DeskPage<Owner>) -> Self {
        Self {
            typed: page.parameter("q").map(|typed| typed.trim().to_owned()).unwrap_or_default(),
            role: page.parameter("role").as_deref().and_then(Role::parse),
            page: page.parameter("page").and_then(|page| page.parse().ok()).unwrap_or(1).clamp(1, 1_000_000),
        }
    }

    /// Without a question, the team.
    fn is_team(&self) -> bool {
        self.typed.is_empty() && self.role.is_none()
    }

    fn query(&self, page: i64) -> String {
        if self.is_team() {
            return String::new();
        }
        let role = self.role.map_or("", Role::as_str);
        format!("?q={}&role={role}&page={page}", encode(&self.typed))
    }
}

/// `/users?q=&role=&page=`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    let list = UserList::read(&page, None).await?;
    let frame = page.desk_frame(page.texts.desk_frame().users(), Place::Users);
    page.show(&ListPage { frame, list })
}

/// The query of the list that the address names.
pub(super) fn query(page: &DeskPage<Owner>) -> String {
    let asked = Asked::of(page);
    asked.query(asked.page)
}

/// What is said of somebody who was invited and has not come yet. Who is too late stays in the lists until the next clean-up.
pub(crate) fn invitation_word(user: &User, now: Timestamp, texts: Texts) -> Option<&'static str> {
    let text = texts.desk_users();
    user.invitation_expires_at.map(|until| if until > now { text.invited() } else { text.invitation_lapsed() })
}

impl UserList {
    /// `current` is the person in the panel, if there is one.
    pub(super) async fn read(page: &DeskPage<Owner>, current: Option<&UserId>) -> Result<Self, HttpError> {
        let asked = Asked::of(page);
        let (is_team, offset) = (asked.is_team(), (asked.page - 1).saturating_mul(PAGE_SIZE));
        let filter = UserFilter::new(&asked.typed, asked.role);
        let read = page.caller.read(move |conn, _| {
            Ok(if is_team {
                (user_list::list_team(conn)?, 0)
            } else {
                user_list::page(conn, &filter, PAGE_SIZE, offset)?
            })
        });
        let (users, count) = read.await?;
        let path_of = |number: i64| format!("/users{}", asked.query(number));
        let role = |role: &Role| (role.as_str(), role_name(*role, page.texts), asked.role == Some(*role));
        Ok(Self {
            roles: Role::ALL.iter().map(role).collect(),
            rows: users.into_iter().map(|user| UserRow::new(user, page, current)).collect(),
            query: asked.query(asked.page),
            previous: (!is_team && asked.page > 1).then(|| path_of(asked.page - 1)),
            next: (asked.page.saturating_mul(PAGE_SIZE) < count).then(|| path_of(asked.page + 1)),
            is_beside_panel: false,
            typed: asked.typed,
        })
    }
}

impl UserRow {
    fn new(user: User, page: &DeskPage<Owner>, current: Option<&UserId>) -> Self {
        Self {
            path: format!("/users/{}{}", user.id, query(page)),
            initials: format::initials(&user.name),
            avatar: avatar_class(&user.name),
            email: user.email.as_ref().map(EmailAddress::as_str).unwrap_or_default().to_owned(),
            role: role_name(user.role, page.texts),
            invitation: invitation_word(&user, page.now(), page.texts),
            is_current: current == Some(&user.id),
            name: user.name,
        }
    }
}
