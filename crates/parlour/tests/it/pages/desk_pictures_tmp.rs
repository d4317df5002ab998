//! temporary
use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{FRIDAY, insert_daily_shifts, insert_friday_break, insert_stylist};
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::{Engine, run};

use super::desk_visit::{MEERA, open_friday};
use super::visits::onboarded_customer;

#[test]
fn pictures() {
    run(Engine::Sqlite, async || {
        let salon = open_friday().await;
        insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
        insert_daily_shifts(&salon, MEERA, "10:00", "19:00").await;
        insert_friday_break(&salon, "10:00", "13:00", "13:45").await;
        for name in ["Ananya", "Deepa", "Farida", "Gita", "Imran", "Kabir", "Lata"] {
            insert_stylist(&salon, name, "female").await;
        }
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
        create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "13:00")).await;
        let board = format!("/board?at=branch-pune&day={FRIDAY}");
        for (name, options) in [
            ("wide", ChromiumOptions::desktop()),
            ("tablet", ChromiumOptions::desktop().width(820)),
            ("phone", ChromiumOptions::phone()),
        ] {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.ignore_console(|message| message.contains("409"));
            visitor.sign_in_as(&desk).await;
            visitor.open_unchecked(&board).await;
            visitor.wait_for("day-board:defined").await;
            visitor.execute("return new Promise(done => setTimeout(done, 400))", &[]).await;
            visitor.save_screenshot(&format!("tmp-{name}-board")).await;
            visitor.open_unchecked(&format!("{board}&place={id}")).await;
            visitor.save_screenshot(&format!("tmp-{name}-place")).await;
            visitor.open_unchecked(&format!("/bookings/{id}?act=move#move")).await;
            visitor.save_screenshot(&format!("tmp-{name}-move")).await;
            visitor.open_unchecked("/requests").await;
            visitor.save_screenshot(&format!("tmp-{name}-requests")).await;
            visitor.open_unchecked(&format!("{board}&visit={id}")).await;
            visitor.press_button("Arrived").await;
            visitor.wait_for_text("Marked as arrived.").await;
            visitor.save_screenshot(&format!("tmp-{name}-undo")).await;
            visitor.press_button("Undo").await;
            visitor.wait_for_text("Taken back").await;
        }
    });
}
