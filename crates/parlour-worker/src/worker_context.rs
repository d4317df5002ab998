//! What background work needs.

use std::sync::Arc;

use parlour_app::App;
use parlour_app::file_links::FileLinks;
use parlour_app::request_context::RequestContext;
use parlour_domain::email_address::EmailAddress;
use parlour_integrations::chat::ChatWebhook;
use parlour_integrations::file_storage::FileStorage;
use parlour_integrations::heartbeats::Heartbeats;
use parlour_integrations::invoicing::InvoicingClient;
use parlour_integrations::mail::Mailer;
use parlour_integrations::realtime::RealtimePublisher;
use parlour_integrations::web_push::PushSender;

/// The context of jobs, the queue and the dispatcher.
#[derive(Debug, Clone)]
pub struct WorkerContext {
    pub app: App,
    pub integrations: Arc<Integrations>,
}

/// The other services that Parlour uses. One that is not set up is `None`.
#[derive(Debug, Default)]
pub struct Integrations {
    pub mail: Option<Mailer>,
    pub push: Option<PushSender>,
    pub chat: Option<ChatWebhook>,
    pub realtime: Option<RealtimePublisher>,
    pub heartbeats: Option<Heartbeats>,
    /// Renders invoices.
    pub invoicing: Option<InvoicingClient>,
    /// Stores PDFs, pictures, and files that browsers send and fetch.
    pub files: Option<FileStorage>,
    pub links: FileLinks,
    pub report_recipients: Vec<EmailAddress>,
    /// True in commands: messages for services that the command has no settings for are left to the server.
    pub leaves_unconfigured_pending: bool,
    /// The public addresses of the apps, without a slash at the end.
    pub customer_url: String,
    pub admin_url: String,
}

impl WorkerContext {
    pub fn context(&self) -> RequestContext {
        let publishes_realtime = self.integrations.realtime.is_some();
        RequestContext { publishes_realtime, ..self.app.job_context() }
    }
}
