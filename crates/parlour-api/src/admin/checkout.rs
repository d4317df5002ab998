//! Checkout: a booking is completed and paid.

use parlour_app::bookings::{Checkout, CompletedBooking, Reduction, complete};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{BookingId, OfferId, ServiceId};
use parlour_http::respond::stored_ok;
use parlour_store::bookings::booking_records::Booking;

use crate::prelude::*;

request_shape! {
    pub(crate) struct CompleteBody {
        payment_method: PaymentMethod,
        /// For salon bookings, one per customer and day; not together with gems.
        offer_id: Option<OfferId>,
        /// The service that gems pay for.
        gems_redeemed_service_id: Option<ServiceId>,
        /// Gems pay for the most expensive service that they can pay for.
        redeem_gems: Option<bool>,
    }
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

/// Complete a booking and issue its invoice
#[utoipa::path(
    post, path = "/api/bookings/{id}/complete", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = CompleteBody,
    responses((status = 200, body = Envelope<CompletedView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn complete_booking(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: KeyedBody,
) -> HttpResult {
    let checkout_request = checkout(&caller.state, &body)?;
    caller
        .write_once(&body, move |tx, context| {
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

fn checkout(state: &HttpState, body: &RequestBody) -> Result<Checkout, HttpError> {
    let (mut fields, readable) = body.read::<CompleteBody>()?;
    let gems_service = readable.gems_redeemed_service_id.clone();
    let with_gems = readable.redeem_gems.unwrap_or(false) || gems_service.is_some();
    if readable.offer_id.is_some() && with_gems {
        fields.add_error::<()>("offerId", "cannot be combined with gems");
    }
    let body = fields.build(|| CompleteBody::whole(readable))?;
    let reduction = match body.offer_id {
        Some(offer) => Reduction::Offer(offer),
        None if with_gems => Reduction::Gems(gems_service),
        None => Reduction::None,
    };
    Ok(Checkout { payment_method: body.payment_method, reduction, taxes: state.taxes() })
}
