//! Who can do the booking, and when it can begin.

use chrono::{Days, NaiveDate, NaiveTime, Timelike};
use parlour_app::availability::{
    FreeDaysQuery, FreeStaffMember, FreeStaffQuery, NotFreeReason, find_free_people, find_free_staff, find_free_times,
};
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::customer::Gender;
use parlour_domain::ids::StaffId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::last_booking;
use parlour_store::branches::branch_records::Branch;
use parlour_store::staff::staff_records;

use super::draft::{BookingDraft, NOW};
use crate::closed_today::ClosedToday;
use crate::closing::PastClosing;
use crate::desk::DeskPage;
use crate::status::avatar_class;
use parlour_texts::Texts;
use parlour_web::format;

/// So many later times are offered to somebody who walks in.
const LATER_TODAY: usize = 4;
/// How far ahead a full day looks for the next one with room.
const DAYS_AHEAD: u64 = 14;
const NEXT_DAYS: usize = 3;

/// Somebody of the team who can be chosen.
#[derive(Debug)]
pub(crate) struct PersonView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) initials: String,
    pub(crate) avatar: &'static str,
    /// Whether they are free at the chosen time, where one is chosen.
    pub(crate) state: Option<&'static str>,
    /// Whether they looked after the customer at the last visit.
    pub(crate) was_last: bool,
    pub(crate) is_chosen: bool,
}

/// A time at which the booking can begin.
#[derive(Debug)]
pub(crate) struct StartView {
    pub(crate) value: String,
    pub(crate) text: String,
    /// Who is free then, at an open branch.
    pub(crate) person: Option<String>,
    pub(crate) is_chosen: bool,
}

/// A time, and who is free then, at an open branch.
type FreeStart = (NaiveTime, Option<String>);

/// What can be chosen about person and time.
#[derive(Debug, Default)]
pub(crate) struct TimesView {
    pub(crate) people: Vec<PersonView>,
    /// The genders that can be asked for instead of a person: value, text and whether it is chosen.
    pub(crate) genders: Vec<(&'static str, &'static str, bool)>,
    pub(crate) starts: Vec<StartView>,
    /// Days with room instead: address and text.
    pub(crate) next_days: Vec<(String, String)>,
    /// Why no times are shown.
    pub(crate) hint: Option<&'static str>,
    pub(crate) warning: Option<String>,
    /// That it ends after closing, or is on a day on which the branch is closed.
    pub(crate) past_closing: Option<String>,
    /// That the money of the day is closed, if it is today.
    pub(crate) day_closed: Option<&'static str>,
    /// A time that is none of the shown ones.
    pub(crate) other_time: String,
}

/// The five minutes in which we are: live branches book in steps of five.
pub(super) fn current_start(now: Timestamp) -> NaiveTime {
    let time = now.ist_time();
    NaiveTime::from_hms_opt(time.hour(), time.minute() / 5 * 5, 0).unwrap_or(time)
}

