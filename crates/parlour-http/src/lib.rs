//! What the HTTP front ends share: the request pipeline, sessions and roles, rate limits, the origin check, request
//! shapes, idempotency and errors.
//!
//! A request passes [`pipeline`] first. A handler then checks the user with an extractor of [`sessions`], reads its
//! body or query into a shape of [`request`], calls one use case of `parlour-app`, and answers with [`respond`]. Shapes
//! that the API and the pages share are in [`shapes`].

pub mod browser_files;
pub mod compression;
pub mod cookies;
pub mod error;
pub mod idempotency;
pub mod job_authentication;
pub mod limits;
pub mod metrics;
pub mod page_updates;
pub mod pages;
pub mod pipeline;
pub mod refusal_traces;
pub mod request;
pub mod resources;
pub mod respond;
pub mod response_cache;
pub mod routing;
pub mod sessions;
pub mod shapes;
pub mod sign_in_redirect;
pub mod state;
pub mod streamed_list;
pub mod validation;

pub use pipeline::{host, request_info};
pub use request::{body, fields, form, paging, path_id};
