//! HTML as a tree. Pages of the apps are checked to be valid, so this reads what is valid and forgives the rest.

/// The elements and texts of a page in the order of their beginnings.
#[derive(Debug, Default)]
pub struct Document {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    parent: Option<usize>,
    /// The first node that is no longer inside.
    end: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Element { name: String, attributes: Vec<(String, String)> },
    Text(String),
}

/// One element of a document.
#[derive(Debug, Clone, Copy)]
pub struct Element<'doc> {
    document: &'doc Document,
    index: usize,
    name: &'doc str,
    attributes: &'doc [(String, String)],
}

const VOID_ELEMENTS: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Their content is text, whatever it looks like.
const TEXT_ONLY_ELEMENTS: [&str; 4] = ["script", "style", "textarea", "title"];
/// Elements whose edges do not part words.
const INLINE_ELEMENTS: [&str; 18] = [
    "a", "abbr", "b", "bdi", "button", "cite", "code", "data", "em", "i", "label", "mark", "small", "span", "strong",
    "sub", "sup", "time",
];

impl Document {
    pub fn parse(html: &str) -> Self {
        let mut parser = Parser { document: Self::default(), open: Vec::new() };
        parser.read(html);
        parser.document
    }

    pub fn elements(&self) -> impl Iterator<Item = Element<'_>> {
        (0..self.nodes.len()).filter_map(|index| self.element(index))
    }

    pub fn elements_named<'doc>(&'doc self, name: &str) -> impl Iterator<Item = Element<'doc>> {
        self.elements().filter(move |element| element.name == name)
    }

    pub fn element_with_id(&self, id: &str) -> Option<Element<'_>> {
        self.elements().find(|element| element.get("id") == Some(id))
    }

    /// Every text with the element that it stands in, in order, also what is hidden and what only scripts show.
    pub fn texts(&self) -> impl Iterator<Item = (Element<'_>, &str)> {
        self.nodes.iter().filter_map(|node| {
            let Content::Text(text) = &node.content else { return None };
            Some((self.element(node.parent?)?, text.as_str()))
        })
    }

    /// What a person can read on the page.
    pub fn visible_text(&self) -> String {
        collapse_whitespace(&self.text_between(0, self.nodes.len()))
    }

    fn element(&self, index: usize) -> Option<Element<'_>> {
        match &self.nodes[index].content {
            Content::Element { name, attributes } => Some(Element { document: self, index, name, attributes }),
            Content::Text(_) => None,
        }
    }

    fn text_between(&self, start: usize, end: usize) -> String {
        let mut text = String::new();
        let mut index = start;
        while index < end {
            match &self.nodes[index].content {
                Content::Text(part) => text.push_str(part),
                Content::Element { .. } => {
                    let element = self.element(index).expect("an element");
                    if element.is_hidden() {
                        index = self.nodes[index].end;
                        continue;
                    }
                    if !INLINE_ELEMENTS.contains(&element.name) {
                        // The end of a block has no node of its own: its text is taken with a space behind it.
                        let inside = self.text_between(index + 1, self.nodes[index].end);
                        text.extend([" ", inside.as_str(), " "]);
                        index = self.nodes[index].end;
                        continue;
                    }
                }
            }
            index += 1;
        }
        text
    }
}

