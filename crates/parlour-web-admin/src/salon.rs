//! `/salon`: what the salon is called and what it is, beside its branches.

use askama::Template;
use axum::Router;
use parlour_app::salon as use_cases;
use parlour_app::salon::SalonPatch;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, Name, TrimmedText, ValueRule};
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Owner;
use parlour_http::shapes::web_address::https_address;
use parlour_http::state::HttpState;
use parlour_store::DbError;
use parlour_store::branches::branch_changes;
use parlour_store::salon::salon_settings::{self, SalonSettings};
use parlour_texts::{SalonTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::{FormState, PageRefusal, ShownRefusal};

use crate::desk::{DeskFrame, DeskPage, Place};
use crate::was::{ChangedMeanwhile, Shown, is_touched, shown_again, was_fields};

const PATH: &str = "/salon";

#[derive(Template)]
#[template(path = "salon.html")]
struct SalonPage {
    frame: DeskFrame,
    form: FormState,
    was: Vec<Shown>,
    /// The name of the primary branch, which stands in for that of the salon.
    branch_name: Option<String>,
}

impl SalonPage {
    fn text(&self) -> SalonTexts {
        self.frame.texts.salon()
    }
}

/// Why the form was not carried out.
#[derive(Debug)]
enum SaveRefusal {
    ChangedMeanwhile(ChangedMeanwhile),
    Db(DbError),
}

impl From<ChangedMeanwhile> for SaveRefusal {
    fn from(refusal: ChangedMeanwhile) -> Self {
        Self::ChangedMeanwhile(refusal)
    }
}

impl From<DbError> for SaveRefusal {
    fn from(error: DbError) -> Self {
        Self::Db(error)
    }
}

impl From<SaveRefusal> for HttpError {
    fn from(refusal: SaveRefusal) -> Self {
        match refusal {
            SaveRefusal::ChangedMeanwhile(refusal) => refusal.into(),
            SaveRefusal::Db(error) => error.into(),
        }
    }
}

impl PageRefusal for SaveRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::ChangedMeanwhile(refusal) => ShownRefusal::Conflict(refusal.sentence(texts)),
            Self::Db(_) => ShownRefusal::ErrorPage,
        }
    }
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/salon", get(show).merge(post(submit)))
}

/// The fields of the form with what they hold now.
fn fields_of(settings: &SalonSettings) -> Vec<Shown> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let fields = [
        ("name", text(&settings.name)),
        ("about", settings.about.clone()),
        ("website", text(&settings.website)),
        ("invoiceFooter", settings.invoice_footer.clone()),
    ];
    fields.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> String {
    let text = texts.salon();
    let word = match name {
        "name" => text.name(),
        "about" => text.about(),
        "website" => text.website(),
        _ => text.invoice_footer(),
    };
    word.to_owned()
}

async fn show(page: DeskPage<Owner>) -> HttpResult {
    let (settings, branch_name) = read(&page).await?;
    let form = FormState::new(fields_of(&settings));
    render(&page, &settings, branch_name, form)
}

async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let typed = form.values.clone();
    let saved = page.form(&form, label).write(parse(&form.values, page.texts), move |tx, context, patch| {
        branch_changes::lock_branch_changes(tx)?;
        ChangedMeanwhile::check(&typed, &fields_of(&salon_settings::find(tx)?), label)?;
        use_cases::change(tx, context, patch)?;
        Ok::<_, SaveRefusal>(PATH.to_owned())
    });
    let show = async |state: FormState| {
        let (settings, branch_name) = read(&page).await?;
        let state = shown_again(state, &form.values, &fields_of(&settings));
        render(&page, &settings, branch_name, state)
    };
    saved.await?.answer(Flash::SalonSaved, show).await
}

async fn read(page: &DeskPage<Owner>) -> Result<(SalonSettings, Option<String>), HttpError> {
    let read = page.caller.read(|conn, _| {
        let branch = branch_changes::find_primary(conn)?;
        Ok((salon_settings::find(conn)?, branch.map(|branch| branch.name)))
    });
    read.await
}

/// Only what somebody has changed is written.
fn parse(typed: &FormValues, texts: Texts) -> Result<SalonPatch, FieldErrors> {
    let mut fields = typed.fields();
    let is_touched = |name| is_touched(typed, name);
    let name = <Name<120> as ValueRule>::read(&mut fields, "name");
    let about = <TrimmedText<300> as ValueRule>::read(&mut fields, "about").unwrap_or_default();
    let not_https = |_| FieldError::Sentence(texts.salon().not_https().to_owned());
    let website = fields.optional("website", |typed| https_address(typed).map_err(not_https));
    let footer = <TrimmedText<200> as ValueRule>::read(&mut fields, "invoiceFooter").unwrap_or_default();
    fields.finish(|| {
        Some(SalonPatch {
            name: is_touched("name").then_some(name),
            about: is_touched("about").then_some(about),
            website: is_touched("website").then_some(website),
            invoice_footer: is_touched("invoiceFooter").then_some(footer),
        })
    })
}

fn render(
    page: &DeskPage<Owner>,
    settings: &SalonSettings,
    branch_name: Option<String>,
    form: FormState,
) -> HttpResult {
    let status = form.status;
    let template = SalonPage {
        frame: page.desk_frame(page.texts.salon().title(), Place::Salon),
        was: was_fields(&fields_of(settings)),
        branch_name,
        form,
    };
    page.show_with(status, &template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_touched_is_not_written() {
        let parsed = |form: &str| parse(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        let patch = parsed("name=&was.name=Old&about=A&was.about=A&website=https://a.in&was.website=").unwrap();
        assert_eq!((patch.name, patch.about), (Some(None), None));
        assert_eq!((patch.website, patch.invoice_footer), (Some(Some("https://a.in".to_owned())), None));
        let wrong = parsed("website=http://a.in&name=%01").unwrap_err();
        assert_eq!(wrong.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["name", "website"]);
    }
}
