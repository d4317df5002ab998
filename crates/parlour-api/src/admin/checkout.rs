//! The counter: a visit is over and paid.

use axum::extract::State;
use parlour_app::bookings::{Checkout, CompletedBooking, Reduction, complete};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{BookingId, OfferId, ServiceId};
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::{Fields, id, one_of};
use parlour_http::idempotency::IdempotencyKey;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, stored_ok};
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;
use parlour_store::bookings::booking_records::Booking;
use serde::Serialize;
use utoipa::ToSchema;

use crate::openapi::ErrorResponse;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `checkout` reads field by field")]
pub(crate) struct CompleteBody {
    payment_method: PaymentMethod,
    /// For salon visits, one a customer and day; not together with gems.
    #[schema(min_length = 1)]
    offer_id: Option<String>,
    /// The service that gems pay for.
    #[schema(min_length = 1)]
    gems_redeemed_service_id: Option<String>,
    /// Gems pay for the dearest service that they can pay for.
    redeem_gems: Option<bool>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletedView {
    booking: Booking,
    invoice: InvoiceSummary,
    gems_earned: i64,
    discount_paise: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InvoiceSummary {
    invoice_number: String,
    total_paise: i64,
    gst_paise: i64,
}

/// Complete a visit and bill it
#[utoipa::path(
    post, path = "/api/bookings/{id}/complete", tag = "Bookings", security(("session" = ["receptionist"])),
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    request_body = CompleteBody,
    responses((status = 200, body = Envelope<CompletedView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn complete_booking(
    State(state): State<HttpState>,
    caller: Receptionist,
    key: IdempotencyKey,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let checkout_request = checkout(&state, body.fields()?)?;
    let id = BookingId::new(id);
    caller
        .write_once(&state, &key, &body, move |tx, context| {
            let CompletedBooking { booking, invoice } = complete(tx, context, &id, &checkout_request)?;
            let customer = booking.customer_id.clone();
            let answer = stored_ok(CompletedView {
                booking,
                gems_earned: invoice.gems_earned,
                discount_paise: invoice.discount_paise,
                invoice: InvoiceSummary {
                    invoice_number: invoice.invoice_number,
                    total_paise: invoice.total_amount_paise,
                    gst_paise: invoice.gst_amount_paise,
                },
            });
            Ok(answer?.about(&customer))
        })
        .await
}

fn checkout(state: &HttpState, mut fields: Fields) -> Result<Checkout, HttpError> {
    let payment_method = fields.required("paymentMethod", one_of(PaymentMethod::parse, "cash, upi or card"));
    let offer = fields.optional("offerId", id(OfferId::new));
    let gems_for = fields.optional("gemsRedeemedServiceId", id(ServiceId::new));
    let with_gems = fields.optional_bool("redeemGems").unwrap_or(false) || gems_for.is_some();
    if offer.is_some() && with_gems {
        fields.add_error::<()>("offerId", "cannot be combined with gems");
    }
    let reduction = match offer {
        Some(offer) => Reduction::Offer(offer),
        None if with_gems => Reduction::Gems(gems_for),
        None => Reduction::None,
    };
    let taxes = state.taxes();
    fields.build(|| Some(Checkout { payment_method: payment_method?, reduction, taxes }))
}
