//! The statements of the store as the compiler puts them together, read from its sources: literals, `sql!`, `select!`,
//! `columns!`, `insert!`, `update!`, `row!` and constants. What this reader does not understand stops the test, so no statement passes by unseen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const VERBS: [&str; 5] = ["select ", "insert ", "update ", "delete ", "with "];

fn is_statement(text: &str) -> bool {
    VERBS.iter().any(|verb| text.trim_start().to_lowercase().starts_with(verb))
}

/// The Rust sources in a folder beside this crate's manifest, without their tests.
pub fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    fn gather(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_owned();
                found.push((path, code));
            }
        }
    }
    let mut found = Vec::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found
}

/// A piece of Rust source, as far as statements are concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Literal(String),
    /// A name, or several with `::` between; a macro's ends with `!`.
    Name(String),
    /// What stands in one pair of brackets.
    Group(char, Vec<Token>),
    Sign(char),
}

/// Reads tokens up to the bracket that closes the group, or to the end of the source.
pub fn tokens(code: &mut &str, closing: Option<char>) -> Vec<Token> {
    let mut found = Vec::new();
    while let Some(next) = code.chars().next() {
        if code.starts_with("//") {
            *code = code.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some((literal, after)) = raw_literal(code) {
            found.push(Token::Literal(literal.to_owned()));
            *code = after;
        } else if next == '"' {
            *code = &code[1..];
            found.push(Token::Literal(literal(code)));
        } else if next == '\'' {
            // A character, or the tick of a lifetime.
            let length = if code.starts_with("'\\") { 3 } else { 1 + code[1..].chars().next().unwrap().len_utf8() };
            *code = code[length..].strip_prefix('\'').unwrap_or(&code[1..]);
        } else if next.is_alphabetic() || next == '_' || next == '$' {
            let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | ':' | '!');
            let end = code.find(|letter| !is_part(letter)).unwrap_or(code.len());
            // A single colon, or what compares, is no part of a name.
            let name = code[..end].split_inclusive("::").take_while(|part| !part.starts_with(':'));
            let mut length = name.map(str::len).sum::<usize>();
            if let Some(at) = code[..length].replace("::", "##").find(':') {
                length = at;
            }
            let name = &code[..length.max(1)];
            let name = if code[name.len()..].starts_with('=') { name.trim_end_matches('!') } else { name };
            found.push(Token::Name(name.to_owned()));
            *code = &code[name.len()..];
        } else {
            *code = &code[next.len_utf8()..];
            match next {
                '(' => found.push(Token::Group('(', tokens(code, Some(')')))),
                '[' => found.push(Token::Group('[', tokens(code, Some(']')))),
                '{' => found.push(Token::Group('{', tokens(code, Some('}')))),
                _ if Some(next) == closing => return found,
                _ if next.is_whitespace() => {}
                _ => found.push(Token::Sign(next)),
            }
        }
    }
    assert_eq!(closing, None, "a bracket is not closed");
    found
}

/// A literal like `r#"…"#`, and what follows it.
fn raw_literal(code: &str) -> Option<(&str, &str)> {
    let raw = code.strip_prefix('b').unwrap_or(code).strip_prefix('r')?;
    let inner = raw.trim_start_matches('#');
    let end = format!("\"{}", "#".repeat(raw.len() - inner.len()));
    inner.strip_prefix('"')?.split_once(&end)
}

/// A literal up to its closing quote, which is passed.
fn literal(code: &mut &str) -> String {
    let mut literal = String::new();
    loop {
        let at = code.find(['"', '\\']).expect("a literal ends");
        literal.push_str(&code[..at]);
        if code[at..].starts_with('"') {
            *code = &code[at + 1..];
            return literal;
        }
        let escape = code[at + 1..].chars().next().expect("something follows a backslash");
        *code = &code[at + 1 + escape.len_utf8()..];
        match escape {
            '\n' => *code = code.trim_start(),
            'n' => literal.push('\n'),
            other => literal.push(other),
        }
    }
}

/// A column of a row type: its name or expression, or another row type with an alias.
#[derive(Debug, Clone)]
enum RowColumn {
    Text(String),
    Constant(String),
    Row(String, String),
}

#[derive(Debug, Default)]
struct Reader {
    rows: BTreeMap<String, Vec<RowColumn>>,
    /// By file and name.
    constants: BTreeMap<Constant, Vec<Token>>,
    /// Constants that are parts of statements, not statements.
    parts: BTreeSet<Constant>,
    statements: Vec<String>,
}

