//! Pictures of services, staff and branches, uploaded by the people who run the salon and seen by everybody.

use futures_util::future::join_all;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbImage, RgbaImage};
use parlour_domain::auth::app_kind::AppKind::{Admin, Customer};
use parlour_testkit::process::ParlourProcess;
use parlour_testkit::{Reply, test_on_both_engines};
use reqwest::Method;

use crate::parlour_binary::{demo_on_current_engine, demo_on_sqlite};

const MIB: usize = 1 << 20;

fn png(width: u32, height: u32, red: u8) -> Vec<u8> {
    let pixels = [red, 90, 40].repeat(usize::try_from(width * height).unwrap());
    compressed(&DynamicImage::from(RgbImage::from_raw(width, height, pixels).unwrap()))
}

/// Compressed as is quickest for one colour.
fn compressed(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Up);
    picture.write_with_encoder(encoder).unwrap();
    bytes
}

async fn send(process: &ParlourProcess, method: Method, cookie: &str, path: &str, body: Vec<u8>) -> Reply {
    let reply = process.send_request(Admin, method, path, |request| {
        request.header("cookie", cookie).header("content-type", "image/png").body(body)
    });
    reply.await.unwrap()
}

/// The path of an absolute address.
fn path_of(url: &str) -> &str {
    let path = url.find("/media/").map(|at| &url[at..]);
    path.unwrap_or_else(|| panic!("{url} is not under /media/"))
}

async fn status_of(process: &ParlourProcess, url: &str) -> u16 {
    let [customer, admin] =
        [process.get(Customer, path_of(url)).await.status, process.get(Admin, path_of(url)).await.status];
    assert_eq!(customer, admin);
    customer.as_u16()
}

#[test_on_both_engines]
async fn a_picture_is_shown_until_it_is_replaced_or_deleted() {
    let process = demo_on_current_engine().serve(&[]);
    let owner = process.session("owner@demo.invalid", "owner");
    let services = process.get_as(&owner, Admin, "/api/desk/services").await.json();
    let ids: Vec<String> = services["data"]["categories"][0]["services"]
        .as_array()
        .unwrap()
        .iter()
        .take(2)
        .map(|service| format!("/api/services/{}/image", service["id"].as_str().unwrap()))
        .collect();
    let put = async |path: &str, body| send(&process, Method::PUT, &owner, path, body).await;
    let first = put(&ids[0], png(2_000, 1_000, 200)).await.expect_ok();
    let url = first["service"]["imageUrl"].as_str().unwrap().to_owned();
    assert!(url.starts_with("http") && status_of(&process, &url).await == 200);
    let shown = process.get(Customer, path_of(&url)).await;
    assert_eq!(shown.headers["content-type"], "image/jpeg");
    assert!(shown.headers["cache-control"].to_str().unwrap().contains("immutable"));
    let stored = image::load_from_memory(&shown.bytes).unwrap();
    assert_eq!((stored.width(), stored.height()), (1_600, 800));

    // Another service shows the same picture: it stays when the first is replaced.
    let second = put(&ids[1], png(2_000, 1_000, 200)).await.expect_ok();
    assert_eq!(second["service"]["imageUrl"], url);
    let replaced = put(&ids[0], png(30, 30, 10)).await.expect_ok();
    assert_ne!(replaced["service"]["imageUrl"], url);
    assert_eq!(status_of(&process, &url).await, 200);
    let deleted = send(&process, Method::DELETE, &owner, &ids[1], Vec::new()).await.expect_ok();
    assert!(deleted["service"]["imageUrl"].is_null());
    assert_eq!(status_of(&process, &url).await, 404);

    let staff = process.get_as(&owner, Admin, "/api/staff").await.json();
    let member = format!("/api/staff/{}/image", staff["data"]["staff"][0]["id"].as_str().unwrap());
    let member = put(&member, png(400, 400, 1)).await.expect_ok();
    assert_eq!(status_of(&process, member["staff"]["imageUrl"].as_str().unwrap()).await, 200);
    let branches = process.get_as(&owner, Admin, "/api/branches").await.json();
    let logo = format!("/api/branches/{}/logo", branches["data"]["branches"][0]["id"].as_str().unwrap());
    let branch = put(&logo, png(400, 100, 2)).await.expect_ok();
    let logo_url = branch["branch"]["logoUrl"].as_str().unwrap().to_owned();
    assert_eq!(status_of(&process, &logo_url).await, 200);
    assert_eq!(status_of(&process, &format!("/media/{}.jpg", "0".repeat(64))).await, 404);
    let developer = process.session("developer@demo.invalid", "developer");
    let listed = process.get_as(&developer, Admin, "/api/integrations").await.json();
    let mut integrations = listed["data"]["integrations"].as_array().unwrap().iter();
    assert!(integrations.any(|one| one["name"] == "storage" && one["lastSuccessAt"].is_string()), "{listed}");
}

