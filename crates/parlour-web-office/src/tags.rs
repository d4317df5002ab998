//! The tags that the desk puts on customers.

use askama::Template;
use axum::Router;
use parlour_app::customers::{self as use_cases, ChangeTagRefusal, CreateTagRefusal, NewTag, TagPatch};
use parlour_domain::customer::tag_colour::shown_tag_colour;
use parlour_domain::ids::TagId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Name, OptionalText, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_store::customers::customer_records::{self, Tag};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{SavedField, merge_with_saved, text_fields, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::Panel;

const LIST_PATH: &str = "/tags";
/// Of a new tag.
const FIRST_COLOUR: &str = "#8a2f5c";

request_shape! {
    struct TagForm {
        name: Name<40>,
        color: Text<32>,
        description: OptionalText<500>,
    }
}

#[derive(Template)]
#[template(path = "tags/tags.html")]
struct TagsPage {
    frame: DeskFrame,
    rows: Vec<TagRow>,
    panel: Option<Panel>,
    /// A description is given to a new tag, and stays.
    is_new: bool,
}

#[derive(Debug)]
struct TagRow {
    path: String,
    name: String,
    colour: Option<String>,
    description: String,
    is_current: bool,
}

impl TagsPage {
    /// What the field for the colour is: the browser's choice of colours takes no others than `#8a2f5c`.
    fn colour_kind(form: &FormState) -> &'static str {
        let colour = form.value("color");
        let digits = colour.strip_prefix('#').filter(|digits| digits.len() == 6);
        let is_hex = digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        if is_hex { "color" } else { "text" }
    }
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/tags", get(show_list))
        .route("/tags/new", get(show_new).merge(post(add)))
        .route("/tags/{id}", get(show).merge(post(change)))
}

/// `/tags`
async fn show_list(page: DeskPage<Manager>) -> HttpResult {
    let all = read_all(&page).await?;
    render(&page, &all, None, None)
}

/// `/tags/new`
async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    render_new(&page, FormState::new([("color", FIRST_COLOUR)])).await
}

async fn render_new(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let title = page.texts.desk_tags().new_tag();
    let panel = Panel::new(title, "/tags/new".to_owned(), LIST_PATH.to_owned(), form);
    render(page, &read_all(page).await?, Some(panel), None)
}

async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let added = page.form(&form, label).create(form.parse::<TagForm>(), |tx, context, typed| {
        let TagForm { name, color, description } = typed.clone();
        use_cases::create_tag(tx, context, &NewTag { name, color, description })?;
        Ok::<_, CreateTagRefusal>(LIST_PATH.to_owned())
    });
    added.await?.answer(Flash::TagCreated, |state| render_new(&page, state)).await
}

/// `/tags/{id}`
async fn show(page: DeskPage<Manager>, PathId(id): PathId<TagId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &TagId, typed: Option<FormState>) -> HttpResult {
    let all = read_all(page).await?;
    let tag = all.iter().find(|tag| tag.id == *id).ok_or_else(|| HttpError::not_found("This tag"))?;
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(tag));
    let panel = Panel::new(tag.name.clone(), format!("/tags/{id}"), LIST_PATH.to_owned(), form);
    render(page, &all, Some(panel), Some(id))
}

async fn change(page: DeskPage<Manager>, PathId(id): PathId<TagId>, form: FormBody) -> HttpResult {
    let (tag, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let parsed = form.parse::<TagForm>().map(drop);
    let saved = page.form(&form, label).write(parsed, move |tx, context, ()| {
        let refused = ChangedOrRefused::<ChangeTagRefusal>::Refused;
        let before = customer_records::lock_tag(tx, &tag)?.ok_or(refused(ChangeTagRefusal::Unknown))?;
        let TagForm { name, color, .. } = merge_with_saved(&typed, &fields_of(&before), texts, label)?.parse()?;
        let patch = TagPatch { name: Some(name), color: Some(color) };
        use_cases::change_tag(tx, context, &tag, &patch).map_err(refused)?;
        Ok::<_, ChangedOrRefused<ChangeTagRefusal>>(LIST_PATH.to_owned())
    });
    saved.await?.answer(Flash::TagSaved, |state| show_with(&page, &id, Some(state))).await
}

async fn read_all(page: &DeskPage<Manager>) -> Result<Vec<Tag>, HttpError> {
    page.caller.read(|conn, _| Ok(customer_records::list_tags(conn)?)).await
}

fn fields_of(tag: &Tag) -> Vec<SavedField> {
    text_fields([("name", &tag.name), ("color", &tag.color)])
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_tags();
    match name {
        "name" => text.name(),
        "color" => text.colour(),
        _ => text.description(),
    }
}

fn render(page: &DeskPage<Manager>, all: &[Tag], panel: Option<Panel>, current: Option<&TagId>) -> HttpResult {
    let title = panel.as_ref().map_or(page.texts.desk_frame().tags().to_owned(), |panel| panel.title.clone());
    let status = panel.as_ref().map(|panel| panel.form.status).unwrap_or_default();
    let rows = all.iter().map(|tag| TagRow::new(tag, current)).collect();
    let is_new = current.is_none();
    page.show_with(status, &TagsPage { frame: page.desk_frame(title, Place::Tags), rows, panel, is_new })
}

impl TagRow {
    fn new(tag: &Tag, current: Option<&TagId>) -> Self {
        Self {
            path: format!("/tags/{}", tag.id),
            name: tag.name.clone(),
            colour: shown_tag_colour(&tag.color),
            description: tag.description.clone().unwrap_or_default(),
            is_current: current == Some(&tag.id),
        }
    }
}