type Constant = (PathBuf, String);

/// The crates that have statements.
const STATEMENT_SOURCES: [&str; 2] = ["../parlour-db/src", "../parlour-store/src"];

/// Every statement.
pub fn statements() -> Vec<String> {
    let mut reader = Reader::default();
    let files: Vec<(PathBuf, Vec<Token>)> = STATEMENT_SOURCES
        .into_iter()
        .flat_map(sources)
        .map(|(path, code)| (path, tokens(&mut code.as_str(), None)))
        .collect();
    for (path, file) in &files {
        reader.read_definitions(path, file);
    }
    for (path, file) in &files {
        reader.read_parts(path, file);
    }
    for (path, file) in &files {
        reader.read_statements(path, file);
    }
    reader.statements
}

fn name_of(token: Option<&Token>) -> Option<&str> {
    if let Some(Token::Name(name)) = token { Some(name) } else { None }
}

/// What commas separate.
fn entries(tokens: &[Token]) -> Vec<&[Token]> {
    tokens.split(|token| *token == Token::Sign(',')).filter(|entry| !entry.is_empty()).collect()
}

impl Reader {
    fn read_definitions(&mut self, path: &Path, file: &[Token]) {
        for (at, token) in file.iter().enumerate() {
            match (token, &file[at + 1..]) {
                (Token::Name(name), [Token::Group('{', body), ..]) if name == "row!" || name == "figures!" => {
                    self.read_row(body);
                }
                (Token::Name(name), [Token::Name(constant), rest @ ..]) if name == "const" => {
                    let is_text =
                        matches!(rest, [Token::Sign(':'), Token::Sign('&'), Token::Name(kind), ..] if kind == "str");
                    if is_text {
                        let end = rest.iter().position(|token| *token == Token::Sign(';')).unwrap();
                        self.constants.insert((path.to_owned(), constant.clone()), rest[4..end].to_vec());
                    }
                }
                (Token::Group(_, inner), _) => self.read_definitions(path, inner),
                _ => {}
            }
        }
        // The row types that are written by hand.
        let mut insert = |row: &str, columns: &[&str]| {
            let columns = columns.iter().map(|name| RowColumn::Text((*name).to_owned()));
            self.rows.insert(row.to_owned(), columns.collect());
        };
        insert("Vec<ServiceType>", &["serves_salon", "serves_spa"]);
        insert("NotificationContent", &["message", "title", "body"]);
    }

    fn read_row(&mut self, body: &[Token]) {
        let Some(fields) = body.iter().find_map(|token| match token {
            Token::Group('{', fields) => Some(fields),
            _ => None,
        }) else {
            return;
        };
        let names = body.iter().take_while(|token| !matches!(token, Token::Group('{', _)));
        let name = names.filter_map(|token| name_of(Some(token))).find(|name| *name != "json").unwrap();
        let read = fields.split(|token| *token == Token::Sign(';')).next().unwrap_or_default();
        let columns = entries(read).into_iter().map(|entry| {
            // Documentation has been passed as a comment.
            match entry {
                [Token::Name(field)] => RowColumn::Text(field.clone()),
                [Token::Name(_), Token::Sign(':'), Token::Literal(text)] => RowColumn::Text(text.clone()),
                [Token::Name(_), Token::Sign(':'), Token::Group('(', constant)] => {
                    RowColumn::Constant(name_of(constant.first()).unwrap().to_owned())
                }
                [Token::Name(_), Token::Sign(':'), Token::Group('[', inner)] => {
                    let parts = entries(inner);
                    let alias = match parts.get(1) {
                        Some([Token::Literal(alias)]) => alias.clone(),
                        _ => String::new(),
                    };
                    RowColumn::Row(type_name(parts[0]), alias)
                }
                other => panic!("a row type has a column that is not understood: {other:?}"),
            }
        });
        let columns = columns.collect();
        self.rows.insert(name.to_owned(), columns);
    }

