//! The directory of customers.

use askama::Template;
use parlour_domain::customer::DirectorySort;
use parlour_domain::customer::tag_colour::shown_tag_colour;
use parlour_http::paging::FeedPage;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::customers::customer_records::{self, Tag};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};

use super::links::customer_path;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::status::avatar_class;
use parlour_texts::{CustomersTexts, Texts};
use parlour_web::format;
use parlour_web::page::encode;

const PAGE_SIZE: i64 = 20;
const MAX_SEARCH_CHARS: usize = 120;

#[derive(Template)]
#[template(path = "customers/list.html")]
struct CustomersPage {
    frame: DeskFrame,
    text: CustomersTexts,
    /// How many customers there are, or were found.
    count: String,
    q: String,
    tags: Vec<TagChoice>,
    columns: Vec<Column>,
    rows: Vec<DirectoryRow>,
    /// Whether a search or a tag narrows the list.
    is_narrowed: bool,
    /// To the form for a new customer, with what was searched for.
    add: String,
    previous: Option<String>,
    next: Option<String>,
    position: String,
}

struct TagChoice {
    slug: String,
    name: String,
    is_chosen: bool,
}

/// A heading by which the list can be sorted.
struct Column {
    value: DirectorySort,
    name: &'static str,
    path: String,
    is_name: bool,
    is_number: bool,
    /// `ascending` or `descending` for the current one.
    order: Option<&'static str>,
}

struct DirectoryRow {
    path: String,
    name: String,
    initials: String,
    avatar: &'static str,
    phone: Option<(String, String)>,
    call: String,
    email: Option<String>,
    /// Name and colour.
    tags: Vec<(String, Option<String>)>,
    visits: i64,
    spent: String,
    last_visit: String,
    gems: String,
    no_shows: i64,
}

/// What the address asks for.
struct Query {
    q: String,
    sort: DirectorySort,
    tag: Option<String>,
    page: i64,
}

/// `/customers`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let query = Query::of(&page);
    let filter = DirectoryFilter::new(&query.q, query.tag.clone());
    let (sort, offset) = (query.sort, (query.page - 1).saturating_mul(PAGE_SIZE));
    let read = page.caller.read(move |conn, _| {
        let (entries, count) = directory::page(conn, &filter, sort, PAGE_SIZE, offset)?;
        Ok((entries, count, customer_records::list_tags(conn)?))
    });
    let (entries, count, tags) = read.await?;
    let text = page.texts.customers();
    let is_narrowed = !query.q.is_empty() || query.tag.is_some();
    let pages = count.div_euclid(PAGE_SIZE) + i64::from(count % PAGE_SIZE > 0);
    page.show(&CustomersPage {
        frame: page.desk_frame(text.title(), Place::Customers),
        text,
        count: if is_narrowed { text.found(count) } else { text.total(count) },
        columns: query.columns(text),
        rows: entries.iter().map(|entry| DirectoryRow::new(entry, page.texts)).collect(),
        is_narrowed,
        add: query.add_path(),
        previous: (query.page > 1).then(|| query.path_of(query.sort, query.page - 1)),
        next: (query.page < pages).then(|| query.path_of(query.sort, query.page + 1)),
        position: text.page_of(query.page, pages),
        tags: tags.into_iter().map(|tag| TagChoice::new(tag, query.tag.as_deref())).collect(),
        q: query.q,
    })
}

impl Query {
    fn of(page: &DeskPage<Receptionist>) -> Self {
        let text = |name: &str| {
            let typed = page.parameter(name).unwrap_or_default();
            let readable = typed.trim().chars().filter(|letter| !letter.is_control());
            readable.take(MAX_SEARCH_CHARS).collect::<String>()
        };
        Self {
            q: text("q"),
            sort: DirectorySort::parse(&text("sort")).unwrap_or(DirectorySort::Ltv),
            tag: Some(text("tag")).filter(|tag| !tag.is_empty()),
            page: FeedPage::from_query(page.uri.query()).page,
        }
    }

    fn path_of(&self, sort: DirectorySort, number: i64) -> String {
        let part = |name: &str, value: &str| {
            if value.is_empty() { String::new() } else { format!("&{name}={}", encode(value)) }
        };
        let (q, tag) = (part("q", &self.q), part("tag", self.tag.as_deref().unwrap_or_default()));
        let page = if number > 1 { format!("&page={number}") } else { String::new() };
        format!("/customers?sort={sort}{q}{tag}{page}")
    }

    fn columns(&self, text: CustomersTexts) -> Vec<Column> {
        let column = |(sort, name): (&DirectorySort, &&'static str)| Column {
            value: *sort,
            name,
            path: self.path_of(*sort, 1),
            is_name: *sort == DirectorySort::Name,
            is_number: !matches!(sort, DirectorySort::Name | DirectorySort::LastVisit),
            order: (*sort == self.sort).then_some(if *sort == DirectorySort::Name {
                "ascending"
            } else {
                "descending"
            }),
        };
        DirectorySort::ALL.iter().zip(&text.sorts()).map(column).collect()
    }

    /// What looks like a phone or an e-mail is filled in as one.
    fn add_path(&self) -> String {
        let field = match self.q.as_str() {
            "" => return "/customers/new".to_owned(),
            typed if typed.contains('@') => "email",
            typed if typed.chars().any(|letter| letter.is_ascii_digit()) => "phone",
            _ => "name",
        };
        format!("/customers/new?{field}={}", encode(&self.q))
    }
}

impl TagChoice {
    fn new(tag: Tag, chosen: Option<&str>) -> Self {
        Self { is_chosen: chosen == Some(tag.slug.as_str()), slug: tag.slug, name: tag.name }
    }
}

impl DirectoryRow {
    fn new(entry: &DirectoryEntry, texts: Texts) -> Self {
        let text = texts.customers();
        let last_visit = entry.last_visit_at.map(|at| texts.format_date(at.ist_date()));
        Self {
            path: customer_path(&entry.id),
            name: entry.name.clone(),
            initials: format::initials(&entry.name),
            avatar: avatar_class(&entry.name),
            phone: entry.phone.as_ref().map(|phone| (format::tel_link(phone.as_str()), format::phone(phone))),
            call: text.call(&entry.name),
            email: entry.email.as_ref().map(|email| email.as_str().to_owned()),
            tags: entry.tags.iter().map(|tag| (tag.name.clone(), shown_tag_colour(&tag.color))).collect(),
            visits: entry.total_visits,
            spent: format::money(entry.total_spent_paise),
            last_visit: last_visit.unwrap_or_else(|| text.never().to_owned()),
            gems: entry.gems_balance.map(|gems| gems.to_string()).unwrap_or_default(),
            no_shows: entry.noshow_count,
        }
    }
}
