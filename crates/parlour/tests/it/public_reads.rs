//! What anyone may read, and the memory it is served from.

use parlour_testkit::{TestSalon, test_on_both_engines};

#[test_on_both_engines]
async fn the_catalogue_lists_active_categories_with_their_active_services() {
    let salon = TestSalon::demo().await;
    let data = salon.visitor().get("/api/services").await.expect_ok();
    let categories = data["categories"].as_array().unwrap();
    assert!(categories.len() >= 7);
    let orders: Vec<i64> = categories.iter().map(|category| category["displayOrder"].as_i64().unwrap()).collect();
    assert!(orders.is_sorted());
    for category in categories {
        assert_eq!(category["isActive"], true);
        for service in category["services"].as_array().unwrap() {
            assert_eq!(service["isActive"], true);
            assert_eq!(service["categoryId"], category["id"]);
        }
    }
}