    fn columns(&self, path: &Path, row: &str, alias: &str) -> Vec<String> {
        // A generic row type has one list of columns, whatever its parameter is.
        let generic = row.split('<').next().unwrap_or(row);
        let found = self.rows.get(row).or_else(|| self.rows.get(generic));
        let columns = found.unwrap_or_else(|| panic!("there is no row type {row}"));
        let is_name = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        let texts = columns.iter().flat_map(|column| match column {
            RowColumn::Row(inner, own) => self.columns(path, inner, if own.is_empty() { alias } else { own }),
            RowColumn::Constant(name) => vec![self.constant(path, name)],
            RowColumn::Text(text) if !alias.is_empty() && is_name(text) => vec![format!("{alias}.{text}")],
            RowColumn::Text(text) => vec![text.clone()],
        });
        texts.collect()
    }

    /// A constant of the file, of its folder's `mod.rs`, or the only one of this name.
    fn resolve(&self, path: &Path, name: &str) -> Constant {
        let name = name.rsplit("::").next().unwrap().to_owned();
        let of_folder = path.parent().unwrap().join("mod.rs");
        for file in [path, &of_folder] {
            let constant = (file.to_owned(), name.clone());
            if self.constants.contains_key(&constant) {
                return constant;
            }
        }
        let known: Vec<_> = self.constants.keys().filter(|(_, constant)| *constant == name).collect();
        assert_eq!(known.len(), 1, "{}: {name} is no text of the store, or there are several", path.display());
        known[0].clone()
    }

    fn constant(&self, path: &Path, name: &str) -> String {
        let constant = self.resolve(path, name);
        self.text(&constant.0, &self.constants[&constant])
    }

    fn read_parts(&mut self, path: &Path, file: &[Token]) {
        for (at, token) in file.iter().enumerate() {
            match (token, file.get(at + 1)) {
                (Token::Name(name), _) if name == "macro_rules!" => {
                    return self.read_parts(path, &file[at + 3..]);
                }
                (Token::Name(name), Some(Token::Group('(', parts))) if name == "sql!" => {
                    for part in entries(parts) {
                        if let [Token::Name(name)] = part {
                            self.parts.insert(self.resolve(path, name));
                        }
                    }
                }
                (Token::Group(_, inner), _) => self.read_parts(path, inner),
                _ => {}
            }
        }
    }

    /// What an expression in a statement stands for.
    fn text(&self, path: &Path, expression: &[Token]) -> String {
        match expression {
            [Token::Literal(text)] => text.clone(),
            [Token::Name(name), Token::Group('(', parts)] if name == "sql!" => {
                entries(parts).into_iter().map(|part| self.text(path, part)).collect()
            }
            [Token::Name(name), Token::Group('(', arguments)] if name == "columns!" => {
                let arguments = entries(arguments);
                let [Token::Literal(alias)] = arguments[1] else { panic!("an alias is a literal") };
                self.columns(path, &type_name(arguments[0]), alias).join(", ")
            }
            [Token::Name(name), row @ Token::Group('(', _)] if name == "select!" => {
                format!("select {}", self.text(path, &[Token::Name("columns!".into()), row.clone()]))
            }
            [Token::Name(name)] => self.constant(path, name),
            other => panic!("{}: a statement has a part that is not understood: {other:?}", path.display()),
        }
    }

    fn read_statements(&mut self, path: &Path, file: &[Token]) {
        let mut at = 0;
        while at < file.len() {
            let found = match &file[at..] {
                [Token::Name(name), Token::Name(_), Token::Group('{', _), ..] if name == "macro_rules!" => {
                    at += 2;
                    Vec::new()
                }
                [Token::Name(name), Token::Name(constant), rest @ ..]
                    if name == "const" && self.parts.contains(&(path.to_owned(), constant.clone())) =>
                {
                    at += 2 + rest.iter().position(|token| *token == Token::Sign(';')).unwrap();
                    Vec::new()
                }
                [call @ Token::Name(name), group @ Token::Group('(', _), ..] if name == "sql!" => {
                    at += 1;
                    vec![self.text(path, &[call.clone(), group.clone()])]
                }
                [Token::Name(name), Token::Group('(', arguments), ..] if name == "statement_in_order!" => {
                    at += 1;
                    let arguments = entries(arguments);
                    let orders = self.constants.keys().filter(|(file, _)| file.ends_with("sort_orders.rs"));
                    let [start, end] = [arguments[1], arguments[2]].map(|part| self.text(path, part));
                    orders.map(|(file, order)| format!("{start}{}{end}", self.constant(file, order))).collect()
                }
                [Token::Name(name), Token::Group('{', arguments), ..]
                    if name == "insert!" || name == "insert_rows!" =>
                {
                    at += 1;
                    vec![insert_statement(arguments)]
                }
                [Token::Name(name), Token::Group('{', arguments), ..] if name == "update!" => {
                    at += 1;
                    vec![update_statement(arguments)]
                }
                [Token::Literal(text), ..] => vec![text.clone()],
                [Token::Group(_, inner), ..] => {
                    self.read_statements(path, inner);
                    Vec::new()
                }
                _ => Vec::new(),
            };
            self.statements.extend(found.into_iter().filter(|text| is_statement(text)));
            at += 1;
        }
    }
}

