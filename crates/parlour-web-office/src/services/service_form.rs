//! The form of a service, and what customers see of it.

use parlour_app::services::{NewService, ServicePatch};
use parlour_domain::ids::CategoryId;
use parlour_domain::service::{DEFAULT_SAC, MAX_DISPLAY_ORDER, MAX_SERVICE_MINUTES, parse_sac};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::request::{FormValues, Int, Name, RequestShape, TextRule, TrimmedText};
use parlour_http::request_shape;
use parlour_http::shapes::customers::MAX_GEMS;
use parlour_store::catalogue::catalogue_changes::ManagedService;
use parlour_texts::Texts;
use parlour_web::form::{FormState, Rupees};
use parlour_web::format;
use parlour_web_admin::concurrent_edits::{SavedField, checkbox_value, text_fields};

request_shape! {
    struct ServiceForm {
        category_id: CategoryId,
        name: Name<120>,
        description: Option<TrimmedText<1000>>,
        name_hi: Option<Name<120>>,
        description_hi: Option<TrimmedText<1000>>,
        price: Rupees,
        duration_minutes: Int<1, MAX_SERVICE_MINUTES>,
        buffer_minutes: Option<Int<0, MAX_SERVICE_MINUTES>>,
        gems_required: Option<Int<1, MAX_GEMS>>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
        is_active: Option<bool>,
        remove_image: Option<bool>,
    }
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.price_list();
    match name {
        "categoryId" => text.category(),
        "name" => text.name(),
        "description" => text.description_name(),
        "nameHi" => texts.panel().name_hi(),
        "descriptionHi" => texts.panel().description_hi(),
        "price" => text.price(),
        "durationMinutes" => text.duration_name(),
        "bufferMinutes" => text.buffer_name(),
        "sac" => text.sac(),
        "gemsRequired" => text.gems_name(),
        "displayOrder" => text.order(),
        "image" | "removeImage" => text.picture(),
        _ => text.offered(),
    }
}

/// The service with all its fields, or every wrong field. What is left empty has its default.
pub(super) fn read(typed: &FormValues, texts: Texts) -> Result<NewService, FieldErrors> {
    let not_a_sac = |_| FieldError::Sentence(texts.price_list().not_a_sac().to_owned());
    let (mut fields, partial) = typed.read::<ServiceForm>();
    let sac = fields.optional("sac", |sac| parse_sac(sac).map_err(not_a_sac));
    let service = fields.finish(|| ServiceForm::complete(partial))?;
    let details = ServicePatch {
        description: Some(service.description.unwrap_or_default()),
        name_hi: Some(service.name_hi),
        description_hi: Some(service.description_hi),
        buffer_minutes: Some(service.buffer_minutes.unwrap_or_default()),
        sac: Some(sac.unwrap_or_else(|| DEFAULT_SAC.to_owned())),
        is_active: service.is_active,
        image_url: (service.remove_image == Some(true)).then_some(None),
        display_order: Some(service.display_order.unwrap_or_default()),
        gems_redeemable: Some(service.gems_required.is_some()),
        gems_required: Some(service.gems_required),
        ..ServicePatch::default()
    };
    Ok(NewService {
        category_id: service.category_id,
        name: service.name,
        duration_minutes: service.duration_minutes,
        price_paise: service.price,
        details,
    })
}

/// The same as a change of a service.
pub(super) fn as_patch(service: NewService) -> ServicePatch {
    ServicePatch {
        category_id: Some(service.category_id),
        name: Some(service.name),
        duration_minutes: Some(service.duration_minutes),
        price_paise: Some(service.price_paise),
        ..service.details
    }
}

/// The fields with what they hold now.
pub(super) fn fields_of(managed: &ManagedService) -> Vec<SavedField> {
    let service = &managed.service;
    let gems = service.gems_required.filter(|_| service.gems_redeemable);
    let mut fields = text_fields([
        ("name", service.name.clone()),
        ("description", service.description.clone()),
        ("nameHi", service.name_hi.clone().unwrap_or_default()),
        ("descriptionHi", service.description_hi.clone().unwrap_or_default()),
        ("durationMinutes", service.duration_minutes.to_string()),
        ("bufferMinutes", service.buffer_minutes.to_string()),
        ("sac", managed.sac.clone()),
        ("gemsRequired", gems.map(|gems| gems.to_string()).unwrap_or_default()),
        ("displayOrder", service.display_order.to_string()),
        ("isActive", checkbox_value(service.is_active)),
    ]);
    fields.push(SavedField::rupees("price", Some(service.price_paise)));
    fields.push(SavedField::choice("categoryId", service.category_id.as_str(), None));
    fields
}

/// Of a service that is to be added to this category, at its end.
pub(super) fn values_of_new(category: &str, display_order: i64) -> FormState {
    FormState::new([
        ("categoryId", category.to_owned()),
        ("bufferMinutes", "0".to_owned()),
        ("sac", DEFAULT_SAC.to_owned()),
        ("displayOrder", display_order.to_string()),
        ("isActive", true.to_string()),
    ])
}

/// The service in the list of the customer app, as far as it is filled in.
#[derive(Debug)]
pub(super) struct Preview {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) price: Option<String>,
    pub(super) minutes: Option<String>,
    pub(super) gems: Option<String>,
}

impl Preview {
    pub(super) fn new(form: &FormState, texts: Texts) -> Self {
        fn in_hindi(typed: &str) -> Option<&str> {
            Some(typed).filter(|typed| !typed.is_empty())
        }
        let number = |name: &str| form.value(name).parse::<i64>().ok().filter(|number| *number > 0);
        Self {
            name: texts.choose(form.value("name"), in_hindi(form.value("nameHi"))).to_owned(),
            description: texts.choose(form.value("description"), in_hindi(form.value("descriptionHi"))).to_owned(),
            price: Rupees::parse(form.value("price")).ok().map(format::money),
            minutes: number("durationMinutes").map(|minutes| texts.format_minutes(minutes)),
            gems: number("gemsRequired").map(|gems| texts.price_list().or_gems(gems)),
        }
    }
}
