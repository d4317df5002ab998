//! What is refused changes nothing, and the quote refuses what the checkout refuses.

use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::counter::{credit_part, quote_booking};
use parlour_testkit::checks::json::with_field;
use serde_json::{Value, json};

use super::history::{DESK_DISCOUNT_PERCENT, History};
use super::model::{Paper, Visit, rounded_half_up};

impl History {
    /// A checkout that must be refused: its body, status and code.
    fn random_bad_checkout(&mut self, visit: usize) -> (Value, u16, &'static str) {
        let Visit { customer, is_spa, .. } = &self.books.visits[visit];
        let (customer, is_spa, subtotal) = (*customer, *is_spa, self.books.visits[visit].subtotal());
        let discount = |discount: Value| json!({ "discount": discount });
        let invalid = |body: Value| (body, 400, "VALIDATION_ERROR");
        let limit = rounded_half_up(subtotal * DESK_DISCOUNT_PERCENT, 100);
        // Another customer's for a spa booking; the customer's own for a salon booking.
        let is_meant = |owner: usize| (owner != customer) == is_spa;
        let membership = self.books.memberships.iter().find(|one| is_meant(one.customer) && one.is_active);
        let membership = membership.map(|membership| json!({ "membershipId": membership.id }));
        match (self.rng.below(12), membership) {
            (0, _) => invalid(json!({ "offerId": "fifteen", "redeemGems": true })),
            (1, _) => invalid(with_field(discount(json!({ "percent": 5, "reason": "x" })), "offerId", "fifteen")),
            (2, _) => invalid(with_field(discount(json!({ "percent": 5, "reason": "x" })), "redeemGems", true)),
            (3, _) => invalid(discount(json!({ "percent": 101, "reason": "x" }))),
            (4, _) => invalid(discount(json!({ "percent": 5, "amountPaise": 5, "reason": "x" }))),
            (5, _) => invalid(discount(json!({ "reason": "x" }))),
            (6, _) => invalid(discount(json!({ "percent": 5 }))),
            (7, _) => invalid(discount(json!({ "amountPaise": 0, "reason": "x" }))),
            (8, _) => (discount(json!({ "amountPaise": limit + 1, "reason": "x" })), 403, "FORBIDDEN"),
            (9, _) if !is_spa => (json!({ "offerId": "no such offer" }), 404, "NOT_FOUND"),
            (10, _) => (json!({ "gemsRedeemedServiceId": "service-perm" }), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
            (_, Some(body)) if is_spa => (body, 404, "NOT_FOUND"),
            (_, Some(body)) => invalid(body),
            (_, None) => invalid(discount(json!({ "percent": 0, "reason": "x" }))),
        }
    }

    pub(super) async fn refuse_checkout(&mut self) {
        let visit = self.create_visit().await;
        let (body, status, code) = self.random_bad_checkout(visit);
        println!("visit {visit} is refused: {body}");
        let id = &self.books.visits[visit].id;
        let quoted = quote_booking(&self.desk, id, &body).await.expect_error(status, code);
        let paid = if body.get("membershipId").is_some() { body } else { with_field(body, "paymentMethod", "cash") };
        let completed = complete_booking(&self.desk, id, &paid).await.expect_error(status, code);
        Self::assert_same_refusal(&quoted, &completed);
        self.count("refused checkout");
    }

    /// Credit notes of more than is left, and of amounts that leave less than a rupee.
    pub(super) async fn refuse_credit(&mut self) {
        let is_open = |paper: &Paper| paper.left() > 300 && !paper.is_superseded;
        let Some(at) = Self::pick(&mut self.rng, &self.books.papers, is_open) else { return };
        let Paper { id, lines, .. } = &self.books.papers[at];
        let (id, left, line) = (id.clone(), self.books.papers[at].left(), lines[0].clone());
        let too_little_left = left - self.rng.between(1, 99);
        println!("too much of paper {at}");
        let credit = async |part: Value| credit_part(&self.manager, &id, &part).await;
        credit(json!({ "amountPaise": left + 1 })).await.expect_error(409, "CONFLICT");
        let too_much = json!([{ "lineNumber": line.number, "amountPaise": line.left + 1 }]);
        credit(json!({ "lines": too_much })).await.expect_error(409, "CONFLICT");
        for (part, field) in [
            (json!({ "amountPaise": too_little_left }), "amountPaise"),
            (json!({ "amountPaise": 99 }), "amountPaise"),
            (json!({ "refunds": [{ "method": "cash", "amountPaise": left + 1 }] }), "refunds"),
        ] {
            let fields = credit(part).await.expect_invalid_fields();
            assert_eq!(fields, [field]);
        }
        let fields = credit(json!({ "lines": [{ "lineNumber": 99 }] })).await.expect_invalid_fields();
        assert!(fields[0].starts_with("lines"), "{fields:?}");
        assert!(
            !credit(json!({ "amountPaise": 100, "lines": [{ "lineNumber": 1 }] }))
                .await
                .expect_invalid_fields()
                .is_empty()
        );
        self.check_paper(at).await;
    }
}
