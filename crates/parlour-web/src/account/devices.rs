//! The browsers that a customer is signed in with.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::ids::SessionId;
use parlour_store::users::sessions::OwnSession;

use crate::page::PageContext;
use parlour_texts::MeTexts;

#[derive(Debug)]
pub struct Device {
    pub id: String,
    pub name: String,
    pub last_used: String,
    pub sign_out: String,
    pub is_current: bool,
    pub is_desk: bool,
}

impl Device {
    pub fn new(page: &PageContext, session: &OwnSession, current: &SessionId) -> Self {
        let texts = page.texts.me();
        let name = device_name(session.user_agent.as_deref().unwrap_or_default(), texts);
        let used = session.last_used_at;
        let when = page.texts.format_day_and_time(used.ist_date(), used.ist_time(), page.today());
        Self {
            last_used: texts.last_used(&when),
            sign_out: texts.sign_out_of(&name),
            is_current: session.id == *current,
            is_desk: session.app == AppKind::Admin,
            id: session.id.as_str().to_owned(),
            name,
        }
    }
}

/// Most browsers name others too, so the order matters.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("UCBrowser", "UC Browser"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
];

/// `Chrome on Android`, from the name that a browser gives itself.
fn device_name(user_agent: &str, texts: MeTexts) -> String {
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => texts.device(browser, system),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => texts.unknown_device().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_texts::Texts;

    #[test]
    fn browsers_are_named_as_people_know_them() {
        let name = |user_agent| device_name(user_agent, Texts::ENGLISH.me());
        let android = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
        let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0";
        assert_eq!(name(android), "Chrome on Android");
        assert_eq!(name(iphone), "Safari on iPhone");
        assert_eq!(name(edge), "Edge on Windows");
        assert_eq!(name("curl/8.5"), "A browser");
    }
}
