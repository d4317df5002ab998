//! The form of an offer.

use chrono::NaiveDate;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::offers::{NewOffer, OfferPatch};
use parlour_domain::ids::ServiceId;
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::request::{FormValues, Int, Name, OptionalText, RequestShape, TextList, TextRule, TrimmedText};
use parlour_http::request_shape;
use parlour_texts::{DeskOffersTexts, Texts};
use parlour_web::form::{FormState, Rupees, RupeesAboveZero};
use parlour_web_admin::concurrent_edits::{SavedField, text_fields};

/// More than any catalogue has.
const MAX_SERVICES: usize = 1_000;

request_shape! {
    struct OfferForm {
        name: Name<120>,
        offer_type: OfferType,
        discount_percentage: Option<Int<1, 100>>,
        discount_amount: Option<RupeesAboveZero>,
        combo_price: Option<RupeesAboveZero>,
        service_ids: TextList<ServiceId, 1, MAX_SERVICES>,
        start_date: NaiveDate,
        end_date: NaiveDate,
        description: OptionalText<1000>,
        terms: OptionalText<1000>,
        name_hi: Option<Name<120>>,
        description_hi: Option<TrimmedText<1000>>,
    }
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_offers();
    match name {
        "name" => text.name(),
        "offerType" => text.kind(),
        "discountPercentage" => text.takes_off_percent(),
        "discountAmount" => text.takes_off_rupees(),
        "comboPrice" => text.combo_price(),
        "startDate" => text.first_day(),
        "endDate" => text.last_day(),
        "description" => text.description(),
        "terms" => text.terms(),
        "nameHi" => texts.panel().name_hi(),
        "descriptionHi" => texts.panel().description_hi(),
        _ => text.services(),
    }
}

/// The field with what an offer of this type takes off.
fn figure_field(offer_type: OfferType) -> &'static str {
    match offer_type {
        OfferType::Percentage => "discountPercentage",
        OfferType::Flat => "discountAmount",
        OfferType::ComboPrice => "comboPrice",
    }
}

/// The offer, or every wrong field.
pub(super) fn read(typed: &FormValues, texts: Texts) -> Result<NewOffer, FieldErrors> {
    let (mut fields, partial) = typed.read::<OfferForm>();
    if let Some(offer_type) = partial.offer_type {
        fields.require_present(figure_field(offer_type));
    }
    if partial.start_date.zip(partial.end_date).is_some_and(|(start, end)| end < start) {
        let sentence = FieldError::Sentence(texts.desk_offers().ends_before_start().to_owned());
        fields.add_error::<()>("endDate", sentence);
    }
    let typed = fields.finish(|| OfferForm::complete(partial))?;
    Ok(NewOffer {
        name: typed.name,
        description: typed.description,
        terms: typed.terms,
        name_hi: typed.name_hi,
        description_hi: typed.description_hi,
        discount: OfferDiscount {
            offer_type: typed.offer_type,
            percentage: typed.discount_percentage,
            amount_paise: typed.discount_amount,
            combo_price_paise: typed.combo_price,
        },
        start_date: typed.start_date,
        end_date: typed.end_date,
        services: typed.service_ids,
    })
}

/// The same as a change of an offer. None leaves it switched on or off.
pub(super) fn as_patch(offer: NewOffer, is_active: Option<bool>) -> OfferPatch {
    OfferPatch {
        name: Some(offer.name),
        description: Some(offer.description.unwrap_or_default()),
        terms: Some(offer.terms.unwrap_or_default()),
        name_hi: Some(offer.name_hi),
        description_hi: Some(offer.description_hi),
        offer_type: Some(offer.discount.offer_type),
        percentage: offer.discount.percentage,
        amount_paise: offer.discount.amount_paise,
        combo_price_paise: offer.discount.combo_price_paise,
        start_date: Some(offer.start_date),
        end_date: Some(offer.end_date),
        is_active,
        services: Some(offer.services),
    }
}

pub(super) fn type_name(kind: OfferType, text: DeskOffersTexts) -> &'static str {
    match kind {
        OfferType::Percentage => text.percentage(),
        OfferType::Flat => text.flat(),
        OfferType::ComboPrice => text.combo(),
    }
}

/// The fields with what they hold now.
pub(super) fn fields_of(found: &OfferWithServices, texts: Texts) -> Vec<SavedField> {
    let offer = &found.offer;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut fields = text_fields([
        ("name", offer.name.clone()),
        ("discountPercentage", offer.discount_percentage.map(|part| part.to_string()).unwrap_or_default()),
        ("startDate", offer.start_date.to_string()),
        ("endDate", offer.end_date.to_string()),
        ("description", text(&offer.description)),
        ("terms", text(&offer.terms)),
        ("nameHi", text(&offer.name_hi)),
        ("descriptionHi", text(&offer.description_hi)),
    ]);
    fields.push(SavedField::rupees("discountAmount", offer.discount_amount_paise));
    fields.push(SavedField::rupees("comboPrice", offer.combo_price_paise));
    let kind = type_name(offer.offer_type, texts.desk_offers());
    fields.push(SavedField::choice("offerType", offer.offer_type.as_str(), Some(kind)));
    fields.push(SavedField::choices("serviceIds", found.service_ids.iter().map(ServiceId::as_str)));
    fields
}

/// Of an offer that begins today.
pub(super) fn values_of_new(today: NaiveDate) -> FormState {
    FormState::new([("offerType", OfferType::Percentage.as_str().to_owned()), ("startDate", today.to_string())])
}

/// What is typed so far takes off. None while that cannot be said.
pub(super) fn typed_discount(form: &FormState) -> Option<OfferDiscount> {
    let rupees = |name: &str| Rupees::parse(form.value(name)).ok();
    Some(OfferDiscount {
        offer_type: OfferType::parse(form.value("offerType"))?,
        percentage: form.value("discountPercentage").parse().ok(),
        amount_paise: rupees("discountAmount"),
        combo_price_paise: rupees("comboPrice"),
    })
}
