//! The OpenAPI document of an app: the descriptions of its handlers, and what all of them share.

use std::collections::BTreeSet;

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use parlour_domain::auth::app_kind::AppKind;
use parlour_http::error::ErrorEnvelope;
use parlour_http::sessions::{AppUser, MinimumRole};
use parlour_http::state::HttpState;
use parlour_store::bookings::booking_records::BookingService;
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ArrayItems, SchemaType};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, HeaderBuilder, InfoBuilder, License, Object, OpenApi, OpenApiBuilder, Ref, RefOr, Required,
    Response, ResponseBuilder, Schema, Type,
};
use utoipa::{ToResponse, ToSchema};

use crate::docs_viewer;
use crate::routes::Routes;

/// Stands in the description of a handler that takes [`AppUser`], until the app is known.
pub(crate) const APP_USER: &str = "app user";

/// The error envelope of every failed request.
pub(crate) struct ErrorResponse;

impl<'r> ToResponse<'r> for ErrorResponse {
    fn response() -> (&'r str, RefOr<Response>) {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorEnvelope::name()))).build();
        let response = ResponseBuilder::new()
            .description("The error, for programs and for people")
            .content("application/json", content);
        ("Failed", response.build().into())
    }
}

/// The error of a route that browsers open: a page for people, the envelope for programs.
struct ErrorResponseOrPage;

impl<'r> ToResponse<'r> for ErrorResponseOrPage {
    fn response() -> (&'r str, RefOr<Response>) {
        let RefOr::T(mut failed) = ErrorResponse::response().1 else { return ErrorResponse::response() };
        let page = ContentBuilder::new().schema(Some(Object::with_type(Type::String))).build();
        failed.content.insert("text/html".to_owned(), page.into());
        ("FailedOrPage", failed.into())
    }
}

/// The whole document.
pub(crate) fn build_document(app_kind: AppKind, routes: Routes) -> OpenApi {
    let (title, about) = match app_kind {
        AppKind::Customer => ("Parlour customer app", "Catalogue, leads, bookings and the customer's own data."),
        AppKind::Admin => ("Parlour admin app", "For the staff of the salon."),
    };
    let (_, found) = routes.into_parts();
    let info = InfoBuilder::new()
        .title(title)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(about))
        .license(Some(License::new("MIT OR Apache-2.0")))
        .build();
    let mut document = OpenApiBuilder::new().info(info).paths(found.paths).components(found.components).build();
    let components = document.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(app_kind.session_cookie(), "Set by signing in");
    components.security_schemes.insert("session".into(), SecurityScheme::ApiKey(ApiKey::Cookie(cookie)).into());
    for (name, failed) in [ErrorResponse::response(), ErrorResponseOrPage::response()] {
        components.responses.insert(name.to_owned(), failed);
    }
    let mut schemas = Vec::new();
    <ErrorEnvelope<'_> as ToSchema>::schemas(&mut schemas);
    schemas.push((ErrorEnvelope::name().into_owned(), <ErrorEnvelope<'_> as utoipa::PartialSchema>::schema()));
    // utoipa does not find the parameter of a generic schema.
    schemas.push((BookingService::name().into_owned(), <BookingService as utoipa::PartialSchema>::schema()));
    components.schemas.extend(schemas);
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                name_app_user_role(app_kind, operation);
                add_path_parameters(path, operation);
                operation.operation_id = Some(operation_id(method, path));
                add_common_responses(app_kind, (method, path), operation);
            }
        }
    }
    require_nullable_response_fields(&mut document);
    document
}

/// The unique name that generated clients use, such as `postBookingsIdCancel`.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !matches!(*word, "" | "api"));
    words.fold(method.to_owned(), |id, word| {
        let (first, rest) = word.split_at(1);
        id + &first.to_ascii_uppercase() + rest
    })
}

