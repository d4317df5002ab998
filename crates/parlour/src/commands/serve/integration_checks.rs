//! The checks of configured integrations on the admin page.

use parlour_domain::integration::Integration;
use parlour_worker::integrations::IntegrationProbes;
use parlour_worker::worker_context::Integrations;

use crate::commands::doctor;
use crate::settings::Settings;

/// The same checks as in `parlour doctor`, and those that need no other service.
pub(super) fn configured_checks(settings: &Settings, integrations: &Integrations) -> IntegrationProbes {
    let checks = doctor::integration_checks(settings).into_iter();
    let mut all = checks.fold(IntegrationProbes::default(), |all, (name, check)| all.with(name, check));
    // The invoicing service is not contacted: it may run in this process.
    if integrations.invoicing.is_some() {
        all = all.with(Integration::Invoicing, || Ok("configured".to_owned()));
    }
    // Invalid keys are refused when the settings are read. Whether the provider accepts them is not checked.
    let is_realtime = settings.realtime_key.as_ref().map(|_| Integration::Realtime);
    let is_push = settings.web_push.as_ref().map(|_| Integration::Push);
    for name in is_realtime.into_iter().chain(is_push) {
        all = all.with(name, || Ok("the key is valid; the provider was not contacted".to_owned()));
    }
    all
}
