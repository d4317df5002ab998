//! The form of a branch.

use chrono::NaiveDate;
use parlour_app::branches::{BranchPatch, BrandingPatch, NewBranch};
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::billing::rounding::RoundInvoices;
use parlour_domain::billing::upi::is_upi_id;
use parlour_domain::branch::{
    AvailabilityMode, BranchStatus, DEFAULT_HOLD_MINUTES, MAX_CANCEL_WINDOW_MINUTES, MAX_HOLD_MINUTES,
    MAX_PENDING_LIMIT, parse_branch_code, parse_branch_phone,
};
use parlour_domain::membership::DeskMembershipTerms;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::request::{FormValues, Int, Name, RequestShape, Text};
use parlour_http::request_shape;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::branding::Branding;
use parlour_texts::Texts;
use parlour_web::form::FormState;
use parlour_web_admin::concurrent_edits::{SavedField, checkbox_value, text_fields};

use super::list::status_name;
use crate::weekly_hours;

const MAX_BRANCH_NUMBER: i64 = 999_999;

request_shape! {
    struct BranchForm {
        name: Name<120>,
        address: Text<500>,
        number: Option<Int<1, MAX_BRANCH_NUMBER>>,
        gstin: Option<Gstin>,
        gst_registered: Option<bool>,
        status: Option<BranchStatus>,
        is_primary: Option<bool>,
        availability_mode: Option<AvailabilityMode>,
        cancel_window_minutes: Option<Int<0, MAX_CANCEL_WINDOW_MINUTES>>,
        hold_minutes: Option<Int<0, MAX_HOLD_MINUTES>>,
        max_pending_per_customer: Option<Int<1, MAX_PENDING_LIMIT>>,
        desk_discount_percent: Option<Int<0, 100>>,
        desk_membership_terms: Option<DeskMembershipTerms>,
        round_invoices: Option<RoundInvoices>,
        upi_name: Option<Name<80>>,
        remove_image: Option<bool>,
    }
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_branches();
    match name {
        "name" => text.name(),
        "code" => text.code(),
        "number" => text.number(),
        "address" => text.address(),
        "phone" => text.phone(),
        "gstin" => text.gstin(),
        "gstRegistered" => text.gst_registered(),
        "isPrimary" => text.make_primary(),
        "status" => text.status(),
        "availabilityMode" => text.mode(),
        "cancelWindowMinutes" => text.cancel_window_name(),
        "holdMinutes" => text.hold_name(),
        "maxPendingPerCustomer" => text.max_pending_name(),
        "deskDiscountPercent" => text.desk_discount(),
        "deskMembershipTerms" => text.membership_terms(),
        "roundInvoices" => text.round_invoices(),
        "upiId" => text.upi_id(),
        "upiName" => text.upi_name(),
        "brandColour" => text.colour(),
        "image" | "removeImage" => text.logo(),
        day => weekly_hours::weekday_of_field(day, texts).unwrap_or_default(),
    }
}

/// The fields in the order of the page.
pub(super) fn field_names(texts: Texts) -> Vec<String> {
    let before = ["name", "code", "number", "address", "phone", "status", "isPrimary", "availabilityMode"];
    let rules = ["cancelWindowMinutes", "holdMinutes", "maxPendingPerCustomer", "deskDiscountPercent"];
    let money = ["deskMembershipTerms", "roundInvoices", "upiId", "upiName", "gstRegistered", "gstin"];
    let after = rules.into_iter().chain(money).chain(["brandColour", "image", "removeImage"]).map(str::to_owned);
    let days = weekly_hours::day_fields(texts).into_iter().flat_map(|day| [day.open, day.opens, day.closes]);
    before.map(str::to_owned).into_iter().chain(days).chain(after).collect()
}

