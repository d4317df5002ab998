//! The routes of an app, with or without their descriptions.

use axum::Router;
use axum::routing::MethodRouter;
use parlour_http::compression::WholeCompression;
use parlour_http::routing::AnyHandler;
use parlour_http::state::HttpState;
use tower_http::compression::CompressionLayer;
// Hidden, and without a promise to stay: Cargo.toml names the exact version.
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::Path;
use utoipa::openapi::path::{HttpMethod, Paths};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::OpenApiRouter;

/// To describe a route takes far longer than to make it, and more memory, so a process that starts leaves it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descriptions {
    Included,
    LeftOut,
}

/// The handlers of one address, as `utoipa_axum::routes` collects them; but each as an [`AnyHandler`], and described only
/// when that is asked for.
macro_rules! routes {
    ($($handler:ident $(:: $rest:ident)*),+ $(,)?) => {{
        let mut handlers = $crate::routes::PathHandlers::new();
        $(
            let handler = parlour_http::routing::AnyHandler::new($handler $(:: $rest)*);
            handlers.add::<$crate::routes::description!([] $handler $(:: $rest)*)>(&handler);
        )+
        handlers
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

type Schemas = Vec<(String, RefOr<Schema>)>;

pub(crate) struct PathHandlers {
    path: String,
    methods: MethodRouter<HttpState>,
    /// One for each handler.
    describe: Vec<fn(&mut Schemas, &mut Paths)>,
}

impl PathHandlers {
    pub(crate) fn new() -> Self {
        Self { path: String::new(), methods: MethodRouter::new(), describe: Vec::new() }
    }

    pub(crate) fn add<D>(&mut self, handler: &AnyHandler)
    where
        D: Path + for<'t> Tags<'t> + SchemaReferences,
    {
        self.path = D::path();
        self.describe.push(describe::<D>);
        self.add_methods(&D::methods(), handler);
    }

    fn add_methods(&mut self, of_handler: &[HttpMethod], handler: &AnyHandler) {
        for method in of_handler {
            self.methods = std::mem::take(&mut self.methods).on(method.to_method_filter(), handler.clone());
        }
    }

    /// With other answers or steps.
    pub(crate) fn map(self, change: impl FnOnce(MethodRouter<HttpState>) -> MethodRouter<HttpState>) -> Self {
        Self { methods: change(self.methods), ..self }
    }
}

fn describe<D>(schemas: &mut Schemas, paths: &mut Paths)
where
    D: Path + for<'t> Tags<'t> + SchemaReferences,
{
    let mut operation = D::operation();
    let tags = D::tags();
    if !tags.is_empty() {
        operation.tags.get_or_insert_default().extend(tags.into_iter().map(str::to_owned));
    }
    D::schemas(schemas);
    paths.add_path_operation(D::path(), D::methods(), operation);
}

pub(crate) struct Routes {
    routes: OpenApiRouter<HttpState>,
    descriptions: Descriptions,
}

impl Routes {
    pub(crate) fn new(descriptions: Descriptions) -> Self {
        Self { routes: OpenApiRouter::new(), descriptions }
    }

    pub(crate) fn routes(self, handlers: PathHandlers) -> Self {
        let PathHandlers { path, methods, describe } = handlers;
        let routes = match self.descriptions {
            Descriptions::Included => {
                let (mut schemas, mut paths) = (Schemas::new(), Paths::new());
                for describe in describe {
                    describe(&mut schemas, &mut paths);
                }
                self.routes.routes((schemas, paths, methods))
            }
            Descriptions::LeftOut => self.routes.route(&path, methods),
        };
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
