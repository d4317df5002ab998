//! A list as a file to download.

use axum::response::IntoResponse;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};
use parlour_app::reports::{Table, write_csv};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;

pub(super) fn csv_response(table: &Table, disposition: &'static str) -> HttpResult {
    let file = write_csv(table).map_err(|error| HttpError::internal(error.to_string()))?;
    let mut response = file.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
