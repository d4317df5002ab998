use std::net::{IpAddr, Ipv4Addr};

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use http::HeaderMap;
use http_body_util::BodyExt;
use parlour_store::DatabaseLocation;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;
use crate::limits::ClientAddress;
use crate::respond::envelope_json;

/// So many numbers from 1 on, of which some may be out of reach.
struct Numbers {
    last: i64,
    broken_after: i64,
}

#[derive(Serialize, utoipa::ToSchema)]
struct Number {
    number: i64,
    said: String,
}

impl Number {
    fn new(number: i64) -> Self {
        Self { number, said: format!("\"{number}\",[") }
    }
}

list_shape! { struct NumberList { numbers: Number } }

fn write_numbers(Numbers { last, broken_after }: Numbers) -> impl WriteRows<After> {
    move |_: &mut Conn<'_>, part: &ListPart<'_, After>, out: &mut Vec<u8>| {
        assert_eq!(part.reader.as_str(), "asha");
        let first = part.after.map_or(0, |after| after.0) + 1;
        if first > broken_after {
            return Err(DbError::Statement("out of reach".into()));
        }
        let rows = (first..=last.min(first + part.limit)).map(Number::new).collect();
        write_rows(rows, part.limit, |row: &Number| After(row.number), out)
    }
}

/// A number as a cursor.
#[derive(Debug, PartialEq, Eq)]
struct After(i64);

impl ListCursor for After {
    fn to_text(&self) -> String {
        self.0.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

struct TestDatabase {
    db: Db,
    _folder: TempDir,
}

impl TestDatabase {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&DatabaseLocation::Sqlite(folder.path().join("salon.db")), None).unwrap();
        Self { db, _folder: folder }
    }

    async fn get(&self, list: Numbers, uri: &str) -> Response {
        let uri: Uri = uri.parse().unwrap();
        let mut fields = Fields::from_query(uri.query());
        let page = PageRequest::from_fields(&mut fields);
        let PageRequest { limit, after } = fields.build(|| Some(page)).unwrap();
        let (write, reader) = (Arc::new(write_numbers(list)), UserId::new("asha"));
        let (write_first, caller) = (Arc::clone(&write), reader.clone());
        let read = move |conn: &mut Conn<'_>| -> Result<_, DbError> {
            let mut out = list_start::<NumberList>();
            let limit = limit.unwrap_or(ROWS_PER_READ);
            let part = ListPart { reader: &caller, after: after.as_ref(), limit };
            let end = write_first(conn, &part, &mut out)?;
            Ok((out, end))
        };
        let (out, end) = self.db.read(read).await.unwrap();
        let peer = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let address = ClientAddress::from_peer(peer, &HeaderMap::new().get_all("x-forwarded-for"), &[]);
        let request_info = RequestInfo::new("req_test".to_owned(), address, false);
        if let Some(limit) = limit {
            return page_response::<NumberList, After>(out, end, limit, &uri).unwrap();
        }
        let list = PhantomData::<fn() -> NumberList>;
        let rest = RemainingRows { db: self.db.clone(), write, reader, request_info, list };
        whole_list_response(rest, out, end)
    }
}

fn numbers(last: i64) -> Numbers {
    Numbers { last, broken_after: i64::MAX }
}

fn written(numbers: impl Iterator<Item = i64>) -> String {
    envelope_json(serde_json::json!({ "numbers": numbers.map(Number::new).collect::<Vec<_>>() })).unwrap()
}

/// The parts in which a body comes; an error ends them.
async fn body_chunks(response: Response) -> Vec<Result<String, String>> {
    let mut body = response.into_body();
    let mut parts = Vec::new();
    while let Some(frame) = body.frame().await {
        parts.push(match frame {
            Ok(frame) => Ok(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap()),
            Err(error) => Err(error.to_string()),
        });
    }
    parts
}

async fn body_text(response: Response) -> String {
    body_chunks(response).await.into_iter().collect::<Result<Vec<_>, _>>().unwrap().concat()
}

#[tokio::test]
async fn a_list_reads_the_same_however_many_pages_it_takes() {
    let database = TestDatabase::open();
    for (last, pages) in [
        (0, 1),
        (1, 1),
        (99, 1),
        (100, 1),
        (101, 2),
        (102, 2),
        (200, 2),
        (201, 3),
        (202, 3),
        (600, 6),
        (601, 7),
        (2_750, 28),
    ] {
        let response = database.get(numbers(last), "/api/numbers").await;
        assert_eq!(response.headers().get(LINK), None, "{last}");
        let length = axum::body::HttpBody::size_hint(response.body()).exact();
        assert_eq!(length.is_some(), pages == 1, "{last}: a stream has no length");
        let parts = body_chunks(response).await;
        assert_eq!(parts.len(), pages, "{last}");
        let whole: String = parts.into_iter().map(Result::unwrap).collect();
        assert_eq!(whole, written(1..=last), "{last}");
    }
}

