//! As much of a browser as a sign-in needs: cookies, redirects one by one, forms.

use std::time::Duration;

use reqwest::header::{COOKIE, HeaderMap, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::{Client, RequestBuilder, StatusCode, Url};

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

/// A form as it stands on a page, to be filled in and submitted.
#[derive(Debug, Clone)]
pub struct Form {
    page: Url,
    action: Url,
    is_post: bool,
    /// Names of everything that can be filled in or pressed.
    controls: Vec<String>,
    fields: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Cookie {
    name: String,
    value: String,
    domain: String,
    /// Whether hosts below the domain get it too.
    below: bool,
    path: String,
    secure: bool,
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

impl Cookie {
    fn parse(url: &Url, header: &str) -> Option<(Self, bool)> {
        let mut parts = header.split(';').map(str::trim);
        let (name, value) = parts.next()?.split_once('=')?;
        let host = url.host_str()?;
        let directory = url.path().rsplit_once('/').map_or("", |(directory, _)| directory);
        let mut cookie = Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: host.to_owned(),
            below: false,
            path: if directory.is_empty() { "/" } else { directory }.to_owned(),
            secure: false,
        };
        let mut removed = false;
        for part in parts {
            let (attribute, value) = part.split_once('=').unwrap_or((part, ""));
            match attribute.to_ascii_lowercase().as_str() {
                "domain" => {
                    value.trim_start_matches('.').clone_into(&mut cookie.domain);
                    cookie.below = true;
                }
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.secure = true,
                "max-age" => removed = value.parse::<i64>().is_ok_and(|seconds| seconds <= 0),
                // Servers that remove a cookie by date all use the first day of 1970.
                "expires" if value.contains(" 1970 ") => removed = true,
                _ => {}
            }
        }
        let allowed = (cookie.secure || !(name.starts_with("__Host-") || name.starts_with("__Secure-")))
            && (!name.starts_with("__Host-") || (!cookie.below && cookie.path == "/"))
            && (!cookie.secure || is_secure(url))
            && is_within(host, &cookie.domain);
        allowed.then_some((cookie, removed))
    }

    fn is_sent_to(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let path = url.path();
        let below_path = path
            .strip_prefix(&self.path)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || self.path.ends_with('/'));
        let host_fits = host == self.domain || (self.below && is_within(host, &self.domain));
        host_fits && below_path && (!self.secure || is_secure(url))
    }
}

fn is_within(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

fn is_secure(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    url.scheme() == "https" || matches!(host, "127.0.0.1" | "localhost" | "[::1]") || is_within(host, "localhost")
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

    pub fn forms(&self) -> Vec<Form> {
        let mut forms: Vec<Form> = Vec::new();
        let mut open = false;
        for tag in tags(&self.body) {
            match (tag.name.as_str(), forms.last_mut()) {
                ("form", _) => {
                    open = true;
                    forms.push(Form {
                        page: self.url.clone(),
                        action: self.url.join(tag.get("action").unwrap_or_default()).expect("an address"),
                        is_post: tag.get("method").is_some_and(|method| method.eq_ignore_ascii_case("post")),
                        controls: Vec::new(),
                        fields: Vec::new(),
                    });
                }
                ("/form", _) => open = false,
                ("input" | "button" | "textarea" | "select", Some(form)) if open => form.add(&tag),
                _ => {}
            }
        }
        forms
    }
}

impl Form {
    /// Fills a field in, or presses the button of that name and value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        assert!(self.controls.iter().any(|control| control == name), "no control `{name}` in {:?}", self.controls);
        self = self.without(name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Clears a field or unticks a box.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.fields.retain(|field| field.0 != name);
        self
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| field.1.as_str())
    }

    fn add(&mut self, tag: &Tag) {
        let Some(name) = tag.get("name").filter(|name| !name.is_empty()) else { return };
        self.controls.push(name.to_owned());
        let sent = match tag.get("type").unwrap_or_default() {
            "submit" | "button" | "image" | "reset" => false,
            "checkbox" | "radio" => tag.get("checked").is_some(),
            _ => tag.name != "button",
        };
        if sent {
            self.fields.push((name.to_owned(), tag.get("value").unwrap_or_default().to_owned()));
        }
    }
}

struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }
}

/// The tags of a page in order. Enough for forms written by servers; not a parser for the wild.
fn tags(html: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let name_ends = rest.find(|letter: char| letter.is_whitespace() || letter == '>').unwrap_or(rest.len());
        let name = rest[..name_ends].to_ascii_lowercase();
        rest = &rest[name_ends..];
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/') {
            continue;
        }
        let (attributes, after) = attributes(rest);
        tags.push(Tag { name, attributes });
        rest = after;
    }
    tags
}

fn attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (attributes, rest);
        }
        // A name has at least one letter, whatever it is.
        let ends = |(_, letter): &(usize, char)| letter.is_whitespace() || "=>/".contains(*letter);
        let name_ends = rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(end, _)| end);
        let (name, after) = rest.split_at(name_ends);
        rest = after.trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = split_attribute_value(after.trim_start());
        }
        attributes.push((name.to_ascii_lowercase(), unescape_html(value)));
    }
}

fn split_attribute_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let end = text.find(|letter: char| letter.is_whitespace() || letter == '>');
    text.split_at(end.unwrap_or(text.len()))
}

fn unescape_html(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let entity = after.split_once(';').and_then(|(entity, rest)| Some((letter(entity)?, rest)));
        let (letter, after) = entity.unwrap_or(('&', after));
        plain.push(letter);
        rest = after;
    }
    plain + rest
}

fn letter(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
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
