//! Reading and changing rows without the API.

use parlour_app::App;
use parlour_db::{DbError, Engine, Tx, params};
use parlour_store::cache_topics::{self, CacheTopic};

use crate::TestSalon;

/// Runs `change` in one write transaction; panics when it fails. It is often SQL of the test, so everything in memory
/// counts as changed, and every day whose sums are kept.
pub async fn write_transaction(app: &App, change: impl Fn(&mut Tx<'_>) -> Result<(), DbError> + Send + 'static) {
    let change_and_mark = move |tx: &mut Tx<'_>| {
        change(tx)?;
        tx.run("delete from kept_report_days", params![])?;
        CacheTopic::ALL.into_iter().try_for_each(|topic| cache_topics::mark_topic_changed(tx, topic))
    };
    // Many rows may take long on a busy machine.
    app.db.bulk_write(change_and_mark).await.expect("the change is made");
}

/// Every table and column that holds text, on either engine.
pub async fn text_columns(salon: &TestSalon) -> Vec<(String, String)> {
    let listed = salon.app.db.read(|conn| -> Result<Vec<(String, String)>, DbError> {
        conn.all(
            match conn.engine() {
                Engine::Sqlite => {
                    "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c
                     where m.type = 'table' and lower(c.type) = 'text' order by m.name, c.name"
                }
                Engine::Postgres => {
                    "select cast(table_name as text), cast(column_name as text) from information_schema.columns
                     where table_schema = 'public' and data_type in ('text', 'character varying')
                     order by table_name, column_name"
                }
            },
            params![],
        )
    });
    let columns = listed.await.expect("the tables");
    assert!(columns.len() > 100, "{columns:?}");
    columns
}

/// Every stored text that contains one of these, ignoring case, as `table.column: text`.
pub async fn find_text(salon: &TestSalon, sought: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column) in text_columns(salon).await {
        let sql: &'static str = format!("select {column} from {table} where {column} is not null").leak();
        let texts = salon.app.db.read(move |conn| conn.all::<(String,)>(sql, params![]));
        for (text,) in texts.await.expect("a column of text") {
            let folded = text.to_lowercase();
            if sought.iter().any(|sought| folded.contains(&sought.to_lowercase())) {
                found.push(format!("{table}.{column}: {text}"));
            }
        }
    }
    found
}

/// Runs an update in which `$1` is the id.
pub async fn update_rows(salon: &TestSalon, id: &str, sql: &'static str) {
    let id = id.to_owned();
    write_transaction(&salon.app, move |tx| {
        let changed = tx.execute(sql, params![id])?;
        assert!(changed > 0, "nothing to change with {sql}");
        Ok(())
    })
    .await;
}

/// Runs a count in which `$1` is the id.
pub async fn count_rows(salon: &TestSalon, id: &str, sql: &'static str) -> i64 {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![id]));
    read.await.expect("rows can be counted").expect("a count is one row").0
}
