//! `/logs`: what was done, newest first.

use std::collections::HashMap;

use askama::Template;
use chrono::Days;
use parlour_domain::audit::AuditAction;
use parlour_domain::ist::Timestamp;
use parlour_http::error::HttpError;
use parlour_http::paging::FeedPage;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Developer;
use parlour_store::audit::audit_log::{self, AuditLogEntry, AuditLogFilter};
use parlour_store::staff::staff_records;
use parlour_store::users::user_list;
use parlour_texts::{DeskLogsTexts, Texts};
use parlour_web::format;
use parlour_web::page::{PageContext, encode};
use parlour_web_admin::day_filter::DayFilter;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::status::avatar_class;

use super::difference::{Difference, Wording};
use super::sentences::{SentencePart, record_name, record_path, record_types, sentence, sentence_parts};
use super::words::label_words;

const LIST_PATH: &str = "/logs";
const PAGE_SIZE: i64 = 30;
/// So many fields of an entry are shown.
const MAX_FIELDS: usize = 12;
const MAX_FILTER_CHARS: usize = 200;
/// The fields of a record that name it, the best first.
const NAMES: [&str; 8] = [
    "name",
    "displayName",
    "bookingNumber",
    "invoiceNumber",
    "creditNoteNumber",
    "membershipNumber",
    "customerName",
    "email",
];

#[derive(Template)]
#[template(path = "logs/list.html")]
struct LogsPage {
    frame: DeskFrame,
    text: DeskLogsTexts,
    asked: Asked,
    periods: Vec<FilterChoice>,
    people: Vec<FilterChoice>,
    kinds: Vec<FilterChoice>,
    actions: Vec<FilterChoice>,
    count: String,
    entries: Vec<Entry>,
    newer: Option<String>,
    older: Option<String>,
}

/// A choice of the filters: what it stands for, its name, and whether it is chosen.
#[derive(Debug)]
struct FilterChoice {
    value: String,
    name: String,
    is_chosen: bool,
}

/// What the address asks for, by the names that the API has.
#[derive(Debug, Clone, Default)]
struct Asked {
    days: DayFilter,
    actor_id: String,
    record_type: String,
    record_id: String,
    action: String,
    request_id: String,
}

/// One line of the log.
#[derive(Debug)]
struct Entry {
    /// Empty for today.
    day: String,
    time: String,
    /// For the attribute of a time.
    moment: String,
    who: String,
    initials: String,
    avatar: &'static str,
    /// Who, what, and the record, unless the sentence does without it.
    sentence: Vec<SentencePart>,
    record: String,
    record_path: Option<String>,
    kind: String,
    differences: Vec<Difference>,
    more_fields: Option<String>,
    from: String,
    /// The list of everything about the record.
    of_record: String,
}

/// `/logs?from&to&actorId&recordType&recordId&action&requestId&page`
pub(super) async fn show(page: DeskPage<Developer>) -> HttpResult {
    let asked = Asked::read(&page);
    let paging = FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) };
    let found = read(&page, &asked, paging).await?;
    let (texts, text) = (page.texts, page.texts.desk_logs());
    let names = page.salon.all_branches().map(|branch| (branch.id.to_string(), branch.name.clone()));
    let names: HashMap<String, String> = names.chain(found.staff).chain(found.users.iter().cloned()).collect();
    let wording = Wording { texts, today: page.today(), names };
    let path_of = |number: i64| asked.path(&[("page", &number.to_string())]);
    let newer = (paging.page > 1).then(|| path_of(paging.page - 1));
    let older =
        (paging.offset().saturating_add(paging.size) < found.count).then(|| path_of(paging.page.saturating_add(1)));
    page.show_with(
        asked.days.status(),
        &LogsPage {
            frame: page.desk_frame(texts.desk_frame().logs(), Place::Logs),
            text,
            periods: asked.periods(&page),
            people: asked.people(&found.users),
            kinds: asked.kinds(texts),
            actions: asked.actions(texts),
            count: text.count(found.count),
            entries: found.entries.iter().map(|entry| Entry::new(entry, &wording)).collect(),
            newer,
            older,
            asked,
        },
    )
}

/// What the page reads.
#[derive(Debug, Default)]
struct LogRead {
    entries: Vec<AuditLogEntry>,
    count: i64,
    /// Id and name of everybody of the team.
    users: Vec<(String, String)>,
    staff: Vec<(String, String)>,
}

