//! Merging two records of one person: what moves, and which record stays.

use askama::Template;
use axum::response::{IntoResponse, Redirect};
use parlour_app::customers as use_cases;
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{OptionalText, RequestShape};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use super::kept_name::{MergePageRefusal, MergedRecords, check_kept_name};
use super::labels::label;
use super::links::customer_path;
use super::tab::Tab;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::{CustomersTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::encode;

#[derive(Template)]
#[template(path = "customers/merge.html")]
struct MergePage {
    frame: DeskFrame,
    text: CustomersTexts,
    path: String,
    /// To the list of likely duplicates.
    choose: String,
    form: FormState,
    comparison: Option<Comparison>,
    /// Why these two cannot be merged.
    problem: Option<&'static str>,
}

struct Comparison {
    other: String,
    /// The id of the other in an address.
    query: String,
    records: [RecordChoice; 2],
    /// Whether somebody signs in with one of them, or can do so later.
    gives_access: bool,
    /// Whether a sign-in, now or later, gains access to a record that the desk has made, so that the name is typed.
    asks_for_name: bool,
    /// With which e-mail nobody has signed in yet, and what it opens.
    later: Vec<String>,
    rows: Vec<ComparedValue>,
}

/// One of the two, as the one that stays.
struct RecordChoice {
    id: String,
    name: String,
    path: String,
    /// Whose sign-in then sees what.
    access: String,
}

/// What both have, and what there is together.
struct ComparedValue {
    what: &'static str,
    values: [String; 2],
    together: String,
}

request_shape! {
    struct MergeForm {
        with: UserId,
        into_id: UserId,
        kept_name: OptionalText<200>,
        sure: Option<bool>,
    }
}

/// One of the two records.
struct Record {
    detail: CustomerDetail,
    membership: Option<Membership>,
    /// The providers of their sign-ins.
    issuers: Vec<String>,
    /// Whether a first sign-in with their e-mail is taken for them.
    is_found_by_email: bool,
}

impl NamedInEnglish for Record {
    fn translate(&mut self, names: &HindiNames) {
        self.membership.translate(names);
    }
}

impl Record {
    fn find(conn: &mut Conn<'_>, id: &UserId, now: Timestamp) -> Result<Option<Self>, DbError> {
        let Some(detail) = customer_records::find_customer_detail(conn, id)? else { return Ok(None) };
        Ok(Some(Self {
            detail,
            membership: membership_records::find_active(conn, id, now)?,
            issuers: user_records::list_issuers(conn, id)?,
            is_found_by_email: user_records::has_identifying_email(conn, id)?,
        }))
    }

    fn signs_in(&self) -> bool {
        !self.issuers.is_empty()
    }

    /// Now, or later with their e-mail.
    fn can_sign_in(&self) -> bool {
        self.signs_in() || self.is_found_by_email
    }

    /// Says that nobody has signed in with the e-mail of this record, and that somebody can.
    fn later(&self, text: CustomersTexts) -> Option<String> {
        let email = self.detail.email.as_ref().filter(|_| self.is_found_by_email && !self.signs_in())?;
        Some(text.access_later(email.as_str(), &self.detail.name))
    }

    /// `Asha (asha@example.com)`.
    fn label(&self) -> String {
        let email = self.detail.email.as_ref().map(|email| email.as_str().to_owned());
        let contact = email.or_else(|| self.detail.phone.as_ref().map(format::phone));
        contact.map_or_else(|| self.detail.name.clone(), |contact| format!("{} ({contact})", self.detail.name))
    }

    /// Whose sign-in sees what, if this record stays and the other is merged into it.
    fn access_with(&self, other: &Self, text: CustomersTexts) -> String {
        let (own, others) = (self.label(), other.label());
        // A sign-in moves where this record has none at that provider, the e-mail of one to come where this one has none.
        let moves = if other.signs_in() {
            other.issuers.iter().any(|issuer| !self.issuers.contains(issuer))
        } else {
            self.detail.email.is_none()
        };
        match (self.can_sign_in(), other.can_sign_in()) {
            (false, false) => text.access_nobody().to_owned(),
            (true, false) => text.access_gained(&own, &others),
            (false, true) => text.access_gained(&others, &own),
            (true, true) if moves => text.access_both(&own, &others),
            (true, true) => text.access_ended(&own, &others),
        }
    }
}

/// `/customers/{id}/merge?with=`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<UserId>) -> HttpResult {
    match page.parameter("with").filter(|with| !with.is_empty() && !with.contains('\0')) {
        Some(with) => render(&page, &id, &UserId::new(with), None).await,
        None => Ok(Redirect::to(&Tab::Duplicates.path(&id)).into_response()),
    }
}

pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<UserId>, form: FormBody) -> HttpResult {
    let merged = page.form(&form, label).write(parse(&page, &id, &form), |tx, context, records| {
        check_kept_name(tx, records)?;
        use_cases::merge(tx, context, &records.from, &records.into)?;
        Ok::<_, MergePageRefusal>(customer_path(&records.into))
    });
    let with = UserId::new(form.text("with"));
    merged.await?.answer(Flash::CustomersMerged, |state| render(&page, &id, &with, Some(state))).await
}

fn parse(page: &DeskPage<Manager>, id: &UserId, form: &FormBody) -> Result<MergedRecords, FieldErrors> {
    let mut fields = form.fields();
    let readable = MergeForm::read(&mut fields);
    if readable.sure != Some(true) {
        fields.add_error::<()>("sure", FieldError::Sentence(page.texts.customers().merge_not_sure().to_owned()));
    }
    let MergeForm { with, into_id, kept_name, .. } = fields.finish(|| MergeForm::complete(readable))?;
    match &into_id {
        into if into == id => Ok(MergedRecords { from: with, into: into_id, kept_name }),
        into if *into == with => Ok(MergedRecords { from: id.clone(), into: into_id, kept_name }),
        _ => Err(FieldErrors::of_field("intoId", FieldError::NotAChoice(String::new()))),
    }
}

async fn render(page: &DeskPage<Manager>, id: &UserId, with: &UserId, form: Option<FormState>) -> HttpResult {
    let (one, other, now) = (id.clone(), with.clone(), page.now());
    let read = page.caller.read(move |conn, _| {
        let record = Record::find(conn, &one, now)?.ok_or_else(|| HttpError::not_found("This customer"))?;
        let asks_for_name = use_cases::opens_desk_record(conn, &one, &other)?;
        Ok((record, Record::find(conn, &other, now)?, asks_for_name))
    });
    let (mut record, mut other, asks_for_name) = read.await?;
    page.translate_names(&mut record).await?;
    page.translate_names(&mut other).await?;
    let (text, texts) = (page.texts.customers(), page.texts);
    let (comparison, problem, stays) = match other {
        _ if id == with => (None, Some(text.merge_self()), None),
        None => (None, Some(text.merge_unknown()), None),
        Some(other) => {
            let stays = if stays_first(&record, &other) { id } else { with };
            let compared = Compared { one: &record, other: &other, asks_for_name };
            let comparison = Comparison::new(&compared, texts);
            (Some(comparison), problem(&record, &other, text), Some(stays))
        }
    };
    let form = form.unwrap_or_else(|| FormState::new([("intoId", stays.map_or("", |id| id.as_str()))]));
    page.show_with(
        form.status,
        &MergePage {
            frame: page.desk_frame(text.merge_title(), Place::Customers),
            text,
            path: customer_path(id),
            choose: Tab::Duplicates.path(id),
            form,
            comparison,
            problem,
        },
    )
}

/// Whether the first record is the one to keep: somebody signs in with it, or it has more bookings.
fn stays_first(one: &Record, other: &Record) -> bool {
    match (one.signs_in(), other.signs_in()) {
        (true, false) => true,
        (false, true) => false,
        _ => one.detail.total_visits >= other.detail.total_visits,
    }
}

