//! What stands on a page.

use std::sync::OnceLock;

use parlour_testkit_html::{Document, Element, collapse_whitespace};
use reqwest::header::{CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{StatusCode, Url};

use super::{Form, Page};

/// A link as a person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    pub text: String,
    pub url: Url,
}

impl Page {
    pub fn new(url: Url, status: StatusCode, headers: HeaderMap, body: String) -> Self {
        Self { url, status, headers, body, document: OnceLock::new() }
    }

    /// Where a redirect leads.
    pub fn redirect_target(&self) -> Option<Url> {
        let location = self.headers.get(LOCATION).filter(|_| self.status.is_redirection())?;
        Some(self.url.join(location.to_str().expect("a readable location")).expect("an address"))
    }

    pub fn path(&self) -> &str {
        self.url.path()
    }

    pub fn is_html(&self) -> bool {
        let content_type = self.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        content_type.is_some_and(|value| value.starts_with("text/html"))
    }

    /// The same page, if it has this status.
    #[track_caller]
    #[must_use]
    pub fn expect_status(self, status: u16) -> Self {
        assert_eq!(self.status, StatusCode::from_u16(status).expect("a status"), "{}: {}", self.url, self.text());
        self
    }

    pub fn title(&self) -> String {
        let document = self.document();
        document.elements_named("title").next().map(|title| collapse_whitespace(&title.raw_text())).unwrap_or_default()
    }

    /// The main heading.
    pub fn heading(&self) -> String {
        self.document().elements_named("h1").next().map(|heading| heading.text()).unwrap_or_default()
    }

    /// What a person can read, with single spaces. Closed `details` are included: they open without scripts.
    pub fn text(&self) -> String {
        self.document().visible_text()
    }

    pub fn has_text(&self, text: &str) -> bool {
        self.text().contains(&collapse_whitespace(text))
    }

    /// The readable text of all elements that match, in order. A selector has the form `table.visits tr[data-id=x]`.
    pub fn texts_of(&self, selector: &str) -> Vec<String> {
        self.document().select(selector).iter().map(Element::text).collect()
    }

    /// The values of an attribute of all elements that match and have it, in order.
    pub fn attributes_of(&self, selector: &str, attribute: &str) -> Vec<String> {
        let matching = self.document().select(selector);
        matching.iter().filter_map(|element| element.get(attribute)).map(str::to_owned).collect()
    }

