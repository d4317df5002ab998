//! Lists that are sent whole. They are read in parts, each after the last row of the one before, so that a long list
//! neither fills memory nor blocks other readers of the database. `limit` and `cursor` ask for one part only.

use std::marker::PhantomData;
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
use parlour_db::cursor::ListCursor;
use parlour_db::json::{PageEnd, write_separator};
use parlour_domain::ids::UserId;
use parlour_store::{Conn, Db, DbError};
use serde::Serialize;
use url::form_urlencoded;
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::error::{ErrorCode, HttpError};
use crate::fields::Fields;
use crate::request::{AnyText, Int, Property, ValueRule, query_parameters};
use crate::request_info::RequestInfo;
use crate::respond::{HttpResult, json_response};
use crate::sessions::{MinimumRole, ReadAs};
use crate::state::HttpState;

/// Rows that are read at once. A list of at most so many is not streamed.
const ROWS_PER_READ: i64 = 100;
const MAX_LIMIT: i64 = 1_000;

/// The `data` of a streamed list: an object with one field, made by `list_shape!`, or a bare array.
pub trait ListShape: 'static {
    /// The name of the field, or `None` where `data` is the array itself.
    const NAME: Option<&'static str>;
}

impl<T: 'static> ListShape for Vec<T> {
    const NAME: Option<&'static str> = None;
}

/// Defines the `data` of a streamed list: `list_shape! { pub struct LeadList { leads: ListedLead } }`. The rows are
/// written one by one, so the type has no values; it names the field and describes it.
#[macro_export]
macro_rules! list_shape {
    ($vis:vis struct $name:ident { $field:ident: $row:ty }) => {
        $vis struct $name;

        impl $crate::streamed_list::ListShape for $name {
            const NAME: Option<&'static str> = Some(stringify!($field));
        }

        const _: () = {
            use $crate::request::utoipa::openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema, Type};
            use $crate::request::utoipa::{PartialSchema, ToSchema};

            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    let rows = ArrayBuilder::new().items(Ref::from_schema_name(<$row>::name()));
                    let object = ObjectBuilder::new().schema_type(Type::Object);
                    object.property(stringify!($field), rows).required(stringify!($field)).into()
                }
            }

            impl ToSchema for $name {
                fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                    schemas.push((<$row>::name().into_owned(), <$row as PartialSchema>::schema()));
                    <$row as ToSchema>::schemas(schemas);
                }
            }
        };
    };
}

/// The rows that are read next.
#[derive(Debug)]
pub struct ListPart<'a, C> {
    /// The user who reads the list.
    pub reader: &'a UserId,
    /// The last row before them; `None` at the start of the list.
    pub after: Option<&'a C>,
    /// At most so many.
    pub limit: i64,
}

/// A request for a list by someone of at least the role `R`, which handlers take as an extractor.
#[derive(Debug)]
pub struct ListRequest<R> {
    /// The query, for the list's own parameters.
    pub fields: Fields,
    pub caller: ReadAs<R>,
}

impl<R: MinimumRole> FromRequestParts<HttpState> for ListRequest<R> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Self, HttpError> {
        let caller = ReadAs::from_request_parts(parts, state).await?;
        Ok(Self { fields: Fields::from_query(caller.query()), caller })
    }
}

/// The parameters of every streamed list.
#[derive(Debug)]
pub struct ListParameters;

impl IntoParams for ListParameters {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let limit = <Int<1, MAX_LIMIT> as ValueRule>::schema();
        query_parameters(vec![
            Property::new("limit", "At most this many", "").optional(limit),
            Property::new("cursor", "From the `Link` header of the page before", "")
                .optional(<AnyText as ValueRule>::schema()),
        ])
    }
}

