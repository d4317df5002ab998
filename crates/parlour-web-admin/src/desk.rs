//! What every page of the desk knows of its request, and the frame around it.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::response::Response;
use http::StatusCode;
use http::header::SET_COOKIE;
use http::request::Parts;
use parlour_app::notifications::wording::word_content;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{BranchId, UserId};
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::pages::late_part::in_two_parts;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::{MinimumRole, SignedIn, role_refusal};
use parlour_http::state::HttpState;
use parlour_store::bookings::desk_counts;
use parlour_store::branches::branch_records::Branch;
use parlour_store::notifications::notification_records::{self, StoredNotification};

use super::booking_message::{MessageBooking, UndoOffer};
use super::pages::{NamedPage, NavigationPart, page_of, pages_for};
use super::status::avatar_class;
use parlour_texts::{DeskFrameTexts, Texts};
use parlour_web::assets;
use parlour_web::flash::LeftFlash;
use parlour_web::form::{FormState, SubmittedForm};
use parlour_web::language::has_display_face;
use parlour_web::page::{PageContext, SignedInUser, TextContext, see_other};
use parlour_web::salon::Salon;

/// The branch that somebody worked with last.
const BRANCH_COOKIE: &str = "__Host-parlour-branch";
const BRANCH_COOKIE_SECONDS: i64 = 400 * 24 * 60 * 60;

pub use super::pages::Place;

/// So many notifications are in the panel of the bell.
const BELL_ENTRIES: i64 = 5;

/// A page for members of the team with at least the role `R`. Everybody else is sent to the sign-in, or refused.
#[derive(Debug, Clone)]
pub struct DeskPage<R> {
    page: PageContext,
    pub caller: SignedIn,
    pub signed_in_user: SignedInUser,
    /// The branch that somebody works with: of the address, else the last one, else the first. `None` if there is no branch.
    pub branch: Option<Branch>,
    read: FrameRead,
    minimum_role: PhantomData<fn() -> R>,
}

/// What waits, for the navigation.
#[derive(Debug, Clone, Copy, Default)]
pub struct NavCounts {
    pub requests: i64,
    pub leads: i64,
}

impl<R> Deref for DeskPage<R> {
    type Target = PageContext;

    fn deref(&self) -> &PageContext {
        &self.page
    }
}

impl<R: MinimumRole> FromRequestParts<HttpState> for DeskPage<R> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let page = PageContext::from_request_parts(parts, state).await?;
        let (caller, signed_in_user) =
            page.caller.clone().zip(page.signed_in_user.clone()).ok_or_else(HttpError::unauthenticated)?;
        let minimum_role = R::minimum_role(AppKind::Admin);
        if caller.session.role < minimum_role {
            return Err(role_refusal(&caller.request_info, &caller.session, minimum_role));
        }
        let branch = {
            let named = page.parameter("at");
            let remembered = cookies::read(&page.headers, BRANCH_COOKIE);
            let known = named.as_deref().and_then(|id| page.salon.branch(id));
            known.or_else(|| page.salon.branch_or_first(remembered)).cloned()
        };
        let read = read_frame(&caller, branch.as_ref(), page.left_flash()).await?;
        Ok(Self { page, caller, signed_in_user, branch, read, minimum_role: PhantomData })
    }
}

/// What the frame shows of the database.
#[derive(Debug, Clone)]
struct FrameRead {
    counts: NavCounts,
    /// The newest notifications.
    news: Vec<StoredNotification>,
    /// What the message of the page before is about.
    message_booking: Option<MessageBooking>,
}

async fn read_frame(
    caller: &SignedIn,
    branch: Option<&Branch>,
    left: Option<&LeftFlash>,
) -> Result<FrameRead, HttpError> {
    let (user, role) = (caller.user().clone(), caller.session.role);
    let (branch_id, left) = (branch.map(|branch| branch.id.clone()), left.cloned());
    let read = caller.read(move |conn, context| {
        let news = notification_records::list_by_user(conn, &user, BELL_ENTRIES, 0)?;
        if role < Role::Receptionist {
            return Ok(FrameRead { counts: NavCounts::default(), news, message_booking: None });
        }
        let message_booking = match &left {
            Some(left) => MessageBooking::find(conn, left, context.now)?,
            None => None,
        };
        let requests = match &branch_id {
            Some(branch) => desk_counts::count_requests(conn, branch)?,
            None => 0,
        };
        let counts = NavCounts { requests, leads: desk_counts::count_new_leads(conn)? };
        Ok(FrameRead { counts, news, message_booking })
    });
    read.await
}

impl<R> DeskPage<R> {
    /// A form that this person has sent. `label` names its fields to people.
    pub fn form<'a, L>(&'a self, form: &'a FormBody, label: L) -> SubmittedForm<'a, L> {
        self.page.form_of(&self.caller, form, label)
    }

