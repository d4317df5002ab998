//! The routes of an app, with or without their descriptions.

use axum::Router;
use parlour_http::compression::WholeCompression;
use parlour_http::state::HttpState;
use tower_http::compression::CompressionLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

/// Descriptions take much more memory than routes, so a serving process drops them at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descriptions {
    Included,
    Dropped,
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
