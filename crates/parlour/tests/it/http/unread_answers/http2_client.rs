//! An HTTP/2 client that sends requests and reads no answers.

use std::net::SocketAddr;

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::process::ParlourProcess;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::tls_connection::connect_with_tls;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS: u8 = 1;
const SETTINGS: u8 = 4;
const WINDOW_UPDATE: u8 = 8;
const END_OF_STREAM_AND_HEADERS: u8 = 0x1 | 0x4;
const INITIAL_WINDOW_SIZE: u16 = 4;
const MAX_WINDOW: u32 = (1 << 31) - 1;

/// How much of a body the server may send.
#[derive(Debug, Clone, Copy)]
pub(super) enum Window {
    /// Everything: what is not read fills the buffers of the network.
    Open,
    /// Nothing: the connection itself stays free.
    Closed,
}

/// A connection with its unanswered requests; it is open for as long as it is kept.
#[derive(Debug)]
pub(super) struct SilentClient {
    _stream: TlsStream<TcpStream>,
}

impl SilentClient {
    pub(super) async fn ask(
        process: &ParlourProcess,
        connector: &TlsConnector,
        requests: &[(&str, &str)],
        window: Window,
    ) -> Self {
        let mut stream = connect_with_tls(process, AppKind::Customer, connector).await;
        let mut sent = PREFACE.to_vec();
        let size = match window {
            Window::Open => MAX_WINDOW,
            Window::Closed => 0,
        };
        let setting = [&INITIAL_WINDOW_SIZE.to_be_bytes()[..], &size.to_be_bytes()].concat();
        push_frame(&mut sent, (SETTINGS, 0), 0, &setting);
        if matches!(window, Window::Open) {
            push_frame(&mut sent, (WINDOW_UPDATE, 0), 0, &(MAX_WINDOW - 65_535).to_be_bytes());
        }
        for (number, (path, encoding)) in (0_u32..).zip(requests) {
            let head = request_head(path, encoding, process.address(AppKind::Customer));
            push_frame(&mut sent, (HEADERS, END_OF_STREAM_AND_HEADERS), 1 + 2 * number, &head);
        }
        stream.write_all(&sent).await.unwrap();
        stream.flush().await.unwrap();
        Self { _stream: stream }
    }
}

fn push_frame(out: &mut Vec<u8>, (kind, flags): (u8, u8), stream: u32, payload: &[u8]) {
    let length = u32::try_from(payload.len()).unwrap();
    out.extend_from_slice(&length.to_be_bytes()[1..]);
    out.extend_from_slice(&[kind, flags]);
    out.extend_from_slice(&stream.to_be_bytes());
    out.extend_from_slice(payload);
}

/// A head in the compression of HTTP/2 (RFC 7541): whole fields and names of its table by number, the rest as text.
fn request_head(path: &str, encoding: &str, authority: SocketAddr) -> Vec<u8> {
    let (get, https) = (0x82, 0x87);
    let mut head = vec![get, https];
    for (name, value) in [(1, authority.to_string().as_str()), (4, path)] {
        head.push(name);
        push_text(&mut head, value);
    }
    if !encoding.is_empty() {
        head.push(0);
        push_text(&mut head, "accept-encoding");
        push_text(&mut head, encoding);
    }
    head
}

fn push_text(head: &mut Vec<u8>, text: &str) {
    // A length takes seven bits, or is continued.
    match u8::try_from(text.len()) {
        Ok(length) if length < 127 => head.push(length),
        Ok(length) => head.extend_from_slice(&[127, length - 127]),
        Err(_) => {
            let rest = text.len() - 127;
            let [low, high] = [rest % 128 + 128, rest / 128].map(|part| u8::try_from(part).unwrap());
            head.extend_from_slice(&[127, low, high]);
        }
    }
    head.extend_from_slice(text.as_bytes());
}