async fn read(page: &DeskPage<Developer>, asked: &Asked, paging: FeedPage) -> Result<LogRead, HttpError> {
    let filter = (!asked.days.is_wrong()).then(|| asked.filter());
    let read = page.caller.read(move |conn, _| {
        let users = user_list::list_team(conn)?;
        let staff = staff_records::list_active(conn)?;
        let (entries, count) = match &filter {
            Some(filter) => audit_log::page(conn, filter, paging.size, paging.offset())?,
            None => (Vec::new(), 0),
        };
        Ok(LogRead {
            entries,
            count,
            users: users.into_iter().map(|user| (user.id.to_string(), user.name)).collect(),
            staff: staff.into_iter().map(|member| (member.id.to_string(), member.display_name)).collect(),
        })
    });
    read.await
}

impl Asked {
    /// Without any day, today; the whole time of one record or request.
    fn read(page: &PageContext) -> Self {
        let named = |name: &str| -> String {
            let typed = page.parameter(name).unwrap_or_default();
            typed.trim().chars().take(MAX_FILTER_CHARS).collect()
        };
        let (record_id, request_id) = (named("recordId"), named("requestId"));
        let names_days = page.parameter("from").is_some() || page.parameter("to").is_some();
        let days = if names_days || !record_id.is_empty() || !request_id.is_empty() {
            DayFilter::read(page)
        } else {
            DayFilter::new(Some(page.today()), Some(page.today()))
        };
        Self {
            days,
            actor_id: named("actorId"),
            record_type: named("recordType"),
            record_id,
            action: named("action"),
            request_id,
        }
    }

    fn filter(&self) -> AuditLogFilter {
        let day_after = self.days.to.and_then(|day| day.checked_add_days(Days::new(1))).map(Timestamp::ist_midnight);
        AuditLogFilter {
            request_id: self.request_id.clone(),
            record_type: self.record_type.clone(),
            record_id: self.record_id.clone(),
            actor_id: self.actor_id.clone(),
            action: self.action.clone(),
            from: self.days.from.map_or(Timestamp::from_millis(0), Timestamp::ist_midnight),
            until: day_after.unwrap_or(Timestamp::FAR_FUTURE).min(Timestamp::FAR_FUTURE),
        }
    }

    /// The address of this list, with more parameters. Days that are left open are named too.
    fn path(&self, more: &[(&str, &str)]) -> String {
        let (from, to) = (self.days.first_day(), self.days.last_day());
        let filters = [
            ("actorId", self.actor_id.as_str()),
            ("recordType", self.record_type.as_str()),
            ("recordId", self.record_id.as_str()),
            ("action", self.action.as_str()),
            ("requestId", self.request_id.as_str()),
        ];
        let filters = filters.iter().chain(more).filter(|(_, value)| !value.is_empty());
        let days = [("from", from.as_str()), ("to", to.as_str())];
        let pairs: Vec<String> =
            days.iter().chain(filters).map(|(name, value)| format!("{name}={}", encode(value))).collect();
        format!("{LIST_PATH}?{}", pairs.join("&"))
    }

    fn periods(&self, page: &PageContext) -> Vec<FilterChoice> {
        let (text, today) = (page.texts.desk_logs(), page.today());
        let week = DayFilter::new(today.checked_sub_days(Days::new(6)), Some(today));
        let periods = [
            (DayFilter::new(Some(today), Some(today)), text.today()),
            (week, text.last_days()),
            (DayFilter::default(), text.all_days()),
        ];
        let choice = |(days, name): (DayFilter, &str)| FilterChoice {
            value: Self { days, ..self.clone() }.path(&[]),
            name: name.to_owned(),
            is_chosen: days == self.days,
        };
        periods.into_iter().map(choice).collect()
    }

    /// Everybody of the team, and whoever else is asked for.
    fn people(&self, team: &[(String, String)]) -> Vec<FilterChoice> {
        let choice = |(id, name): &(String, String)| FilterChoice {
            value: id.clone(),
            name: name.clone(),
            is_chosen: *id == self.actor_id,
        };
        let mut people: Vec<FilterChoice> = team.iter().map(choice).collect();
        if !self.actor_id.is_empty() && !people.iter().any(|person| person.is_chosen) {
            people.push(FilterChoice { value: self.actor_id.clone(), name: self.actor_id.clone(), is_chosen: true });
        }
        people
    }

