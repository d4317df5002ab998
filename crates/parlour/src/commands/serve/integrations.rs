//! What the settings set up, and how a developer's test looks at it: as `parlour doctor` does.

use parlour_app::backstage::Outside;
use parlour_app::integrations::{Finding, Integrations};
use parlour_domain::integration::Integration;
use url::Url;

use crate::commands::doctor;
use crate::settings::Settings;
use crate::settings::mail::MailTransport;
use crate::settings::storage::Storage;

pub(super) fn of(settings: &Settings, outside: &Outside) -> Integrations {
    let mut all = Integrations::default();
    let mut add = |name, probe: Option<Box<dyn Fn() -> Finding + Send + Sync>>| {
        if let Some(probe) = probe {
            all = std::mem::take(&mut all).with(name, probe);
        }
    };
    add(Integration::Storage, Some(storage(&settings.storage)));
    let replica = settings.database.read_url.as_ref().map(|url| url.expose().to_owned());
    add(Integration::ReadReplica, replica.map(|url| boxed(move || doctor::reachable_text(&url))));
    let redis = settings.redis_url.as_ref().map(|url| url.expose().to_owned());
    add(Integration::Redis, redis.map(|url| boxed(move || doctor::redis(&url))));
    let issuer = settings.identity.as_ref().map(|identity| identity.issuer.clone());
    add(Integration::SignIn, issuer.map(|issuer| boxed(move || doctor::discovery(&issuer))));
    add(Integration::Queue, settings.queue.external.as_ref().map(|queue| listens(&queue.url)));
    add(Integration::Chat, settings.chat_webhook.as_ref().map(|url| listens(url.expose())));
    // Ours, or another's: either draws a test.
    let draws = || boxed(|| Ok("it is set up".to_owned()));
    add(Integration::Invoicing, outside.invoicing.as_ref().map(|_| draws()));
    let mail = settings.mail.as_ref().map(|mail| match mail.transport.clone() {
        MailTransport::Smtp(url) => boxed(move || doctor::reachable_text(url.expose())),
        MailTransport::Folder(folder) => boxed(move || doctor::writable(&folder)),
    });
    add(Integration::Mail, mail);
    // The settings are refused where these keys cannot be used; whether the others take them shows when they are.
    let signs = || boxed(|| Ok("the key can sign; nobody was asked whether they take it".to_owned()));
    add(Integration::Realtime, settings.realtime_key.as_ref().map(|_| signs()));
    add(Integration::Push, settings.web_push.as_ref().map(|_| signs()));
    all
}

fn boxed(probe: impl Fn() -> Finding + Send + Sync + 'static) -> Box<dyn Fn() -> Finding + Send + Sync> {
    Box::new(probe)
}

fn listens(url: &Url) -> Box<dyn Fn() -> Finding + Send + Sync> {
    let url = url.clone();
    boxed(move || doctor::reachable(&url))
}

fn storage(storage: &Storage) -> Box<dyn Fn() -> Finding + Send + Sync> {
    match storage.clone() {
        Storage::Folder(folder) => boxed(move || doctor::writable(&folder)),
        Storage::S3(s3) => boxed(move || match &s3.endpoint {
            Some(endpoint) => doctor::reachable(endpoint),
            None => Ok(format!("bucket {} in {}", s3.bucket, s3.region)),
        }),
    }
}
