//! An HTTP server on its own listener, and the servers of the invoicing service and of the metrics.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use axum_server::{Handle, Server};
use hyper_util::rt::TokioTimer;
use parlour_http::metrics::Metrics;
use parlour_integrations::clock::Clock;

use super::connection_limit::{ClientLimit, LimitedAcceptor, max_connections_per_app};
use super::connection_progress::ProgressAcceptor;
use super::own_listener_client;
use super::unsent_bytes::UnsentBytes;
use crate::commands::integrations;
use crate::commands::opened_app::OpenedApp;

/// Time for a client to send its request headers, and to finish the TLS handshake.
const HEADERS_TIMEOUT: Duration = Duration::from_secs(15);
/// An HTTP/2 client that is silent for this long is pinged, and must answer within `HTTP2_PING_TIMEOUT`.
const HTTP2_PING_INTERVAL: Duration = Duration::from_secs(20);
const HTTP2_PING_TIMEOUT: Duration = Duration::from_secs(10);

/// Of one HTTP/2 connection: as many as a page with its pictures needs.
const MAX_CONCURRENT_REQUESTS: u32 = 100;
/// What an HTTP/2 client may send of bodies before they are read.
const HTTP2_WINDOW_BYTES: u32 = 256 * 1024;
/// What HTTP/2 takes of an answer before it is sent.
const HTTP2_SEND_BUFFER_BYTES: usize = 64 * 1024;
/// Of one HTTP/1 connection, for the head of a request and for parts of an answer.
const HTTP1_BUFFER_BYTES: usize = 128 * 1024;

/// A bound listener and the router that answers its requests.
pub(super) struct HttpServer {
    pub(super) name: &'static str,
    pub(super) address: SocketAddr,
    pub(super) url: String,
    pub(super) listener: TcpListener,
    pub(super) router: Router,
    pub(super) tls: Option<RustlsConfig>,
    pub(super) client_limit: Option<ClientLimit>,
    pub(super) unsent: Arc<UnsentBytes>,
}

impl HttpServer {
    pub(super) async fn run(self, stop: Handle<SocketAddr>) -> anyhow::Result<()> {
        let service = self.router.into_make_service_with_connect_info::<SocketAddr>();
        let server = axum_server::from_tcp(self.listener)?.handle(stop);
        let plain = ProgressAcceptor::new(NoDelayAcceptor::new(), self.unsent);
        let max_connections = max_connections_per_app();
        if let Some(tls) = self.tls {
            let secured = RustlsAcceptor::new(tls).handshake_timeout(HEADERS_TIMEOUT).acceptor(plain);
            let acceptor = LimitedAcceptor::new(secured, max_connections)
                .with_client_limit(self.client_limit)
                .with_first_bytes_timeout(HEADERS_TIMEOUT);
            with_timeouts(server.acceptor(acceptor)).serve(service).await?;
        } else {
            // With HTTP/1 only, the header timeout starts with the connection. Browsers and proxies use HTTP/2 only
            // over TLS, so nothing is lost.
            let acceptor = LimitedAcceptor::new(plain, max_connections).with_client_limit(self.client_limit);
            with_timeouts(server.acceptor(acceptor)).http1_only().serve(service).await?;
        }
        Ok(())
    }
}

fn with_timeouts<A>(mut server: Server<SocketAddr, A>) -> Server<SocketAddr, A> {
    let http = server.http_builder();
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS_TIMEOUT).max_buf_size(HTTP1_BUFFER_BYTES);
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_CONCURRENT_REQUESTS)
        .initial_stream_window_size(HTTP2_WINDOW_BYTES)
        .initial_connection_window_size(HTTP2_WINDOW_BYTES)
        .max_send_buf_size(HTTP2_SEND_BUFFER_BYTES)
        .keep_alive_interval(HTTP2_PING_INTERVAL)
        .keep_alive_timeout(HTTP2_PING_TIMEOUT);
    server
}

/// Builds the server of the invoicing service, on the configured address or on a free loopback port.
pub(super) async fn invoicing_server(opened: &OpenedApp) -> anyhow::Result<HttpServer> {
    let configured_address = opened.settings.invoicing.address;
    let (listener, address) =
        bind_listener(configured_address.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0))))?;
    let router =
        parlour_invoicing::router(&integrations::load_invoicing_secret(opened).await?, Clock::real_unix_seconds);
    let url = format!("http://{}", own_listener_client::connectable_address(address));
    Ok(internal_server("invoicing", (listener, address), url, router))
}

/// Builds the server of the separate metrics listener, if its address is configured.
pub(super) fn metrics_server(opened: &OpenedApp, metrics: Arc<Metrics>) -> anyhow::Result<Option<HttpServer>> {
    let Some(configured_address) = opened.settings.metrics_address else { return Ok(None) };
    let (listener, address) = bind_listener(configured_address)?;
    let app = opened.app.clone();
    let page = async move || parlour_api::metrics_response(&metrics, &app).await;
    let router = Router::new().route("/metrics", get(page));
    let url = format!("http://{address}/metrics");
    Ok(Some(internal_server("metrics", (listener, address), url, router)))
}

/// A server for programs of the operator, which has its own limits: strangers cannot fill them.
fn internal_server(
    name: &'static str,
    (listener, address): (TcpListener, SocketAddr),
    url: String,
    router: Router,
) -> HttpServer {
    let unsent = UnsentBytes::new(Vec::new());
    HttpServer { name, address, url, listener, router, tls: None, client_limit: None, unsent }
}

/// Binds a listener and returns it with its address, which has the port that was selected for port 0.
pub(super) fn bind_listener(address: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}
