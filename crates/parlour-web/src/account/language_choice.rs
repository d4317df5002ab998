//! The switch of the language, which every page has.

use axum::response::Response;
use http::header::SET_COOKIE;
use parlour_app::users::choose_language;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_domain::customer::Language;
use parlour_http::cookies;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::SignedIn;
use parlour_texts::Texts;

use crate::language::LANGUAGE_COOKIE;
use crate::page::{PageContext, see_other};

const LANGUAGE_COOKIE_SECONDS: i64 = 365 * 24 * 60 * 60;

/// For the address of the form, which somebody opens or loads again.
#[expect(clippy::unused_async, reason = "axum takes asynchronous handlers")]
pub async fn redirect_to_first_page() -> HttpResult {
    Ok(see_other("/", None))
}

/// From now on this device shows that language, and whoever is signed in gets their e-mails and messages in it. The form has
/// no key: a second tap does no harm.
pub async fn choose(page: PageContext, form: FormBody) -> HttpResult {
    let chosen = Texts::all().find(|texts| texts.code() == form.text("language"));
    let chosen = chosen.ok_or_else(|| HttpError::invalid_field("language", "is not known here"))?;
    // Not every language with texts is one that people can have.
    if let Some(caller) = &page.caller
        && let Some(language) = Language::parse(chosen.code())
    {
        keep_for_person(caller, language).await?;
    }
    Ok(chosen_response(chosen, local_path_or_root(Some(form.text("returnTo")))))
}

async fn keep_for_person(caller: &SignedIn, language: Language) -> Result<(), HttpError> {
    let user = caller.user().clone();
    match caller.write(move |tx, context| Ok(choose_language(tx, context, &user, language)?)).await {
        // The session has ended meanwhile: the choice is this device's.
        Err(error) if error.code() == ErrorCode::Unauthenticated => Ok(()),
        kept => kept,
    }
}

fn chosen_response(chosen: Texts, target: &str) -> Response {
    let mut response = see_other(target, None);
    let cookie = cookies::set(LANGUAGE_COOKIE, chosen.code(), LANGUAGE_COOKIE_SECONDS);
    response.headers_mut().append(SET_COOKIE, cookie);
    response
}

#[cfg(test)]
mod tests {
    use http::header::LOCATION;

    use super::*;

    #[test]
    fn the_cookie_holds_for_a_year_on_every_page() {
        let response = chosen_response(Texts::ENGLISH, "/book?s=cut");
        assert_eq!(response.headers()[LOCATION], "/book?s=cut");
        let cookie = response.headers()[SET_COOKIE].to_str().unwrap();
        assert_eq!(cookie, "lang=en; Path=/; Max-Age=31536000; HttpOnly; Secure; SameSite=Lax");
    }
}