fn problem(one: &Record, other: &Record, text: CustomersTexts) -> Option<&'static str> {
    if one.detail.role != Role::Customer || other.detail.role != Role::Customer {
        return Some(text.merge_not_customer());
    }
    (one.membership.is_some() && other.membership.is_some()).then_some(text.two_memberships())
}

/// Two records of customers who may be one person.
struct Compared<'a> {
    one: &'a Record,
    other: &'a Record,
    /// Whether whoever merges them types the name.
    asks_for_name: bool,
}

impl Comparison {
    fn new(&Compared { one, other, asks_for_name }: &Compared<'_>, texts: Texts) -> Self {
        let choice = |record: &Record, merged: &Record| RecordChoice {
            id: record.detail.id.to_string(),
            name: record.detail.name.clone(),
            path: customer_path(&record.detail.id),
            access: record.access_with(merged, texts.customers()),
        };
        Self {
            other: other.detail.id.to_string(),
            query: encode(other.detail.id.as_str()),
            records: [choice(one, other), choice(other, one)],
            gives_access: one.can_sign_in() || other.can_sign_in(),
            asks_for_name,
            later: [one, other].into_iter().filter_map(|record| record.later(texts.customers())).collect(),
            rows: rows(one, other, texts),
        }
    }
}

fn rows(one: &Record, other: &Record, texts: Texts) -> Vec<ComparedValue> {
    let text = texts.customers();
    let both = [one, other];
    let known = |what, value: fn(&CustomerDetail) -> Option<String>| {
        let values = both.map(|record| value(&record.detail));
        // The record that stays keeps its own; otherwise that of the other is taken.
        let together = match &values {
            [Some(one), Some(other)] if one == other => one.clone(),
            [Some(only), None] | [None, Some(only)] => only.clone(),
            _ => String::new(),
        };
        ComparedValue { what, values: values.map(|value| value.unwrap_or_else(|| text.nothing().to_owned())), together }
    };
    let sum = |what, show: fn(i64) -> String, number: fn(&CustomerDetail) -> i64| {
        let numbers = both.map(|record| number(&record.detail));
        ComparedValue { what, values: numbers.map(show), together: show(numbers.iter().sum()) }
    };
    let memberships = both.map(|record| record.membership.as_ref().map(|found| found.tier_name_snapshot.clone()));
    let tags = both.map(|record| record.detail.tags.iter().map(|tag| tag.name.as_str()).collect::<Vec<_>>());
    let mut all_tags = tags.concat();
    all_tags.sort_unstable();
    all_tags.dedup();
    let or_nothing = |value: String| if value.is_empty() { text.nothing().to_owned() } else { value };
    vec![
        known(text.name(), |detail| Some(detail.name.clone())),
        known(text.phone(), |detail| detail.phone.as_ref().map(format::phone)),
        known(text.email(), |detail| detail.email.as_ref().map(|email| email.as_str().to_owned())),
        sum(text.one().visits(), |number| number.to_string(), |detail| detail.total_visits),
        sum(text.one().spent(), format::money, |detail| detail.total_spent_paise),
        sum(text.one().gems(), |number| number.to_string(), |detail| detail.gems_balance.unwrap_or_default()),
        sum(text.no_shows(), |number| number.to_string(), |detail| detail.noshow_count),
        sum(text.late_cancellations(), |number| number.to_string(), |detail| detail.late_cancellation_count),
        ComparedValue {
            what: text.membership(),
            together: or_nothing(memberships.iter().flatten().cloned().collect::<Vec<_>>().join(", ")),
            values: memberships.map(|name| or_nothing(name.unwrap_or_default())),
        },
        ComparedValue {
            what: text.tags(),
            together: or_nothing(all_tags.join(", ")),
            values: tags.map(|names| or_nothing(names.join(", "))),
        },
    ]
}
