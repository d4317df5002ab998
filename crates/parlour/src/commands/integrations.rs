//! Builds the clients of other services from the settings.

use std::time::Duration;

use parlour_integrations::chat::ChatWebhook;
use parlour_integrations::external_queue::ExternalQueue;
use parlour_integrations::file_storage::{Bucket, FileStorage};
use parlour_integrations::heartbeats::Heartbeats;
use parlour_integrations::http_client::{AllowedHosts, OutboundHttpClient};
use parlour_integrations::invoicing::InvoicingClient;
use parlour_integrations::mail::Mailer;
use parlour_integrations::realtime::{PROVIDER_URL, RealtimePublisher};
use parlour_integrations::web_push::PushSender;
use parlour_worker::worker_context::Integrations;
use url::Url;

use super::opened_app::OpenedApp;
use crate::settings::secret::Secret;
use crate::settings::storage::{S3Settings, StorageSettings};
use crate::settings::values::Environment;
use crate::settings::{AppSettings, Settings};

/// The public URLs of the two apps, as browsers use them.
#[derive(Debug, Clone)]
pub(super) struct AppUrls {
    pub(super) customer: String,
    pub(super) admin: String,
}

impl AppUrls {
    /// Takes the URLs from the settings, for a process that does not run the apps itself.
    pub(super) fn from_settings(settings: &Settings) -> Self {
        let url = |app: &AppSettings| app.url(app.address, settings.tls.is_some());
        Self { customer: url(&settings.customer), admin: url(&settings.admin) }
    }
}

/// Builds the clients of all configured services. `invoicing` is the URL of the invoicing service, which may run in
/// this process.
pub(super) async fn build_integrations(
    opened: &OpenedApp,
    urls: &AppUrls,
    invoicing: Option<Url>,
) -> anyhow::Result<Integrations> {
    let settings = &opened.settings;
    let allowed_hosts = match settings.environment {
        Environment::Production => AllowedHosts::Public,
        Environment::Development => AllowedHosts::Anywhere,
    };
    // A TLS client loads all root certificates of the machine, so one is created only if it is needed.
    let needs_tls = settings.web_push.is_some() || settings.realtime_key.is_some() || settings.chat_webhook.is_some();
    let http_client = needs_tls.then(|| OutboundHttpClient::new(allowed_hosts)).transpose()?;
    let push =
        settings.web_push.as_ref().zip(http_client.clone()).and_then(|(push, http_client)| {
            PushSender::new(push.private_key.expose(), push.subject.clone(), http_client)
        });
    let realtime = settings.realtime_key.as_ref().zip(http_client.clone()).map(|(key, http_client)| {
        RealtimePublisher::new(PROVIDER_URL, key.name().to_owned(), key.secret().to_owned(), http_client)
    });
    let invoicing = match invoicing {
        Some(url) => {
            let http = http_client_for(&url)?;
            Some(InvoicingClient::new(url, &load_invoicing_secret(opened).await?, http))
        }
        None => None,
    };
    let chat = settings.chat_webhook.as_ref().zip(http_client);
    Ok(Integrations {
        mail: settings.mail.as_ref().map(|mail| Mailer::new(&mail.transport, mail.from.clone())).transpose()?,
        push,
        chat: chat.map(|(url, http_client)| ChatWebhook::new(url.expose().clone(), http_client)),
        realtime,
        heartbeats: (!settings.heartbeats.is_empty()).then(|| build_heartbeats(settings)).transpose()?,
        invoicing,
        files: Some(build_file_storage(&settings.storage)?),
        report_recipients: settings.report_recipients.clone(),
        customer_url: urls.customer.clone(),
        admin_url: urls.admin.clone(),
        ..Integrations::default()
    })
}

/// Heartbeats may go to hosts in the private network: the operator sets their URLs.
fn build_heartbeats(settings: &Settings) -> anyhow::Result<Heartbeats> {
    let urls = settings.heartbeats.iter().map(|(job, url)| (job.as_str().to_owned(), url.expose().clone()));
    Ok(Heartbeats::new(urls.collect(), OutboundHttpClient::new(AllowedHosts::Anywhere)?))
}

fn build_file_storage(storage: &StorageSettings) -> anyhow::Result<FileStorage> {
    Ok(match storage {
        StorageSettings::Folder(folder) => FileStorage::in_folder(folder)?,
        StorageSettings::S3(s3) => FileStorage::in_bucket(&bucket(s3))?,
    })
}

pub(super) fn bucket(s3: &S3Settings) -> Bucket {
    Bucket {
        name: s3.bucket.clone(),
        prefix: s3.prefix.clone(),
        endpoint: s3.endpoint.as_ref().map(|url| url.as_str().to_owned()),
        region: s3.region.clone(),
        access_key: s3.access_key.expose().to_owned(),
        secret_key: s3.secret_key.expose().to_owned(),
    }
}

/// Returns a client for a service whose URL the operator sets. It uses no proxy and follows no redirects.
pub(super) fn http_client_for(service: &Url) -> reqwest::Result<reqwest::Client> {
    let http = http_client_builder();
    let http = if service.scheme() == "http" { http.tls_certs_only([]) } else { http };
    http.build()
}

pub(super) fn http_client_builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .connect_timeout(Duration::from_secs(5))
}

/// Returns the client of the external queue, if one is configured.
pub(super) fn build_external_queue(settings: &Settings, admin_url: &str) -> anyhow::Result<Option<ExternalQueue>> {
    let Some(queue) = &settings.queue.external else { return Ok(None) };
    let http = http_client_for(&queue.url)?;
    Ok(Some(ExternalQueue::new(&queue.url, queue.token.expose(), admin_url, http)))
}

/// Returns the configured secret, or a random one that all processes share through the database.
pub(super) async fn load_invoicing_secret(opened: &OpenedApp) -> anyhow::Result<String> {
    if let Some(secret) = &opened.settings.invoicing.secret {
        return Ok(secret.expose().to_owned());
    }
    let app = &opened.app;
    let (secrets, new_secret, now) = (app.secrets.clone(), app.rng.token(), app.clock.now());
    Ok(app.db.write_by_any_clock(move |tx| secrets.get_or_create(tx, "invoicing", &new_secret, now)).await?)
}

pub(super) fn expose_all(secrets: &[Secret]) -> Vec<String> {
    secrets.iter().map(|secret| secret.expose().to_owned()).collect()
}
