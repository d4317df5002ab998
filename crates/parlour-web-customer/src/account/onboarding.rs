//! The profile of a new customer, after the first sign-in. It may be left for later.

use askama::Template;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::NaiveDate;
use http::header::{HeaderMap, SET_COOKIE};
use parlour_app::profile::{Onboarding, onboard};
use parlour_app::users::choose_language;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::customer::Language;
use parlour_domain::ist::{parse_date, parse_time};
use parlour_http::cookies::{self, AFTER_ONBOARDING_COOKIE};
use parlour_http::error::FieldErrors;
use parlour_http::form::FormBody;
use parlour_http::request::RequestShape;
use parlour_http::respond::HttpResult;
use parlour_http::shapes::profile::OnboardingAnswers;
use parlour_http::validation::check_date_of_birth;
use parlour_store::DbError;
use parlour_store::customers::profiles::{self, Profile};
use url::form_urlencoded;

use super::person_fields::{PersonFields, label, profile_values, typed_birth};
use crate::browse::campaign::shorten;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::{Frame, SignedInPage, Tab, see_other};

#[derive(Template)]
#[template(path = "onboarding.html")]
pub(crate) struct OnboardingPage {
    pub(crate) frame: Frame,
    pub(crate) heading: String,
    pub(crate) lede: String,
    pub(crate) save: &'static str,
    pub(crate) form: FormState,
    pub(crate) person: PersonFields,
    /// Where the customer was before the sign-in.
    pub(crate) return_to: String,
}

pub(super) async fn show(page: SignedInPage) -> HttpResult {
    let return_to = place_before_sign_in(&page.headers);
    if page.signed_in_user.is_onboarded {
        return Ok(leave(return_to.as_deref().unwrap_or("/me"), None));
    }
    let return_to = return_to.unwrap_or_else(|| "/".to_owned());
    let user = page.caller.user().clone();
    let known = page.caller.read(move |conn, _| Ok(profiles::find_by_user(conn, &user)?)).await?;
    let profile = known.unwrap_or_else(|| Profile::blank(String::new(), page.caller.user().clone(), page.now()));
    let values = [profile_values(&profile), campaign(&return_to)].concat();
    show_with(&page, FormState::new(values), return_to)
}

pub(super) async fn submit(page: SignedInPage, form: FormBody) -> HttpResult {
    let return_to = local_path_or_root(Some(form.text("returnTo"))).to_owned();
    let (user, next) = (page.caller.user().clone(), return_to.clone());
    let language = language_to_keep(&page);
    let saved = page.form(&form, label).write(read_answers(&form, page.today()), move |tx, context, answers| {
        onboard(tx, context, &user, answers)?;
        if let Some(language) = language {
            choose_language(tx, context, &user, language)?;
        }
        Ok::<_, DbError>(next.clone())
    });
    match saved.await?.into_path_or_state()? {
        Ok(next) => Ok(leave(&next, Some(Flash::ProfileSaved))),
        Err(state) => show_with(&page, state, return_to),
    }
}

/// Whoever has read these pages in Hindi so far gets their e-mails in it. English is what a profile begins with.
fn language_to_keep(page: &SignedInPage) -> Option<Language> {
    if page.signed_in_user.language.is_some() {
        return None;
    }
    Language::parse(page.texts.code()).filter(|language| *language != Language::English)
}

fn read_answers(form: &FormBody, today: NaiveDate) -> Result<Onboarding, FieldErrors> {
    let (mut fields, readable) = form.read::<OnboardingAnswers>();
    check_date_of_birth(&mut fields, readable.date_of_birth, today);
    let answers = fields.finish(|| OnboardingAnswers::complete(readable))?;
    Ok(Onboarding {
        utm_source: shorten(form.text("utmSource")),
        utm_medium: shorten(form.text("utmMedium")),
        utm_campaign: shorten(form.text("utmCampaign")),
        ..answers.into()
    })
}

/// `Wed 3 Mar, 4:30 pm`, for somebody who was about to ask for a booking.
fn chosen_time(page: &SignedInPage, return_to: &str) -> Option<String> {
    let (_, query) = return_to.strip_prefix("/book/review")?.split_once('?')?;
    let value =
        |name: &str| form_urlencoded::parse(query.as_bytes()).find(|(given, _)| given == name).map(|pair| pair.1);
    let (day, time) = (parse_date(&value("day")?)?, parse_time(&value("time")?)?);
    let (day, time) = (page.texts.format_day(day, page.today()), page.texts.format_time(time));
    Some(page.texts.formats().day_and_time(&day, &time))
}

fn show_with(page: &SignedInPage, form: FormState, return_to: String) -> HttpResult {
    let texts = page.texts.onboarding();
    let is_booking = return_to.starts_with("/book");
    let template = OnboardingPage {
        frame: page.frame(texts.title(), Tab::None).without_navigation(),
        heading: texts.heading(page.signed_in_user.first_name()),
        lede: match chosen_time(page, &return_to) {
            Some(booking) => texts.lede_for_visit(&booking),
            None => texts.lede().to_owned(),
        },
        save: if is_booking { texts.save_visit() } else { texts.save() },
        person: PersonFields::new(page.texts, typed_birth(&form), page.today()),
        form,
        return_to,
    };
    page.render_with(template.form.status, &template)
}

/// Set by the first sign-in, which leads here.
fn place_before_sign_in(headers: &HeaderMap) -> Option<String> {
    let encoded = cookies::read(headers, AFTER_ONBOARDING_COOKIE)?;
    let path = String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()?;
    Some(local_path_or_root(Some(&path)).to_owned())
}

fn leave(target: &str, flash: Option<Flash>) -> Response {
    let mut response = see_other(target, flash);
    response.headers_mut().append(SET_COOKIE, cookies::clear(AFTER_ONBOARDING_COOKIE));
    response
}

/// The advertisement in the address that the customer came from, for browsers without scripts.
fn campaign(return_to: &str) -> Vec<(&'static str, String)> {
    let query = return_to.split_once('?').map_or("", |(_, query)| query);
    let pairs = form_urlencoded::parse(query.as_bytes());
    let named = pairs.filter_map(|(name, value)| {
        let field = match &*name {
            // The first form is that of advertisements.
            "utm_source" | "utmSource" => "utmSource",
            "utm_medium" | "utmMedium" => "utmMedium",
            "utm_campaign" | "utmCampaign" => "utmCampaign",
            _ => return None,
        };
        Some((field, shorten(&value)?))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advertisement_is_read_from_the_address() {
        let found = campaign("/book/review?s=haircut&utm_source=insta&utmCampaign=diwali%2027&utm_term=x");
        assert_eq!(found, [("utmSource", "insta".to_owned()), ("utmCampaign", "diwali 27".to_owned())]);
        assert_eq!(campaign("/visits"), []);
    }
}
