//! `user add`, `user list`, and sessions for scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::test_on_both_engines;

use crate::parlour_binary::{installation_on_current_engine, production_installation};

#[test_on_both_engines]
async fn users_are_added_and_listed() {
    let salon = installation_on_current_engine();
    let process = salon.serve(&[]);
    let added = process.run(&["user", "add", "Ravi@test.invalid", "developer", "--name", "Ravi Rao"]);
    assert!(added.expect_success().starts_with("Ravi Rao is invited as developer until 2"), "{added:?}");
    process.run(&["user", "add", "meena@test.invalid", "staff"]).expect_success();
    for known in ["ravi@test.invalid", "MEENA@test.invalid"] {
        let refused = process.run(&["user", "add", known, "staff"]);
        assert!(refused.expect_error_line().contains("known already"), "{refused:?}");
    }
    for bad in [&["user", "add", "nobody", "staff"][..], &["user", "add", "x@test.invalid", "king"], &["user", "add"]] {
        assert_eq!(process.run(bad).status.code(), Some(2), "{bad:?}");
    }
    process.session("asha@test.invalid", "customer");
    process.session("olga@test.invalid", "owner");
    let listed = process.run(&["user", "list"]).expect_success().to_owned();
    let lines: Vec<&str> = listed.lines().collect();
    assert_eq!(lines.len(), 3, "the team: {listed}");
    for (line, parts) in lines.iter().zip([
        ["meena@test.invalid", "staff", "meena (invited until 2"],
        ["olga@test.invalid", "owner", "olga"],
        ["Ravi@test.invalid", "developer", "Ravi Rao (invited until 2"],
    ]) {
        for part in parts {
            assert!(line.contains(part), "{part} is not in {line}");
        }
    }
    let customers = process.run(&["user", "list", "--role", "customer"]).expect_success().to_owned();
    assert!(customers.contains("asha@test.invalid") && customers.lines().count() == 1, "{customers}");

    // A session for somebody who is invited accepts the invitation.
    let cookie = process.run(&["session", "create", "--email", "ravi@test.invalid"]).expect_success().to_owned();
    let session = process.get_as(&cookie, AppKind::Admin, "/api/auth/session").await.expect_ok();
    assert_eq!((&session["user"]["role"], &session["user"]["name"]), (&"developer".into(), &"Ravi Rao".into()));
    let listed = process.run(&["user", "list"]).expect_success().to_owned();
    assert!(!listed.lines().any(|line| line.contains("Ravi Rao (invited")), "{listed}");
}

#[test]
fn sessions_are_not_created_in_production() {
    let refused = production_installation().run(&["session", "create", "--email", "a@test.invalid", "--name", "A"]);
    let line = refused.expect_error_line();
    assert!(line.contains("production"), "{line}");
    assert!(refused.stdout.is_empty());
}
