//! What most handlers use: who asks, what they send, and how they are answered.

pub(crate) use axum::extract::State;
pub(crate) use parlour_http::body::{NoBody, RequestBody, WithoutFields};
pub(crate) use parlour_http::error::{ErrorCode, HttpError};
pub(crate) use parlour_http::fields::Fields;
pub(crate) use parlour_http::idempotency::{IdempotencyKey, KeyedBody};
pub(crate) use parlour_http::paging::ListPage;
pub(crate) use parlour_http::path_id::PathId;
pub(crate) use parlour_http::request::{
    AnyText, Flat, Int, Name, ObjectList, OptionalObject, OptionalText, Patch, QueryInt, RequestShape, Text, TextList,
    TrimmedText,
};
pub(crate) use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, created, ok, ok_page, stored_created};
pub(crate) use parlour_http::sessions::{
    AppUser, Customer, Developer, Manager, MinimumRole, Owner, ReadAs, Receptionist, Staff,
};
pub(crate) use parlour_http::state::HttpState;
pub(crate) use parlour_http::streamed_list::{ListParameters, ListPart, ListRequest};
pub(crate) use parlour_http::validation::{check_date_of_birth, check_period, check_readable};
pub(crate) use parlour_http::{list_shape, request_shape, text_rules};
pub(crate) use parlour_store::{Conn, DbError};
pub(crate) use serde::Serialize;
pub(crate) use utoipa::ToSchema;

pub(crate) use crate::openapi::{APP_USER, ErrorResponse};