/// The table that `insert!` or `update!` writes to, which is the second argument, and the columns, which stand in braces.
fn written_columns<'t>(arguments: &[&'t [Token]]) -> (&'t str, Vec<&'t str>) {
    let [Token::Literal(table)] = arguments[1] else { panic!("a table is a literal") };
    let columns = arguments.iter().find_map(|argument| match argument.last() {
        Some(Token::Group('{', columns)) => Some(entries(columns)),
        _ => None,
    });
    (table, columns.unwrap().iter().map(|column| name_of(column.first()).unwrap()).collect())
}

fn insert_statement(arguments: &[Token]) -> String {
    let arguments = entries(arguments);
    let (table, columns) = written_columns(&arguments);
    let numbers: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    let rest = match arguments.last() {
        Some([Token::Literal(rest)]) => format!(" {rest}"),
        _ => String::new(),
    };
    format!("insert into {table} ({}) values ({}){rest}", columns.join(", "), numbers.join(", "))
}

fn update_statement(arguments: &[Token]) -> String {
    let arguments = entries(arguments);
    let (table, columns) = written_columns(&arguments);
    let key = name_of(arguments[2].first()).unwrap();
    let set = (2..).zip(columns).map(|(number, column)| format!("{column} = ${number}"));
    format!("update {table} set {} where {key} = $1", set.collect::<Vec<_>>().join(", "))
}

/// `Option<CreditNote>` has the columns of `CreditNote`.
fn type_name(tokens: &[Token]) -> String {
    let text: String = tokens
        .iter()
        .map(|token| match token {
            Token::Name(name) => name.clone(),
            Token::Sign(sign) => sign.to_string(),
            other => panic!("no type is written like {other:?}"),
        })
        .collect();
    text.strip_prefix("Option<").and_then(|text| text.strip_suffix('>')).unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ways to make a statement that the reader does not follow stand only where they are known.
    #[test]
    fn statements_are_made_where_they_can_be_seen() {
        let allowed = [
            // It rewrites statements that are known already.
            ("statements/rewriting.rs", ".leak()"),
            // The columns of tables that the database itself names.
            ("import_export/tables.rs", ".leak()"),
            ("import_export/moving.rs", ".leak()"),
            ("import_export/moving.rs", "Box::leak"),
        ];
        for (path, code) in STATEMENT_SOURCES.into_iter().flat_map(sources) {
            for way in [".leak()", "Box::leak", "String::leak", "concat!("] {
                let is_allowed = allowed.iter().any(|(file, allowed)| path.ends_with(file) && *allowed == way);
                assert!(is_allowed || !code.contains(way), "{} makes texts by {way}", path.display());
            }
        }
    }

    fn literals(tokens: &[Token], found: &mut Vec<String>) {
        for token in tokens {
            match token {
                Token::Literal(text) => found.push(text.clone()),
                Token::Group(_, inner) => literals(inner, found),
                _ => {}
            }
        }
    }

    #[test]
    fn sources_are_read_like_the_compiler_does() {
        let code = r##"
            // "a comment" isn't one
            fn f<'a>(c: char) -> &'a str { if c == '"' || c == '\'' || c != '\\' { "one \"two\" \
                three" } else { r#"four "five" six"# } } // "seven
            sql!("eight", a::B)
        "##;
        let read = tokens(&mut &*code, None);
        let mut found = Vec::new();
        literals(&read, &mut found);
        assert_eq!(found, ["one \"two\" three", "four \"five\" six", "eight"]);
        let call = [Token::Literal("eight".into()), Token::Sign(','), Token::Name("a::B".into())];
        assert_eq!(read[read.len() - 2..], [Token::Name("sql!".into()), Token::Group('(', call.to_vec())]);
    }
}
