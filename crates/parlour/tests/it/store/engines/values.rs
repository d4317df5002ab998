//! Values on their way in and out.

use parlour_db::params;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_testkit::{TestSalon, test_on_both_engines};
use proptest::prelude::*;

use super::write;

/// A value of every type a column can have.
type Cells = (Option<bool>, Option<i64>, Option<String>, Option<i64>, Option<i64>, Option<u32>);

fn random_cells() -> impl Strategy<Value = Cells> {
    // Years 1 to 9999, in milliseconds and in days.
    let at = -62_135_596_800_000_i64..=253_402_300_799_999;
    let day = -719_162_i64..=2_932_896;
    let int = prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX), Just(0)];
    // Postgres has no NUL in text, and nobody sends one past the door.
    let text = any::<String>().prop_map(|text| text.replace('\0', "\u{1F485}"));
    (
        any::<Option<bool>>(),
        proptest::option::of(int),
        proptest::option::of(text),
        proptest::option::of(at),
        proptest::option::of(day),
        proptest::option::of(0..86_400_u32),
    )
}

#[test_on_both_engines]
async fn values_are_read_as_written() {
    let salon = TestSalon::open().await;
    let db = salon.app.db.clone();
    let made = write(&db, |tx| {
        tx.execute(
            "create table cells (id bigint primary key, flag boolean, number bigint, words text, at timestamptz,
                 day date, hour time)",
            params![],
        )
    });
    made.await.unwrap();
    let handle = tokio::runtime::Handle::current();
    let round_trip = move |cells: Vec<Cells>| {
        handle.block_on(write(&db, move |tx| {
            tx.execute("delete from cells", params![])?;
            let rows = cells.iter().map(|(flag, number, words, at, day, second)| {
                let at = at.map(Timestamp::from_millis);
                let day = day.map(|day| Timestamp::from_millis(day * DAY_MS).utc().date_naive());
                let hour = second.map(|second| Timestamp::from_millis(i64::from(second) * 1_000).utc().time());
                (*flag, *number, words.clone(), at, day, hour)
            });
            let rows: Vec<_> = rows.collect();
            for (id, (flag, number, words, at, day, hour)) in (0_i64..).zip(&rows) {
                tx.execute(
                    "insert into cells (hour, day, at, words, number, flag, id) values ($7, $6, $5, $4, $3, $2, $1)",
                    params![id, flag, number, words, at, day, hour],
                )?;
            }
            let read = tx.all_with(
                "select flag, number, words, at, day, hour from cells order by id",
                params![],
                |columns| {
                    Ok((
                        columns.take()?,
                        columns.take()?,
                        columns.take()?,
                        columns.take()?,
                        columns.take()?,
                        columns.take()?,
                    ))
                },
            )?;
            assert_eq!(read, rows);
            // Instants and dates sort as they should, whatever they are stored as.
            let in_order =
                tx.all::<(Timestamp,)>("select at from cells where at is not null order by at", params![])?;
            assert!(in_order.is_sorted());
            for &(flag, number, ref words, at, day, hour) in &rows {
                let found = tx.one::<(i64,)>(
                    "select count(*) from cells where (flag = $1 or $1 is null) and (number = $2 or $2 is null)
                         and (words = $3 or $3 is null) and (at <= $4 or $4 is null) and (day >= $5 or $5 is null)
                         and (hour = $6 or $6 is null)",
                    params![flag, number, words, at, day, hour],
                )?;
                assert!(found.is_some_and(|(count,)| count >= 1));
            }
            Ok(())
        }))
    };
    let told = tokio::task::spawn_blocking(move || {
        let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
        proptest::test_runner::TestRunner::new(config).run(&prop::collection::vec(random_cells(), 1..12), |cells| {
            round_trip(cells).map_err(|error| TestCaseError::fail(error.to_string()))
        })
    });
    told.await.unwrap().unwrap();
}