impl<'doc> Element<'doc> {
    pub fn name(&self) -> &'doc str {
        self.name
    }

    pub fn get(&self, name: &str) -> Option<&'doc str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }

    pub fn is(&self, other: &Element<'_>) -> bool {
        self.index == other.index
    }

    pub fn document(&self) -> &'doc Document {
        self.document
    }

    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Readable text inside.
    pub fn text(&self) -> String {
        collapse_whitespace(&self.document.text_between(self.index + 1, self.end()))
    }

    /// All text inside, every space as it is.
    pub fn raw_text(&self) -> String {
        let nodes = &self.document.nodes[self.index + 1..self.end()];
        nodes
            .iter()
            .filter_map(|node| if let Content::Text(text) = &node.content { Some(&**text) } else { None })
            .collect()
    }

    /// What people, and programs that read aloud, call it.
    pub fn label(&self) -> String {
        match self.get("aria-label") {
            Some(label) => collapse_whitespace(label),
            None if self.name == "input" => self.get("value").unwrap_or("Submit").to_owned(),
            None => self.text(),
        }
    }

    pub fn descendants(&self) -> impl Iterator<Item = Element<'doc>> + use<'doc> {
        let document = self.document;
        (self.index + 1..self.end()).filter_map(move |index| document.element(index))
    }

    pub fn ancestors(&self) -> impl Iterator<Item = Element<'doc>> + use<'doc> {
        let document = self.document;
        let parent = move |index: usize| document.nodes[index].parent;
        std::iter::successors(parent(self.index), move |index| parent(*index))
            .filter_map(|index| document.element(index))
    }

    /// Cannot be filled in, pressed or sent.
    pub fn is_disabled(&self) -> bool {
        self.has("disabled") || self.ancestors().any(|around| around.name == "fieldset" && around.has("disabled"))
    }

    fn is_hidden(&self) -> bool {
        matches!(self.name, "script" | "style" | "template" | "head" | "title" | "datalist")
            || self.has("hidden")
            || (self.name == "dialog" && !self.has("open"))
    }

    fn end(&self) -> usize {
        self.document.nodes[self.index].end
    }
}

struct Parser {
    document: Document,
    open: Vec<usize>,
}

impl Parser {
    fn read(&mut self, html: &str) {
        let mut rest = html;
        while !rest.is_empty() {
            let Some(start) = rest.find('<') else { break };
            let after = &rest[start + 1..];
            let first = after.chars().next().unwrap_or(' ');
            if !first.is_ascii_alphabetic() && !matches!(first, '/' | '!') {
                self.add_text(&unescape_html(&rest[..=start]));
                rest = after;
                continue;
            }
            self.add_text(&unescape_html(&rest[..start]));
            rest = match first {
                '!' => after_comment(after),
                '/' => {
                    let (name, behind) = after[1..].split_once('>').unwrap_or((&after[1..], ""));
                    self.close(&name.trim().to_ascii_lowercase());
                    behind
                }
                _ => self.read_element(after),
            };
        }
        self.add_text(&unescape_html(rest));
        while !self.open.is_empty() {
            self.close_last();
        }
    }

    fn read_element<'html>(&mut self, tag: &'html str) -> &'html str {
        let ends_name = |letter: char| letter.is_whitespace() || matches!(letter, '>' | '/');
        let (name, rest) = tag.split_at(tag.find(ends_name).unwrap_or(tag.len()));
        let name = name.to_ascii_lowercase();
        let (attributes, rest) = attributes(rest);
        let closes_itself = rest.starts_with("/>");
        let rest = rest.trim_start_matches('/');
        let mut rest = rest.strip_prefix('>').unwrap_or(rest);
        // The only end tags that servers like to leave out.
        if matches!(&*name, "option" | "li") && self.last_open_name() == Some(&*name) {
            self.close_last();
        }
        let content = Content::Element { name: name.clone(), attributes };
        self.add(content);
        if VOID_ELEMENTS.contains(&&*name) || closes_itself {
            return rest;
        }
        self.open.push(self.document.nodes.len() - 1);
        if TEXT_ONLY_ELEMENTS.contains(&&*name) {
            let end = find_ignoring_case(rest, &format!("</{name}")).unwrap_or(rest.len());
            let text = rest[..end].strip_prefix('\n').filter(|_| name == "textarea").unwrap_or(&rest[..end]);
            self.add_text(&if matches!(&*name, "textarea" | "title") { unescape_html(text) } else { text.to_owned() });
            rest = &rest[end..];
        }
        rest
    }

    fn add(&mut self, content: Content) {
        let end = self.document.nodes.len() + 1;
        self.document.nodes.push(Node { parent: self.open.last().copied(), end, content });
    }

    fn add_text(&mut self, text: &str) {
        if !text.is_empty() {
            self.add(Content::Text(text.to_owned()));
        }
    }

    fn last_open_name(&self) -> Option<&str> {
        Some(self.document.element(*self.open.last()?)?.name)
    }

    fn close(&mut self, name: &str) {
        let is_it = |index: &usize| self.document.element(*index).is_some_and(|open| open.name == name);
        if let Some(place) = self.open.iter().rposition(is_it) {
            while self.open.len() > place {
                self.close_last();
            }
        }
    }

    fn close_last(&mut self) {
        if let Some(index) = self.open.pop() {
            self.document.nodes[index].end = self.document.nodes.len();
        }
    }
}

