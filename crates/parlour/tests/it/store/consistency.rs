//! Things that happen at the same time end as if they had queued.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_app::catalogue;
use parlour_db::{DbError, Tx, params};
use parlour_store::cache_topics;
use parlour_testkit::checks::database::find_text;
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::json;

#[test_on_both_engines]
async fn a_profile_change_during_an_erasure_leaves_no_data() {
    let salon = TestSalon::open().await;
    for round in 0..6 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let changing: Vec<_> = (0..16)
            .map(|_| {
                let asha = asha.clone();
                tokio::spawn(async move {
                    asha.patch("/api/profile", &json!({ "name": "Leaked", "phone": "9111111111" })).await.status
                })
            })
            .collect();
        let confirm = json!({ "confirm": format!("asha{round}@test.invalid") });
        asha.post("/api/profile/erase", &confirm).await.expect_ok();
        for change in changing {
            let status = change.await.unwrap().as_u16();
            assert!(status == 200 || status == 401, "{status}");
        }
        asha.patch("/api/profile", &json!({ "name": "Leaked" })).await.expect_error(401, "UNAUTHENTICATED");
    }
    assert_eq!(find_text(&salon, &["Leaked", "+919111111111"]).await, Vec::<String>::new());
}

#[test_on_both_engines]
async fn a_catalogue_read_is_consistent_during_writes() {
    let salon = TestSalon::demo().await;
    let is_enough = Arc::new(AtomicBool::new(false));
    let switching = {
        let (other, is_enough) = (salon.open_in_second_process().await, Arc::clone(&is_enough));
        tokio::spawn(async move {
            for round in 0.. {
                if is_enough.load(Ordering::Relaxed) {
                    return;
                }
                let is_on = round % 2 == 1;
                other
                    .db
                    .write(move |tx: &mut Tx<'_>| -> Result<(), DbError> {
                        tx.execute(
                            "update service_categories set is_active = $1 where slug = 'haircuts-styling'",
                            params![is_on],
                        )?;
                        cache_topics::mark_topic_changed(tx, cache_topics::CacheTopic::Catalogue)
                    })
                    .await
                    .unwrap();
            }
        })
    };
    let mut seen = [0; 2];
    let started = Instant::now();
    // However busy the machine is, both states come to be read.
    while (seen[0].min(seen[1]) < 20) && started.elapsed() < Duration::from_secs(30) {
        let read = salon.app.db.snapshot(catalogue::active_catalogue).await.unwrap();
        assert!(read.iter().all(|category| !category.services.is_empty()), "a category lost its services");
        seen[usize::from(read.iter().any(|category| category.category.slug == "haircuts-styling"))] += 1;
    }
    is_enough.store(true, Ordering::Relaxed);
    switching.await.unwrap();
    assert!(seen.iter().all(|&times| times > 0), "both states were to be seen: {seen:?}");
}
