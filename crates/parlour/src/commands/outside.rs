//! Whoever Parlour tells something, as the settings set it up.

use std::time::Duration;

use anyhow::Context;
use parlour_app::App;
use parlour_app::backstage::Outside;
use parlour_app::outside::chat::ChatHook;
use parlour_app::outside::files::{Bucket, Files};
use parlour_app::outside::heartbeat::Heartbeats;
use parlour_app::outside::invoicing::InvoicingClient;
use parlour_app::outside::mail::{self, Mailer};
use parlour_app::outside::queue::ExternalQueue;
use parlour_app::outside::reach::{Courier, Reach};
use parlour_app::outside::realtime::{PROVIDER, RealtimePublisher};
use parlour_app::outside::web_push::PushSender;
use parlour_store::secrets;
use url::Url;

use super::Opened;
use crate::settings::mail::{MailSettings, MailTransport};
use crate::settings::secret::Secret;
use crate::settings::storage::Storage;
use crate::settings::values::{Environment, Origin};
use crate::settings::{AppSettings, Settings};

/// The apps as browsers know them.
#[derive(Debug, Clone)]
pub(super) struct Urls {
    pub(super) customer: String,
    pub(super) admin: String,
}

impl Urls {
    /// What the settings say, for those who have no listener to look at.
    pub(super) fn of(settings: &Settings) -> Self {
        let scheme = if settings.tls.is_some() { "https" } else { "http" };
        let url = |app: &AppSettings| {
            let said = app.public_url.as_ref().map(Origin::as_str).map(str::to_owned);
            said.unwrap_or_else(|| format!("{scheme}://{}", app.address))
        };
        Self { customer: url(&settings.customer), admin: url(&settings.admin) }
    }
}

/// Everything but what draws invoices, which may be this very process: `invoicing` is where that is.
pub(super) async fn of(opened: &Opened, urls: &Urls, invoicing: Option<Url>) -> anyhow::Result<Outside> {
    let settings = &opened.settings;
    let reach = match settings.environment {
        Environment::Production => Reach::Public,
        Environment::Development => Reach::Anywhere,
    };
    // Whoever may speak TLS reads all certificates of the machine, so only those do who have somebody to speak to.
    let is_needed =
        settings.web_push.is_some() || settings.realtime_key.is_some() || settings.chat_webhook.is_some();
    let courier = is_needed.then(|| Courier::new(reach)).transpose()?;
    let push = settings.web_push.as_ref().zip(courier.clone()).and_then(|(push, courier)| {
        PushSender::new(push.private_key.expose(), push.subject.clone(), courier)
    });
    let realtime = settings.realtime_key.as_ref().zip(courier.clone()).map(|(key, courier)| {
        RealtimePublisher::new(PROVIDER, key.name.clone(), key.secret.expose().to_owned(), courier)
    });
    let invoicing = match invoicing {
        Some(url) => {
            let http = plain_client(&url)?;
            Some(InvoicingClient::new(url, &invoicing_secret(opened).await?, http))
        }
        None => None,
    };
    let chat = settings.chat_webhook.as_ref().zip(courier);
    Ok(Outside {
        mail: settings.mail.as_ref().map(mailer).transpose()?,
        push,
        chat: chat.map(|(url, courier)| ChatHook::new(url.expose().clone(), courier)),
        realtime,
        heartbeats: (!settings.heartbeats.is_empty()).then(|| heartbeats(settings)).transpose()?,
        invoicing,
        files: Some(files(&settings.storage)?),
        report_recipients: settings.report_recipients.clone(),
        customer_url: urls.customer.clone(),
        admin_url: urls.admin.clone(),
        ..Outside::default()
    })
}

fn mailer(settings: &MailSettings) -> anyhow::Result<Mailer> {
    let transport = match &settings.transport {
        MailTransport::Smtp(url) => {
            mail::MailTransport::Smtp(Url::parse(url.expose()).context("PARLOUR_MAIL_URL")?)
        }
        MailTransport::Folder(folder) => mail::MailTransport::Folder(folder.clone()),
    };
    let from = mail::Sender { name: settings.from.name.clone(), address: settings.from.address.clone() };
    Ok(Mailer::new(&transport, from)?)
}

/// Monitors are the operator's own, and may well stand in the next room.
fn heartbeats(settings: &Settings) -> anyhow::Result<Heartbeats> {
    let urls = settings.heartbeats.iter().map(|(job, url)| ((*job).to_owned(), url.expose().clone()));
    Ok(Heartbeats::new(urls.collect(), Courier::new(Reach::Anywhere)?))
}

fn files(storage: &Storage) -> anyhow::Result<Files> {
    Ok(match storage {
        Storage::Folder(folder) => Files::in_folder(folder)?,
        Storage::S3(s3) => Files::in_bucket(&Bucket {
            name: s3.bucket.clone(),
            prefix: s3.prefix.clone(),
            endpoint: s3.endpoint.as_ref().map(|url| url.as_str().to_owned()),
            region: s3.region.clone(),
            access_key: s3.access_key.expose().to_owned(),
            secret_key: s3.secret_key.expose().to_owned(),
        })?,
    })
}

/// For services that the operator names: directly, without following anybody elsewhere.
pub(super) fn plain_client(to: &Url) -> reqwest::Result<reqwest::Client> {
    let http = plain_client_builder();
    let http = if to.scheme() == "http" { http.tls_certs_only([]) } else { http };
    http.build()
}

pub(super) fn plain_client_builder() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .connect_timeout(Duration::from_secs(5))
}

/// The queue of others, where there is one.
pub(super) fn external_queue(settings: &Settings, admin_url: &str) -> anyhow::Result<Option<ExternalQueue>> {
    let Some(queue) = &settings.queue.external else { return Ok(None) };
    let http = plain_client(&queue.url)?;
    Ok(Some(ExternalQueue::new(&queue.url, queue.token.expose(), admin_url, http)))
}

/// The set one, or one that every process finds in the database.
pub(super) async fn invoicing_secret(opened: &Opened) -> anyhow::Result<String> {
    match &opened.settings.invoicing.secret {
        Some(secret) => Ok(secret.expose().to_owned()),
        None => own_secret(&opened.app, "invoicing").await,
    }
}

/// The key with which the built-in queue signs.
pub(super) async fn built_in_key(app: &App) -> anyhow::Result<String> {
    own_secret(app, "built-in-queue").await
}

pub(super) fn exposed(secrets: &[Secret]) -> Vec<String> {
    secrets.iter().map(|secret| secret.expose().to_owned()).collect()
}

async fn own_secret(app: &App, name: &'static str) -> anyhow::Result<String> {
    let (fresh, now) = (app.chance.token(), app.clock.now());
    Ok(app.db.write(move |tx| secrets::get_or_make(tx, name, &fresh, now)).await?)
}
