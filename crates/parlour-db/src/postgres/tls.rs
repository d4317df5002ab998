//! TLS to Postgres, with the meaning `sslmode` has everywhere else: `require` and `prefer` encrypt,
//! `verify-ca` and `verify-full` (or a given `sslrootcert`) also check who answers.

use std::net::IpAddr;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::DbError;

/// What a `postgres://` URL asks for: the URL without the parts only TLS knows, and the connector.
pub(crate) fn config_and_tls(url: &str) -> Result<(tokio_postgres::Config, MakeRustlsConnect), DbError> {
    let (config, verification) = read_url(url)?;
    let tls = match verification {
        Some(Verification { root_file }) => verifying_tls_config(root_file.as_deref())?,
        None => unverified_tls_config(),
    };
    Ok((config, MakeRustlsConnect::new(tls)))
}

/// Whether nobody can pretend to be the Postgres server: its certificate is checked, or it is on this machine. A URL
/// that cannot be read is reported when it is used.
pub fn is_postgres_verified(url: &str) -> bool {
    use postgres::config::Host;
    let is_on_this_machine = |host: &Host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) => name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()),
    };
    match read_url(url) {
        Ok((config, None)) => config.get_hosts().iter().all(is_on_this_machine),
        Ok((_, Some(_))) | Err(_) => true,
    }
}

/// The certificate of the server is checked, against this file or the roots of the machine.
struct Verification {
    root_file: Option<String>,
}

fn read_url(url: &str) -> Result<(tokio_postgres::Config, Option<Verification>), DbError> {
    let unavailable = |what: String| DbError::Unavailable(what);
    let mut parsed = url::Url::parse(url).map_err(|_| unavailable("the Postgres URL cannot be read".into()))?;
    let (mut root_file, mut verify) = (None, false);
    let mut remaining_parameters = Vec::new();
    for (name, value) in parsed.query_pairs().into_owned() {
        match (name.as_str(), value.as_str()) {
            ("sslrootcert", _) => (root_file, verify) = (Some(value), true),
            ("sslmode", "verify-ca" | "verify-full") => {
                verify = true;
                remaining_parameters.push(("sslmode".into(), "require".into()));
            }
            ("sslmode", "allow") => remaining_parameters.push(("sslmode".into(), "prefer".into())),
            _ => remaining_parameters.push((name, value)),
        }
    }
    parsed.set_query(None);
    if !remaining_parameters.is_empty() {
        parsed.query_pairs_mut().extend_pairs(remaining_parameters);
        // A form writes a space as a plus; Postgres takes that for one.
        let query = parsed.query().unwrap_or_default().replace('+', "%20");
        parsed.set_query(Some(&query));
    }
    let config = parsed
        .as_str()
        .parse::<tokio_postgres::Config>()
        .map_err(|error| unavailable(format!("the Postgres URL cannot be used: {error}")))?;
    Ok((config, verify.then_some(Verification { root_file })))
}

fn verifying_tls_config(root_file: Option<&str>) -> Result<ClientConfig, DbError> {
    let mut roots = RootCertStore::empty();
    if let Some(path) = root_file {
        let unreadable = |error| DbError::Unavailable(format!("sslrootcert {path}: {error}"));
        for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
            roots
                .add(certificate.map_err(unreadable)?)
                .map_err(|error| DbError::Unavailable(format!("sslrootcert {path}: {error}")))?;
        }
    } else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    Ok(builder().with_root_certificates(roots).with_no_client_auth())
}

fn unverified_tls_config() -> ClientConfig {
    let verifier = Arc::new(AnyCertificate(aws_lc_rs::default_provider()));
    builder().dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth()
}

fn builder() -> rustls::ConfigBuilder<ClientConfig, rustls::WantsVerifier> {
    ClientConfig::builder()
}

/// Accepts any certificate, as `sslmode=require` does: it keeps listeners out, not impostors.
#[derive(Debug)]
struct AnyCertificate(CryptoProvider);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