/// The branch with all its fields, or every wrong field. What is left empty is removed, or has its default. Hours that nobody
/// touched stay as they are: the form shows those of every weekday, also where none differs.
pub(super) fn read(typed: &FormValues, texts: Texts) -> Result<NewBranch, FieldErrors> {
    let text = texts.desk_branches();
    let sentence = |text: &str| FieldError::Sentence(text.to_owned());
    let (mut fields, partial) = typed.read::<BranchForm>();
    fields.require_present("code");
    let not_a_code = |_| sentence(text.not_a_code());
    let code = fields.optional("code", |code| parse_branch_code(&code.to_uppercase()).map_err(not_a_code));
    let phone = fields.optional("phone", |phone| parse_branch_phone(phone).map_err(|_| sentence(text.not_a_phone())));
    let upi_id = fields.optional("upiId", |upi_id| {
        if is_upi_id(upi_id) { Ok(upi_id.to_owned()) } else { Err(sentence(text.not_a_upi_id())) }
    });
    let colour =
        fields.optional("brandColour", |colour| Colour::parse(colour).map_err(|_| sentence(text.not_a_colour())));
    let is_week_typed = weekly_hours::is_touched(typed, texts);
    let week = if is_week_typed { weekly_hours::read(&mut fields, typed, texts) } else { None };
    fields.finish(|| {
        let branch = BranchForm::complete(partial)?;
        let details = BranchPatch {
            number: branch.number,
            phone: Some(phone),
            gstin: Some(branch.gstin),
            gst_registered: branch.gst_registered,
            status: branch.status,
            // Another branch takes its place; a box that is not ticked changes nothing.
            is_primary: branch.is_primary.filter(|is_primary| *is_primary),
            availability_mode: branch.availability_mode,
            cancel_window_minutes: Some(branch.cancel_window_minutes),
            hold_minutes: Some(branch.hold_minutes.unwrap_or(DEFAULT_HOLD_MINUTES)),
            max_pending_per_customer: Some(branch.max_pending_per_customer),
            desk_discount_percent: Some(branch.desk_discount_percent.unwrap_or_default()),
            desk_membership_terms: branch.desk_membership_terms,
            round_invoices: branch.round_invoices,
            upi_id: Some(upi_id),
            upi_name: Some(branch.upi_name),
            logo_url: (branch.remove_image == Some(true)).then_some(None),
            branding: BrandingPatch { brand_colour: Some(colour), logo: None },
            ..week.map(weekly_hours::patch).unwrap_or_default()
        };
        Some(NewBranch { code: code?, name: branch.name, address: branch.address, details })
    })
}

/// The same as a change of a branch.
pub(super) fn as_patch(branch: NewBranch) -> BranchPatch {
    BranchPatch { code: Some(branch.code), name: Some(branch.name), address: Some(branch.address), ..branch.details }
}

/// Of a branch that is to be opened.
pub(super) fn values_of_new(texts: Texts) -> FormState {
    let values = [
        ("status", BranchStatus::Operational.as_str().to_owned()),
        ("gstRegistered", true.to_string()),
        ("holdMinutes", DEFAULT_HOLD_MINUTES.to_string()),
        ("deskDiscountPercent", "0".to_owned()),
    ];
    let values = values.into_iter().map(|(name, value)| (name.to_owned(), value));
    FormState::new(values.chain(weekly_hours::values_of_new(texts)))
}

/// The fields with what they hold now.
pub(super) fn fields_of(branch: &Branch, branding: &Branding, today: NaiveDate, texts: Texts) -> Vec<SavedField> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let number = |value: Option<i64>| value.map(|number| number.to_string()).unwrap_or_default();
    let mut fields = text_fields([
        ("name", branch.name.clone()),
        ("code", branch.code.clone()),
        ("number", branch.number.to_string()),
        ("address", branch.address.clone()),
        ("phone", text(&branch.phone)),
        ("gstin", text(&branch.gstin)),
        ("gstRegistered", checkbox_value(branch.gst_registered)),
        ("availabilityMode", branch.availability_mode.as_str().to_owned()),
        ("cancelWindowMinutes", number(branch.cancel_window_minutes)),
        ("holdMinutes", branch.hold_minutes.to_string()),
        ("maxPendingPerCustomer", number(branch.max_pending_per_customer)),
        ("deskDiscountPercent", branch.desk_discount_percent.to_string()),
        ("deskMembershipTerms", branch.desk_membership_terms.as_str().to_owned()),
        ("roundInvoices", branch.round_invoices.as_str().to_owned()),
        ("upiId", text(&branch.upi_id)),
        ("upiName", text(&branch.upi_name)),
        ("brandColour", text(&branding.brand_colour)),
    ]);
    let status = BranchStatus::ALL.iter().find(|status| status.as_str() == branch.status);
    let word = status.map(|status| status_name(*status, texts.desk_branches()));
    fields.push(SavedField::choice("status", branch.status.as_str(), word));
    fields.extend(text_fields(weekly_hours::values(branch, today, texts)));
    fields
}