    pub fn role(&self) -> Role {
        self.caller.session.role
    }

    pub fn user(&self) -> &UserId {
        self.caller.user()
    }

    /// The branch, for screens that cannot be without one.
    pub fn require_branch(&self) -> Result<&Branch, HttpError> {
        self.branch.as_ref().ok_or_else(|| HttpError::not_found("A branch"))
    }

    /// The branch of the address, also one that is closed or not open yet, else the one that somebody works with.
    pub fn any_branch(&self) -> Option<&Branch> {
        let named = self.parameter("at").and_then(|id| self.salon.any_branch(&id));
        named.or(self.branch.as_ref()).or_else(|| self.salon.all_branches().next())
    }

    pub fn desk_frame(&self, title: impl Into<String>, place: Place) -> DeskFrame {
        DeskFrame {
            texts: self.texts,
            salon: Arc::clone(&self.salon),
            signed_in_user: self.signed_in_user.clone(),
            role: self.role(),
            branch: self.branch.clone(),
            counts: self.read.counts,
            news: self.read.news.iter().map(|news| BellEntry::new(news, self.text_context())).collect(),
            title: title.into(),
            place,
            flash: self.message(),
            undo: self
                .left_flash()
                .and_then(|left| UndoOffer::of(left, self.read.message_booking.as_ref(), self.address())),
            assets: assets::base_path(),
            address: self.address().to_owned(),
            form_key: self.state.app().rng.token(),
            is_slim: false,
        }
    }

    /// What was done, and to which booking.
    fn message(&self) -> Option<String> {
        let done = self.flash_message()?;
        let about = self.read.message_booking.as_ref().map(|about| about.booking.sentence(self.texts));
        Some(about.map_or_else(|| done.to_owned(), |about| format!("{done} {about}")))
    }

    /// Renders a page, and remembers the branch that its address names.
    pub fn show(&self, template: &impl Template) -> HttpResult {
        self.show_with(StatusCode::OK, template)
    }

    pub fn show_with(&self, status: StatusCode, template: &impl Template) -> HttpResult {
        let mut response = self.render_with(status, template)?;
        self.remember_branch(&mut response);
        Ok(response)
    }

    /// Sends the first part of a page at once, and the second when it is known.
    pub fn show_in_two_parts(&self, first: String, second: impl Future<Output = String> + Send + 'static) -> Response {
        let mut response = self.respond(StatusCode::OK, in_two_parts(&self.headers, first, second));
        self.remember_branch(&mut response);
        response
    }

    fn remember_branch(&self, response: &mut Response) {
        let named = self.parameter("at");
        let branch = self.branch.as_ref().filter(|branch| named.as_deref() == Some(branch.id.as_str()));
        let Some(branch) = branch else { return };
        if cookies::read(&self.headers, BRANCH_COOKIE) != Some(branch.id.as_str()) {
            let cookie = cookies::set(BRANCH_COOKIE, branch.id.as_str(), BRANCH_COOKIE_SECONDS);
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
}

/// For the address of a form that has no page of its own, which somebody opens or loads again: to the page whose address
/// has so many parts less.
pub async fn page_above<R: MinimumRole, const PARTS: usize>(page: DeskPage<R>) -> HttpResult {
    let path = page.uri.path();
    let above = (0..PARTS).try_fold(path, |path, _| path.rsplit_once('/').map(|(above, _)| above));
    let query = page.uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Ok(see_other(&format!("{}{query}", above.filter(|above| !above.is_empty()).unwrap_or("/")), None))
}

/// One notification in the panel of the bell.
#[derive(Debug)]
pub struct BellEntry {
    pub path: String,
    pub title: String,
    pub when: String,
    pub is_new: bool,
}

impl BellEntry {
    fn new(notification: &StoredNotification, context: TextContext) -> Self {
        Self {
            path: format!("/notifications/{}", notification.id),
            title: word_content(&notification.content, context.texts).title,
            when: context.moment(notification.created_at),
            is_new: notification.read_at.is_none(),
        }
    }
}

/// What the frame around a page of the desk shows: navigation, branch, message.
#[derive(Debug)]
pub struct DeskFrame {
    pub texts: Texts,
    pub salon: Arc<Salon>,
    pub signed_in_user: SignedInUser,
    pub role: Role,
    pub branch: Option<Branch>,
    pub counts: NavCounts,
    /// The newest notifications, in the panel of the bell.
    pub news: Vec<BellEntry>,
    pub title: String,
    place: Place,
    pub flash: Option<String>,
    /// Takes back what the message says.
    pub(crate) undo: Option<UndoOffer>,
    pub assets: &'static str,
    /// The path of this page with its query, for the switch of the language to return to.
    pub address: String,
    /// The random key of the forms on this page.
    pub form_key: String,
    /// Whether the navigation shows its icons only.
    pub is_slim: bool,
}

impl DeskFrame {
    /// For pages that need the whole width.
    #[must_use]
    pub fn slim(self) -> Self {
        Self { is_slim: true, ..self }
    }

    /// For what belongs to one branch, whichever somebody works with.
    #[must_use]
    pub fn of_branch(self, id: &BranchId) -> Self {
        Self { branch: self.salon.branch(id.as_str()).cloned(), ..self }
    }

    pub fn text(&self) -> DeskFrameTexts {
        self.texts.desk_frame()
    }

    /// Whether the page uses the salon's own face.
    pub fn has_display_face(&self) -> bool {
        has_display_face(self.texts)
    }

    /// The links to the stylesheets that a page needs besides `desk.css`, by their names with a space between them.
    pub fn styles(&self, names: &str) -> String {
        let mut links = String::new();
        for name in names.split(' ') {
            links.extend(["\n<link rel=\"stylesheet\" href=\"", self.assets, "/css/", name, ".css\">"]);
        }
        links
    }

    /// The title over a form that was not carried out.
    pub fn summary_title(&self, form: &FormState) -> &'static str {
        if form.has_errors() { self.text().errors_title() } else { self.text().refused_title() }
    }

    pub fn is_desk(&self) -> bool {
        self.role >= Role::Receptionist
    }

    pub fn is_at(&self, place: Place) -> bool {
        self.place == place
    }

    /// The pages of this part of the navigation that this person may open.
    pub fn pages(&self, part: NavigationPart) -> impl Iterator<Item = &'static NamedPage> {
        pages_for(self.role).filter(move |page| page.part == part)
    }

