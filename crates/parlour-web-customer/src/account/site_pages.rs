//! The privacy notice, the page for when there is no network, and the manifest of the installed app.

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use parlour_domain::customer::PRIVACY_NOTICE_VERSION;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use crate::public_page::answer_or_prepare;
use parlour_texts::PrivacySection;
use parlour_web::account::manifest::{ManifestNames, manifest_of, manifest_texts};
use parlour_web::format::full_number;
use parlour_web::page::{Frame, PageContext, Tab};

#[derive(Template)]
#[template(path = "privacy.html")]
pub(crate) struct PrivacyPage {
    pub(crate) frame: Frame,
    pub(crate) lede: String,
    pub(crate) version: String,
    pub(crate) sections: Vec<PrivacySection>,
    pub(crate) contact: String,
    /// Number for the telephone, and what the link says.
    pub(crate) phone: Option<(String, String)>,
}

pub(super) async fn privacy(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = &public.page;
    let (texts, salon) = (page.texts.privacy(), page.salon.name.as_str());
    public.respond(&PrivacyPage {
        frame: page.frame(texts.title(), Tab::None).with_own_canonical_path(page, texts.description(salon)),
        lede: texts.lede(salon),
        version: texts.version(PRIVACY_NOTICE_VERSION),
        sections: texts.sections(),
        contact: texts.contact_text(salon),
        phone: page.salon.phone.clone().map(|phone| {
            let label = texts.contact_phone(&full_number(&phone));
            (phone, label)
        }),
    })
}

#[derive(Template)]
#[template(path = "offline.html")]
pub(crate) struct OfflinePage {
    pub(crate) frame: Frame,
    /// What the link says, and the number.
    pub(crate) phones: Vec<(String, String)>,
}

/// Kept by the service worker, so it says nothing about the visitor.
pub(super) async fn offline(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = &public.page;
    let phones = page.salon.branches.iter().filter_map(|branch| {
        let number = branch.phone.clone()?;
        Some((format!("{}, {}", branch.name, full_number(&number)), number))
    });
    // The switch of the language leads elsewhere: with a network nobody means this page.
    let frame = page.frame(page.texts.offline().title(), Tab::None);
    let frame = Frame { signed_in_user: None, address: "/".to_owned(), ..frame };
    public.respond(&OfflinePage { phones: phones.collect(), frame })
}

/// What a phone shows when the app is put on its home screen.
pub(super) async fn manifest(page: PageContext) -> Response {
    let (texts, name) = (manifest_texts(&page), page.salon.name.as_str());
    let description = texts.home().description(name);
    manifest_of(texts, &ManifestNames { name, short_name: &short_name(name), description: &description })
}

/// Home screens cut names after about twelve letters: whole texts as long as they fit, at least the first.
fn short_name(name: &str) -> String {
    let mut short = String::new();
    for word in name.split_whitespace() {
        if !short.is_empty() && short.chars().count() + 1 + word.chars().count() > 12 {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn a_short_name_has_whole_words() {
        assert_eq!(short_name("Aangan"), "Aangan");
        assert_eq!(short_name("Rose Spa Baner Pune"), "Rose Spa");
        assert_eq!(short_name("Lakshminarayana's Salon"), "Lakshminarayana's");
    }
}
