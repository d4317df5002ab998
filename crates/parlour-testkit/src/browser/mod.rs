//! A browser without scripts: cookies, redirects one by one, links and forms.

mod cookie;
mod form;
mod page;

use std::collections::HashSet;
use std::sync::OnceLock;
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit_html::Document;
use reqwest::header::{ACCEPT, COOKIE, HeaderMap, ORIGIN, REFERER, SET_COOKIE};
use reqwest::{Client, RequestBuilder, StatusCode, Url};

use cookie::Cookie;

use crate::page_checks::{PageFault, html_faults};
use crate::process::http_client_builder;
use crate::{Person, TestSalon};

pub use form::Form;
pub use page::Link;

const MOST_REDIRECTS: usize = 20;

/// A visitor with cookies of their own. `http://127.0.0.1` and `localhost` count as secure, as in real browsers.
#[derive(Debug)]
pub struct Browser {
    http: Client,
    cookies: Vec<Cookie>,
    /// Where paths belong to.
    home: Option<Url>,
    /// Paths and statuses of the pages that were checked; `None` if pages are not checked.
    checked: Option<HashSet<(String, u16)>>,
}

/// One answer, read to its end.
#[derive(Debug)]
pub struct Page {
    pub url: Url,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
    /// The body, read when somebody first asks what is on the page.
    document: OnceLock<Document>,
}

impl Default for Browser {
    fn default() -> Self {
        Self::new()
    }
}

impl Browser {
    pub fn new() -> Self {
        let http = http_client_builder().timeout(Duration::from_secs(20)).build().expect("a client");
        Self { http, cookies: Vec::new(), home: None, checked: None }
    }

    /// A visitor of an app that listens. Every page it is shown must be valid HTML.
    pub fn at(salon: &TestSalon, app_kind: AppKind) -> Self {
        let home = Url::parse(salon.url(app_kind)).expect("an address");
        assert_eq!(home.host_str(), Some("127.0.0.1"), "the salon does not listen: see TestSalon::for_browsers");
        Self { home: Some(home), checked: Some(HashSet::new()), ..Self::new() }
    }

    /// Gives the browser the session of a person; the other app's session stays.
    pub fn sign_in_as(&mut self, person: &Person) {
        let home = self.home.clone().expect("a browser of Browser::at");
        let (name, token) = (person.app_kind.session_cookie(), person.token());
        self.store_cookie(&home, &format!("{name}={token}; Path=/; Secure; HttpOnly; SameSite=Lax"));
    }

    /// Forgets all cookies.
    pub fn sign_out(&mut self) {
        self.cookies.clear();
    }

    /// Opens a path of the app, with its query, and follows redirects.
    pub async fn visit(&mut self, path: &str) -> Page {
        let url = self.home.as_ref().expect("a browser of Browser::at").join(path).expect("a path");
        self.open(url.as_str()).await
    }

    /// Clicks the link with this text and follows redirects.
    pub async fn click_link(&mut self, page: &Page, text: &str) -> Page {
        self.open(page.link_named(text).url.as_str()).await
    }

    /// Submits a form and follows redirects to the page that is shown in the end.
    pub async fn submit_and_follow(&mut self, form: &Form) -> Page {
        let page = self.submit(form).await;
        self.follow(page, |_| false).await
    }

    /// Fails if the page is not valid HTML.
    pub async fn check_page(&self, page: &Page) {
        let faults = html_faults(&page.body).await;
        assert!(faults.is_empty(), "{} ({}):{}", page.url, page.status, PageFault::list(&faults));
    }

    /// One request; a redirect is an answer like any other.
    pub async fn get(&mut self, url: &Url) -> Page {
        self.send(url, self.http.get(url.clone())).await
    }

    /// Opens an address and follows redirects to the page that is shown in the end.
    pub async fn open(&mut self, url: &str) -> Page {
        let page = self.get(&Url::parse(url).expect("an address")).await;
        self.follow(page, |_| false).await
    }

    /// Follows redirects up to one that leads to an address for which `stop` holds, and stays before it.
    pub async fn follow(&mut self, mut page: Page, stop: impl Fn(&Url) -> bool) -> Page {
        for _ in 0..MOST_REDIRECTS {
            match page.redirect_target() {
                Some(next) if !stop(&next) => page = self.get(&next).await,
                _ => return page,
            }
        }
        panic!("more than {MOST_REDIRECTS} redirects, the last to {}", page.url.path());
    }