    /// The tabs of Settings that this person may open.
    pub fn settings_tabs(&self) -> impl Iterator<Item = &'static NamedPage> {
        self.pages(NavigationPart::Settings)
    }

    /// What Settings opens with; none for those who may see none of its tabs.
    pub fn first_settings_path(&self) -> Option<&'static str> {
        self.settings_tabs().next().map(|page| page.path)
    }

    pub fn is_at_settings(&self) -> bool {
        page_of(self.place).is_some_and(|page| page.part == NavigationPart::Settings)
    }

    pub fn has_back_office(&self) -> bool {
        self.pages(NavigationPart::BackOffice).next().is_some() || self.first_settings_path().is_some()
    }

    /// The pages of the bar at the bottom of a phone, before and after its large button.
    pub fn bottom_pages(&self, is_after_button: bool) -> impl Iterator<Item = &'static NamedPage> {
        let is_manager = self.role >= Role::Manager;
        let places: &[Place] = match (self.is_desk(), is_after_button) {
            (true, false) if is_manager => &[Place::Today, Place::Board],
            (true, true) if is_manager => &[Place::Reports],
            (true, false) => &[Place::Board, Place::Requests],
            (true, true) => &[Place::Customers],
            (false, false) => &[Place::MyDay, Place::MyLeave, Place::Me],
            (false, true) => &[],
        };
        places.iter().filter_map(|place| page_of(*place))
    }

    pub fn page_name(&self, page: &NamedPage) -> &'static str {
        page.name(self.texts)
    }

    /// How much waits on a page.
    pub fn count_at(&self, place: Place) -> i64 {
        match place {
            Place::Requests => self.counts.requests,
            Place::Leads => self.counts.leads,
            _ => 0,
        }
    }

    /// On the board alone: elsewhere a number that somebody types beside its field would lead away.
    pub fn has_branch_keys(&self) -> bool {
        self.is_slim
    }

    pub fn is_branch(&self, branch: &Branch) -> bool {
        self.branch.as_ref().is_some_and(|current| current.id == branch.id)
    }

    pub fn branch_name(&self) -> &str {
        self.branch.as_ref().map_or("", |branch| &branch.name)
    }

    pub fn change_branch_text(&self) -> String {
        self.text().change_branch(self.branch_name())
    }

    /// `3 unread`.
    pub fn unread_text(&self) -> String {
        self.text().unread(self.signed_in_user.unread_notifications)
    }

    pub fn avatar_class(&self) -> &'static str {
        avatar_class(&self.signed_in_user.name)
    }

    pub fn role_name(&self) -> &'static str {
        role_name(self.role, self.texts)
    }
}

pub fn role_name(role: Role, texts: Texts) -> &'static str {
    let place = Role::ALL.iter().position(|known| *known == role);
    place.and_then(|place| texts.desk_frame().roles().get(place).copied()).unwrap_or_default()
}
