//! The checks of configured integrations on the admin page: the same as in `parlour doctor`.

use parlour_domain::integration::Integration;
use parlour_integrations::mail::MailTransport;
use parlour_worker::integrations::{IntegrationProbes, ProbeResult};
use parlour_worker::worker_context::Integrations;
use url::Url;

use crate::commands::doctor;
use crate::settings::Settings;
use crate::settings::storage::StorageSettings;

pub(super) fn configured_checks(settings: &Settings, integrations: &Integrations) -> IntegrationProbes {
    let mut all = IntegrationProbes::default();
    let mut add = |name, probe: Option<Box<dyn Fn() -> ProbeResult + Send + Sync>>| {
        if let Some(probe) = probe {
            all = std::mem::take(&mut all).with(name, probe);
        }
    };
    add(Integration::Storage, Some(storage_probe(&settings.storage)));
    let replica = settings.database.read_url.as_ref().map(|url| url.expose().to_owned());
    add(Integration::ReadReplica, replica.map(|url| boxed_probe(move || doctor::check_reachable_text(&url))));
    let redis = settings.redis_url.as_ref().map(|url| url.expose().to_owned());
    add(Integration::Redis, redis.map(|url| boxed_probe(move || doctor::check_redis(&url))));
    let issuer = settings.identity.as_ref().map(|identity| identity.issuer.clone());
    add(Integration::SignIn, issuer.map(|issuer| boxed_probe(move || doctor::check_discovery(&issuer))));
    add(Integration::Queue, settings.queue.external.as_ref().map(|queue| listen_probe(&queue.url)));
    add(Integration::Chat, settings.chat_webhook.as_ref().map(|url| listen_probe(url.expose())));
    // The invoicing service is not contacted.
    let is_set_up = || boxed_probe(|| Ok("configured".to_owned()));
    add(Integration::Invoicing, integrations.invoicing.as_ref().map(|_| is_set_up()));
    let mail = settings.mail.as_ref().map(|mail| match mail.transport.clone() {
        MailTransport::Smtp(url) => listen_probe(&url),
        MailTransport::Folder(folder) => boxed_probe(move || doctor::check_writable(&folder)),
    });
    add(Integration::Mail, mail);
    // Invalid keys are refused when the settings are read. Whether the provider accepts them is not checked.
    let key_is_valid = || boxed_probe(|| Ok("the key is valid; the provider was not contacted".to_owned()));
    add(Integration::Realtime, settings.realtime_key.as_ref().map(|_| key_is_valid()));
    add(Integration::Push, settings.web_push.as_ref().map(|_| key_is_valid()));
    all
}

fn boxed_probe(probe: impl Fn() -> ProbeResult + Send + Sync + 'static) -> Box<dyn Fn() -> ProbeResult + Send + Sync> {
    Box::new(probe)
}

fn listen_probe(url: &Url) -> Box<dyn Fn() -> ProbeResult + Send + Sync> {
    let url = url.clone();
    boxed_probe(move || doctor::check_reachable(&url))
}

fn storage_probe(storage: &StorageSettings) -> Box<dyn Fn() -> ProbeResult + Send + Sync> {
    match storage.clone() {
        StorageSettings::Folder(folder) => boxed_probe(move || doctor::check_writable(&folder)),
        StorageSettings::S3(s3) => boxed_probe(move || match &s3.endpoint {
            Some(endpoint) => doctor::check_reachable(endpoint),
            None => Ok(format!("bucket {} in {}", s3.bucket, s3.region)),
        }),
    }
}
