//! The board of a day at a branch, and its parts.

use askama::Template;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Redirect};
use chrono::NaiveDate;
use http::StatusCode;
use http::header::USER_AGENT;
use parlour_app::schedule::{DayBoard, desk_day_board};
use parlour_domain::auth::role::Role;
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_domain::ids::BookingId;
use parlour_domain::page_update::PageUpdate;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;
use parlour_store::billing::day_closes;
use parlour_store::branches::branch_records::Branch;

use super::address::{board_path, named_booking, named_day};
use super::day_bookings::DayBookings;
use super::layout::tallies;
use super::moving::Moving;
use super::queue::{DeskQueue, Waiting, read_waiting};
use super::view::{Board, ColumnEntry, DayContext};
use crate::booking::Question;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::{before_setup, booking, no_branch, sign_in};
use parlour_texts::{BoardTexts, Texts};
use parlour_web::form::FormState;
use parlour_web::page::{PageContext, uncached_html_response};
use parlour_web::text_parts::{SLOTS, TextPart, text_parts};

/// What the addresses of the list and of the columns have more than that of the day.
const LIST: &str = "&view=list";
const COLUMNS: &str = "&view=columns";

#[derive(Template)]
#[template(path = "board/board.html", blocks = ["board", "queue"])]
pub(super) struct BoardPage {
    frame: DeskFrame,
    /// The address of the board without a sheet, with the booking that is being moved.
    path: String,
    /// The columns instead of the list, and the other way round.
    columns_path: String,
    list_path: String,
    /// The same without the booking that is being moved.
    plain_path: String,
    at: String,
    day: NaiveDate,
    title: String,
    is_today: bool,
    /// Whether the money of the day is closed.
    is_closed: bool,
    before: String,
    today: String,
    after: String,
    topic: String,
    tallies: Tallies,
    banner: Option<String>,
    board: Board,
    /// The bookings of everyone in one list, instead of the columns.
    list: Option<DayBookings>,
    queue: DeskQueue,
    sheet: Option<String>,
    moving: Option<Moving>,
    /// Why an act was refused, and what does it all the same.
    refusal: Option<String>,
    question: Option<Question>,
    /// Where the form of the question goes: to the address that it came from.
    here: String,
    /// The versions of the columns that a script shows already: of twenty, a change concerns one or two.
    known_columns: Vec<String>,
}

/// How many bookings are to come, here, done and not kept.
#[derive(Template)]
#[template(path = "board/tallies.html")]
struct Tallies {
    topic: String,
    counts: [usize; 4],
    texts: Texts,
}

impl Tallies {
    fn counted(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.counts.into_iter().zip(self.texts.board().tallies())
    }

    fn version(&self) -> String {
        self.counts.map(|count| count.to_string()).join("/")
    }
}

/// `/`: today at a glance for managers, the board for the desk, the own day for the rest of the team, the sign-in for
/// everybody else. While the salon is not set up, its owner is sent to the setup.
pub(super) async fn home(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let page = PageContext::from_request_parts(&mut parts, &state).await?;
    if let Some(caller) = page.caller.as_ref().filter(|caller| caller.session.role >= Role::Staff)
        && let Some(response) = before_setup::instead_of_first_page(&page, caller).await?
    {
        return Ok(response);
    }
    match page.caller.as_ref().map(|caller| caller.session.role) {
        Some(role) if role >= Role::Manager => Ok(Redirect::to("/today").into_response()),
        Some(role) if role >= Role::Receptionist => show(DeskPage::from_request_parts(&mut parts, &state).await?).await,
        Some(role) if role >= Role::Staff => Ok(Redirect::to("/my").into_response()),
        _ => sign_in::render(&page, "/"),
    }
}

/// `/board?at=&day=&visit=&place=`
pub(crate) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let placed = page.parameter("place").filter(|id| !id.is_empty()).map(BookingId::new);
    show_placing(page, placed).await
}

/// The board of the day that the address names, with something else beside it than a booking.
pub(crate) async fn show_beside(page: &DeskPage<Receptionist>, status: StatusCode, sheet: String) -> HttpResult {
    let board = BoardPage::read(page, page.require_branch()?, named_day(page), None, None).await?;
    page.show_with(status, &BoardPage { sheet: Some(sheet), ..board })
}

/// The address of the form that moves a booking, which shows the board again when the move was refused.
pub(super) async fn show_move(page: DeskPage<Receptionist>, PathId(id): PathId<BookingId>) -> HttpResult {
    let id = named_booking(&page, id).await?;
    show_placing(page, Some(id)).await
}

async fn show_placing(page: DeskPage<Receptionist>, placed: Option<BookingId>) -> HttpResult {
    let Some(branch) = page.branch.clone() else {
        return no_branch::show(&page, page.texts.board().title(), Place::Board);
    };
    let booking = match page.parameter("visit").filter(|name| !name.is_empty()) {
        Some(name) => Some(named_booking(&page, BookingId::new(name)).await?),
        None => None,
    };
    let day = named_day(&page);
    let part = page.parameter("part");
    if let (Some("sheet"), Some(booking)) = (part.as_deref(), &booking) {
        let sheet = booking::sheet(&page, booking, &shown_path(&page, &branch, day)).await?;
        return Ok(uncached_html_response(StatusCode::OK, page.texts, sheet));
    }
    let moving = match placed {
        Some(id) => Some(Moving::start(&page, &id).await?),
        None => None,
    };
    let shown = BoardPage::read(&page, &branch, day, booking, moving).await?;
    match part.as_deref() {
        Some("board") => page.show(&shown.as_board()),
        Some("queue") => page.show(&shown.as_queue()),
        Some("tallies") => page.show(&shown.tallies),
        _ => page.show(&shown),
    }
}

