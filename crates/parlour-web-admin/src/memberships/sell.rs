//! Selling a membership: to whom, which one, and how it is paid.

use askama::Template;
use parlour_app::memberships as use_cases;
use parlour_app::memberships::SellRefusal;
use parlour_domain::customer::DirectorySort;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::branches::branch_records::{self, UpiAccount};
use parlour_store::customers::directory::{self, DirectoryEntry, DirectoryFilter};
use parlour_store::customers::profiles;
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::users::user_records::{self, User};

use super::sale_form::{self, PARTS, has_parts, hours_value, label, upi_paise};
use super::view::membership_path;
use crate::checkout::UpiRequest;
use crate::desk::{DeskFrame, DeskPage, Place};
use crate::invoices::parts::rupees_value;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::{encode, see_other};

const MAX_HITS: i64 = 8;

#[derive(Template)]
#[template(path = "memberships/sell.html")]
struct SellPage {
    frame: DeskFrame,
    typed: String,
    hits: Vec<Hit>,
    customer: Option<Chosen>,
    tiers: Vec<TierChoice>,
    /// The terms of the tier, where this person sells no others.
    fixed_terms: Option<FixedTerms>,
    branch: String,
    has_upi: bool,
    /// The code for what is to be paid by UPI.
    upi: Option<UpiRequest>,
    form: FormState,
}

#[derive(Debug)]
struct Hit {
    path: String,
    name: String,
    phone: String,
}

#[derive(Debug)]
struct Chosen {
    id: String,
    name: String,
    phone: String,
    /// The membership that is still active: sentence and path.
    active: Option<(String, String)>,
}

#[derive(Debug)]
struct TierChoice {
    path: String,
    name: String,
    about: String,
    is_chosen: bool,
}