/// A handler of both apps names no role: its lowest one depends on the app.
fn name_app_user_role(app_kind: AppKind, operation: &mut Operation) {
    let session_of = |role: &str| Some(vec![SecurityRequirement::new("session", [role])]);
    if operation.security == session_of(APP_USER) {
        operation.security = session_of(&AppUser::minimum_role(app_kind).to_string());
    }
}

/// Describes the ids in a path; a handler describes only what is more than a text.
fn add_path_parameters(path: &str, operation: &mut Operation) {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    for (position, name) in names.enumerate() {
        let parameters = operation.parameters.get_or_insert_default();
        if !parameters.iter().any(|known| matches!(known, RefOr::T(known) if known.name == name)) {
            let text = Some(Object::with_type(Type::String));
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .schema(text);
            parameters.insert(position, parameter.build().into());
        }
    }
}

/// Adds the responses that follow from the shape of a route.
fn add_common_responses(app_kind: AppKind, (method, path): (&str, &str), operation: &mut Operation) {
    let takes = |location: ParameterIn, name: &str| {
        operation.parameters.iter().flatten().any(|parameter| {
            matches!(parameter, RefOr::T(one) if one.parameter_in == location && (name.is_empty() || one.name == name))
        })
    };
    let (by_path, by_query) = (takes(ParameterIn::Path, ""), takes(ParameterIn::Query, ""));
    let (is_streamed_list, is_report) = (takes(ParameterIn::Query, "cursor"), takes(ParameterIn::Query, "format"));
    let is_keyed = takes(ParameterIn::Header, "Idempotency-Key");
    let has_body = operation.request_body.is_some();
    let is_guarded = operation.security.is_some();
    let is_limited = match (method, path) {
        ("get", "/api/auth/sign-in" | "/api/auth/callback") => true,
        ("get", "/api/services" | "/api/availability" | "/api/health") | ("post", "/api/leads" | "/api/bookings") => {
            app_kind == AppKind::Customer
        }
        _ => false,
    };
    let statuses: [(&str, bool); 9] = [
        ("400", has_body || by_query || is_keyed),
        ("401", is_guarded),
        ("403", is_guarded || has_body),
        ("404", by_path),
        ("409", is_keyed),
        ("413", true),
        ("422", is_keyed),
        ("429", is_limited),
        ("503", true),
    ];
    let name = <ErrorResponse as ToResponse>::response().0;
    let possible = statuses.into_iter().filter(|(_, is_possible)| *is_possible).map(|(status, _)| status);
    for status in possible.chain(["500"]) {
        operation
            .responses
            .responses
            .entry(status.to_owned())
            .or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
    }
    if let Some(RefOr::T(response)) = operation.responses.responses.get_mut("200") {
        if is_streamed_list {
            add_link_header(response);
        }
        if is_report {
            add_report_files(response);
        }
    }
    match path {
        "/api/services" | "/api/services/{slug}" | "/api/availability" | "/api/offers" | "/api/branches"
            if app_kind == AppKind::Customer =>
        {
            add_not_modified_response(operation);
        }
        "/api/auth/callback" | "/unsubscribe/{token}" => use_html_error_responses(operation),
        _ => {}
    }
}

/// A streamed list links to its next page.
fn add_link_header(response: &mut Response) {
    let link = HeaderBuilder::new()
        .schema(Some(Object::with_type(Type::String)))
        .description(Some("The next page, where `limit` left some rows out"));
    response.headers.insert("Link".to_owned(), link.build().into());
}

/// A report is also a file, if its `format` asks for one.
fn add_report_files(response: &mut Response) {
    for media_type in ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"] {
        let file = ContentBuilder::new().schema(Some(Object::with_type(Type::String))).build();
        response.content.insert(media_type.to_owned(), file.into());
    }
}

