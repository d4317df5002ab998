//! The certificate that https is served with. It can be replaced while the server runs.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use axum_server::tls_rustls::RustlsConfig;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use x509_cert::der::Decode;

use crate::settings::TlsFiles;

/// A certificate with its key, as read from their files.
pub(in crate::commands) struct LoadedCertificate {
    config: Arc<ServerConfig>,
    /// In seconds since 1970.
    pub(in crate::commands) expires_at: i64,
}

impl LoadedCertificate {
    /// Fails if a file cannot be read, or the key is that of another certificate.
    pub(in crate::commands) fn load(files: &TlsFiles) -> anyhow::Result<Self> {
        let chain = read_chain(&files.certificate)
            .with_context(|| format!("PARLOUR_TLS_CERT: {} cannot be used", files.certificate.display()))?;
        let key = PrivateKeyDer::from_pem_file(&files.key)
            .with_context(|| format!("PARLOUR_TLS_KEY: {} cannot be used", files.key.display()))?;
        let first = chain.first().context("PARLOUR_TLS_CERT: the file has no certificate")?;
        let expires_at = expiry(first).context("PARLOUR_TLS_CERT: the certificate cannot be read")?;
        // The library compares the key with the certificate.
        let mut config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(|error| anyhow!("PARLOUR_TLS_KEY: is not the key of PARLOUR_TLS_CERT ({error})"))?;
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self { config: Arc::new(config), expires_at })
    }

    pub(super) fn into_config(self) -> RustlsConfig {
        RustlsConfig::from_config(self.config)
    }

    /// New connections use this certificate; those that are open go on.
    pub(super) fn replace(self, served: &RustlsConfig) {
        served.reload_from_config(self.config);
    }
}

fn read_chain(file: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let chain = CertificateDer::pem_file_iter(file)?.collect::<Result<Vec<_>, _>>()?;
    ensure!(!chain.is_empty(), "the file has no certificate");
    Ok(chain)
}

fn expiry(certificate: &CertificateDer<'_>) -> anyhow::Result<i64> {
    let certificate = x509_cert::Certificate::from_der(certificate)?;
    let not_after = certificate.tbs_certificate.validity.not_after;
    Ok(i64::try_from(not_after.to_unix_duration().as_secs())?)
}
