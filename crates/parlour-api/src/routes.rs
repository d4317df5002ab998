//! The routes of an app, with or without their descriptions.

use axum::Router;
use parlour_http::compression::WholeCompression;
use parlour_http::routing::AnyHandler;
use parlour_http::state::HttpState;
use tower_http::compression::CompressionLayer;
// Hidden, and without a promise to stay: Cargo.toml names the exact version.
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// Descriptions take much more memory than routes, so a serving process drops them at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descriptions {
    Included,
    Dropped,
}

/// The handlers of one address with their descriptions, as `utoipa_axum::routes` collects them; but each as an
/// [`AnyHandler`].
macro_rules! routes {
    ($($handler:ident $(:: $rest:ident)*),+ $(,)?) => {{
        let mut route = (Vec::new(), utoipa::openapi::path::Paths::new(), axum::routing::MethodRouter::new());
        $(
            let handler = parlour_http::routing::AnyHandler::new($handler $(:: $rest)*);
            $crate::routes::add_handler::<$crate::routes::description!([] $handler $(:: $rest)*)>(&mut route, &handler);
        )+
        route
    }};
}

/// What `#[utoipa::path]` describes of a handler, a type beside it.
macro_rules! description {
    ([$($path:tt)*] $handler:ident) => { pastey::paste!($($path)* [<__path_ $handler>]) };
    ([$($path:tt)*] $module:ident :: $($rest:tt)+) => {
        $crate::routes::description!([$($path)* $module ::] $($rest)+)
    };
}

pub(crate) use {description, routes};

pub(crate) fn add_handler<D>(route: &mut UtoipaMethodRouter<HttpState>, handler: &AnyHandler)
where
    D: Path + for<'t> Tags<'t> + SchemaReferences,
{
    let mut operation = D::operation();
    let tags = D::tags();
    if !tags.is_empty() {
        operation.tags.get_or_insert_default().extend(tags.into_iter().map(str::to_owned));
    }
    D::schemas(&mut route.0);
    add_operation(route, &D::path(), D::methods(), operation, handler);
}

fn add_operation(
    (_, paths, methods): &mut UtoipaMethodRouter<HttpState>,
    path: &str,
    of_handler: Vec<HttpMethod>,
    operation: Operation,
    handler: &AnyHandler,
) {
    for method in &of_handler {
        *methods = std::mem::take(methods).on(method.to_method_filter(), handler.clone());
    }
    paths.add_path_operation(path, of_handler, operation);
}

pub(crate) struct Routes {
    routes: OpenApiRouter<HttpState>,
    descriptions: Descriptions,
}

impl Routes {
    pub(crate) fn new(descriptions: Descriptions) -> Self {
        Self { routes: OpenApiRouter::new(), descriptions }
    }

    pub(crate) fn routes(self, handlers: UtoipaMethodRouter<HttpState>) -> Self {
        let mut routes = self.routes.routes(handlers);
        if self.descriptions == Descriptions::Dropped {
            *routes.get_openapi_mut() = OpenApi::default();
        }
        Self { routes, ..self }
    }

    pub(crate) fn merge(self, other: Self) -> Self {
        Self { routes: self.routes.merge(other.routes), ..self }
    }

    pub(crate) fn compressed(self) -> Self {
        // What is left after the whole answers are long lists, which are streamed. An encoder of brotli would keep
        // megabytes for each.
        let routes = self.routes.layer(WholeCompression::QUICK).layer(CompressionLayer::new().no_br());
        Self { routes, ..self }
    }

    pub(crate) fn into_parts(self) -> (Router<HttpState>, OpenApi) {
        self.routes.split_for_parts()
    }
}