/// The fields of a form with a picture, as a browser sends them.
fn form_with_picture(fields: &[(&str, &str)], picture: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields {
        let part = format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let head = "--edge\r\nContent-Disposition: form-data; name=\"image\"; filename=\"cut.png\"\r\n\
        Content-Type: image/png\r\n\r\n";
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(picture);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    body
}

#[test_on_both_engines]
async fn the_form_of_a_service_brings_a_picture_and_removes_it() {
    let process = demo_on_current_engine().serve(&[]);
    let owner = process.session("owner@demo.invalid", "owner");
    let listed = process.get_as(&owner, Admin, "/api/services?pageSize=1").await.json();
    let category = &listed["data"]["categories"][0];
    let service = &category["services"][0];
    let path = format!("/services/{}", service["id"].as_str().unwrap());
    let fields = [
        ("categoryId", category["id"].as_str().unwrap()),
        ("name", "With a picture"),
        ("price", "950"),
        ("durationMinutes", "60"),
        ("isActive", "true"),
    ];
    let submit = async |fields: &[(&str, &str)], picture: &[u8]| {
        let body = form_with_picture(fields, picture);
        let reply = process.send_request(Admin, Method::POST, &path, |request| {
            let request = request.header("content-type", "multipart/form-data; boundary=edge");
            request.header("cookie", &owner).body(body)
        });
        reply.await.unwrap().status.as_u16()
    };
    let image = async || {
        let listed = process.get_as(&owner, Admin, "/api/services?pageSize=1").await.json();
        let services = listed["data"]["categories"][0]["services"].as_array().unwrap().clone();
        let found = services.into_iter().find(|found| found["id"] == service["id"]).unwrap();
        assert_eq!(found["name"], "With a picture");
        found["imageUrl"].as_str().map(str::to_owned)
    };
    assert_eq!(submit(&fields, &png(300, 200, 9)).await, 303);
    let url = image().await.unwrap();
    assert_eq!(status_of(&process, &url).await, 200);
    assert_eq!(submit(&fields, b"").await, 303);
    assert_eq!(image().await, Some(url.clone()), "no file is no change");
    assert_eq!(submit(&fields, b"<svg/>").await, 422);
    assert_eq!(submit(&fields, &vec![0; 5 * MIB + 1]).await, 413);
    let removed = [&fields[..], &[("removeImage", "true")][..]].concat();
    assert_eq!(submit(&removed, b"").await, 303);
    assert_eq!((image().await, status_of(&process, &url).await), (None, 404));
}

#[test_on_both_engines]
async fn only_pictures_of_bounded_size_are_accepted() {
    let process = demo_on_current_engine().serve(&[]);
    let owner = process.session("owner@demo.invalid", "owner");
    let desk = process.session("desk@demo.invalid", "receptionist");
    let manager = process.session("manager@demo.invalid", "manager");
    let services = process.get_as(&owner, Admin, "/api/desk/services").await.json();
    let path =
        format!("/api/services/{}/image", services["data"]["categories"][0]["services"][0]["id"].as_str().unwrap());
    let put =
        async |cookie: &str, path: &str, body| send(&process, Method::PUT, cookie, path, body).await.status.as_u16();
    for refused in [Vec::new(), b"GIF89a".to_vec(), b"<svg/>".to_vec(), vec![0; 5 * MIB]] {
        assert_eq!(put(&owner, &path, refused).await, 400);
    }
    let mut too_large = png(10, 10, 1);
    too_large.resize(5 * MIB + 1, 0);
    assert_eq!(put(&owner, &path, too_large).await, 413);
    for (width, height) in [(8_001, 5_000), (12_001, 1), (1, 12_001)] {
        let refused = send(&process, Method::PUT, &owner, &path, png(width, height, 1)).await;
        assert_eq!(refused.expect_invalid_fields(), ["body"], "{width} x {height}");
    }
    assert_eq!(put(&owner, &path, png(12_000, 10, 1)).await, 200);
    assert_eq!(put(&owner, "/api/services/unknown/image", png(10, 10, 1)).await, 404);
    assert_eq!(put(&desk, &path, png(10, 10, 1)).await, 403);
    assert_eq!(put(&manager, &path, png(10, 10, 1)).await, 200);
    let branches = process.get_as(&owner, Admin, "/api/branches").await.json();
    let logo = format!("/api/branches/{}/logo", branches["data"]["branches"][0]["id"].as_str().unwrap());
    assert_eq!(put(&manager, &logo, png(10, 10, 1)).await, 403);
}

/// A small file of many pixels: 78 MB once it is decoded.
fn large_picture() -> Vec<u8> {
    let pixels = [200_u8, 90, 40, 255].repeat(5_000 * 3_900);
    compressed(&DynamicImage::from(RgbaImage::from_raw(5_000, 3_900, pixels).unwrap()))
}

#[tokio::test]
async fn eight_large_pictures_at_once_are_decoded_two_by_two() {
    const MIB_OF_PEAK: usize = 420;
    let process = demo_on_sqlite().serve(&[]);
    let owner = process.session("owner@demo.invalid", "owner");
    let services = process.get_as(&owner, Admin, "/api/desk/services").await.json();
    let all = services["data"]["categories"].as_array().unwrap().iter();
    let all = all.flat_map(|category| category["services"].as_array().unwrap());
    let ids: Vec<&str> = all.map(|service| service["id"].as_str().unwrap()).take(8).collect();
    let picture = large_picture();
    let uploads = ids.iter().map(async |id| {
        let path = format!("/api/services/{id}/image");
        send(&process, Method::PUT, &owner, &path, picture.clone()).await.expect_ok()
    });
    let stored = join_all(uploads).await;
    assert_eq!(stored.len(), 8);
    let peak = process.peak_memory_bytes() / MIB as u64;
    println!("{peak} MiB");
    assert!(peak < MIB_OF_PEAK as u64, "{peak} MiB");
}
