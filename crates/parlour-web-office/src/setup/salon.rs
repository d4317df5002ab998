//! The first step: what the salon is called, and its first branch.

use askama::Template;
use parlour_app::branches::{self as branch_use_cases, BranchPatch, BrandingPatch, NewBranch};
use parlour_app::request_context::RequestContext;
use parlour_app::salon::{self as salon_use_cases, SalonPatch};
use parlour_app::setup::starter_catalogue;
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::billing::invoice_document::Colour;
use parlour_domain::branch::parse_branch_phone;
use parlour_domain::membership::DeskMembershipTerms;
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::form::FormBody;
use parlour_http::request::{FormValues, Name, RequestShape, Text};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::branches::branding::{self, Branding};
use parlour_store::salon::salon_settings::{self, SalonSettings};
use parlour_store::{Conn, DbError, Tx};
use parlour_texts::{SetupSalonTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web_admin::concurrent_edits::{
    HiddenField, SavedField, hidden_fields, is_touched, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::around::{Around, path_after};
use super::branch::find_shown_setup;
use super::refusal::SetupRefusal;

/// Colours that can be read on light and on dark: class, value. The first is that of pages without a colour.
static COLOURS: [(&str, &str); 7] = [
    ("hue-plum", ""),
    ("hue-blue", "#245A92"),
    ("hue-green", "#1F6B46"),
    ("hue-amber", "#8A5200"),
    ("hue-violet", "#5A3580"),
    ("hue-brick", "#87341C"),
    ("hue-ink", "#2A2026"),
];
const BRANCH_FIELDS: [&str; 5] = ["branchName", "phone", "address", "gstin", "colour"];
/// The code of a branch whose name has no Latin letters.
const PLAIN_CODE: &str = "B1";
const CODE_LENGTH: usize = 3;
/// So many services the preview has.
const SAMPLES: usize = 2;

#[derive(Template)]
#[template(path = "setup/salon.html")]
struct SalonStep {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    first_shown: Vec<HiddenField>,
    /// What booking and invoice numbers begin with, once there is a branch.
    code: Option<String>,
    colours: Vec<ColourChoice>,
    /// Name and price of services, as customers may read them.
    samples: Vec<(&'static str, String)>,
}

struct ColourChoice {
    class: &'static str,
    value: String,
    name: String,
}

impl SalonStep {
    fn text(&self) -> SetupSalonTexts {
        self.frame.texts.setup_salon()
    }
}

request_shape! {
    struct SalonForm {
        salon_name: Name<120>,
        branch_name: Option<Name<120>>,
        address: Text<500>,
        gstin: Option<Gstin>,
    }
}

/// What the form asks for.
#[derive(Debug)]
struct NewSalon {
    name: String,
    branch_name: String,
    address: String,
    phone: Option<String>,
    gstin: Option<Gstin>,
    colour: Option<Colour>,
}

/// The salon as it is.
#[derive(Debug)]
struct SalonRead {
    setup: Setup,
    settings: SalonSettings,
    branch: Option<(Branch, Branding)>,
}

impl SalonRead {
    fn find(conn: &mut Conn<'_>) -> Result<Self, DbError> {
        let branch = match branch_changes::find_primary(conn)? {
            Some(branch) => {
                let branding = branding::find_branding(conn, &branch.id)?;
                Some((branch, branding))
            }
            None => None,
        };
        Ok(Self { setup: find_shown_setup(conn)?, settings: salon_settings::find(conn)?, branch })
    }

    /// The fields of the form with what they hold now.
    fn fields(&self) -> Vec<SavedField> {
        let of_branch = |field: fn(&Branch) -> Option<&String>| {
            self.branch.as_ref().and_then(|(branch, _)| field(branch)).cloned().unwrap_or_default()
        };
        let branch_name = of_branch(|branch| Some(&branch.name));
        let colour = self.branch.as_ref().and_then(|(_, branding)| branding.brand_colour.clone());
        text_fields([
            ("salonName", self.settings.name.clone().unwrap_or_else(|| branch_name.clone())),
            ("branchName", branch_name),
            ("phone", of_branch(|branch| branch.phone.as_ref())),
            ("address", of_branch(|branch| Some(&branch.address))),
            ("gstin", of_branch(|branch| branch.gstin.as_ref())),
            ("colour", colour.unwrap_or_default()),
        ])
    }
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.setup_salon();
    match name {
        "salonName" => text.name(),
        "branchName" => text.branch(),
        "phone" => text.phone(),
        "address" => text.address(),
        "gstin" => text.gstin(),
        _ => text.colour(),
    }
}

/// `/setup/salon`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    render(&page, FormState::default()).await
}

pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    let (typed, texts) = (form.values.clone(), page.texts);
    let saved = page.form(&form, label).write(parse(&typed, texts).map(drop), move |tx, context, ()| {
        save(tx, context, &typed, texts)?;
        Ok::<_, SetupRefusal>(path_after(SetupStep::Salon).to_owned())
    });
    saved.await?.answer(Flash::SetupSaved, |state| render(&page, state)).await
}

fn parse(typed: &FormValues, texts: Texts) -> Result<NewSalon, FieldErrors> {
    let text = texts.setup_salon();
    let mut fields = typed.fields();
    let readable = SalonForm::read(&mut fields);
    let not_a_phone = |_| FieldError::Sentence(text.not_a_phone().to_owned());
    let phone = fields.optional("phone", |typed| parse_branch_phone(typed).map_err(not_a_phone));
    let colour = fields.optional("colour", Colour::parse);
    fields.finish(|| {
        let SalonForm { salon_name, branch_name, address, gstin } = SalonForm::complete(readable)?;
        Some(NewSalon {
            branch_name: branch_name.unwrap_or_else(|| salon_name.clone()),
            name: salon_name,
            address,
            phone,
            gstin,
            colour,
        })
    })
}

/// Opens the first branch, or changes what was typed of it.
fn save(tx: &mut Tx<'_>, context: &RequestContext, typed: &FormValues, texts: Texts) -> Result<(), SetupRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    let salon = SalonRead::find(tx)?;
    let new = parse(&merge_with_saved(typed, &salon.fields(), texts, label)?, texts)?;
    if is_touched(typed, "salonName") {
        salon_use_cases::change(
            tx,
            context,
            &SalonPatch { name: Some(Some(new.name.clone())), ..SalonPatch::default() },
        )?;
    }
    match salon.branch {
        None => {
            branch_use_cases::open(tx, context, &first_branch(&new))?;
        }
        Some((branch, _)) if BRANCH_FIELDS.iter().any(|name| is_touched(typed, name)) => {
            branch_use_cases::change(tx, context, &branch.id, &patch(&new, typed))?;
        }
        Some(_) => {}
    }
    Ok(())
}

fn first_branch(new: &NewSalon) -> NewBranch {
    NewBranch {
        code: branch_code(&new.branch_name),
        name: new.branch_name.clone(),
        address: new.address.clone(),
        details: BranchPatch {
            phone: Some(new.phone.clone()),
            gstin: Some(new.gstin.clone()),
            // Whoever is not registered may not charge tax.
            gst_registered: Some(new.gstin.is_some()),
            desk_membership_terms: Some(DeskMembershipTerms::Tier),
            branding: BrandingPatch { brand_colour: Some(new.colour), logo: None },
            ..BranchPatch::default()
        },
    }
}

fn patch(new: &NewSalon, typed: &FormValues) -> BranchPatch {
    let is_touched = |name| is_touched(typed, name);
    BranchPatch {
        name: is_touched("branchName").then(|| new.branch_name.clone()),
        address: is_touched("address").then(|| new.address.clone()),
        phone: is_touched("phone").then(|| new.phone.clone()),
        gstin: is_touched("gstin").then(|| new.gstin.clone()),
        gst_registered: is_touched("gstin").then_some(new.gstin.is_some()),
        branding: BrandingPatch { brand_colour: is_touched("colour").then_some(new.colour), logo: None },
        ..BranchPatch::default()
    }
}

fn samples(texts: Texts) -> Vec<(&'static str, String)> {
    let services = starter_catalogue().iter().flat_map(|category| &category.services).take(SAMPLES);
    services.map(|service| (service.name_in(texts), format::money(service.price_paise))).collect()
}

/// `IND` for Indiranagar. The owner may choose another one until the first booking.
fn branch_code(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric).take(CODE_LENGTH);
    let code: String = letters.map(|letter| letter.to_ascii_uppercase()).collect();
    if code.len() < 2 { PLAIN_CODE.to_owned() } else { code }
}

