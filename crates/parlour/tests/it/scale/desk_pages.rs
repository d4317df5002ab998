//! The desk's pages after years of business, beside the same pages of the demo salon.

use std::time::Duration;

use super::large_salon::ComparedSalons;

const MOST_TIMES: f64 = 3.0;
const ROUNDS: usize = 51;
const SEARCH_ROUNDS: usize = 20;
/// While typing.
const SEARCH_LIMIT: Duration = Duration::from_millis(150);
const SEARCHES: [&str; 9] =
    ["gowda", "kav", "savio pinto", "mohapatra", "9000012", "%2B9199999", "demo.invalid", "zzz", "00042"];

/// Pages that take more than three times as long with a million bookings and 200,000 customers, and searches of which one
/// in twenty takes longer than anybody waits for while typing.
pub(super) async fn slow_pages(compared: &ComparedSalons) -> Vec<String> {
    let mut slow = compared.slower_than(MOST_TIMES, ROUNDS, compared_pages(compared).await).await;
    for page in ["/search", "/customers", "/bookings"] {
        slow.extend(slow_searches(compared, page).await);
    }
    slow
}

/// What to open in each of the two, so that both show as much: the demo salon is part of the chain, too.
async fn compared_pages(compared: &ComparedSalons) -> Vec<(String, [String; 2])> {
    let [small, large] = [branches(compared, 0).await, branches(compared, 1).await];
    let (demo_branch, name) = &small[0];
    let same = &large.iter().find(|branch| branch.1 == *name).expect("the branch of the demo").0;
    let busiest = &large.last().expect("a branch of the chain").0;
    let both = |path: &str| (path.to_owned(), [path.to_owned(), path.to_owned()]);
    let of_branch = |path: &str, in_large: &str| [format!("{path}{demo_branch}"), format!("{path}{in_large}")];
    let mut pages: Vec<_> =
        ["/customers", "/customers?sort=name", "/customers?sort=last_visit", "/bookings?at=all"].map(both).into();
    for path in
        ["/board?at=", "/board?part=board&at=", "/requests?at=", "/bookings?at=", "/bookings?status=completed&at="]
    {
        pages.push((format!("{path}demo"), of_branch(path, same)));
    }
    for path in ["/bookings?at=", "/bookings?status=completed&at=", "/bookings?type=salon&at="] {
        pages.push((format!("{path}chain"), of_branch(path, busiest)));
    }
    pages
}

/// Ids and names, in the order of the desk.
async fn branches(compared: &ComparedSalons, at: usize) -> Vec<(String, String)> {
    let (answer, _) = compared.ask(at, "/api/desk/branches").await;
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let all = answer["data"]["branches"].as_array().unwrap();
    all.iter().map(|branch| (text(&branch["id"]), text(&branch["name"]))).collect()
}

async fn slow_searches(compared: &ComparedSalons, page: &str) -> Vec<String> {
    let mut slow = Vec::new();
    for term in SEARCHES {
        let path = format!("{page}?q={}", term.replace(' ', "%20"));
        let mut times = Vec::new();
        for _ in 0..SEARCH_ROUNDS {
            times.push(compared.get(1, &path).await.1);
        }
        times.sort_unstable();
        let p95 = times[SEARCH_ROUNDS * 95 / 100 - 1];
        println!("{path}: p95 {p95:?}");
        if p95 > SEARCH_LIMIT {
            slow.push(format!("{path}: p95 {p95:?}"));
        }
    }
    slow
}
