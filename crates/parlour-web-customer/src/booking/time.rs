//! Choosing a day and a time.

use askama::Template;
use axum::response::Response;
use parlour_app::availability::{BranchCalendar, FreeDaysQuery, find_branch_calendar};
use parlour_app::bookings::{BookingFieldError, BookingRequestFields, validate_request};
use parlour_http::error::HttpError;
use parlour_http::request::FormValues;
use parlour_http::respond::HttpResult;

use super::basket::{Basket, BasketView};
use super::calendar::{CalendarError, CalendarQuery, TimesFor};
use super::calendar_view::{CalendarView, PartOfDay, ViewOptions};
use super::choice::{BookingChoice, With};
use super::people::{PersonView, people};
use super::step_frame::step_frame;
use parlour_web::flash::Flash;
use parlour_web::page::{Frame, PageContext, see_other};

#[derive(Template)]
#[template(path = "time.html")]
pub(crate) struct TimePage {
    pub(crate) frame: Frame,
    pub(crate) basket: BasketView,
    pub(crate) calendar: CalendarView,
    /// Empty where there is nobody to choose.
    pub(crate) people: Vec<PersonView>,
    pub(crate) services_path: String,
    /// What the next step needs besides the time.
    pub(crate) hidden: Vec<(&'static str, String)>,
    pub(crate) is_live: bool,
}

impl BookingChoice {
    /// What the address of a page says.
    pub(super) fn of_query(page: &PageContext) -> Self {
        Self::of_page(page, &FormValues::decode(page.query().as_bytes()))
    }

    /// What the address or a form of a page says. A salon with one branch needs not name it.
    pub(super) fn of_page(page: &PageContext, values: &FormValues) -> Self {
        let mut choice = Self::read(values);
        if choice.branch.is_empty()
            && let Some(first) = page.salon.branches.first()
        {
            first.id.as_str().clone_into(&mut choice.branch);
        }
        choice
    }
}

pub(super) async fn show(page: PageContext) -> HttpResult {
    let mut choice = BookingChoice::of_query(&page);
    choice.time = None;
    let basket = match Basket::read(&page, &choice).await? {
        Ok(basket) => basket,
        Err(fault) => return Ok(see_other(&choice.services_address(), Some(fault.flash()))),
    };
    let branch_calendar = find_branch_calendar(page.state.app(), &basket.branch.id, basket.service_type).await?;
    let Some(branch_calendar) = branch_calendar.filter(BranchCalendar::has_staff) else {
        return Ok(see_other(&choice.services_address(), Some(Flash::NotDoneHere)));
    };
    let texts = page.texts;
    let query = CalendarQuery {
        times_for: TimesFor::NewBooking(free_days_query(&page, &basket, &choice)),
        branch: &basket.branch,
        branch_calendar: &branch_calendar,
        minutes: basket.minutes,
        day: choice.day,
        from: choice.from,
        near: None,
    };
    let calendar = match query.find(&page).await {
        Ok(calendar) => calendar,
        Err(CalendarError::Faults(errors)) => return Ok(turn_back(&choice, &errors)),
        Err(CalendarError::Http(error)) => return Err(error),
    };
    let staff = branch_calendar.staff();
    let person = choice.with.person().and_then(|id| staff.iter().find(|member| member.id == *id));
    let person = person.map(|member| member.display_name.as_str());
    let gender = choice.with.gender();
    let options = ViewOptions { texts, today: page.today(), minutes: basket.minutes, time: None, person, gender };
    let view = CalendarView::new(
        &calendar,
        &options,
        |day| choice.on(day).time_address(),
        |from| choice.starting_from(from).time_address(),
    );
    page.render(&TimePage {
        frame: step_frame(&page, texts.booking().time_title()),
        basket: basket.view(texts),
        calendar: view,
        people: if staff.is_empty() { Vec::new() } else { people(&choice, staff, basket.is_live(), texts) },
        services_path: choice.services_address(),
        hidden: choice.on(calendar.chosen).fields(),
        is_live: basket.is_live(),
    })
}

fn free_days_query(page: &PageContext, basket: &Basket, choice: &BookingChoice) -> FreeDaysQuery {
    FreeDaysQuery {
        branch_id: basket.branch.id.clone(),
        from: page.today(),
        days: 1,
        services: basket.service_ids(),
        service_type: Some(basket.service_type),
        staff_id: choice.with.person().cloned(),
        gender: choice.with.gender(),
    }
}

/// What is wrong with the choice of the last step, as the database sees it.
pub(super) async fn find_faults(
    page: &PageContext,
    basket: &Basket,
    choice: &BookingChoice,
) -> Result<Vec<BookingFieldError>, HttpError> {
    let (branch, service_type, services) = (basket.branch.id.clone(), basket.service_type, basket.service_ids());
    let (choice, now) = (choice.clone(), page.now());
    let read = page.state.read(move |conn| {
        let request = BookingRequestFields {
            branch: Some(&branch),
            service_type: Some(service_type),
            booking_date: choice.day,
            start_time: choice.time,
            services: &services,
            wished_staff: choice.with.person(),
            has_older_names: false,
        };
        Ok(validate_request(conn, &request, now)?)
    });
    read.await
}

/// To the step whose choice is not possible any more.
pub(super) fn turn_back(choice: &BookingChoice, faults: &[BookingFieldError]) -> Response {
    use BookingFieldError as Fault;
    let (target, flash) = match faults.first() {
        Some(Fault::Branch) => (choice.services_address(), Flash::BranchGone),
        Some(Fault::NoStaffForServiceType) => (choice.services_address(), Flash::NotDoneHere),
        Some(Fault::TooManyServices | Fault::TooLong) => (choice.services_address(), Flash::TooManyServices),
        Some(Fault::UnknownService(_) | Fault::ServiceNotOffered(_) | Fault::WrongServiceType(..)) => {
            (choice.services_address(), Flash::ServicesGone)
        }
        Some(Fault::Staff | Fault::StaffOfOtherBranch | Fault::WishedStaff) => {
            (choice.with(With::Anyone).time_address(), Flash::PersonGone)
        }
        Some(Fault::Date(_) | Fault::Start(_) | Fault::Customer | Fault::NoStaffInPast) | None => {
            (choice.time_address(), Flash::TimeGone)
        }
    };
    see_other(&target, Some(flash))
}
