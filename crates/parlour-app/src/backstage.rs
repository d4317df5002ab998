//! What happens by itself, and whom it talks to.

use std::sync::Arc;

use parlour_domain::email::Email;

use crate::App;
use crate::occasion::Occasion;
use crate::outside::chat::ChatHook;
use crate::outside::files::Files;
use crate::outside::heartbeat::Heartbeats;
use crate::outside::invoicing::InvoicingClient;
use crate::outside::links::FileLinks;
use crate::outside::mail::Mailer;
use crate::outside::realtime::RealtimePublisher;
use crate::outside::web_push::PushSender;

/// What jobs, the queue and the dispatcher need.
#[derive(Debug, Clone)]
pub struct Backstage {
    pub app: App,
    pub outside: Arc<Outside>,
}

/// Whoever Parlour tells something, as far as it is set up.
#[derive(Debug, Default)]
pub struct Outside {
    pub mail: Option<Mailer>,
    pub push: Option<PushSender>,
    pub chat: Option<ChatHook>,
    pub realtime: Option<RealtimePublisher>,
    pub heartbeats: Option<Heartbeats>,
    /// What draws invoices.
    pub invoicing: Option<InvoicingClient>,
    /// Where PDFs are kept.
    pub files: Option<Files>,
    pub links: FileLinks,
    pub report_recipients: Vec<Email>,
    /// Of a command: what it is not set up to send is left to whoever serves.
    pub leaves_rest: bool,
    /// The apps as browsers know them, without a slash at the end.
    pub customer_url: String,
    pub admin_url: String,
}

impl Backstage {
    pub fn occasion(&self) -> Occasion {
        let is_heard = self.outside.realtime.is_some();
        Occasion { is_heard, ..Occasion::job(self.app.clock.now(), self.app.chance.clone()) }
    }
}
