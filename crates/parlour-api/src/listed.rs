//! Lists that come whole. They are read in pages, each from after the last row of the one before, so that a long list
//! fills no memory and keeps no reader of the database waiting; `limit` and `cursor` cut them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::{StreamExt, stream};
use http::header::{HeaderValue, LINK};
use http::request::Parts;
use http::{StatusCode, Uri};
use parlour_domain::ids::UserId;
use parlour_store::db::json::{Page, separate};
use parlour_store::{Conn, Db, DbError};
use serde::Serialize;
use url::form_urlencoded;

use crate::call::Call;
use crate::error::{ApiError, Code};
use crate::fields::Fields;
use crate::respond::{Answered, json};
use crate::signed_in::{LeastRole, Reading};
use crate::web::Web;

/// Rows that are read at once. Up to so many, a list is one page and no stream.
const PAGE: i64 = 100;
const LARGEST_LIMIT: i64 = 1_000;

/// Rows in an order that does not change.
pub(crate) trait List: Send + Sync + 'static {
    /// What the list is called in `data`.
    const NAME: &'static str;
    /// Whether the list is all there is in `data`, without its name.
    const IS_BARE: bool = false;
    type Position: Position;

    /// Writes the next rows that this person may see, at most `limit`, as entries of the list that has begun.
    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&Self::Position>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<Page<Self::Position>, DbError>;
}

/// Writes rows of which one more was read than the page has room for.
pub(crate) fn write_rows<T: Serialize, P>(
    mut rows: Vec<T>,
    limit: i64,
    position_of: impl Fn(&T) -> P,
    out: &mut Vec<u8>,
) -> Result<Page<P>, DbError> {
    let room = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > room;
    rows.truncate(room);
    for row in &rows {
        separate(out);
        serde_json::to_writer(&mut *out, row)
            .map_err(|error| DbError::Statement(format!("a row cannot be written: {error}")))?;
    }
    Ok(Page { last: rows.last().map(position_of), has_more })
}

/// Where in a list a row stands, by what the list is sorted by.
pub(crate) trait Position: Sized + Send + Sync + 'static {
    fn written(&self) -> String;

    fn read(written: &str) -> Option<Self>;
}

/// A request for a list.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The list's own parameters, for a handler that knows some.
    pub(crate) fields: Fields,
    uri: Uri,
    call: Call,
}

impl FromRequestParts<Web> for Asked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Self, ApiError> {
        let call = Call::from_request_parts(parts, web).await?;
        Ok(Self { fields: Fields::of_query(parts.uri.query()), uri: parts.uri.clone(), call })
    }
}

impl Asked {
    /// Answers with all of the list, or with the part that is asked for.
    pub(crate) async fn answer<R: LeastRole, L: List>(
        mut self,
        web: &Web,
        asker: &Reading<R>,
        list: L,
    ) -> Answered {
        let cut = Cut::<L::Position>::of(&mut self.fields);
        let Cut { limit, after } = asker.understood(web, self.fields.build(|| Some(cut))).await?;
        let list = Arc::new(list);
        let asked = Arc::clone(&list);
        let read = move |conn: &mut Conn<'_>, reader: &UserId| {
            let mut out = begun::<L>();
            let room = limit.unwrap_or(PAGE);
            let page = asked.write_page(conn, reader, after.as_ref(), room, &mut out)?;
            Ok((reader.clone(), out, page))
        };
        let (reader, out, page) = asker.read(web, read).await?;
        match limit {
            Some(limit) => part::<L>(out, page, limit, &self.uri),
            None => Ok(whole(Source { db: web.app().db.clone(), list, reader, call: self.call }, out, page)),
        }
    }
}

/// What part of a list is asked for: by default all of it.
#[derive(Debug, PartialEq, Eq)]
struct Cut<P> {
    limit: Option<i64>,
    after: Option<P>,
}

impl<P: Position> Cut<P> {
    fn of(fields: &mut Fields) -> Self {
        Self { limit: fields.optional("limit", limit), after: fields.optional("cursor", position) }
    }
}