    fn kinds(&self, texts: Texts) -> Vec<FilterChoice> {
        let kind = |kind: &'static str| FilterChoice {
            value: kind.to_owned(),
            name: label_words(record_name(kind, texts)),
            is_chosen: kind == self.record_type,
        };
        record_types().into_iter().map(kind).collect()
    }

    /// What can be done to the chosen kind of record, or to any, and whatever else is asked for.
    fn actions(&self, texts: Texts) -> Vec<FilterChoice> {
        let is_listed = |action: &&AuditAction| {
            self.record_type.is_empty() || action.record_type() == self.record_type || action.as_str() == self.action
        };
        let choice = |action: &AuditAction| FilterChoice {
            value: action.as_str().to_owned(),
            name: sentence(*action, (texts.desk_logs().somebody(), record_name(action.record_type(), texts)), texts),
            is_chosen: action.as_str() == self.action,
        };
        let mut actions: Vec<FilterChoice> = AuditAction::ALL.iter().filter(is_listed).map(choice).collect();
        if !self.action.is_empty() && !actions.iter().any(|action| action.is_chosen) {
            actions.push(FilterChoice { value: self.action.clone(), name: self.action.clone(), is_chosen: true });
        }
        actions
    }

    /// Whether entries are left out by what the filters of the page do not show.
    fn is_of_some(&self) -> bool {
        !self.record_id.is_empty() || !self.request_id.is_empty()
    }
}

impl Entry {
    fn new(entry: &AuditLogEntry, wording: &Wording) -> Self {
        let (texts, at) = (wording.texts, entry.created_at);
        let text = texts.desk_logs();
        let who = who(entry, text);
        let kind = record_name(&entry.record_type, texts);
        let mut differences = wording.differences(entry.before.as_ref(), entry.after.as_ref());
        let more = differences.len().saturating_sub(MAX_FIELDS);
        differences.truncate(MAX_FIELDS);
        let name = record_title(entry).map(|name| text.named_record(kind, name));
        let (record_type, record_id) = (entry.record_type.clone(), entry.record_id.clone());
        Self {
            day: if at.ist_date() == wording.today {
                String::new()
            } else {
                texts.format_day(at.ist_date(), wording.today)
            },
            time: texts.format_time(at.ist_time()),
            moment: at.to_string(),
            initials: format::initials(&who),
            avatar: avatar_class(&who),
            who,
            sentence: sentence_parts(&entry.action, texts),
            record: name.unwrap_or_else(|| kind.to_owned()),
            record_path: record_path(&record_type, &record_id),
            kind: label_words(kind),
            differences,
            more_fields: (more > 0).then(|| text.more_fields(more)),
            from: from(entry, text),
            of_record: Asked { record_type, record_id, ..Asked::default() }.path(&[]),
        }
    }

    /// Of something new there is nothing to show from before.
    fn has_before(&self) -> bool {
        self.differences.iter().any(|difference| !difference.before.is_empty())
    }
}

fn who(entry: &AuditLogEntry, text: DeskLogsTexts) -> String {
    let nobody = match entry.origin.as_str() {
        "job" => text.by_parlour(),
        "command" => text.by_command(),
        _ => text.by_nobody(),
    };
    entry.actor_name.clone().unwrap_or_else(|| nobody.to_owned())
}

/// `Desk · 198.51.100.7 · req_0196…`
fn from(entry: &AuditLogEntry, text: DeskLogsTexts) -> String {
    let origin = match entry.origin.as_str() {
        "admin" => text.from_admin(),
        "customer" => text.from_customer(),
        "job" => text.from_job(),
        "command" => text.from_command(),
        _ => text.from_elsewhere(),
    };
    let rest = [&entry.address, &entry.request_id].into_iter().flatten().map(String::as_str);
    std::iter::once(origin).chain(rest).collect::<Vec<_>>().join(" · ")
}

/// What the record is called in its newest state.
fn record_title(entry: &AuditLogEntry) -> Option<&str> {
    let state = entry.after.as_ref().or(entry.before.as_ref())?;
    let mut names = NAMES.iter().filter_map(|field| state.get(field)?.as_str());
    names.find(|name| !name.is_empty())
}
