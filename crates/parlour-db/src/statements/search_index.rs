//! The trigram indexes of the directory's texts and, on Postgres, of names: the schema objects that differ between the
//! engines. Searches find the same people without them, but slower.

use postgres::Client;
use rusqlite::Connection;

use crate::error::DbError;

/// The index stores no copy of the texts, and deleted texts are removed from it at once (`secure-delete`).
const SQLITE_INDEX_SQL: &str = "
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

/// If most texts match, no index helps and all texts are scanned. A table with only the bytes of the texts takes
/// Postgres a third of the time.
const POSTGRES_BYTES_SQL: &str = "
    create table directory_search_bytes (
        number integer not null,
        bytes bytea not null,
        constraint directory_search_bytes_pk primary key (number)
    );
    create function directory_search_bytes_follow() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' then
            delete from directory_search_bytes where number = old.number;
        end if;
        if tg_op <> 'DELETE' then
            insert into directory_search_bytes (number, bytes)
            values (new.number, convert_to(new.search_text, 'UTF8'));
        end if;
        return null;
    end $$;
    create trigger directory_search_bytes_follow after insert or delete or update of number, search_text
        on directory_texts for each row execute function directory_search_bytes_follow();
    insert into directory_search_bytes (number, bytes)
        select number, convert_to(search_text, 'UTF8') from directory_texts";

/// The lists of pending entries are kept short, because each search scans them as well. The condition of the names keeps
/// other statements from using their index, which two letters would read whole. Names are searched without their spaces;
/// an earlier version had an index of them with spaces.
const POSTGRES_TRIGRAMS_SQL: &str = "
    create extension if not exists pg_trgm;
    create index if not exists directory_search on directory_texts using gin (search_text gin_trgm_ops)
        with (gin_pending_list_limit = 256);
    drop index if exists directory_search_names;
    create index if not exists directory_search_dense_names on users
        using gin (replace(name_folded, ' ', '') gin_trgm_ops)
        with (gin_pending_list_limit = 256) where anonymised_at is null and merged_into is null";

pub(crate) fn ensure_on_sqlite(connection: &mut Connection) -> Result<(), DbError> {
    let transaction = connection.transaction()?;
    let exists: bool = transaction.query_row(
        "select exists (select 1 from sqlite_master where name = 'directory_search')",
        [],
        |row| row.get(0),
    )?;
    if !exists {
        transaction.execute_batch(SQLITE_INDEX_SQL)?;
    }
    transaction.commit()?;
    Ok(())
}

pub(crate) fn ensure_on_postgres(client: &mut Client) -> Result<(), DbError> {
    let exists = "select to_regclass('directory_search_bytes') is not null";
    if !client.query_one(exists, &[])?.get::<_, bool>(0) {
        // Sent as one, the statements are one transaction.
        client.batch_execute(POSTGRES_BYTES_SQL)?;
    }
    ensure_trigrams_on_postgres(client);
    Ok(())
}

/// The extension belongs to the server's installation, and to use it may need its administrator.
fn ensure_trigrams_on_postgres(client: &mut Client) {
    if let Err(error) = client.batch_execute(POSTGRES_TRIGRAMS_SQL) {
        let why = error.as_db_error().map_or_else(|| error.to_string(), |error| error.message().to_owned());
        tracing::warn!(
            why,
            "the directory is searched without an index: Postgres has no extension pg_trgm for this database"
        );
    }
}
