//! The forms of a page.

use std::sync::atomic::{AtomicU64, Ordering};

use parlour_testkit_html::{Control, ControlKind, Document, Element, collapse_whitespace};
use reqwest::{RequestBuilder, Url};

/// A form as it stands on a page, to be filled in and submitted.
#[derive(Debug, Clone)]
pub struct Form {
    pub(super) page: Url,
    pub(super) action: Url,
    pub(super) is_post: bool,
    is_multipart: bool,
    controls: Vec<Control>,
    /// The button that submits, by its place among the controls.
    pressed: Option<usize>,
    forged: Vec<(String, String)>,
}

impl Form {
    pub(super) fn all_of(page: &Url, document: &Document) -> Vec<Self> {
        let forms = document.elements_named("form");
        forms.map(|form| Self::read(page, document, &form)).collect()
    }

    fn read(page: &Url, document: &Document, form: &Element<'_>) -> Self {
        Self {
            page: page.clone(),
            action: page.join(form.get("action").unwrap_or_default()).expect("an address"),
            is_post: form.get("method").is_some_and(|method| method.eq_ignore_ascii_case("post")),
            is_multipart: form.get("enctype") == Some("multipart/form-data"),
            controls: document.controls_of(form),
            pressed: None,
            forged: Vec::new(),
        }
    }

    /// Fills a field in, chooses that value and no other, or presses the button of that name and value.
    #[track_caller]
    #[must_use]
    pub fn with(self, name: &str, value: &str) -> Self {
        self.with_all(name, &[value])
    }

    /// Chooses exactly these values of a list or of boxes, or fills in fields of one name in order.
    #[track_caller]
    #[must_use]
    pub fn with_all(mut self, name: &str, values: &[&str]) -> Self {
        assert!(self.has(name), "no control `{name}`, only {:?}", self.names());
        let mut left: Vec<&str> = values.to_vec();
        let button = |control: &Control| control.name == name && control.is_button_of(values);
        if let Some(button) = self.controls.iter().position(button) {
            self.pressed = Some(button);
            return self;
        }
        for control in self.controls.iter_mut().filter(|control| control.name == name) {
            control.take_values(&mut left);
        }
        assert!(left.is_empty(), "`{name}` does not offer {left:?}, only {:?}", self.options(name));
        self
    }

    /// Empties a field, or unticks all boxes of that name.
    #[track_caller]
    #[must_use]
    pub fn without(self, name: &str) -> Self {
        self.with_all(name, &[])
    }

    /// Presses the button with this text.
    #[track_caller]
    #[must_use]
    pub fn press(mut self, text: &str) -> Self {
        let button = self.button(text);
        let button = button.unwrap_or_else(|| panic!("no button `{text}`, only {:?}", self.button_texts()));
        self.pressed = Some(button);
        self
    }

    /// Chooses a file to upload.
    #[track_caller]
    #[must_use]
    pub fn with_file(mut self, name: &str, file_name: &str, content: &[u8]) -> Self {
        assert!(self.is_multipart, "the form is not `multipart/form-data`");
        let is_wanted = |control: &&mut Control| control.name == name && matches!(control.kind, ControlKind::File(_));
        let control = self.controls.iter_mut().find(is_wanted).unwrap_or_else(|| panic!("no file control `{name}`"));
        control.kind = ControlKind::File(Some((file_name.to_owned(), content.to_vec())));
        self
    }

    /// Sends a value that the page does not offer, instead of what it would send under that name.
    #[must_use]
    pub fn forge(mut self, name: &str, value: &str) -> Self {
        self.controls.retain(|control| control.name != name);
        self.pressed = None;
        self.forged.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Whether there is a field or button of this name that can be used.
    pub fn has(&self, name: &str) -> bool {
        !name.is_empty() && self.controls.iter().any(|control| control.name == name)
    }

    pub fn has_button(&self, text: &str) -> bool {
        self.button(text).is_some()
    }

    /// The first value that would be sent.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).into_iter().next()
    }

    /// All values that would be sent under a name.
    pub fn values(&self, name: &str) -> Vec<&str> {
        self.fields().into_iter().filter(|field| field.0 == name).map(|field| field.1).collect()
    }

