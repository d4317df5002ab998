//! How the salon of a test differs from the usual one.

use parlour_domain::email_address::EmailAddress;
use parlour_http::job_authentication::JobAuthenticator;
use parlour_http::limits::Quotas;
use parlour_integrations::realtime::RealtimeKey;
use parlour_worker::integrations::IntegrationProbes;
use reqwest::Url;

/// How a [`TestSalon`](super::TestSalon) differs from the usual one.
#[derive(Debug, Clone)]
pub struct SalonOptions {
    /// The time at the start in India, like `2027-03-01 10:00`.
    pub at: &'static str,
    /// Rate limits; off unless a test sets them.
    pub quotas: Quotas,
    pub lead_origins: Vec<String>,
    /// Sites that may embed the customer's pages.
    pub frame_origins: Vec<String>,
    pub trusted_proxies: Vec<ipnet::IpNet>,
    pub owner_email: Option<EmailAddress>,
    /// Issuer, client id and client secret of an identity provider; `None` for the development provider.
    pub identity: Option<(Url, String, Option<String>)>,
    pub realtime: Option<RealtimeKey>,
    pub push_key: Option<String>,
    pub integrations: IntegrationProbes,
    /// Who may call the job routes.
    pub jobs: JobAuthenticator,
    pub is_production: bool,
    /// Both apps listen on real sockets, which browsers and the built-in queue need.
    pub listens: bool,
    /// The database starts with the demo salon.
    pub has_demo_data: bool,
}

impl Default for SalonOptions {
    fn default() -> Self {
        Self {
            at: "2027-03-01 10:00",
            quotas: Quotas::OFF,
            lead_origins: Vec::new(),
            frame_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            owner_email: None,
            identity: None,
            realtime: None,
            push_key: None,
            integrations: IntegrationProbes::default(),
            jobs: JobAuthenticator::default(),
            is_production: false,
            listens: false,
            has_demo_data: false,
        }
    }
}