/// `minutes` is the length of the chosen services.
pub(super) async fn read_times(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    draft: &BookingDraft,
    minutes: i64,
) -> Result<TimesView, HttpError> {
    let (texts, today) = (page.texts, page.today());
    let text = texts.new_booking();
    let date = draft.date(today);
    let free = match date {
        Some(date) if date >= today && !draft.services.is_empty() => {
            Some(free_starts(page, branch, draft, (date, minutes)).await?)
        }
        _ => None,
    };
    let mut view = TimesView {
        hint: match (date, &free) {
            (None, _) => None,
            (Some(date), _) if date < today => Some(text.past_day()),
            (_, None) => Some(text.services_first()),
            (_, Some(Err(NotTogether))) => Some(text.not_together()),
            (_, Some(Ok(starts))) if starts.is_empty() && !draft.is_walkin => Some(text.no_time()),
            _ => None,
        },
        ..TimesView::default()
    };
    let free = free.and_then(Result::ok);
    if let (Some(starts), Some(date)) = (&free, date)
        && starts.is_empty()
        && !draft.is_walkin
    {
        view.next_days = next_days(page, branch, draft, (date, minutes)).await?;
    }
    let starts = free.unwrap_or_default();
    let most = if draft.is_walkin { LATER_TODAY } else { starts.len() };
    view.starts = start_options(&starts[..most.min(starts.len())], draft, texts);
    let is_shown = view.starts.iter().any(|start| start.is_chosen);
    view.other_time = match draft.wall_time() {
        Some(time) if !is_shown => format::time_value(time),
        _ => String::new(),
    };
    let start = if draft.is_now() { Some(current_start(page.now())) } else { draft.wall_time() };
    let at = date.zip(start).filter(|_| !draft.services.is_empty());
    let past_closing = at.and_then(|(date, start)| PastClosing::of(branch, date, (start, minutes)));
    let members = read_members(page, branch, draft, date.zip(start)).await?;
    let chosen = members.iter().find(|member| member.id.as_str() == draft.staff);
    Ok(TimesView {
        warning: chosen.and_then(|member| member.warning(branch.is_live(), texts)),
        people: members.iter().map(|member| member.view(draft, texts)).collect(),
        genders: genders(&members, draft, texts),
        past_closing: past_closing.map(|past_closing| past_closing.sentence(texts)),
        day_closed: day_closed_text(page, branch, date).await?,
        ..view
    })
}

/// Only of today: a visit of another day is paid on a day that is open, whatever became of its own.
async fn day_closed_text(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    date: Option<NaiveDate>,
) -> Result<Option<&'static str>, HttpError> {
    let today = page.today();
    if date != Some(today) {
        return Ok(None);
    }
    let (branch, user, role) = (branch.id.clone(), page.user().clone(), page.role());
    let read = page.caller.read(move |conn, _| Ok(ClosedToday::find(conn, &branch, (&user, role), today)?));
    let text = page.texts.new_booking();
    let closed = read.await?;
    Ok(closed.map(|closed| if closed.may_reopen { text.day_closed_own() } else { text.day_closed() }))
}

/// Of those who are there, and the chosen one: it stays shown where nobody fits any more.
fn genders(members: &[Member], draft: &BookingDraft, texts: Texts) -> Vec<(&'static str, &'static str, bool)> {
    let text = texts.desk_wish();
    let all = [(WishedGender::Female, text.a_woman()), (WishedGender::Male, text.a_man())];
    let chosen = draft.wished_gender();
    let is_there = |wished: WishedGender| members.iter().any(|member| member.gender == wished.gender());
    let shown = all.into_iter().filter(|(wished, _)| chosen == Some(*wished) || is_there(*wished));
    shown.map(|(wished, name)| (wished.as_str(), name, chosen == Some(wished))).collect()
}

fn start_options(starts: &[FreeStart], draft: &BookingDraft, texts: Texts) -> Vec<StartView> {
    let now = draft.is_walkin.then(|| {
        let text = texts.new_booking().now().to_owned();
        StartView { value: NOW.to_owned(), text, person: None, is_chosen: draft.is_now() }
    });
    let chosen = draft.wall_time();
    let option = |(start, person): &FreeStart| StartView {
        value: format::time_value(*start),
        text: texts.format_time(*start),
        person: person.clone(),
        is_chosen: chosen == Some(*start),
    };
    now.into_iter().chain(starts.iter().map(option)).collect()
}

/// The services cannot be booked together.
#[derive(Debug)]
struct NotTogether;

fn free_days_query(branch: &Branch, draft: &BookingDraft, from: NaiveDate, days: u64) -> FreeDaysQuery {
    FreeDaysQuery {
        branch_id: branch.id.clone(),
        from,
        days,
        services: draft.service_ids(),
        service_type: None,
        staff_id: draft.staff_id(),
        gender: draft.wish().gender,
    }
}