#[tokio::test]
async fn a_limit_cuts_and_shows_the_way_on() {
    let database = TestDatabase::open();
    for limit in [1, 2, 99, 100, 101, 249, 250, 251, 1_000] {
        let mut uri = format!("/api/numbers?limit={limit}");
        let mut seen = 0;
        loop {
            let response = database.get(numbers(250), &uri).await;
            let link = response.headers().get(LINK).map(|link| link.to_str().unwrap().to_owned());
            let shown = (250 - seen).min(limit);
            assert_eq!(body_text(response).await, written(seen + 1..=seen + shown), "{uri}");
            seen += shown;
            assert_eq!(link.is_some(), seen < 250, "{uri}");
            let Some(link) = link else { break };
            uri = link.strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned();
        }
        assert_eq!(seen, 250);
    }
}

#[tokio::test]
async fn a_cursor_alone_means_all_the_rest() {
    let database = TestDatabase::open();
    for after in [0, 1, 149, 150, 249, 250, 9_999] {
        let response =
            database.get(numbers(250), &format!("/api/numbers?cursor={}", encode_cursor(&After(after)))).await;
        assert_eq!(body_text(response).await, written(after + 1..=250), "{after}");
    }
}

#[tokio::test]
async fn a_list_that_breaks_off_does_not_end_well() {
    let database = TestDatabase::open();
    let list = Numbers { last: 2_000, broken_after: 700 };
    let mut parts = body_chunks(database.get(list, "/api/numbers").await).await;
    assert_eq!(parts.pop(), Some(Err("the list broke off".to_owned())));
    let came: String = parts.into_iter().map(Result::unwrap).collect();
    let whole = written(1..=2_000);
    assert!(whole.starts_with(&came) && came.len() < whole.len());
    assert!(!came.ends_with("]}}"));
}

#[tokio::test]
async fn over_the_wire_only_a_whole_list_has_an_end() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let database = Arc::new(TestDatabase::open());
    let route = |broken_after: i64| {
        let database = Arc::clone(&database);
        get(async move || database.get(Numbers { last: 2_000, broken_after }, "/").await)
    };
    let routes = Router::new().route("/whole", route(i64::MAX)).route("/broken", route(700));
    tokio::spawn(async { axum::serve(listener, routes).await });
    for (path, has_end) in [("/whole", true), ("/broken", false)] {
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: salon\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // Where it breaks off the connection may be reset.
        let _ = stream.read_to_end(&mut answer).await;
        assert!(answer.starts_with(b"HTTP/1.1 200 OK\r\n"), "{path}");
        assert_eq!(answer.ends_with(b"]}}\r\n0\r\n\r\n"), has_end, "{path}");
        assert_eq!(answer.ends_with(b"\r\n0\r\n\r\n"), has_end, "{path}: no end of chunks either");
    }
}

#[test]
fn the_way_on_keeps_what_else_was_asked() {
    let link = |uri: &str| next_link(&uri.parse().unwrap(), 5, &After(7)).unwrap();
    assert_eq!(link("/api/numbers?limit=5"), "</api/numbers?limit=5&cursor=Nw>; rel=\"next\"");
    assert_eq!(
        link("/api/numbers?status=a%20b%3E&cursor=x&date=&limit=5&limit=6&odd=%22%0A"),
        "</api/numbers?status=a+b%3E&date=&odd=%22%0A&limit=5&cursor=Nw>; rel=\"next\""
    );
    assert_eq!(link("https://salon.invalid/a%3Eb/numbers?x"), "</a%3Eb/numbers?x=&limit=5&cursor=Nw>; rel=\"next\"");
}

#[test]
fn only_our_own_cursors_and_limits_are_taken() {
    let field_errors = |query: &str| {
        let mut fields = Fields::from_query(Some(query));
        let page = PageRequest::<After>::from_fields(&mut fields);
        fields.build(|| Some(page)).map_err(|error| error.field_errors().values().flatten().next().unwrap().clone())
    };
    for number in [0, 7, 100, i64::MAX, -1] {
        let taken = field_errors(&format!("cursor={}&unknown=1", encode_cursor(&After(number))));
        assert_eq!(taken, Ok(PageRequest { limit: None, after: Some(After(number)) }));
    }
    assert_eq!(field_errors("limit=1"), Ok(PageRequest { limit: Some(1), after: None }));
    assert_eq!(field_errors("limit=1000"), Ok(PageRequest { limit: Some(1_000), after: None }));
    assert_eq!(field_errors(""), Ok(PageRequest { limit: None, after: None }));
    for limit in ["", "0", "-1", "+1", "1001", "1.5", "ten", "1e2", " 1", "%00", "99999999999999999999", "\u{661}"] {
        let field_error = field_errors(&format!("limit={limit}"));
        assert!(field_error.is_err(), "{limit}");
    }
    let encoded = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    let long = encoded("9".repeat(10_000).as_bytes());
    for hostile in [
        "",
        "%00",
        "Nw%3D%3D",
        "N",
        "Nx",
        "!",
        "N w",
        "..",
        &long,
        &encoded(b"07"),
        &encoded(b"+7"),
        &encoded(b"7\0"),
        &encoded(b" 7"),
        &encoded(b"\xff\xfe"),
        &encoded(b"' or 1=1 --"),
        &encoded(b""),
    ] {
        let field_error = field_errors(&format!("cursor={hostile}"));
        assert!(field_error.is_err(), "{hostile}");
    }
}
