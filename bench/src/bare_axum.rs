//! The baseline of most rows: a minimal axum handler that returns the bytes that Parlour returned.

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
    /// The only path that is served
    #[arg(long)]
    path: String,
    /// File with the body of the response
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

/// Serves the router, and prints the address in the log format of Parlour.
#[tokio::main]
pub(crate) async fn serve(port: u16, router: Router) -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?.to_string();
    eprintln!("{}", json!({ "message": "listening", "app": "customer", "address": address }));
    // As in Parlour's listeners.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, router).await?;
    Ok(())
}
