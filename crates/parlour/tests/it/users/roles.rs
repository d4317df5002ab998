//! Six roles; a higher one satisfies any lower requirement.

use parlour_domain::auth::role::Role;
use parlour_testkit::{TestSalon, test_on_both_engines};

#[test_on_both_engines]
async fn only_a_developer_reads_the_metrics() {
    let salon = TestSalon::open().await;
    salon.admin_visitor().get("/api/metrics").await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let reply = salon.member(role.as_str(), role).await.get("/api/metrics").await;
        if role == Role::Developer {
            assert_eq!(reply.status, 200);
            assert!(reply.text().contains("# TYPE "), "{}", reply.text());
        } else {
            reply.expect_error(403, "FORBIDDEN");
        }
    }
}

#[test_on_both_engines]
async fn the_customer_app_has_no_metrics_for_anyone() {
    let salon = TestSalon::open().await;
    let dev = salon.person("dev", Role::Developer, parlour_domain::auth::app_kind::AppKind::Customer).await;
    dev.get("/api/metrics").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn every_role_may_use_the_customer_app() {
    let salon = TestSalon::open().await;
    salon.visitor().get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let someone = salon.person(role.as_str(), role, parlour_domain::auth::app_kind::AppKind::Customer).await;
        assert_eq!(someone.get("/api/profile").await.expect_ok()["profile"]["userId"], someone.id().as_str());
    }
}
