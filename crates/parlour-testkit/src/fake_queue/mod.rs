//! A queue that speaks the provider's protocol, on a port of its own: it keeps what is published there and delivers it
//! when a test says so. Stricter than the provider: what it does not know it does not enqueue.

mod api;
mod message;
mod state;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use parlour_integrations::clock::Clock;
use parlour_integrations::queue_signature;
use reqwest::Url;

use crate::process::{http_client, send_and_read};

pub use message::{DeliveryAttempt, Message, Schedule};
pub use state::{QueueFault, TOKEN};

use state::{QueueState, SharedQueue};

pub const CURRENT_KEY: &str = "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r";
pub const NEXT_KEY: &str = "sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs";

/// The queue; it stops when dropped.
#[derive(Debug)]
pub struct FakeQueue {
    url: Url,
    shared: Arc<SharedQueue>,
    server: tokio::task::JoinHandle<()>,
}

impl FakeQueue {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let state = QueueState {
            fault: QueueFault::None,
            seconds_ahead: 0,
            key: CURRENT_KEY.to_owned(),
            published: Vec::new(),
            waiting: Vec::new(),
            dead_letters: Vec::new(),
            schedules: BTreeMap::new(),
            requested: 0,
        };
        let shared = Arc::new(SharedQueue { http: http_client(), state: Mutex::new(state) });
        let router = api::router(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        });
        Self { url: Url::parse(&url).expect("an address"), shared, server }
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    /// From now on; [`QueueFault::None`] ends it.
    pub fn inject_fault(&self, fault: QueueFault) {
        self.shared.state().fault = fault;
    }

    /// Deliveries are signed with this key from now on.
    pub fn set_signing_key(&self, key: &str) {
        key.clone_into(&mut self.shared.state().key);
    }

    /// How many requests have come, whatever became of them.
    pub fn requested(&self) -> usize {
        self.shared.state().requested
    }

    /// All that was published, also what has been delivered since.
    pub fn published(&self) -> Vec<Message> {
        self.shared.state().published.clone()
    }

    /// What was retried in vain.
    pub fn dead_letters(&self) -> Vec<Message> {
        self.shared.state().dead_letters.clone()
    }

    pub fn schedules(&self) -> Vec<Schedule> {
        self.shared.state().schedules.values().cloned().collect()
    }

    /// The queue's own clock, in unix seconds. Signatures are of the world's time all the same: whoever verifies them
    /// knows no other.
    pub fn now(&self) -> i64 {
        self.shared.state().now()
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.shared.state().seconds_ahead += seconds;
    }

    /// The time of a schedule has come.
    #[track_caller]
    pub fn fire_schedule(&self, schedule_id: &str) {
        let mut state = self.shared.state();
        let schedule = state.schedules.get(schedule_id).expect("a schedule of this id");
        let message = schedule.message(format!("msg_{}", state.published.len() + 1), state.now());
        state.enqueue(message);
    }

    /// Delivers what is due, each once. What fails is due again after the provider's own wait, until its retries are
    /// used up.
    pub async fn deliver_due(&self) -> Vec<DeliveryAttempt> {
        let due: Vec<Message> = {
            let mut state = self.shared.state();
            let now = state.now();
            state.waiting.extract_if(.., |message| message.due_at <= now).collect()
        };
        let mut delivered = Vec::new();
        for message in due {
            delivered.push(self.deliver(message).await);
        }
        delivered
    }

    async fn deliver(&self, mut message: Message) -> DeliveryAttempt {
        let key = self.shared.state().key.clone();
        let url = message.destination.clone();
        let signature = queue_signature::sign(
            &key,
            &url,
            &message.body,
            &format!("jwt_{}", message.id),
            Clock::real_unix_seconds(),
        );
        let mut request = self.shared.http.post(&url).body(message.body.clone());
        for (name, value) in message.delivery_headers() {
            request = request.header(name, value);
        }
        let reply = send_and_read(request.header("Upstash-Signature", signature)).await;
        let (status, is_final) = match &reply {
            Ok(reply) => (reply.status.as_u16(), reply.header("upstash-nonretryable-error").is_some()),
            Err(_) => (0, false),
        };
        let delivered = DeliveryAttempt {
            message_id: message.id.clone(),
            destination: url,
            retried: message.retried,
            status,
            answer: reply.map(|reply| reply.text()).unwrap_or_default(),
        };
        if !(200..300).contains(&status) {
            let mut state = self.shared.state();
            message.due_at = state.now() + message.next_wait_seconds();
            message.retried += 1;
            let is_over = message.retried > message.retries || (status == 489 && is_final);
            if is_over { state.dead_letters.push(message) } else { state.waiting.push(message) }
        }
        delivered
    }
}

impl Drop for FakeQueue {
    fn drop(&mut self) {
        self.server.abort();
    }
}
