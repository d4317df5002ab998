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
use parlour_store::db::cursor::ListCursor;
use parlour_store::db::json::{PageEnd, write_separator};
use parlour_store::{Conn, Db, DbError};
use serde::Serialize;
use url::form_urlencoded;

use crate::error::{ErrorCode, HttpError};
use crate::fields::Fields;
use crate::request_info::RequestInfo;
use crate::respond::{HttpResult, json_response};
use crate::sessions::{MinimumRole, ReadAs};
use crate::state::HttpState;

/// Rows that are read at once. Up to so many, a list is one page and no stream.
const ROWS_PER_READ: i64 = 100;
const MAX_LIMIT: i64 = 1_000;

/// Rows in an order that does not change.
pub trait StreamedList: Send + Sync + 'static {
    /// What the list is called in `data`.
    const NAME: &'static str;
    /// Whether the list is all there is in `data`, without its name.
    const IS_WITHOUT_NAME: bool = false;
    type Cursor: ListCursor;

    /// Writes the next rows that this person may see, at most `limit`, as entries of the list that has begun.
    fn write_page(
        &self,
        conn: &mut Conn<'_>,
        reader: &UserId,
        after: Option<&Self::Cursor>,
        limit: i64,
        out: &mut Vec<u8>,
    ) -> Result<PageEnd<Self::Cursor>, DbError>;
}

/// Writes rows of which one more was read than the page has room for.
pub fn write_rows<T: Serialize, P>(
    mut rows: Vec<T>,
    limit: i64,
    cursor_of: impl Fn(&T) -> P,
    out: &mut Vec<u8>,
) -> Result<PageEnd<P>, DbError> {
    let room = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > room;
    rows.truncate(room);
    for row in &rows {
        write_separator(out);
        serde_json::to_writer(&mut *out, row)
            .map_err(|error| DbError::Statement(format!("a row cannot be written: {error}")))?;
    }
    Ok(PageEnd { last: rows.last().map(cursor_of), has_more })
}

/// A request for a list.
#[derive(Debug)]
pub struct ListRequest {
    /// The list's own parameters, for a handler that knows some.
    pub fields: Fields,
    uri: Uri,
    request_info: RequestInfo,
}

impl FromRequestParts<HttpState> for ListRequest {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let request_info = RequestInfo::from_request_parts(parts, state).await?;
        Ok(Self { fields: Fields::from_query(parts.uri.query()), uri: parts.uri.clone(), request_info })
    }
}

impl ListRequest {
    /// Answers with all of the list, or with the part that is asked for.
    pub async fn answer<R: MinimumRole, L: StreamedList>(
        mut self,
        state: &HttpState,
        caller: &ReadAs<R>,
        list: L,
    ) -> HttpResult {
        let cut = PageRequest::<L::Cursor>::of(&mut self.fields);
        let PageRequest { limit, after } =
            caller.authorize_field_errors(state, self.fields.build(|| Some(cut))).await?;
        let list = Arc::new(list);
        let asked = Arc::clone(&list);
        let read = move |conn: &mut Conn<'_>, reader: &UserId| {
            let mut out = begin_json::<L>();
            let room = limit.unwrap_or(ROWS_PER_READ);
            let page = asked.write_page(conn, reader, after.as_ref(), room, &mut out)?;
            Ok((reader.clone(), out, page))
        };
        let (reader, out, page) = caller.read(state, read).await?;
        match limit {
            Some(limit) => page_response::<L>(out, page, limit, &self.uri),
            None => Ok(whole_list_response(
                RemainingRows { db: state.app().db.clone(), list, reader, request_info: self.request_info },
                out,
                page,
            )),
        }
    }
}

/// What part of a list is asked for: by default all of it.
#[derive(Debug, PartialEq, Eq)]
struct PageRequest<P> {
    limit: Option<i64>,
    after: Option<P>,
}

impl<P: ListCursor> PageRequest<P> {
    fn of(fields: &mut Fields) -> Self {
        Self { limit: fields.optional("limit", limit), after: fields.optional("cursor", decode_cursor) }
    }
}

/// At most `limit` rows, and where there are more, the way to them.
fn page_response<L: StreamedList>(
    mut out: Vec<u8>,
    page: PageEnd<L::Cursor>,
    limit: i64,
    uri: &Uri,
) -> HttpResult {
    out.extend_from_slice(end_of_json::<L>());
    let mut response = json_response(StatusCode::OK, out);
    if let Some(last) = page.last.filter(|_| page.has_more) {
        response.headers_mut().insert(LINK, next_link(uri, limit, &last)?);
    }
    Ok(response)
}