impl<R: MinimumRole> ListRequest<R> {
    /// Answers with the rows that `read` returns, at most `limit + 1`: the one too many shows that there are more.
    pub async fn answer_rows<L: ListShape, T: Serialize, C: ListCursor>(
        self,
        read: impl Fn(&mut Conn<'_>, &ListPart<'_, C>) -> Result<Vec<T>, DbError> + Send + Sync + 'static,
        cursor_of: impl Fn(&T) -> C + Send + Sync + 'static,
    ) -> HttpResult {
        let write = move |conn: &mut Conn<'_>, part: &ListPart<'_, C>, out: &mut Vec<u8>| {
            let one_more = ListPart { limit: part.limit + 1, ..*part };
            write_rows(read(conn, &one_more)?, part.limit, &cursor_of, out)
        };
        self.answer::<L, C>(write).await
    }

    /// Answers with the rows that `write` writes as JSON, each after a separator.
    pub async fn answer<L: ListShape, C: ListCursor>(self, write: impl WriteRows<C>) -> HttpResult {
        let Self { mut fields, caller } = self;
        let page = PageRequest::<C>::from_fields(&mut fields);
        let PageRequest { limit, after } = caller.authorize_field_errors(fields.build(|| Some(page))).await?;
        let write = Arc::new(write);
        let write_first = Arc::clone(&write);
        let read = move |conn: &mut Conn<'_>, reader: &UserId| {
            let mut out = list_start::<L>();
            let part = ListPart { reader, after: after.as_ref(), limit: limit.unwrap_or(ROWS_PER_READ) };
            let end = write_first(conn, &part, &mut out)?;
            Ok((reader.clone(), out, end))
        };
        let (reader, out, end) = caller.read(read).await?;
        if let Some(limit) = limit {
            return page_response::<L, C>(out, end, limit, &caller.uri);
        }
        let (db, request_info) = (caller.state.app().db.clone(), caller.request_info);
        let rest = RemainingRows { db, write, reader, request_info, list: PhantomData::<fn() -> L> };
        Ok(whole_list_response(rest, out, end))
    }
}

/// A function that writes a part of a list. (The name shortens the signatures of this module.)
pub trait WriteRows<C>:
    Fn(&mut Conn<'_>, &ListPart<'_, C>, &mut Vec<u8>) -> Result<PageEnd<C>, DbError> + Send + Sync + 'static
{
}

impl<C, F> WriteRows<C> for F where
    F: Fn(&mut Conn<'_>, &ListPart<'_, C>, &mut Vec<u8>) -> Result<PageEnd<C>, DbError> + Send + Sync + 'static
{
}

/// Writes at most `limit` rows.
fn write_rows<T: Serialize, C>(
    mut rows: Vec<T>,
    limit: i64,
    cursor_of: impl Fn(&T) -> C,
    out: &mut Vec<u8>,
) -> Result<PageEnd<C>, DbError> {
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    for row in &rows {
        write_separator(out);
        serde_json::to_writer(&mut *out, row)
            .map_err(|error| DbError::Statement(format!("a row cannot be written: {error}")))?;
    }
    Ok(PageEnd { last: rows.last().map(cursor_of), has_more })
}

/// The part of a list that the query names: by default all of it.
#[derive(Debug, PartialEq, Eq)]
struct PageRequest<C> {
    limit: Option<i64>,
    after: Option<C>,
}

impl<C: ListCursor> PageRequest<C> {
    fn from_fields(fields: &mut Fields) -> Self {
        Self { limit: fields.optional("limit", limit), after: fields.optional("cursor", decode_cursor) }
    }
}

/// At most `limit` rows, with a link to the next page where there are more.
fn page_response<L: ListShape, C: ListCursor>(mut out: Vec<u8>, end: PageEnd<C>, limit: i64, uri: &Uri) -> HttpResult {
    out.extend_from_slice(list_end::<L>());
    let mut response = json_response(StatusCode::OK, out);
    if let Some(last) = end.last.filter(|_| end.has_more) {
        response.headers_mut().insert(LINK, next_link(uri, limit, &last)?);
    }
    Ok(response)
}