/// The step with what was typed, or with what is saved.
async fn render(page: &DeskPage<Owner>, typed: FormState) -> HttpResult {
    let salon = page.caller.read(|conn, _| Ok(SalonRead::find(conn)?)).await?;
    let form = with_saved_values(typed, &salon.fields());
    let text = page.texts.setup_salon();
    let status = form.status;
    let chosen = form.value("colour");
    let known = COLOURS.iter().zip(text.colours());
    let mut colours: Vec<ColourChoice> = known
        .map(|(&(class, value), name)| ColourChoice { class, value: value.to_owned(), name: name.to_owned() })
        .collect();
    if !COLOURS.iter().any(|(_, value)| *value == chosen) && Colour::parse(chosen).is_ok() {
        colours.push(ColourChoice { class: "hue-own", value: chosen.to_owned(), name: chosen.to_owned() });
    }
    let template = SalonStep {
        frame: page.desk_frame(text.title(), Place::Setup),
        around: Around::new(&salon.setup, Some(SetupStep::Salon), page.texts),
        first_shown: hidden_fields(&form),
        code: salon.branch.as_ref().map(|(branch, _)| branch.code.clone()),
        colours,
        samples: samples(page.texts),
        form,
    };
    page.show_with(status, &template)
}

#[cfg(test)]
mod tests {
    use parlour_domain::branch::parse_branch_code;

    use super::*;

    #[test]
    fn every_name_has_a_code() {
        for (name, code) in [
            ("Indiranagar", "IND"),
            ("MG Road", "MGR"),
            ("2nd Cross", "2ND"),
            ("J’s", "JS"),
            ("A", PLAIN_CODE),
            ("आंगन", PLAIN_CODE),
        ] {
            assert_eq!(branch_code(name), code);
            assert_eq!(parse_branch_code(code).as_deref(), Ok(code));
        }
    }

    #[test]
    fn every_colour_is_one() {
        assert!(
            COLOURS
                .iter()
                .skip(1)
                .all(|(_, value)| Colour::parse(value).is_ok_and(|known| known.to_string() == *value))
        );
    }
}
