//! A form that was refused.

use http::StatusCode;
use parlour_http::error::HttpError;

/// The status of a form that is shown again with its errors; `None` where an error page says what is wrong.
pub(super) fn status_of_refused_form(error: &HttpError) -> Option<StatusCode> {
    match error.status() {
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => Some(StatusCode::UNPROCESSABLE_ENTITY),
        StatusCode::CONFLICT => Some(StatusCode::CONFLICT),
        _ => None,
    }
}