/// Public reads have an `ETag`.
fn add_not_modified_response(operation: &mut Operation) {
    let known = ParameterBuilder::new()
        .name("If-None-Match")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some("The `ETag` of an earlier response"))
        .schema(Some(Object::with_type(Type::String)));
    operation.parameters.get_or_insert_default().push(known.build().into());
    let not_modified = ResponseBuilder::new().description("The earlier response is still valid").build();
    operation.responses.responses.insert("304".to_owned(), not_modified.into());
}

fn use_html_error_responses(operation: &mut Operation) {
    let name = ErrorResponseOrPage::response().0;
    for (status, response) in &mut operation.responses.responses {
        // A body that is too large is refused before the route runs.
        if status.starts_with(['4', '5']) && status != "413" {
            *response = RefOr::Ref(Ref::from_response_name(name));
        }
    }
}

/// A request may leave out an optional field; a response always has it, perhaps as `null`.
fn require_nullable_response_fields(document: &mut OpenApi) {
    let request_schemas = request_schema_names(document);
    let schemas = document.components.iter_mut().flat_map(|components| &mut components.schemas);
    for (_, schema) in schemas.filter(|(name, _)| !request_schemas.contains(*name)) {
        require_nullable_properties(schema);
    }
}

fn require_nullable_properties(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, property) in &mut object.properties {
                if is_nullable(property) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
                require_nullable_properties(property);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(item) = &mut array.items {
                require_nullable_properties(item);
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require_nullable_properties),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(require_nullable_properties),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    let is_null = |kind: &SchemaType| match kind {
        SchemaType::Type(only) => *only == Type::Null,
        SchemaType::Array(several) => several.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match schema {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(is_nullable),
        _ => false,
    }
}

/// The names of the schemas in request bodies.
fn request_schema_names(document: &OpenApi) -> BTreeSet<String> {
    fn collect_schema_names(part: &Value, schemas: &Value, found: &mut BTreeSet<String>) {
        match part {
            Value::Object(fields) => {
                let reference = fields.get("$ref").and_then(Value::as_str);
                if let Some(name) = reference.and_then(|path| path.strip_prefix("#/components/schemas/"))
                    && found.insert(name.to_owned())
                {
                    collect_schema_names(&schemas[name], schemas, found);
                }
                fields.values().for_each(|field| collect_schema_names(field, schemas, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect_schema_names(item, schemas, found)),
            _ => {}
        }
    }
    let whole = serde_json::to_value(document).unwrap_or_default();
    let mut found = BTreeSet::new();
    for path in whole["paths"].as_object().into_iter().flat_map(serde_json::Map::values) {
        for operation in path.as_object().into_iter().flat_map(serde_json::Map::values) {
            collect_schema_names(&operation["requestBody"], &whole["components"]["schemas"], &mut found);
        }
    }
    found
}

/// The document is built at the first request, because most installations never need it.
async fn document_json(app_kind: AppKind, build: fn(AppKind) -> OpenApi) -> Bytes {
    static CUSTOMER: OnceCell<Bytes> = OnceCell::const_new();
    static ADMIN: OnceCell<Bytes> = OnceCell::const_new();
    let cached = match app_kind {
        AppKind::Customer => &CUSTOMER,
        AppKind::Admin => &ADMIN,
    };
    let writing = || async move {
        let written = spawn_blocking(move || build(app_kind).to_json().unwrap_or_default()).await;
        Bytes::from(written.unwrap_or_default())
    };
    cached.get_or_init(writing).await.clone()
}

/// `/api/openapi.json`, and `/docs` with a viewer that needs no network.
pub(crate) fn docs_routes(app_kind: AppKind, build: fn(AppKind) -> OpenApi) -> Router<HttpState> {
    let document = get(async move || {
        parlour_http::respond::json_response(http::StatusCode::OK, document_json(app_kind, build).await)
    });
    // The viewer's script sets inline styles.
    let policy = HeaderValue::from_static(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; \
         frame-ancestors 'none'",
    );
    docs_viewer::routes()
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .route("/api/openapi.json", document)
}