    /// Value and text of everything that can be chosen under a name.
    pub fn options(&self, name: &str) -> Vec<(String, String)> {
        let named = self.controls.iter().filter(|control| control.name == name);
        named.flat_map(Control::options).collect()
    }

    pub fn names(&self) -> Vec<&str> {
        self.controls.iter().map(|control| &*control.name).filter(|name| !name.is_empty()).collect()
    }

    /// Names and values as they would be sent now, in the order of the page.
    pub fn fields(&self) -> Vec<(&str, &str)> {
        let pressed = self.submitter();
        let sent = self.controls.iter().enumerate().filter(|(_, control)| !control.name.is_empty());
        let mut fields = Vec::new();
        for (index, control) in sent {
            let values = control.values_to_send(pressed == Some(index));
            fields.extend(values.into_iter().map(|value| (&*control.name, value)));
        }
        fields.extend(self.forged.iter().map(|(name, value)| (&**name, &**value)));
        fields
    }

    /// Where it goes: a button may say otherwise than the form.
    pub fn target(&self) -> Url {
        let pressed = self.submitter().map(|index| &self.controls[index].kind);
        match pressed {
            Some(ControlKind::Button { action: Some(action), .. }) => self.page.join(action).expect("an address"),
            _ => self.action.clone(),
        }
    }

    /// A button may say otherwise than the form.
    pub fn is_sent_by_post(&self) -> bool {
        let pressed = self.submitter().map(|index| &self.controls[index].kind);
        match pressed {
            Some(ControlKind::Button { is_post: Some(is_post), .. }) => *is_post,
            _ => self.is_post,
        }
    }

    pub(super) fn put_into(&self, request: RequestBuilder) -> RequestBuilder {
        if self.is_multipart {
            let (content_type, body) = self.multipart();
            return request.header(reqwest::header::CONTENT_TYPE, content_type).body(body);
        }
        request.form(&self.fields())
    }

    /// Without a pressed button, Enter submits with the first one.
    fn submitter(&self) -> Option<usize> {
        self.pressed
            .or_else(|| self.controls.iter().position(|control| matches!(control.kind, ControlKind::Button { .. })))
    }

    fn button(&self, text: &str) -> Option<usize> {
        let wanted = collapse_whitespace(text);
        self.controls
            .iter()
            .position(|control| matches!(&control.kind, ControlKind::Button { text, .. } if *text == wanted))
    }

    fn button_texts(&self) -> Vec<&str> {
        let texts = self.controls.iter().filter_map(|control| match &control.kind {
            ControlKind::Button { text, .. } => Some(&**text),
            _ => None,
        });
        texts.collect()
    }