    pub fn links(&self) -> Vec<Link> {
        let document = self.document();
        let anchors = document.elements_named("a");
        let link = |anchor: Element<'_>| {
            Some(Link { text: anchor.label(), url: self.url.join(anchor.get("href")?).expect("an address") })
        };
        anchors.filter_map(link).collect()
    }

    /// The first link with this text, else the only one that contains it.
    #[track_caller]
    pub fn link_named(&self, text: &str) -> Link {
        let links = self.links();
        let wanted = collapse_whitespace(text);
        let mut containing = links.iter().filter(|link| link.text.contains(&wanted));
        let found = links.iter().find(|link| link.text == wanted).or_else(|| {
            let first = containing.next()?;
            // The same link may stand on a page twice.
            containing.all(|other| other.url == first.url).then_some(first)
        });
        found.cloned().unwrap_or_else(|| {
            let texts: Vec<_> = links.iter().map(|link| &link.text).collect();
            panic!("not one link `{text}` on {} ({}), which has {texts:?}", self.url, self.status)
        })
    }

    pub fn forms(&self) -> Vec<Form> {
        Form::all_of(&self.url, self.document())
    }

    /// The form that has this field or button.
    #[track_caller]
    pub fn form_with(&self, control: &str) -> Form {
        self.form_where(&format!("with `{control}`"), |form| form.has(control))
    }

    /// The form that has a button with this text.
    #[track_caller]
    pub fn form_with_button(&self, text: &str) -> Form {
        self.form_where(&format!("with a button `{text}`"), |form| form.has_button(text))
    }

    #[track_caller]
    fn form_where(&self, which: &str, matches: impl Fn(&Form) -> bool) -> Form {
        self.forms().into_iter().find(matches).unwrap_or_else(|| {
            panic!("no form {which} on {} ({}), which says: {}", self.url.path(), self.status, self.text())
        })
    }

    /// What the page says is wrong with a field: the text that its `aria-describedby` names while it is invalid. Of
    /// several texts, those count that are errors by their class or id.
    pub fn field_error(&self, name: &str) -> Option<String> {
        let document = self.document();
        let invalid = |element: &Element<'_>| {
            element.get("name") == Some(name) && element.get("aria-invalid").is_some_and(|invalid| invalid != "false")
        };
        let ids = document.elements().find(invalid)?.get("aria-describedby")?;
        let described: Vec<_> = ids.split_whitespace().filter_map(|id| document.element_with_id(id)).collect();
        let is_error = |element: &&Element<'_>| {
            ["class", "id"].iter().any(|attribute| element.get(attribute).is_some_and(|text| text.contains("error")))
        };
        let errors: Vec<_> = described.iter().filter(is_error).collect();
        let chosen = if errors.is_empty() { described.iter().collect() } else { errors };
        Some(chosen.iter().map(|element| element.text()).collect::<Vec<_>>().join(" "))
    }

    fn document(&self) -> &Document {
        self.document.get_or_init(|| Document::parse(&self.body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> Page {
        let url = Url::parse("http://127.0.0.1:3000/visits?page=2").unwrap();
        Page::new(url, StatusCode::OK, HeaderMap::new(), body.to_owned())
    }

    #[test]
    fn links_are_found_by_what_they_say() {
        let page = page(
            "<title> My  visits </title><h1>Visits</h1><a href='/book'>Book</a><a href='/book?again=1'>Book again</a>\
             <a href=/me aria-label='Your account'>M</a><a>no link</a><a href='?page=3'><b>Older</b> visits</a>",
        );
        assert_eq!((page.title().as_str(), page.heading().as_str()), ("My visits", "Visits"));
        assert_eq!(page.links().len(), 4);
        assert_eq!(page.link_named("Book").url.path(), "/book");
        assert_eq!(page.link_named("Book again").url.query(), Some("again=1"));
        assert_eq!(page.link_named("Your account").url.path(), "/me");
        assert_eq!(page.link_named("Older").url.as_str(), "http://127.0.0.1:3000/visits?page=3");
    }

    #[test]
    #[should_panic(expected = "not one link `Bo` on")]
    fn a_link_that_could_be_two_is_none() {
        page("<a href=/book>Book</a><a href=/both>Both</a>").link_named("Bo");
    }

    #[test]
    fn a_field_says_what_is_wrong_with_it() {
        let page = page(
            "<p id=phone-hint>Ten digits</p><input name=phone aria-invalid=true aria-describedby='phone-hint phone-error'>\
             <p id=phone-error>Too <b>short</b></p><input name=city aria-describedby=city-hint><p id=city-hint>Where</p>\
             <select name=day aria-invalid=true aria-describedby=d></select><p id=d>Choose a day</p>",
        );
        assert_eq!(page.field_error("phone").as_deref(), Some("Too short"));
        assert_eq!(page.field_error("day").as_deref(), Some("Choose a day"));
        assert_eq!((page.field_error("city"), page.field_error("other")), (None, None));
    }

    #[test]
    fn texts_are_found_by_selectors() {
        let page = page(
            "<table class='wide visits'><tr data-id=1><td>A</td></tr><tr data-id=2><td>B</td><td>C</td></tr></table><tr>D</tr>",
        );
        assert_eq!(page.texts_of("table.visits tr"), ["A", "B C"]);
        assert_eq!(page.texts_of("tr[data-id=2] td"), ["B", "C"]);
        assert_eq!(page.texts_of(".visits.wide [data-id]").len(), 2);
        assert_eq!(page.attributes_of("tr", "data-id"), ["1", "2"]);
        assert!(page.texts_of("table.visit td").is_empty());
    }
}
