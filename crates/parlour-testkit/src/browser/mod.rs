//! As much of a browser as a sign-in needs: cookies, redirects one by one, forms.

mod cookie;
mod form;

use std::time::Duration;

use reqwest::header::{COOKIE, HeaderMap, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::{Client, RequestBuilder, StatusCode, Url};

use cookie::Cookie;

pub use form::Form;

const MOST_REDIRECTS: usize = 20;

/// A visitor with cookies of their own. `http://127.0.0.1` and `localhost` count as secure, as in real browsers.
#[derive(Debug)]
pub struct Browser {
    http: Client,
    cookies: Vec<Cookie>,
}

/// One answer, read to its end.
#[derive(Debug)]
pub struct Page {
    pub url: Url,
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Default for Browser {
    fn default() -> Self {
        Self::new()
    }
}

impl Browser {
    pub fn new() -> Self {
        let http = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .timeout(Duration::from_secs(20))
            .build()
            .expect("a client");
        Self { http, cookies: Vec::new() }
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
        if !form.is_post {
            let mut url = form.action.clone();
            url.query_pairs_mut().clear().extend_pairs(&form.fields);
            return self.get(&url).await;
        }
        let site = if form.page.origin() == form.action.origin() {
            "same-origin"
        } else if form.page.host() == form.action.host() {
            "same-site"
        } else {
            "cross-site"
        };
        let request = self
            .http
            .post(form.action.clone())
            .header(ORIGIN, form.page.origin().ascii_serialization())
            .header("sec-fetch-site", site)
            .form(&form.fields);
        self.send(&form.action, request).await
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
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        for header in headers.get_all(SET_COOKIE) {
            self.store_cookie(url, header.to_str().expect("a readable cookie"));
        }
        let body = response.text().await.expect("a whole answer");
        Page { url: url.clone(), status, headers, body }
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

impl Page {
    /// Where a redirect leads.
    pub fn redirect_target(&self) -> Option<Url> {
        let location = self.headers.get(LOCATION).filter(|_| self.status.is_redirection())?;
        Some(self.url.join(location.to_str().expect("a readable location")).expect("an address"))
    }

    /// The form that has this field or button.
    #[track_caller]
    pub fn form_with(&self, control: &str) -> Form {
        let forms = self.forms();
        forms
            .into_iter()
            .find(|form| form.controls.iter().any(|name| name == control))
            .unwrap_or_else(|| panic!("no form with `{control}` on {} ({})", self.url.path(), self.status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> Page {
        let url = Url::parse("http://127.0.0.1:3000/dev/oidc/authorize?x=1").unwrap();
        Page { url, status: StatusCode::OK, headers: HeaderMap::new(), body: body.to_owned() }
    }

    #[test]
    fn a_form_is_read_as_a_browser_reads_it() {
        let page = page(
            "<input name=outside><FORM method=post action='authorize'><input type=hidden name=state value=\"a&amp;b&#39;\">\
             <input type=checkbox name=off value=1><input type=checkbox name=on value=1 checked>\
             <input name=email type=email required><button name=person value=x><b>A</b></button></FORM>\
             <form action=\"/search?old=1\"><input name='q' value='é < &copy;'/></form>",
        );
        let form = page.form_with("person");
        assert_eq!(form.action.as_str(), "http://127.0.0.1:3000/dev/oidc/authorize");
        let fields: Vec<_> = form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(fields, [("state", "a&b'"), ("on", "1"), ("email", "")]);
        let form = form.with("person", "x").with("email", "a@b").without("on");
        assert_eq!((form.value("person"), form.value("email"), form.value("on")), (Some("x"), Some("a@b"), None));
        assert!(!page.form_with("q").is_post);
        assert_eq!(page.form_with("q").value("q"), Some("é < &copy;"));
        assert_eq!(page.forms().len(), 2);
    }

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
