//! Checkout: a booking is quoted, completed and paid.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::{Checkout, CheckoutFields, CompletedBooking, NewTip, Quote, Reduction};
use parlour_domain::billing::hand_discount::{DiscountSize, HandDiscount, MAX_DISCOUNT_REASON_LENGTH};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::billing::payment::{MAX_PAYMENTS, MAX_TIPS};
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, OfferId, ServiceId};
use parlour_http::respond::stored_ok;
use parlour_store::bookings::booking_records::Booking;

use crate::admin::billing::payments::{PaymentBody, TipBody, read_tender};
use crate::prelude::*;

request_shape! {
    pub(crate) struct CompleteBody {
        /// For one payment of all that is due.
        payment_method: Option<PaymentMethod>,
        /// Instead of the method: together what is due. An empty list counts as absent. Where nothing is due, neither is
        /// needed.
        payments: Option<ObjectList<PaymentBody, 0, MAX_PAYMENTS>>,
        /// No part of the payments, the invoice or the tax.
        tips: Option<ObjectList<TipBody, 0, MAX_TIPS>>,
        billing: Flat<QuoteBody>,
    }

    /// At most one of offer, gems, discount and membership.
    pub(crate) struct QuoteBody {
        /// For salon bookings, one per customer and day.
        offer_id: Option<OfferId>,
        /// The service that gems pay for.
        gems_redeemed_service_id: Option<ServiceId>,
        /// Gems pay for the most expensive service that they can pay for.
        redeem_gems: Option<bool>,
        /// By hand. A receptionist may give as much as the branch allows, a manager any.
        discount: OptionalObject<DiscountBody>,
        /// A membership of the customer whose hours pay for the whole spa booking, without a payment.
        membership_id: Option<MembershipId>,
    }

    /// Either `percent` or `amountPaise`.
    pub(crate) struct DiscountBody {
        /// Of the subtotal.
        percent: Option<Int<1, 100>>,
        /// At most the subtotal.
        amount_paise: Option<Int<1, MAX_PAISE>>,
        reason: Text<MAX_DISCOUNT_REASON_LENGTH>,
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CompletedView {
    booking: Booking,
    invoice_id: InvoiceId,
    invoice: InvoiceSummary,
    gems_earned: i64,
    discount_paise: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InvoiceSummary {
    id: InvoiceId,
    invoice_number: String,
    total_paise: i64,
    gst_paise: i64,
}

/// Complete a booking and issue its invoice
///
/// With `membershipId` the booking becomes a session of the membership. 403 for a discount that is larger than the
/// caller may give. 409 while the day is closed.
#[utoipa::path(
    post, path = "/api/bookings/{id}/complete", tag = "Bookings", security(("session" = ["receptionist"])),
    params(IdempotencyKey),
    request_body = CompleteBody,
    responses(
        (status = 200, body = Envelope<CompletedView>),
        (status = 409, response = ErrorResponse),
        (status = 422, response = ErrorResponse),
    ),
)]
pub(crate) async fn complete_booking(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: KeyedBody,
) -> HttpResult {
    let checkout_request = checkout(&caller, &id, &body).await?;
    caller
        .write_once(&body, move |tx, context| {
            let completed = use_cases::complete(tx, context, &id, &checkout_request)?;
            let CompletedBooking { booking, invoice } = completed;
            let customer = booking.customer_id.clone();
            let answer = stored_ok(CompletedView {
                booking,
                invoice_id: invoice.id.clone(),
                gems_earned: invoice.gems_earned,
                discount_paise: invoice.discount_paise,
                invoice: InvoiceSummary {
                    id: invoice.id,
                    invoice_number: invoice.invoice_number,
                    total_paise: invoice.total_amount_paise,
                    gst_paise: invoice.gst_amount_paise,
                },
            });
            Ok(answer?.about(&customer))
        })
        .await
}

async fn checkout(caller: &Receptionist, id: &BookingId, body: &RequestBody) -> Result<Checkout, HttpError> {
    let (mut fields, partial) = body.read::<CompleteBody>()?;
    let reduction = read_reduction(&mut fields, &partial.billing);
    if partial.billing.membership_id.is_some() {
        refuse_payment(&mut fields, partial.payment_method.is_some(), "paymentMethod");
        let has_payments = partial.payments.as_ref().is_some_and(|payments| !payments.is_empty());
        refuse_payment(&mut fields, has_payments, "payments");
    }
    let tender = read_tender(&mut fields, partial.payment_method, partial.payments.as_deref()).ok();
    // Where hours pay, no payment is missing.
    let with_hours = partial.billing.membership_id.is_some() || fields.has_error("membershipId");
    let tips = partial.tips.clone().unwrap_or_default();
    let checked = CheckoutFields {
        reduction: reduction.clone(),
        tender: tender.clone().filter(|tender| tender.is_some() || !with_hours),
        tip_staff: tips.iter().filter_map(|(index, tip)| Some((*index, tip.staff_id.clone()?))).collect(),
    };
    let (id, context) = (id.clone(), caller.context());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_checkout(conn, &context, &id, &checked);
    check_readable(&caller.state, &mut fields, check).await?;
    let tips = tips.into_iter().map(|(_, tip)| {
        let TipBody { staff_id, method, amount_paise } = TipBody::complete(tip)?;
        Some(NewTip { staff_id, method, amount_paise })
    });
    let tips: Option<Vec<NewTip>> = tips.collect();
    fields.build(|| Some(Checkout { reduction: reduction?, tender: tender?, tips: tips? }))
}

fn refuse_payment(fields: &mut Fields, is_given: bool, name: &str) {
    if is_given {
        fields.add_error::<()>(name, "cannot be combined with membershipId: the hours pay for the booking");
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct QuoteView {
    quote: Quote,
}

/// What a booking will cost
///
/// Changes nothing. Completing the booking with the same fields bills the same, and this refuses what completing it
/// would refuse.
#[utoipa::path(
    post, path = "/api/bookings/{id}/quote", tag = "Bookings", security(("session" = ["receptionist"])),
    request_body = QuoteBody,
    responses(
        (status = 200, body = Envelope<QuoteView>),
        (status = 409, response = ErrorResponse),
        (status = 422, response = ErrorResponse),
    ),
)]
pub(crate) async fn quote_booking(
    caller: Receptionist,
    PathId(id): PathId<BookingId>,
    body: RequestBody,
) -> HttpResult {
    let (mut fields, partial) = body.read::<QuoteBody>()?;
    let reduction = read_reduction(&mut fields, &partial);
    let checked = CheckoutFields { reduction: reduction.clone(), tender: None, tip_staff: Vec::new() };
    let (booking, context) = (id.clone(), caller.context());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_checkout(conn, &context, &booking, &checked);
    check_readable(&caller.state, &mut fields, check).await?;
    let reduction = fields.build(|| reduction)?;
    let quote = caller.read(move |conn, context| Ok(use_cases::quote(conn, context, &id, &reduction)?)).await?;
    ok(QuoteView { quote })
}

/// What makes the booking cheaper. `None` if a field of it is wrong.
fn read_reduction(fields: &mut Fields, partial: &<QuoteBody as RequestShape>::Partial) -> Option<Reduction> {
    let gems_service = partial.gems_redeemed_service_id.as_ref();
    let with_gems = partial.redeem_gems.unwrap_or(false) || gems_service.is_some();
    let (with_offer, with_membership) = (partial.offer_id.is_some(), partial.membership_id.is_some());
    if with_offer && with_gems {
        fields.add_error::<()>("offerId", "cannot be combined with gems");
    }
    if with_offer && with_membership {
        fields.add_error::<()>("offerId", "cannot be combined with a membership");
    }
    if with_gems && with_membership {
        let name = if gems_service.is_some() { "gemsRedeemedServiceId" } else { "redeemGems" };
        fields.add_error::<()>(name, "cannot be combined with a membership");
    }
    if partial.discount.is_some() && (with_offer || with_gems || with_membership) {
        fields.add_error::<()>("discount", "cannot be combined with an offer, gems or a membership");
    }
    let discount = partial.discount.clone().map(|discount| read_discount(fields, discount));
    let names = ["offerId", "gemsRedeemedServiceId", "redeemGems", "discount", "membershipId"];
    if names.into_iter().any(|name| fields.has_error_in(name)) {
        return None;
    }
    Some(match (discount, partial.membership_id.clone(), partial.offer_id.clone()) {
        (Some(discount), _, _) => Reduction::ByHand(discount?),
        (None, Some(membership), _) => Reduction::Membership(membership),
        (None, None, Some(offer)) => Reduction::Offer(offer),
        (None, None, None) if with_gems => Reduction::Gems(gems_service.cloned()),
        (None, None, None) => Reduction::None,
    })
}

fn read_discount(fields: &mut Fields, discount: <DiscountBody as RequestShape>::Partial) -> Option<HandDiscount> {
    let size = match (discount.percent, discount.amount_paise) {
        (Some(percent), None) => DiscountSize::Percent(percent),
        (None, Some(paise)) => DiscountSize::Paise(paise),
        (None, None) if fields.has_error("discount.percent") || fields.has_error("discount.amountPaise") => {
            return None;
        }
        (Some(_), Some(_)) | (None, None) => {
            return fields.add_error("discount", "must have either percent or amountPaise");
        }
    };
    Some(HandDiscount { size, reason: discount.reason? })
}
