//! TLS connections to the binary, below the level of HTTP clients.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::{Installation, ParlourProcess};
use parlour_testkit::servers::tls::self_signed_certificate;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::net::{TcpSocket, TcpStream};
use tokio_rustls::client::TlsStream;

pub(crate) const HTTP2: &[u8] = b"h2";

/// The installation with a certificate, which its folder keeps as well.
pub(crate) fn with_tls(salon: Installation) -> Installation {
    let (certificate, key) = self_signed_certificate(salon.folder());
    salon.with("PARLOUR_TLS_CERT", certificate.to_str().unwrap()).with("PARLOUR_TLS_KEY", key.to_str().unwrap())
}

/// What a client needs to trust the process, and which protocol it speaks: HTTP/1 without one.
pub(crate) fn trusting_connector(process: &ParlourProcess, protocol: Option<&[u8]>) -> tokio_rustls::TlsConnector {
    let mut roots = rustls::RootCertStore::empty();
    let certificate: &Path = &process.installation().folder().join("own.crt");
    roots.add(CertificateDer::from_pem_file(certificate).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = config.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = protocol.into_iter().map(<[u8]>::to_vec).collect();
    tokio_rustls::TlsConnector::from(Arc::new(config))
}

pub(crate) async fn connect_with_tls(
    process: &ParlourProcess,
    app_kind: AppKind,
    connector: &tokio_rustls::TlsConnector,
) -> TlsStream<TcpStream> {
    let stream = connect_with_small_buffer(process.address(app_kind), Ipv4Addr::LOCALHOST).await;
    connector.connect(ServerName::try_from("localhost").unwrap(), stream).await.unwrap()
}

/// A connection from this address whose client side takes little before somebody reads it.
pub(crate) async fn connect_with_small_buffer(to: SocketAddr, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    socket.connect(to).await.unwrap()
}
