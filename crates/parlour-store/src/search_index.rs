//! The one thing that each engine is told in its own words: an index of the trigrams in the texts of the directory.
//! Searches find the same people without it, slower.

use postgres::Client;
use rusqlite::Connection;

use crate::db::DbError;

/// Without texts of its own; what leaves is gone at once, not at some later merge.
const ON_SQLITE: &str = "
    create virtual table directory_search using fts5
        (search_text, content='', columnsize=0, tokenize='trigram case_sensitive 1');
    insert into directory_search (directory_search, rank) values ('secure-delete', 1);
    insert into directory_search (rowid, search_text) select number, search_text from directory_texts;
    create trigger directory_search_entered after insert on directory_texts begin
        insert into directory_search (rowid, search_text) values (new.number, new.search_text);
    end;
    create trigger directory_search_left after delete on directory_texts begin
        insert into directory_search (directory_search, rowid, search_text)
        values ('delete', old.number, old.search_text);
    end;
    create trigger directory_search_changed after update of number, search_text on directory_texts begin
        insert into directory_search (directory_search, rowid, search_text)
        values ('delete', old.number, old.search_text);
        insert into directory_search (rowid, search_text) values (new.number, new.search_text);
    end;";

/// What is still to be sorted into it is a short list, for searches look through that too.
const ON_POSTGRES: &str = "
    create extension if not exists pg_trgm;
    create index if not exists directory_search on directory_texts using gin (search_text gin_trgm_ops)
        with (gin_pending_list_limit = 256)";

pub(crate) fn ensure_on_sqlite(connection: &mut Connection) -> Result<(), DbError> {
    let transaction = connection.transaction()?;
    let exists: bool = transaction.query_row(
        "select exists (select 1 from sqlite_master where name = 'directory_search')",
        [],
        |row| row.get(0),
    )?;
    if !exists {
        transaction.execute_batch(ON_SQLITE)?;
    }
    transaction.commit()?;
    Ok(())
}

/// The extension belongs to the server's installation, and to use it may need its administrator.
pub(crate) fn ensure_on_postgres(client: &mut Client) {
    if let Err(error) = client.batch_execute(ON_POSTGRES) {
        let why = error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned());
        tracing::warn!(
            why,
            "the directory is searched without an index: Postgres has no extension pg_trgm for this database"
        );
    }
}
