//! The baseline for writes on `SQLite`: Parlour's statements for a lead, with one commit per request.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use clap::Args;
use parlour_app::rng::SharedRng;
use parlour_integrations::clock::Clock;
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::bare_axum;

#[derive(Debug, Args)]
pub(crate) struct OneCommit {
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// A database that Parlour has created
    #[arg(long)]
    database: PathBuf,
}

impl OneCommit {
    pub(crate) fn serve(self) -> anyhow::Result<()> {
        let connection = Connection::open(&self.database)?;
        connection.execute_batch(
            "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
             pragma temp_store = memory;",
        )?;
        let writer = Arc::new(Mutex::new(connection));
        bare_axum::serve(self.port, Router::new().route("/api/leads", post(create_lead)).with_state(writer))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lead {
    name: String,
    phone: String,
    email: String,
    utm_source: String,
    utm_campaign: String,
}

async fn create_lead(
    State(writer): State<Arc<Mutex<Connection>>>,
    Json(lead): Json<Lead>,
) -> Result<(StatusCode, Json<Value>), StatusCode> {
    // One request at a time uses the connection; the others wait without blocking a thread.
    let writer = writer.lock_owned().await;
    let inserted = tokio::task::spawn_blocking(move || insert_lead(&writer, &lead)).await;
    let id = inserted.ok().and_then(Result::ok).ok_or(StatusCode::INTERNAL_SERVER_ERROR)?;
    Ok((StatusCode::CREATED, Json(json!({ "success": true, "data": { "leadId": id } }))))
}

fn insert_lead(writer: &Connection, lead: &Lead) -> rusqlite::Result<String> {
    let (now, rng) = (Clock::real().now(), SharedRng::system());
    let (id, now_text) = (rng.id(now), now.to_string());
    writer.prepare_cached("begin immediate")?.execute([])?;
    writer
        .prepare_cached(
            "insert into leads (id, name, phone, email, service_interested_id, status, source, utm_source, utm_medium,
                 utm_campaign, utm_content, utm_term, created_at, updated_at)
             values (?1, ?2, ?3, ?4, null, 'new', 'meta_ad', ?5, null, ?6, null, null, ?7, ?7)",
        )?
        .execute(params![id, lead.name, lead.phone, lead.email, lead.utm_source, lead.utm_campaign, now_text])?;
    writer
        .prepare_cached(
            "insert into audit_log (id, actor_id, actor_role, origin, action, record_type, record_id, concerns_user_id,
                 before_json, after_json, request_id, address, created_at)
             values (?1, null, null, 'customer', 'lead.capture', 'lead', ?2, null, null, null, ?3, '127.0.0.1', ?4)",
        )?
        .execute(params![rng.id(now), id, format!("req_{}", rng.random_letters::<12>()), now_text])?;
    writer.prepare_cached("commit")?.execute([])?;
    Ok(id)
}