/// Those that the branch sells. Without the person, if that is what is wrong.
async fn free_starts(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    draft: &BookingDraft,
    (date, minutes): (NaiveDate, i64),
) -> Result<Result<Vec<FreeStart>, NotTogether>, HttpError> {
    let query = free_days_query(branch, draft, date, 1);
    for staff_id in [draft.staff_id(), None] {
        let query = FreeDaysQuery { staff_id: staff_id.clone(), ..query.clone() };
        if let Ok(days) = find_free_times(page.state.app(), query).await? {
            let starts = days.into_iter().flat_map(|day| day.starts).collect();
            let starts = sold_starts(branch, date, starts, minutes);
            if branch.is_live() {
                return Ok(Ok(starts.into_iter().map(|start| (start, None)).collect()));
            }
            return Ok(Ok(with_people(page, branch, draft, (date, starts, staff_id)).await?));
        }
    }
    Ok(Err(NotTogether))
}

/// Those of the starts of an open branch, which takes every booking, at which the person is free, or somebody who is asked
/// for, and who that is.
async fn with_people(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    draft: &BookingDraft,
    (date, starts, person): (NaiveDate, Vec<NaiveTime>, Option<StaffId>),
) -> Result<Vec<FreeStart>, HttpError> {
    let Some(first) = starts.first() else { return Ok(Vec::new()) };
    let query = FreeStaffQuery {
        branch_id: branch.id.clone(),
        date,
        start_time: *first,
        services: draft.service_ids(),
        except_booking: None,
    };
    let (gender, customer, now) = (draft.wish().gender, draft.customer_id(), page.now());
    let read = page.caller.read(move |conn, _| {
        let last = match &customer {
            Some(customer) => last_booking::find_last_staff(conn, customer)?,
            None => None,
        };
        let found = find_free_people(conn, &query, &starts, now)?.unwrap_or_default();
        let first_of = |people: Vec<FreeStaffMember>| {
            let is_meant = |member: &&FreeStaffMember| {
                person.as_ref().is_none_or(|person| *person == member.id)
                    && gender.is_none_or(|gender| gender == member.gender)
            };
            let was_last = |member: &&FreeStaffMember| Some(&member.id) == last.as_ref() && is_meant(member);
            let member = people.iter().find(was_last).or_else(|| people.iter().find(is_meant));
            member.map(|member| member.display_name.clone())
        };
        let named = found.into_iter().filter_map(|(start, people)| Some((start, Some(first_of(people)?))));
        Ok(named.collect::<Vec<FreeStart>>())
    });
    read.await
}

async fn next_days(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    draft: &BookingDraft,
    (date, minutes): (NaiveDate, i64),
) -> Result<Vec<(String, String)>, HttpError> {
    let Some(from) = date.checked_add_days(Days::new(1)) else { return Ok(Vec::new()) };
    let query = free_days_query(branch, draft, from, DAYS_AHEAD);
    let days = find_free_times(page.state.app(), query).await?.unwrap_or_default();
    let (text, today, texts) = (page.texts.new_booking(), page.today(), page.texts);
    let counted = days.into_iter().map(|day| (day.date, sold_starts(branch, day.date, day.starts, minutes).len()));
    let with_room = counted.filter(|(_, count)| *count > 0).take(NEXT_DAYS);
    let label = |date, count: usize| text.next_day(&texts.format_relative_day(date, today), count);
    Ok(with_room.map(|(date, count)| (draft.address_on(date), label(date, count))).collect())
}

/// Only those that the branch sells are offered; another time can be typed.
fn sold_starts(branch: &Branch, date: NaiveDate, mut starts: Vec<NaiveTime>, minutes: i64) -> Vec<NaiveTime> {
    starts.retain(|start| branch.sells(date, *start, minutes));
    starts
}

