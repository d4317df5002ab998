use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::routing::get;
use http::{Request, StatusCode};
use parlour_app::App;
use parlour_app::rng::SharedRng;
use parlour_app::sign_in::{SessionClient, find_or_create_user, start_session};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ist::Timestamp;
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::IdentityProvider;
use parlour_store::{DatabaseLocation, Db, DbError};
use parlour_worker::worker_context::WorkerContext;
use tower::ServiceExt;

use super::*;
use crate::limits::{Limits, Quotas};
use crate::pages::PageRenderers;
use crate::state::{HttpSettings, SignInSettings};

#[expect(clippy::default_trait_access, reason = "the client's type is no dependency of this crate")]
fn state(app: App) -> HttpState {
    let issuer = url::Url::parse("https://identity.invalid").unwrap();
    let settings = HttpSettings {
        app_kind: AppKind::Admin,
        is_production: false,
        public_url: "https://desk.invalid".to_owned(),
        limits: Arc::new(Limits::in_memory(&Quotas::OFF)),
        trusted_proxies: Vec::new(),
        lead_origins: Vec::new(),
        frame_origins: Vec::new(),
        sign_in: SignInSettings {
            provider: IdentityProvider::new(issuer, "client".to_owned(), None, Default::default()),
            owner_email: None,
        },
        realtime: None,
        push_key: None,
        integrations: parlour_worker::integrations::IntegrationProbes::default(),
        metrics: Arc::default(),
        worker: WorkerContext { app: app.clone(), integrations: Arc::default() },
        job_authenticator: None,
    };
    HttpState::new(app, settings)
}

/// One route for each role.
fn role_routes(state: HttpState) -> Router {
    let role_routes = Router::new()
        .route("/customer", get(async |_: Customer| ()))
        .route("/staff", get(async |_: Staff| ()))
        .route("/receptionist", get(async |_: Receptionist| ()))
        .route("/manager", get(async |_: Manager| ()))
        .route("/owner", get(async |_: Owner| ()))
        .route("/developer", get(async |_: Developer| ()));
    crate::pipeline::with_pipeline(role_routes, state, PageRenderers::NONE)
}

async fn session_token_for(app: &App, role: Role) -> String {
    let context = RequestContext::command(app.clock.now(), app.rng.clone());
    let email = EmailAddress::parse(&format!("{role}@test.invalid")).unwrap();
    let signed_in = app.db.write(move |tx| {
        let user = find_or_create_user(tx, &context, &email, Some("Somebody"), Some(role))
            .map_err(|refusal| DbError::Statement(refusal.to_string()))?;
        start_session(tx, &context, &user.id, &SessionClient::of_app(AppKind::Admin))
    });
    signed_in.await.unwrap().token
}

#[tokio::test]
async fn each_role_reaches_its_own_routes_and_those_below() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&DatabaseLocation::Sqlite(folder.path().join("salon.db")), None).unwrap();
    let clock = Clock::standing_still(Timestamp::from_millis(1_800_000_000_000));
    let app = App::new(db, clock, SharedRng::system());
    let role_routes = role_routes(state(app.clone()));
    let request_status = async |required_role: Role, cookie: &str| {
        let request = Request::get(format!("/{required_role}"))
            .header("host", "desk.test")
            .header("cookie", cookie)
            .body(Body::empty())
            .unwrap();
        let Ok(response) = role_routes.clone().oneshot(request).await;
        response.status()
    };
    for &required_role in Role::ALL {
        assert_eq!(request_status(required_role, "").await, StatusCode::UNAUTHORIZED, "nobody at {required_role}");
        assert_eq!(request_status(required_role, "__Host-parlour-admin=guess").await, StatusCode::UNAUTHORIZED);
    }
    for &role in Role::ALL {
        let token = session_token_for(&app, role).await;
        for &required_role in Role::ALL {
            let expected = if role >= required_role { StatusCode::OK } else { StatusCode::FORBIDDEN };
            let found = request_status(required_role, &format!("__Host-parlour-admin={token}")).await;
            assert_eq!(found, expected, "{role} at {required_role}");
        }
        assert_eq!(request_status(Role::Customer, &format!("__Host-parlour={token}")).await, StatusCode::UNAUTHORIZED);
    }
}