/// At most `limit` rows, and where there are more, the way to them.
fn part<L: List>(mut out: Vec<u8>, page: Page<L::Position>, limit: i64, uri: &Uri) -> Answered {
    out.extend_from_slice(end::<L>());
    let mut response = json(StatusCode::OK, out);
    if let Some(last) = page.last.filter(|_| page.has_more) {
        response.headers_mut().insert(LINK, next_link(uri, limit, &last)?);
    }
    Ok(response)
}

fn whole<L: List>(source: Source<L>, mut out: Vec<u8>, page: Page<L::Position>) -> Response {
    let Some(last) = page.last.filter(|_| page.has_more) else {
        out.extend_from_slice(end::<L>());
        return json(StatusCode::OK, out);
    };
    let first = stream::iter([Ok(out)]);
    let rest = stream::try_unfold(Some((source, last)), async |rest| match rest {
        Some((source, after)) => source.read_on(after).await.map(Some),
        None => Ok(None),
    });
    json(StatusCode::OK, Body::from_stream(first.chain(rest)))
}

/// Where the rest of a list comes from.
struct Source<L> {
    db: Db,
    list: Arc<L>,
    reader: UserId,
    call: Call,
}

/// Some text of a list, and from where to go on after it, unless that was the end.
type Written<L> = (Vec<u8>, Option<(Source<L>, <L as List>::Position)>);

impl<L: List> Source<L> {
    /// It is too late for an answer that says what is wrong: on an error the connection breaks off, so that nobody
    /// takes what they have for all of it.
    async fn read_on(self, after: L::Position) -> std::io::Result<Written<L>> {
        let call = self.call.clone();
        self.next_page(after).await.map_err(|error| {
            let (request_id, cause) = (call.request_id(), error.cause());
            tracing::error!(request_id, list = L::NAME, cause, "a list broke off");
            std::io::Error::other("the list broke off")
        })
    }

    async fn next_page(self, after: L::Position) -> Result<Written<L>, ApiError> {
        let (list, reader) = (Arc::clone(&self.list), self.reader.clone());
        let read = move |conn: &mut Conn<'_>| -> Result<_, ApiError> {
            let mut out = Vec::new();
            let page = list.write_page(conn, &reader, Some(&after), PAGE, &mut out)?;
            Ok((out, page))
        };
        let (mut out, page) = self.db.read(read).await?;
        if let Some(last) = page.last.filter(|_| page.has_more) {
            return Ok((out, Some((self, last))));
        }
        out.extend_from_slice(end::<L>());
        Ok((out, None))
    }
}

fn begun<L: List>() -> Vec<u8> {
    let mut out = Vec::with_capacity(8 * 1024);
    out.extend_from_slice(br#"{"success":true,"data":"#);
    if !L::IS_BARE {
        out.extend_from_slice(br#"{""#);
        out.extend_from_slice(L::NAME.as_bytes());
        out.extend_from_slice(br#"":"#);
    }
    out.push(b'[');
    out
}

fn end<L: List>() -> &'static [u8] {
    if L::IS_BARE { b"]}" } else { b"]}}" }
}

fn limit(text: &str) -> Result<i64, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit| is_number && (1..=LARGEST_LIMIT).contains(limit));
    limit.ok_or_else(|| format!("must be a whole number from 1 to {LARGEST_LIMIT}"))
}

fn cursor(position: &impl Position) -> String {
    URL_SAFE_NO_PAD.encode(position.written())
}

/// The position that a cursor stands for. Only what we would write ourselves counts, so that nothing strange gets as
/// far as a statement.
fn position<P: Position>(text: &str) -> Result<P, &'static str> {
    let written = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let written = written.filter(|written| !written.contains('\0'));
    let position = written.and_then(|written| P::read(&written).filter(|read| read.written() == written));
    position.ok_or("must be the cursor of a link to a next page")
}

/// The same question again from after the position on, with everything else that was asked.
fn next_link(uri: &Uri, limit: i64, last: &impl Position) -> Result<HeaderValue, ApiError> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        if name != "limit" && name != "cursor" {
            query.append_pair(&name, &value);
        }
    }
    query.append_pair("limit", &limit.to_string()).append_pair("cursor", &cursor(last));
    let link = format!("<{}?{}>; rel=\"next\"", uri.path(), query.finish());
    HeaderValue::from_bytes(link.as_bytes())
        .map_err(|_| ApiError::new(Code::Internal, "The next page has no address."))
}

#[cfg(test)]
mod tests;
