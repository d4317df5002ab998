//! Offers that a checkout can use.

use parlour_db::params;

use crate::TestSalon;
use crate::checks::database::write_transaction;

/// Inserts an offer on these services; `value` is the figure that belongs to its type.
pub async fn insert_offer(
    salon: &TestSalon,
    id: &'static str,
    kind: &'static str,
    figure: i64,
    services: &'static [&str],
) {
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into offers (id, name, slug, offer_type, discount_percentage, discount_amount_paise,
                 combo_price_paise, start_date, end_date, is_active, display_order, created_at, updated_at)
             values ($1, $1, $1, $2, $3, $4, $5, $6, $7, true, 1, $8, $8)",
            params![
                id,
                kind,
                (kind == "percentage").then_some(figure),
                (kind == "flat").then_some(figure),
                (kind == "combo_price").then_some(figure),
                parlour_domain::ist::parse_date("2027-02-01"),
                parlour_domain::ist::parse_date("2027-04-30"),
                parlour_domain::ist::Timestamp::from_millis(0)
            ],
        )?;
        for (order, service) in (0_i64..).zip(services) {
            tx.execute(
                "insert into offer_services (offer_id, service_id, display_order) values ($1, $2, $3)",
                params![id, service, order],
            )?;
        }
        Ok(())
    })
    .await;
}
