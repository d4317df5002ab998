//! A queue that speaks the provider's protocol, on a port of its own: it keeps what is published there and delivers it
//! when a test says so. Stricter than the provider: what it does not know it does not take.

mod api;
mod message;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlour_app::clock::Clock;
use parlour_app::outside::queue_signature;
use reqwest::Url;

use crate::process::{plain_client, reply_to};
pub use message::{Delivered, Message, Scheduled};

pub const TOKEN: &str = "a token of the fake queue";
pub const CURRENT_KEY: &str = "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r";
pub const NEXT_KEY: &str = "sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs";

/// What the queue does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trick {
    None,
    /// Takes the request and never answers.
    Silent,
    /// Answers with this status.
    Status(u16),
    Redirecting,
    /// 200, and a page of somebody's network.
    Welcoming,
    /// 200, and more than anybody wants to read.
    Huge,
}

/// The queue; it stops when dropped.
#[derive(Debug)]
pub struct FakeQueue {
    url: Url,
    desk: Arc<Desk>,
    server: tokio::task::JoinHandle<()>,
}

#[derive(Debug)]
struct Desk {
    http: reqwest::Client,
    book: Mutex<Book>,
}

#[derive(Debug)]
struct Book {
    trick: Trick,
    /// How far this queue's clock is ahead of the world's.
    seconds_ahead: i64,
    key: String,
    /// Everything that was ever taken, in order.
    published: Vec<Message>,
    /// What is still to be delivered.
    waiting: Vec<Message>,
    dead: Vec<Message>,
    schedules: BTreeMap<String, Scheduled>,
    asked: usize,
}

impl Desk {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn now(&self) -> i64 {
        Clock::protocol_seconds() + self.seconds_ahead
    }

    fn take(&mut self, message: Message) {
        self.published.push(message.clone());
        self.waiting.push(message);
    }
}

impl FakeQueue {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let book = Book {
            trick: Trick::None,
            seconds_ahead: 0,
            key: CURRENT_KEY.to_owned(),
            published: Vec::new(),
            waiting: Vec::new(),
            dead: Vec::new(),
            schedules: BTreeMap::new(),
            asked: 0,
        };
        let desk = Arc::new(Desk { http: plain_client(), book: Mutex::new(book) });
        let router = api::router(Arc::clone(&desk));
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server");
        });
        Self { url: Url::parse(&url).expect("an address"), desk, server }
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    /// From now on; [`Trick::None`] ends it.
    pub fn plays(&self, trick: Trick) {
        self.desk.book().trick = trick;
    }

    /// Deliveries are signed with this key from now on.
    pub fn signs_with(&self, key: &str) {
        key.clone_into(&mut self.desk.book().key);
    }

    /// How many requests have come, whatever became of them.
    pub fn asked(&self) -> usize {
        self.desk.book().asked
    }

    /// All that was published, also what has been delivered since.
    pub fn published(&self) -> Vec<Message> {
        self.desk.book().published.clone()
    }

    /// What was retried in vain.
    pub fn dead(&self) -> Vec<Message> {
        self.desk.book().dead.clone()
    }

    pub fn schedules(&self) -> Vec<Scheduled> {
        self.desk.book().schedules.values().cloned().collect()
    }

    /// The queue's own clock, in unix seconds. Signatures are of the world's time all the same: whoever verifies them
    /// knows no other.
    pub fn now(&self) -> i64 {
        self.desk.book().now()
    }

    pub fn advance_seconds(&self, seconds: i64) {
        self.desk.book().seconds_ahead += seconds;
    }

    /// The time of a schedule has come.
    #[track_caller]
    pub fn fires(&self, schedule_id: &str) {
        let mut book = self.desk.book();
        let schedule = book.schedules.get(schedule_id).expect("a schedule of this id");
        let message = schedule.message(format!("msg_{}", book.published.len() + 1), book.now());
        book.take(message);
    }

    /// Delivers what is due, each once. What fails is due again after the provider's own wait, until its retries are
    /// used up.
    pub async fn deliver_due(&self) -> Vec<Delivered> {
        let due: Vec<Message> = {
            let mut book = self.desk.book();
            let now = book.now();
            book.waiting.extract_if(.., |message| message.due_at <= now).collect()
        };
        let mut delivered = Vec::new();
        for message in due {
            delivered.push(self.deliver(message).await);
        }
        delivered
    }

    async fn deliver(&self, mut message: Message) -> Delivered {
        let key = self.desk.book().key.clone();
        let url = message.destination.clone();
        let signature = queue_signature::sign(
            &key,
            &url,
            &message.body,
            &format!("jwt_{}", message.id),
            Clock::protocol_seconds(),
        );
        let mut request = self.desk.http.post(&url).body(message.body.clone());
        for (name, value) in message.delivery_headers() {
            request = request.header(name, value);
        }
        let reply = reply_to(request.header("Upstash-Signature", signature)).await;
        let (status, is_final) = match &reply {
            Ok(reply) => (reply.status.as_u16(), reply.header("upstash-nonretryable-error").is_some()),
            Err(_) => (0, false),
        };
        let delivered = Delivered {
            message_id: message.id.clone(),
            destination: url,
            retried: message.retried,
            status,
            answer: reply.map(|reply| reply.text()).unwrap_or_default(),
        };
        if !(200..300).contains(&status) {
            let mut book = self.desk.book();
            message.due_at = book.now() + message.next_wait_seconds();
            message.retried += 1;
            let is_over = message.retried > message.retries || (status == 489 && is_final);
            if is_over { book.dead.push(message) } else { book.waiting.push(message) }
        }
        delivered
    }
}

impl Drop for FakeQueue {
    fn drop(&mut self) {
        self.server.abort();
    }
}