/// The address of the board as it is shown: in columns or as a list, if somebody has chosen.
fn shown_path(page: &PageContext, branch: &Branch, day: NaiveDate) -> String {
    let view = match page.parameter("view").as_deref() {
        Some("list") => LIST,
        Some("columns") => COLUMNS,
        _ => "",
    };
    format!("{}{view}", board_path(branch, day))
}

/// A phone, which has room for one person at a time, opens on everyone.
fn is_list(page: &PageContext) -> bool {
    match page.parameter("view").as_deref() {
        Some(view) => view == "list",
        None => is_phone(page),
    }
}

/// As every phone says of itself. Without it a script looks at the width.
fn is_phone(page: &PageContext) -> bool {
    let agent = page.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok());
    agent.is_some_and(|agent| agent.contains("Mobi"))
}

impl BoardPage {
    pub(super) async fn read(
        page: &DeskPage<Receptionist>,
        branch: &Branch,
        day: NaiveDate,
        picked: Option<BookingId>,
        moving: Option<Moving>,
    ) -> Result<Self, HttpError> {
        let (id, now) = (branch.id.clone(), page.now());
        // The board reads its day as of one moment by itself.
        let read = page.state.app().db.read(move |conn| {
            let board = desk_day_board::desk_day_board(conn, &id, day, now)?;
            let waiting = read_waiting(conn, &id, (day, &board), now)?;
            let is_closed = day_closes::find_of_day(conn, &id, day)?.is_some();
            Ok::<_, HttpError>((board, waiting, is_closed))
        });
        let (mut board, waiting, is_closed) = read.await?;
        page.translate_names(&mut board).await?;
        let sheet = match &picked {
            Some(booking) => Some(booking::sheet(page, booking, &shown_path(page, branch, day)).await?),
            None => None,
        };
        Ok(Self::new(page, branch, (day, &board, is_closed), waiting, moving, (picked.as_ref(), sheet)))
    }

    fn new(
        page: &DeskPage<Receptionist>,
        branch: &Branch,
        (day, found, is_closed): (NaiveDate, &DayBoard, bool),
        waiting: Waiting,
        moving: Option<Moving>,
        (picked, sheet): (Option<&BookingId>, Option<String>),
    ) -> Self {
        let (texts, today) = (page.texts, page.today());
        let daily = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
        let context = DayContext {
            texts,
            date: day,
            now: page.now(),
            opening: OpeningHours::on(day, daily, branch.hours.as_ref()),
            is_live: branch.is_live(),
            picked,
            free: &waiting.free,
        };
        let board = Board::new(found, context);
        let place = moving.as_ref().map(|moving| format!("&place={}", moving.id.as_str())).unwrap_or_default();
        let path_of = |day: NaiveDate| format!("{}{place}", shown_path(page, branch, day));
        let title = texts.format_long_day(day, today);
        let topic = PageUpdate::Board { branch_id: branch.id.clone(), date: day }.to_string();
        let bookings = found.board.iter().flat_map(|row| &row.bookings).chain(&found.unassigned);
        let queue = DeskQueue::new(found, day, waiting, page.text_context());
        Self {
            frame: page.desk_frame(title.clone(), Place::Board).slim(),
            path: path_of(day),
            columns_path: format!("{}{COLUMNS}{place}", board_path(branch, day)),
            list_path: format!("{}{LIST}{place}", board_path(branch, day)),
            plain_path: board_path(branch, day),
            at: branch.id.as_str().to_owned(),
            day,
            title,
            is_today: day == today,
            is_closed,
            before: path_of(day.pred_opt().unwrap_or(day)),
            today: path_of(today),
            after: path_of(day.succ_opt().unwrap_or(day)),
            tallies: Tallies { topic: topic.clone(), counts: tallies(bookings), texts },
            topic,
            banner: Self::banner(found, &board, texts),
            list: is_list(page).then(|| DayBookings::new(found, &queue, page.text_context(), day == today)),
            queue,
            board,
            sheet,
            moving,
            refusal: None,
            question: None,
            here: page.address().to_owned(),
            known_columns: page.parameter("known").unwrap_or_default().split(' ').map(str::to_owned).collect(),
        }
    }

    fn banner(found: &DayBoard, board: &Board, texts: Texts) -> Option<String> {
        let text = texts.board();
        match &found.holiday {
            Some(holiday) if holiday.name.is_empty() => Some(text.holiday().to_owned()),
            Some(holiday) => Some(text.holiday_named(&holiday.name)),
            None => (!board.has_roster && !board.is_empty()).then(|| text.no_roster().to_owned()),
        }
    }

    fn is_known(&self, version: &String) -> bool {
        self.known_columns.contains(version)
    }

    #[must_use]
    pub(super) fn refused(self, form: &FormState, question: Option<Question>) -> Self {
        let field_error = form.errors().next().map(|(_, sentence)| sentence.to_owned());
        Self { refusal: form.refusal.clone().or(field_error), question, ..self }
    }

    fn text(&self) -> BoardTexts {
        self.frame.texts.board()
    }

    /// Who is moved from where to where, as slots: a script fills them in.
    fn move_parts(&self) -> Vec<TextPart> {
        let [name, from, to] = SLOTS;
        text_parts(&self.text().moving().from_to(name, from, to))
    }

    /// With branch and day; the script adds time and person.
    fn new_booking(&self) -> String {
        format!("/bookings/new?over=board&at={}&day={}", self.at, self.day)
    }
}