/// The team of the branch.
async fn read_members(
    page: &DeskPage<Receptionist>,
    branch: &Branch,
    draft: &BookingDraft,
    start: Option<(NaiveDate, NaiveTime)>,
) -> Result<Vec<Member>, HttpError> {
    let query = start.filter(|_| !draft.services.is_empty()).map(|(date, start_time)| FreeStaffQuery {
        branch_id: branch.id.clone(),
        date,
        start_time,
        services: draft.service_ids(),
        except_booking: None,
    });
    let (branch_id, now, customer) = (branch.id.clone(), page.now(), draft.customer_id());
    let read = page.caller.read(move |conn, _| {
        let last = match &customer {
            Some(customer) => last_booking::find_last_staff(conn, customer)?,
            None => None,
        };
        let free = match &query {
            Some(query) => find_free_staff(conn, query, now)?.ok(),
            None => None,
        };
        if let Some(free) = free {
            let members = free.into_iter().map(Member::from).filter(Member::does_this).collect();
            return Ok(last_first(members, last.as_ref()));
        }
        let staff = staff_records::list_active(conn)?.into_iter().filter(|member| member.branch_id == branch_id);
        let members = staff.map(|member| Member::new(member.id, member.display_name, member.gender, None)).collect();
        Ok(last_first(members, last.as_ref()))
    });
    read.await
}

/// Whoever looked after the customer last time heads the list.
fn last_first(mut members: Vec<Member>, last: Option<&StaffId>) -> Vec<Member> {
    for member in &mut members {
        member.was_last = Some(&member.id) == last;
    }
    members.sort_by_key(|member| !member.was_last);
    members
}

struct Member {
    id: StaffId,
    name: String,
    gender: Gender,
    /// Whether they are free at the chosen time, or why not.
    freedom: Option<Result<(), NotFreeReason>>,
    /// Whether they are not at work because they have a break then.
    is_on_break: bool,
    /// Whether they looked after the customer at the last visit.
    was_last: bool,
}

impl From<FreeStaffMember> for Member {
    fn from(member: FreeStaffMember) -> Self {
        let FreeStaffMember { id, display_name, gender, shown_reason, is_on_break, .. } = member;
        Self { is_on_break, ..Self::new(id, display_name, gender, Some(shown_reason.map_or(Ok(()), Err))) }
    }
}

impl Member {
    fn new(id: StaffId, name: String, gender: Gender, freedom: Option<Result<(), NotFreeReason>>) -> Self {
        Self { id, name, gender, freedom, is_on_break: false, was_last: false }
    }

    fn does_this(&self) -> bool {
        self.freedom != Some(Err(NotFreeReason::OtherServiceType))
    }

    fn view(&self, draft: &BookingDraft, texts: Texts) -> PersonView {
        PersonView {
            id: self.id.as_str().to_owned(),
            name: self.name.clone(),
            initials: format::initials(&self.name),
            avatar: avatar_class(&self.name),
            state: self.freedom.map(|freedom| match freedom {
                Ok(()) => texts.new_booking().free(),
                Err(reason) => self.reason_word(reason, texts),
            }),
            was_last: self.was_last,
            is_chosen: self.id.as_str() == draft.staff,
        }
    }

    /// An open branch takes a booking whoever is busy.
    fn warning(&self, is_live: bool, texts: Texts) -> Option<String> {
        let text = texts.new_booking();
        let reason = self.freedom?.err()?;
        let reason = self.reason_word(reason, texts);
        Some(if is_live { text.warned_live(&self.name, reason) } else { text.warned(&self.name, reason) })
    }

    fn reason_word(&self, reason: NotFreeReason, texts: Texts) -> &'static str {
        let text = texts.new_booking_not_free();
        match reason {
            NotFreeReason::Holiday => text.holiday(),
            NotFreeReason::OnLeave => text.on_leave(),
            NotFreeReason::NotAtWork if self.is_on_break => text.on_break(),
            NotFreeReason::NotAtWork | NotFreeReason::OtherServiceType => text.not_at_work(),
            NotFreeReason::Blocked => text.blocked(),
            NotFreeReason::Busy => text.busy(),
        }
    }
}