    /// Submits a form with the headers that tell a browser's form from a forged one; redirects are not followed.
    pub async fn submit(&mut self, form: &Form) -> Page {
        let target = form.target();
        if !form.is_sent_by_post() {
            let mut url = target;
            url.query_pairs_mut().clear().extend_pairs(form.fields());
            return self.get(&url).await;
        }
        let site = if form.page.origin() == target.origin() {
            "same-origin"
        } else if form.page.host() == target.host() {
            "same-site"
        } else {
            "cross-site"
        };
        let request = self
            .http
            .post(target.clone())
            .header(ORIGIN, form.page.origin().ascii_serialization())
            .header(REFERER, form.page.as_str())
            .header("sec-fetch-site", site);
        self.send(&target, form.put_into(request)).await
    }

    /// The value of a cookie that would be sent to this address.
    pub fn cookie(&self, url: &Url, name: &str) -> Option<&str> {
        self.cookies.iter().find(|cookie| cookie.name == name && cookie.is_sent_to(url)).map(|cookie| &*cookie.value)
    }

    async fn send(&mut self, url: &Url, mut request: RequestBuilder) -> Page {
        let cookies: Vec<_> = self.cookies.iter().filter(|cookie| cookie.is_sent_to(url)).collect();
        if !cookies.is_empty() {
            let header: Vec<_> = cookies.iter().map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
            request = request.header(COOKIE, header.join("; "));
        }
        if self.home.is_some() {
            request = request.header(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8");
        }
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        for header in headers.get_all(SET_COOKIE) {
            self.store_cookie(url, header.to_str().expect("a readable cookie"));
        }
        let body = response.text().await.expect("a whole answer");
        let page = Page::new(url.clone(), status, headers, body);
        let is_new = |checked: &mut HashSet<_>| checked.insert((page.path().to_owned(), status.as_u16()));
        if page.is_html() && !status.is_redirection() && self.checked.as_mut().is_some_and(is_new) {
            self.check_page(&page).await;
        }
        page
    }

    /// Keeps, replaces or removes what `Set-Cookie` says, unless a browser would refuse it.
    fn store_cookie(&mut self, url: &Url, header: &str) {
        let Some((cookie, removed)) = Cookie::parse(url, header) else { return };
        self.cookies
            .retain(|kept| (&kept.name, &kept.domain, &kept.path) != (&cookie.name, &cookie.domain, &cookie.path));
        if !removed {
            self.cookies.push(cookie);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_go_where_they_belong() {
        let mut browser = Browser::new();
        let at = |url: &str| Url::parse(url).unwrap();
        let app = at("http://127.0.0.1:3000/api/auth/sign-in");
        browser.store_cookie(&app, "__Host-parlour=t1; Path=/; Secure; HttpOnly; SameSite=Lax");
        browser.store_cookie(&app, "narrow=n; Path=/api/auth; Max-Age=300");
        assert_eq!(browser.cookie(&at("http://127.0.0.1:3001/"), "__Host-parlour"), Some("t1"), "ports do not matter");
        assert_eq!(browser.cookie(&at("http://salon.example/"), "__Host-parlour"), None);
        assert_eq!(browser.cookie(&at("http://127.0.0.1/api/auth/callback"), "narrow"), Some("n"));
        assert_eq!(browser.cookie(&at("http://127.0.0.1/api/authors"), "narrow"), None);
        browser.store_cookie(&app, "__Host-parlour=t2; Path=/; Secure");
        assert_eq!(browser.cookie(&app, "__Host-parlour"), Some("t2"));
        browser.store_cookie(&app, "__Host-parlour=; Path=/; Secure; Max-Age=0");
        browser.store_cookie(&app, "narrow=; Path=/api/auth; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
        assert!(browser.cookies.is_empty());
    }

    #[test]
    fn cookies_that_a_browser_refuses_are_refused() {
        let mut browser = Browser::new();
        let app = Url::parse("http://127.0.0.1:3000/").unwrap();
        for refused in [
            "__Host-a=1; Path=/",
            "__Host-a=1; Path=/api; Secure",
            "__Host-a=1; Path=/; Secure; Domain=127.0.0.1",
            "__Secure-a=1; Path=/",
            "a=1; Domain=example.in",
        ] {
            browser.store_cookie(&app, refused);
        }
        browser.store_cookie(&Url::parse("http://192.168.1.5/").unwrap(), "a=1; Secure");
        assert_eq!(browser.cookies, []);
    }
}