fn whole_list_response<L: StreamedList>(
    source: RemainingRows<L>,
    mut out: Vec<u8>,
    page: PageEnd<L::Cursor>,
) -> Response {
    let Some(last) = page.last.filter(|_| page.has_more) else {
        out.extend_from_slice(end_of_json::<L>());
        return json_response(StatusCode::OK, out);
    };
    let first = stream::iter([Ok(out)]);
    let rest = stream::try_unfold(Some((source, last)), async |rest| match rest {
        Some((source, after)) => source.next_chunk(after).await.map(Some),
        None => Ok(None),
    });
    json_response(StatusCode::OK, Body::from_stream(first.chain(rest)))
}

/// Where the rest of a list comes from.
struct RemainingRows<L> {
    db: Db,
    list: Arc<L>,
    reader: UserId,
    request_info: RequestInfo,
}

/// Some text of a list, and from where to go on after it, unless that was the end.
type Chunk<L> = (Vec<u8>, Option<(RemainingRows<L>, <L as StreamedList>::Cursor)>);

impl<L: StreamedList> RemainingRows<L> {
    /// It is too late for an answer that says what is wrong: on an error the connection breaks off, so that nobody
    /// takes what they have for all of it.
    async fn next_chunk(self, after: L::Cursor) -> std::io::Result<Chunk<L>> {
        let request_info = self.request_info.clone();
        self.next_page(after).await.map_err(|error| {
            let (request_id, cause) = (request_info.request_id(), error.cause());
            tracing::error!(request_id, list = L::NAME, cause, "a list broke off");
            std::io::Error::other("the list broke off")
        })
    }

    async fn next_page(self, after: L::Cursor) -> Result<Chunk<L>, HttpError> {
        let (list, reader) = (Arc::clone(&self.list), self.reader.clone());
        let read = move |conn: &mut Conn<'_>| -> Result<_, HttpError> {
            let mut out = Vec::new();
            let page = list.write_page(conn, &reader, Some(&after), ROWS_PER_READ, &mut out)?;
            Ok((out, page))
        };
        let (mut out, page) = self.db.read(read).await?;
        if let Some(last) = page.last.filter(|_| page.has_more) {
            return Ok((out, Some((self, last))));
        }
        out.extend_from_slice(end_of_json::<L>());
        Ok((out, None))
    }
}

fn begin_json<L: StreamedList>() -> Vec<u8> {
    let mut out = Vec::with_capacity(8 * 1024);
    out.extend_from_slice(br#"{"success":true,"data":"#);
    if !L::IS_WITHOUT_NAME {
        out.extend_from_slice(br#"{""#);
        out.extend_from_slice(L::NAME.as_bytes());
        out.extend_from_slice(br#"":"#);
    }
    out.push(b'[');
    out
}

fn end_of_json<L: StreamedList>() -> &'static [u8] {
    if L::IS_WITHOUT_NAME { b"]}" } else { b"]}}" }
}

fn limit(text: &str) -> Result<i64, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit| is_number && (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| format!("must be a whole number from 1 to {MAX_LIMIT}"))
}

fn encode_cursor(position: &impl ListCursor) -> String {
    URL_SAFE_NO_PAD.encode(position.to_text())
}

/// The position that a cursor stands for. Only what we would write ourselves counts, so that nothing strange gets as
/// far as a statement.
fn decode_cursor<P: ListCursor>(text: &str) -> Result<P, &'static str> {
    let written = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let written = written.filter(|written| !written.contains('\0'));
    let position =
        written.and_then(|written| P::from_text(&written).filter(|cursor| cursor.to_text() == written));
    position.ok_or("must be the cursor of a link to a next page")
}

/// The same question again from after the position on, with everything else that was asked.
fn next_link(uri: &Uri, limit: i64, last: &impl ListCursor) -> Result<HeaderValue, HttpError> {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        if name != "limit" && name != "cursor" {
            query.append_pair(&name, &value);
        }
    }
    query.append_pair("limit", &limit.to_string()).append_pair("cursor", &encode_cursor(last));
    let link = format!("<{}?{}>; rel=\"next\"", uri.path(), query.finish());
    HeaderValue::from_bytes(link.as_bytes())
        .map_err(|_| HttpError::new(ErrorCode::Internal, "The next page has no address."))
}

#[cfg(test)]
mod tests;
