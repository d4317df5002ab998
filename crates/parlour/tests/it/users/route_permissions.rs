//! Who may do what, for every route there is: the routers list themselves.

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};
use serde_json::Value;

/// What the contract opens to everyone, and how people get in.
const PUBLIC_ROUTES: [(AppKind, &str, &[&str]); 2] = [
    (
        AppKind::Customer,
        "the contract's list, the branches and pictures of the supplement, sign-in, and what a secret address opens",
        &[
            "GET /api/services",
            "GET /api/services/{slug}",
            "GET /api/availability",
            "GET /api/offers",
            "GET /api/branches",
            "POST /api/leads",
            "GET /api/health",
            "GET /api/auth/sign-in",
            "GET /api/auth/callback",
            "GET /calendar/{file}",
            "GET /files/{token}",
            "GET /media/{name}",
            "GET /unsubscribe/{token}",
            "POST /unsubscribe/{token}",
        ],
    ),
    (
        AppKind::Admin,
        "health, sign-in, pictures, what a secret address opens, and jobs, which ask for another proof",
        &[
            "GET /api/health",
            "GET /api/auth/sign-in",
            "GET /api/auth/callback",
            "GET /calendar/{file}",
            "GET /files/{token}",
            "GET /media/{name}",
            "POST /api/jobs/{name}",
        ],
    ),
];

struct Route {
    method: Method,
    path: String,
    /// None where anyone may come in.
    least: Option<Role>,
}

/// Every route of an app with the role that it says it needs.
fn routes(app_kind: AppKind) -> Vec<Route> {
    let document = serde_json::to_value(parlour_api::openapi(app_kind)).unwrap();
    let mut routes = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let least = operation["security"].as_array().map(|schemes| {
                let role = schemes[0]["session"][0].as_str().expect("a guarded route names its least role");
                Role::parse(role).unwrap_or_else(|| panic!("{role} is no role"))
            });
            let method = method.to_uppercase().parse().unwrap();
            routes.push(Route { method, path: path.clone(), least });
        }
    }
    routes
}

#[test]
fn public_routes_are_those_of_the_contract() {
    for (app_kind, what, expected) in PUBLIC_ROUTES {
        let mut open: Vec<String> = routes(app_kind)
            .iter()
            .filter(|route| route.least.is_none())
            .map(|route| format!("{} {}", route.method, route.path))
            .collect();
        open.sort();
        let mut expected: Vec<&str> = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(open, expected, "{}: {what}", app_kind.as_str());
    }
}

#[test_on_both_engines]
async fn every_route_admits_its_role_and_higher_ones_only() {
    let salon = TestSalon::demo().await;
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        for Route { method, path, least } in routes(app_kind) {
            let Some(least) = least else { continue };
            let path = path.replace("{id}", "nope").replace("{tagId}", "nope").replace("{slug}", "nope");
            let visitor = match app_kind {
                AppKind::Customer => salon.visitor(),
                AppKind::Admin => salon.admin_visitor(),
            };
            let nobody = visitor.send(method.clone(), &path, "").await;
            nobody.expect_error(401, "UNAUTHENTICATED");
            for &role in Role::ALL {
                // Anew each time: some routes end the session that they are asked with.
                let person = salon.person(role.as_str(), role, app_kind).await;
                let reply = person.send(method.clone(), &path, "").await;
                let told = format!("{role} at {method} {path} on {:?}: {}", Engine::current(), reply.text());
                if role >= least {
                    assert!(!matches!(reply.status.as_u16(), 401 | 403 | 405), "{told}");
                } else {
                    assert_eq!(reply.status, 403, "{told}");
                    reply.expect_error(403, "FORBIDDEN");
                }
                let body: Value = serde_json::from_slice(&reply.bytes).unwrap_or_default();
                let is_enveloped = body["success"].is_boolean() || reply.status == 303;
                assert!(is_enveloped || path == "/api/metrics", "{told}");
            }
        }
    }
}