fn after_comment(markup: &str) -> &str {
    match markup.strip_prefix("!--") {
        Some(comment) => comment.split_once("-->").map_or("", |(_, rest)| rest),
        None => markup.split_once('>').map_or("", |(_, rest)| rest),
    }
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.to_ascii_lowercase().find(wanted)
}

fn attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        while rest.starts_with('/') && !rest.starts_with("/>") {
            rest = rest[1..].trim_start();
        }
        if rest.is_empty() || rest.starts_with('>') || rest.starts_with("/>") {
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
        "nbsp" => Some('\u{a0}'),
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

/// Every run of spaces and line ends as one space.
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::Document;

    #[test]
    fn text_is_what_a_person_reads() {
        let document = Document::parse(
            "<!doctype html><html><head><title>Not &amp; this</title><style>p > b {}</style></head><body>\
             <!-- <p>nor this</p> --><h1>Your&nbsp;visit</h1><p>Total <b>₹5</b>00</p><dl><dt>When</dt><dd>10:30 &lt; 11</dd></dl>\
             <p hidden>gone</p><dialog><p>closed</p></dialog><dialog open>asked</dialog><br/>3 < 4\
             <script>document.write('<p>no</p>')</script><svg><path d='M0'/><title>x</title></svg>tail</body></html>",
        );
        assert_eq!(document.visible_text(), "Your visit Total ₹500 When 10:30 < 11 asked 3 < 4 tail");
        assert_eq!(document.elements_named("title").next().unwrap().raw_text(), "Not & this");
        assert_eq!(document.elements_named("p").count(), 3, "comments and scripts have no elements");
    }

    #[test]
    fn every_text_is_listed_with_its_element() {
        let document = Document::parse("<p>One <b>two</b></p><template><i>three</i></template><p hidden>four</p>");
        let texts: Vec<_> = document.texts().map(|(element, text)| (element.name(), text)).collect();
        assert_eq!(texts, [("p", "One "), ("b", "two"), ("i", "three"), ("p", "four")]);
    }

    #[test]
    fn elements_know_what_is_around_and_inside_them() {
        let document = Document::parse(
            "<fieldset disabled><div><input name=a></div></fieldset><input name=b disabled><ul><li>x<li>y<b>z</b></ul>\
             <textarea name=c>\n two\nlines &amp; <b></textarea></stray><p id=d>after",
        );
        let by_name = |name| document.elements().find(|element| element.get("name") == Some(name)).unwrap();
        assert!(by_name("a").is_disabled() && by_name("b").is_disabled() && !by_name("c").is_disabled());
        assert_eq!(by_name("c").raw_text(), " two\nlines & <b>");
        let items: Vec<_> = document.elements_named("li").map(|item| item.text()).collect();
        assert_eq!(items, ["x", "yz"]);
        assert_eq!(document.element_with_id("d").unwrap().text(), "after");
        let list = document.elements_named("ul").next().unwrap();
        assert_eq!(list.descendants().map(|inside| inside.name()).collect::<Vec<_>>(), ["li", "li", "b"]);
    }
}
