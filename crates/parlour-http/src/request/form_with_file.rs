//! Forms that may bring a picture or another file: `multipart/form-data`, as browsers send it (RFC 7578).

use std::borrow::Cow;

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap};
use parlour_integrations::picture::MAX_UPLOAD_BYTES;

use super::body::body_too_large;
use super::form::FormBody;
use super::form_values::FormValues;
use crate::error::HttpError;
use crate::idempotency::{KeyedBody, hash_parts};

/// More than any form has fields.
const MAX_PARTS: usize = 500;

/// A submitted HTML form with a field for a file.
#[derive(Debug)]
pub struct FormWithFile {
    pub form: FormBody,
    /// None if no file was chosen, or an empty one.
    pub file: Option<Bytes>,
}

/// A submitted HTML form with a field for a picture.
#[derive(Debug)]
pub struct FormWithPicture {
    pub form: FormBody,
    /// None if no file was chosen.
    pub picture: Option<Bytes>,
}

impl<S: Send + Sync> FromRequest<S> for FormWithFile {
    type Rejection = HttpError;

    /// Without a file, the fields may also arrive as those of other forms do.
    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let Some(boundary) = boundary(request.headers()) else {
            return Ok(Self { form: FormBody::from_request(request, state).await?, file: None });
        };
        let body = KeyedBody::from_request(request, state).await?;
        let parts = split(&body.bytes, &boundary);
        let parts = parts.ok_or_else(|| HttpError::invalid_field("body", "must be an HTML form"))?;
        let fields = parts.iter().filter(|part| !part.is_file);
        let values = FormValues::of_fields(
            fields.map(|part| (Cow::Owned(part.name.clone()), String::from_utf8_lossy(part.content))),
        );
        // A browser sends an empty file where none was chosen.
        let file = parts.iter().find(|part| part.is_file && !part.content.is_empty());
        let file = file.map(|part| body.bytes.slice_ref(part.content));
        let hash = hash_of(&parts);
        Ok(Self { form: FormBody::new(body.of_parts(hash), values), file })
    }
}

impl<S: Send + Sync> FromRequest<S> for FormWithPicture {
    type Rejection = HttpError;

    async fn from_request(request: Request, state: &S) -> Result<Self, HttpError> {
        let FormWithFile { form, file: picture } = FormWithFile::from_request(request, state).await?;
        if picture.as_ref().is_some_and(|picture| picture.len() > MAX_UPLOAD_BYTES) {
            return Err(body_too_large(MAX_UPLOAD_BYTES));
        }
        Ok(Self { form, picture })
    }
}

/// A field of the form, or its file.
struct Part<'a> {
    name: String,
    is_file: bool,
    content: &'a [u8],
}

/// A browser chooses another boundary whenever it sends a form, also at the second tap on a button.
fn hash_of(parts: &[Part<'_>]) -> String {
    let mut hashed = Vec::new();
    for part in parts {
        let kind = if part.is_file { "file" } else { "text" };
        hashed.extend([part.name.as_bytes(), kind.as_bytes(), part.content]);
    }
    hash_parts(&hashed)
}

/// What separates the parts, if the body has any.
fn boundary(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let (kind, parameters) = kind.split_once(';')?;
    let is_multipart = kind.trim().eq_ignore_ascii_case("multipart/form-data");
    let boundary = parameters.split(';').find_map(|parameter| parameter.trim().strip_prefix("boundary="));
    boundary.filter(|_| is_multipart).map(|boundary| boundary.trim_matches('"').to_owned())
}

/// `None` if the body is no form.
fn split<'a>(body: &'a [u8], boundary: &str) -> Option<Vec<Part<'a>>> {
    let between = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(&between.as_bytes()[2..])?;
    let mut parts = Vec::new();
    while let Some(begun) = rest.strip_prefix(b"\r\n") {
        let (part, after) = split_once(begun, between.as_bytes())?;
        let (headers, content) = split_once(part, b"\r\n\r\n")?;
        parts.push(Part::new(headers, content)?);
        rest = after;
    }
    (rest.starts_with(b"--") && parts.len() <= MAX_PARTS).then_some(parts)
}