    fn multipart(&self) -> (String, Vec<u8>) {
        // Browsers choose another one whenever they send a form.
        static SENT: AtomicU64 = AtomicU64::new(0);
        let boundary = format!("parlour-testkit-form-{}", SENT.fetch_add(1, Ordering::Relaxed));
        let mut body = Vec::new();
        let mut add = |disposition: String, content: &[u8]| {
            body.extend_from_slice(
                format!("--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n").as_bytes(),
            );
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        };
        for (name, value) in self.fields() {
            add(format!("name=\"{name}\""), value.as_bytes());
        }
        for control in &self.controls {
            if let ControlKind::File(file) = &control.kind {
                // A browser sends an empty file where none was chosen.
                let (file_name, content) = file.as_ref().map_or(("", &[][..]), |(name, content)| (name, content));
                let kind = "Content-Type: application/octet-stream";
                add(format!("name=\"{}\"; filename=\"{file_name}\"\r\n{kind}", control.name), content);
            }
        }
        body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        (format!("multipart/form-data; boundary={boundary}"), body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(html: &str) -> Vec<Form> {
        let page = Url::parse("http://127.0.0.1:3000/dev/oidc/authorize?x=1").unwrap();
        Form::all_of(&page, &Document::parse(html))
    }

    fn fields(form: &Form) -> Vec<String> {
        form.fields().iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    #[test]
    fn a_form_is_read_as_a_browser_reads_it() {
        let forms = forms(
            "<input name=outside><FORM method=post action='authorize'><input type=hidden name=state value=\"a&amp;b&#39;\">\
             <input type=checkbox name=off value=1><input type=checkbox name=on checked>\
             <input name=email type=email required><input name=not disabled value=1>\
             <button type=button name=no>B</button><button name=person value=x><b>A</b></button></FORM>\
             <form action=\"/search?old=1\"><input name='q' value='é < &copy;'/></form>",
        );
        let [form, search] = &forms[..] else { panic!("{forms:?}") };
        assert_eq!(form.target().as_str(), "http://127.0.0.1:3000/dev/oidc/authorize");
        assert_eq!(fields(form), ["state=a&b'", "on=on", "email=", "person=x"]);
        let filled = form.clone().with("person", "x").with("email", "a@b").without("on");
        assert_eq!(fields(&filled), ["state=a&b'", "email=a@b", "person=x"]);
        assert!(form.is_post && !search.is_post);
        assert_eq!(search.value("q"), Some("é < &copy;"));
        assert!(!form.has("not") && !form.has("no") && !form.has("outside"));
    }

    #[test]
    fn a_button_may_choose_how_the_form_is_sent() {
        let forms = forms(
            "<form action=/language><button formmethod=post name=language value=hi>H</button><button name=q>Q</button></form>\
             <form method=post><button formmethod=GET name=look>L</button><button name=send>S</button></form>",
        );
        let [language, look] = &forms[..] else { panic!("{forms:?}") };
        assert!(language.is_sent_by_post() && !language.clone().press("Q").is_sent_by_post());
        assert!(!look.is_sent_by_post() && look.clone().press("S").is_sent_by_post());
    }

    #[test]
    fn lists_boxes_and_texts_take_the_values_they_offer() {
        let form = &forms(
            "<form id=f method=post><select name=branch><option value=''>Choose<option value=b1 selected>Baner\
             <option disabled value=b3>Closed</select><select name=days multiple><option>Mon<option selected>Tue<option>Wed</select>\
             <label><input type=checkbox name=services value=s1 checked> Haircut</label>\
             <input type=checkbox name=services value=s2 id=i2><label for=i2>Facial</label>\
             <input type=radio name=who value=any checked><input type=radio name=who value=p1>\
             <textarea name=notes>\nOld</textarea><input name=line value=1><input name=line value=2></form>\
             <input name=key value=k form=f><form><button form=f formaction=/drafts name=as value=draft>Keep as draft</button></form>",
        )[0];
        let first =
            ["branch=b1", "days=Tue", "services=s1", "who=any", "notes=Old", "line=1", "line=2", "key=k", "as=draft"];
        assert_eq!(fields(form), first);
        let form =
            form.clone().with("branch", "").with_all("days", &["Mon", "Wed"]).with_all("services", &["s2", "s1"]);
        let form =
            form.with("who", "p1").with("notes", "No\nperfume").with_all("line", &["3", "4"]).press("Keep as draft");
        let expected = [
            "branch=",
            "days=Mon",
            "days=Wed",
            "services=s1",
            "services=s2",
            "who=p1",
            "notes=No\nperfume",
            "line=3",
            "line=4",
            "key=k",
            "as=draft",
        ];
        assert_eq!(fields(&form), expected);
        assert_eq!(form.target().path(), "/drafts");
        assert_eq!(form.options("branch").len(), 2, "what is disabled is not offered");
        assert_eq!(form.options("services")[1], ("s2".to_owned(), "Facial".to_owned()));
        assert_eq!(fields(&form.forge("who", "p9")).last().unwrap(), "who=p9");
    }

    #[test]
    #[should_panic(expected = "`branch` does not offer [\"b2\"]")]
    fn a_value_that_is_not_offered_is_refused() {
        let _ = forms("<form><select name=branch><option>b1</select></form>").remove(0).with("branch", "b2");
    }

    #[test]
    fn a_file_is_sent_in_parts() {
        let form =
            forms("<form enctype='multipart/form-data'><input name=a value=1><input type=file name=logo></form>");
        let (content_type, body) = form[0].clone().with_file("logo", "l.png", b"\x89PNG").multipart();
        let body = String::from_utf8_lossy(&body).into_owned();
        assert!(content_type.starts_with("multipart/form-data; boundary="));
        assert!(body.contains("name=\"a\"\r\n\r\n1\r\n"), "{body}");
        assert!(
            body.contains("name=\"logo\"; filename=\"l.png\"\r\nContent-Type: application/octet-stream\r\n\r\n"),
            "{body}"
        );
    }
}