#[derive(Debug)]
struct FixedTerms {
    /// What the form sends: what was seen is sold, or refused.
    values: [(&'static str, String); 3],
    /// Label and text.
    shown: [(&'static str, String); 3],
}

impl FixedTerms {
    fn new(tier: &Tier, texts: Texts) -> Self {
        let text = texts.memberships();
        let (minutes, price, days) = (tier.default_hours_minutes, tier.default_price_paise, tier.default_validity_days);
        Self {
            values: term_values(tier),
            shown: [
                (text.hours(), texts.format_minutes(minutes)),
                (text.price(), format::money(price)),
                (text.validity(), text.days(days)),
            ],
        }
    }
}

fn term_values(tier: &Tier) -> [(&'static str, String); 3] {
    [
        ("hours", hours_value(tier.default_hours_minutes)),
        ("price", rupees_value(tier.default_price_paise)),
        ("validityDays", tier.default_validity_days.to_string()),
    ]
}

#[derive(Debug)]
struct SellRead {
    hits: Vec<DirectoryEntry>,
    customer: Option<(User, Option<Phone>, Option<Membership>)>,
    tiers: Vec<Tier>,
    upi: Option<UpiAccount>,
    has_fixed_terms: bool,
}

/// What the address or the form names.
#[derive(Debug, Clone, Default)]
struct Named {
    customer: Option<UserId>,
    tier: Option<String>,
    typed: String,
}

/// `/memberships/sell?customer=&tier=&q=`
pub(super) async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let named = |name: &str| page.parameter(name).filter(|value| !value.is_empty() && !value.contains('\0'));
    let named = Named {
        customer: named("customer").map(UserId::new),
        tier: named("tier"),
        typed: named("q").map(|typed| typed.trim().to_owned()).unwrap_or_default(),
    };
    let read = read(&page, &named).await?;
    let form = first_values(&page, &read, &named);
    page.show(&SellPage::new(&page, read, named, form))
}

async fn read(page: &DeskPage<Receptionist>, named: &Named) -> Result<SellRead, HttpError> {
    let (named, branch) = (named.clone(), page.branch.as_ref().map(|branch| branch.id.clone()));
    let read = page.caller.read(move |conn, context| {
        let customer = match &named.customer {
            Some(id) => user_records::by_id(conn, id)?,
            None => None,
        };
        let customer = match customer {
            Some(user) => {
                let phone = profiles::find_by_user(conn, &user.id)?.and_then(|profile| profile.phone);
                let active = membership_records::find_active(conn, &user.id, context.now)?;
                Some((user, phone, active))
            }
            None => None,
        };
        let hits = if named.typed.is_empty() || customer.is_some() {
            Vec::new()
        } else {
            let filter = DirectoryFilter::new(&named.typed, None);
            directory::page(conn, &filter, DirectorySort::Name, MAX_HITS, 0)?.0
        };
        let upi = match &branch {
            Some(branch) => branch_records::find_upi_account(conn, branch)?,
            None => None,
        };
        let has_fixed_terms = use_cases::has_fixed_terms(conn, context, branch.as_ref())?;
        Ok(SellRead { hits, customer, tiers: tiers::list_active(conn)?, upi, has_fixed_terms })
    });
    let mut read = read.await?;
    page.translate_names(&mut read.tiers).await?;
    Ok(read)
}

/// What the tier usually costs and holds.
fn first_values(page: &DeskPage<Receptionist>, read: &SellRead, named: &Named) -> FormState {
    let wanted = read.tiers.iter().find(|tier| named.tier.as_deref() == Some(tier.id.as_str()));
    let Some(tier) = wanted.or_else(|| read.tiers.first()) else { return FormState::default() };
    let chosen = [("tierId", tier.id.as_str().to_owned()), ("startDate", page.today().to_string())];
    FormState::new(chosen.into_iter().chain(term_values(tier)))
}

pub(super) async fn submit(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    let seller = page.user().clone();
    let sold = page.form(&form, label).create(sale_form::read(&form, &page), move |tx, context, sale| {
        let sold = use_cases::sell(tx, context, &seller, sale)?;
        Ok::<_, SellRefusal>(membership_path(&sold.membership.id))
    });
    sold.await?.answer(Flash::MembershipSold, |state| show_with(&page, state)).await
}

/// The address of the quote, opened again.
pub(super) async fn show_quote_again(_: DeskPage<Receptionist>) -> HttpResult {
    std::future::ready(Ok(see_other("/memberships/sell", None))).await
}

/// The page with the code for what is typed, which a script asks for. What is not typed yet is no error.
pub(super) async fn quote(page: DeskPage<Receptionist>, form: FormBody) -> HttpResult {
    show_with(&page, FormState::typed(&form.values)).await
}

/// The page with what was typed.
async fn show_with(page: &DeskPage<Receptionist>, form: FormState) -> HttpResult {
    let named = |name: &str| Some(form.value(name)).filter(|id| !id.is_empty() && !id.contains('\0'));
    let named = Named {
        customer: named("customerId").map(UserId::new),
        tier: named("tierId").map(str::to_owned),
        typed: String::new(),
    };
    let read = read(page, &named).await?;
    page.show_with(form.status, &SellPage::new(page, read, named, form))
}

/// What the payment is called in the payment app, while the membership has no number yet: another for every sale.
fn payment_reference(key: &str) -> String {
    const LENGTH: usize = 10;
    let letters: String = key.chars().filter(char::is_ascii_alphanumeric).take(LENGTH).collect();
    format!("M-{}", letters.to_uppercase())
}

impl SellPage {
    fn new(page: &DeskPage<Receptionist>, read: SellRead, named: Named, form: FormState) -> Self {
        let text = page.texts.memberships();
        let phone = |phone: Option<Phone>| phone.map_or(text.no_phone().to_owned(), |phone| format::phone(&phone));
        let customer = read.customer.map(|(user, number, active)| Chosen {
            active: active.map(|active| {
                (text.already_active(&user.name, &active.membership_number), membership_path(&active.id))
            }),
            id: user.id.as_str().to_owned(),
            name: user.name,
            phone: phone(number),
        });
        let hit = |found: DirectoryEntry| Hit {
            path: format!("/memberships/sell?customer={}", encode(found.id.as_str())),
            name: found.name,
            phone: phone(found.phone),
        };
        let chosen = customer.as_ref().map_or("", |customer| customer.id.as_str());
        let choice = |tier: Tier| TierChoice {
            path: format!("/memberships/sell?customer={}&tier={}", encode(chosen), encode(tier.id.as_str())),
            about: text.tier_about(
                &page.texts.format_minutes(tier.default_hours_minutes),
                &format::money(tier.default_price_paise),
                tier.default_validity_days,
            ),
            is_chosen: form.has("tierId", tier.id.as_str()),
            name: tier.name,
        };
        let tier = read.tiers.iter().find(|tier| form.has("tierId", tier.id.as_str()));
        let fixed_terms = tier.filter(|_| read.has_fixed_terms).map(|tier| FixedTerms::new(tier, page.texts));
        let frame = page.desk_frame(text.sell_title(), Place::Memberships);
        let upi = read.upi.as_ref().and_then(|account| {
            UpiRequest::new(account, upi_paise(&form), &payment_reference(&frame.form_key), page.texts)
        });
        Self {
            frame,
            fixed_terms,
            has_upi: read.upi.is_some(),
            upi,
            tiers: read.tiers.into_iter().map(choice).collect(),
            hits: read.hits.into_iter().map(hit).collect(),
            branch: page.branch.as_ref().map(|branch| branch.name.clone()).unwrap_or_default(),
            typed: named.typed,
            customer,
            form,
        }
    }

    /// The ways to pay: value, word.
    fn methods(&self) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
        let texts = self.frame.texts.memberships().methods();
        PARTS.into_iter().zip(texts).map(|((method, part), word)| (method.as_str(), part, word))
    }

    fn tier_id(&self) -> &str {
        self.form.value("tierId")
    }

    /// Whether the payment in parts is in use, or is what is wrong.
    fn has_parts(&self) -> bool {
        has_parts(&self.form) || self.form.error("payments").is_some()
    }
}