/// The first rows at once, the others as a stream.
fn whole_list_response<L: ListShape, C: ListCursor>(
    rest: RemainingRows<L, impl WriteRows<C>>,
    mut out: Vec<u8>,
    end: PageEnd<C>,
) -> Response {
    let Some(last) = end.last.filter(|_| end.has_more) else {
        out.extend_from_slice(list_end::<L>());
        return json_response(StatusCode::OK, out);
    };
    let first = stream::iter([Ok(out)]);
    let rest = stream::try_unfold(Some((rest, last)), async |rest| match rest {
        Some((rest, after)) => rest.next_chunk(after).await.map(Some),
        None => Ok(None),
    });
    json_response(StatusCode::OK, Body::from_stream(first.chain(rest)))
}

/// Where the rest of a list is read from.
struct RemainingRows<L, W> {
    db: Db,
    write: Arc<W>,
    reader: UserId,
    request_info: RequestInfo,
    list: PhantomData<fn() -> L>,
}

/// Some text of a list, and the row after which to go on, unless that was the end.
type Chunk<L, W, C> = (Vec<u8>, Option<(RemainingRows<L, W>, C)>);

impl<L: ListShape, W> RemainingRows<L, W> {
    /// The response has begun, so it cannot become an error. The connection breaks off instead, and no client takes
    /// the part it has for the whole list.
    async fn next_chunk<C: ListCursor>(self, after: C) -> std::io::Result<Chunk<L, W, C>>
    where
        W: WriteRows<C>,
    {
        let request_info = self.request_info.clone();
        self.next_rows(after).await.map_err(|error| {
            let (request_id, cause) = (request_info.request_id(), error.cause());
            tracing::error!(request_id, list = L::NAME, cause, "a list broke off");
            std::io::Error::other("the list broke off")
        })
    }

    async fn next_rows<C: ListCursor>(self, after: C) -> Result<Chunk<L, W, C>, HttpError>
    where
        W: WriteRows<C>,
    {
        let (write, reader) = (Arc::clone(&self.write), self.reader.clone());
        let read = move |conn: &mut Conn<'_>| -> Result<_, HttpError> {
            let mut out = Vec::new();
            let part = ListPart { reader: &reader, after: Some(&after), limit: ROWS_PER_READ };
            let end = write(conn, &part, &mut out)?;
            Ok((out, end))
        };
        let (mut out, end) = self.db.read(read).await?;
        if let Some(last) = end.last.filter(|_| end.has_more) {
            return Ok((out, Some((self, last))));
        }
        out.extend_from_slice(list_end::<L>());
        Ok((out, None))
    }
}

fn list_start<L: ListShape>() -> Vec<u8> {
    let mut out = Vec::with_capacity(8 * 1024);
    out.extend_from_slice(br#"{"success":true,"data":"#);
    if let Some(name) = L::NAME {
        out.extend_from_slice(br#"{""#);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(br#"":"#);
    }
    out.push(b'[');
    out
}

fn list_end<L: ListShape>() -> &'static [u8] {
    if L::NAME.is_some() { b"]}}" } else { b"]}" }
}

fn limit(text: &str) -> Result<i64, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let limit = text.parse().ok().filter(|limit| is_number && (1..=MAX_LIMIT).contains(limit));
    limit.ok_or_else(|| format!("must be a whole number from 1 to {MAX_LIMIT}"))
}

fn encode_cursor(cursor: &impl ListCursor) -> String {
    URL_SAFE_NO_PAD.encode(cursor.to_text())
}

/// The row that a cursor names. Only text that `encode_cursor` would write is accepted, so that no other value reaches
/// a statement.
fn decode_cursor<C: ListCursor>(text: &str) -> Result<C, &'static str> {
    let written = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let written = written.filter(|written| !written.contains('\0'));
    let cursor = written.and_then(|written| C::from_text(&written).filter(|cursor| cursor.to_text() == written));
    cursor.ok_or("must be the cursor of a link to a next page")
}

/// A link to the rows after `last`, with the other parameters of the query.
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