/// Looks for the first byte before it compares the others: a file may have 20 MiB.
fn split_once<'a>(bytes: &'a [u8], separator: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let first = *separator.first()?;
    let candidates = bytes.iter().enumerate().filter(|(_, byte)| **byte == first);
    let at = candidates.map(|(at, _)| at).find(|at| bytes[*at..].starts_with(separator))?;
    Some((&bytes[..at], &bytes[at + separator.len()..]))
}

impl<'a> Part<'a> {
    fn new(headers: &[u8], content: &'a [u8]) -> Option<Self> {
        let headers = String::from_utf8_lossy(headers);
        let is_disposition = |(name, _): &(&str, &str)| name.trim().eq_ignore_ascii_case("content-disposition");
        let (_, disposition) = headers.lines().filter_map(|line| line.split_once(':')).find(is_disposition)?;
        let name = parameter(disposition, "name")?.to_owned();
        Some(Self { name, is_file: parameter(disposition, "filename").is_some(), content })
    }
}

/// Browsers write a quotation mark inside a value as `%22`.
fn parameter<'a>(disposition: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = disposition.split_once(&format!("; {name}=\""))?;
    value.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "--x-1\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n Haircut \r\n\
        --x-1\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n\
        --x-1\r\ncontent-disposition: form-data; name=\"image\"; filename=\"a; name=b.png\"\r\n\
        Content-Type: image/png\r\n\r\n\r\n--x\r\n\r\n--x-1--\r\n";

    fn header(kind: &str) -> Option<String> {
        boundary(&HeaderMap::from_iter([(CONTENT_TYPE, kind.parse().unwrap())]))
    }

    #[test]
    fn fields_and_file_are_told_apart() {
        let parts = split(FORM.as_bytes(), "x-1").unwrap();
        let read: Vec<_> = parts.iter().map(|part| (part.name.as_str(), part.is_file, part.content)).collect();
        let expected: [(&str, bool, &[u8]); 3] =
            [("name", false, b" Haircut "), ("empty", false, b""), ("image", true, b"\r\n--x\r\n")];
        assert_eq!(read, expected);
    }

    #[test]
    fn the_boundary_is_no_part_of_what_is_sent() {
        let hash = |form: &str, boundary: &str| hash_of(&split(form.as_bytes(), boundary).unwrap());
        assert_eq!(hash(FORM, "x-1"), hash(&FORM.replace("x-1", "y-2"), "y-2"));
        assert_ne!(hash(FORM, "x-1"), hash(&FORM.replace("Haircut", "Cut"), "x-1"));
        assert_ne!(hash(FORM, "x-1"), hash(&FORM.replace("; filename=\"a; name=b.png\"", ""), "x-1"));
    }

    #[test]
    fn what_is_no_such_form_is_refused() {
        for broken in ["", "--", "--x-1", "--x-1\r\n", "--x-2--", &FORM[..FORM.len() - 9], &FORM[1..]] {
            assert!(split(broken.as_bytes(), "x-1").is_none(), "{broken:?}");
        }
        assert_eq!(split(b"--x-1--", "x-1").map(|parts| parts.len()), Some(0));
    }

    #[test]
    fn the_boundary_is_of_a_form_with_parts_only() {
        assert_eq!(header("multipart/form-data; boundary=x-1").as_deref(), Some("x-1"));
        assert_eq!(header("Multipart/Form-Data; charset=utf-8; boundary=\"x 1\"").as_deref(), Some("x 1"));
        for other in ["multipart/mixed; boundary=x", "multipart/form-data", "application/x-www-form-urlencoded; a=b"] {
            assert_eq!(header(other), None, "{other}");
        }
    }
}
