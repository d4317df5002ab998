//! The baseline for most rows: axum as thin as it gets, returning the bytes that Parlour returned.

use std::net::Ipv4Addr;
use std::path::PathBuf;

use axum::Router;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::routing::any;
use axum::serve::ListenerExt as _;
use clap::Args;
use serde_json::json;
use tokio::net::TcpListener;

#[derive(Debug, Args)]
pub(crate) struct Bare {
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The one path that is answered
    #[arg(long)]
    path: String,
    /// What it is answered with
    #[arg(long)]
    file: PathBuf,
    #[arg(long, default_value_t = 200)]
    status: u16,
}

impl Bare {
    pub(crate) fn serve(self) -> anyhow::Result<()> {
        let body = Bytes::from(std::fs::read(&self.file)?);
        let status = StatusCode::from_u16(self.status)?;
        let handler = async move || (status, [(CONTENT_TYPE, "application/json")], body.clone());
        serve(self.port, Router::new().route(&self.path, any(handler)))
    }
}

/// Says where it listens as Parlour does.
#[tokio::main]
pub(crate) async fn serve(port: u16, router: Router) -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?.to_string();
    eprintln!("{}", json!({ "message": "listening", "app": "customer", "address": address }));
    // Parlour's listeners do the same.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await?;
    Ok(())
}
