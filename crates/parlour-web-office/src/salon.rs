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
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{
    HiddenField, SavedField, hidden_fields, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

const PATH: &str = "/salon";

#[derive(Template)]
#[template(path = "salon.html")]
struct SalonPage {
    frame: DeskFrame,
    form: FormState,
    first_shown: Vec<HiddenField>,
    /// The name of the primary branch, which stands in for that of the salon.
    branch_name: Option<String>,
}

impl SalonPage {
    fn text(&self) -> SalonTexts {
        self.frame.texts.salon()
    }
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/salon", get(show).merge(post(submit)))
}

/// The fields of the form with what they hold now.
fn fields_of(settings: &SalonSettings) -> Vec<SavedField> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    text_fields([
        ("name", text(&settings.name)),
        ("about", settings.about.clone()),
        ("aboutHi", text(&settings.about_hi)),
        ("website", text(&settings.website)),
        ("invoiceFooter", settings.invoice_footer.clone()),
    ])
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.salon();
    match name {
        "name" => text.name(),
        "about" => text.about(),
        "aboutHi" => text.about_hi(),
        "website" => text.website(),
        _ => text.invoice_footer(),
    }
}

async fn show(page: DeskPage<Owner>) -> HttpResult {
    render(&page, FormState::default()).await
}

async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let (typed, texts) = (form.values.clone(), page.texts);
    let saved = page.form(&form, label).write(parse(&typed, texts).map(drop), move |tx, context, ()| {
        branch_changes::lock_branch_changes(tx)?;
        let changed = merge_with_saved(&typed, &fields_of(&salon_settings::find(tx)?), texts, label)?;
        use_cases::change(tx, context, &parse(&changed, texts)?)?;
        Ok::<_, ChangedOrRefused<DbError>>(PATH.to_owned())
    });
    saved.await?.answer(Flash::SalonSaved, |state| render(&page, state)).await
}

async fn read(page: &DeskPage<Owner>) -> Result<(SalonSettings, Option<String>), HttpError> {
    let read = page.caller.read(|conn, _| {
        let branch = branch_changes::find_primary(conn)?;
        Ok((salon_settings::find(conn)?, branch.map(|branch| branch.name)))
    });
    read.await
}

fn parse(typed: &FormValues, texts: Texts) -> Result<SalonPatch, FieldErrors> {
    let mut fields = typed.fields();
    let name = <Name<120> as ValueRule>::read(&mut fields, "name");
    let about = <TrimmedText<300> as ValueRule>::read(&mut fields, "about").unwrap_or_default();
    let about_hi = <TrimmedText<300> as ValueRule>::read(&mut fields, "aboutHi");
    let not_https = |_| FieldError::Sentence(texts.salon().not_https().to_owned());
    let website = fields.optional("website", |typed| https_address(typed).map_err(not_https));
    let footer = <TrimmedText<200> as ValueRule>::read(&mut fields, "invoiceFooter").unwrap_or_default();
    fields.finish(|| {
        Some(SalonPatch {
            name: Some(name),
            about: Some(about),
            about_hi: Some(about_hi),
            website: Some(website),
            invoice_footer: Some(footer),
        })
    })
}

/// The form with what was typed, or with what is saved.
async fn render(page: &DeskPage<Owner>, typed: FormState) -> HttpResult {
    let (settings, branch_name) = read(page).await?;
    let form = with_saved_values(typed, &fields_of(&settings));
    let status = form.status;
    let template = SalonPage {
        frame: page.desk_frame(page.texts.salon().title(), Place::Salon),
        first_shown: hidden_fields(&form),
        branch_name,
        form,
    };
    page.show_with(status, &template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_is_removed_and_every_wrong_field_is_named() {
        let parsed = |form: &str| parse(&FormValues::decode(form.as_bytes()), Texts::ENGLISH);
        let patch = parsed("name=&about=A&website=https://a.in").unwrap();
        assert_eq!((patch.name, patch.about.as_deref()), (Some(None), Some("A")));
        assert_eq!(patch.website, Some(Some("https://a.in".to_owned())));
        let wrong = parsed("website=http://a.in&name=%01").unwrap_err();
        assert_eq!(wrong.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["name", "website"]);
    }
}
