//! The owner says how the salon is called and what it is.

use parlour_app::salon as use_cases;
use parlour_app::salon::SalonPatch;
use parlour_http::shapes::web_address::https_address;
use parlour_store::salon::salon_settings::{self, SalonSettings};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct SalonView {
    salon: SalonSettings,
}

/// The salon itself
///
/// What titles, the installed app, e-mails and documents say beside the branches.
#[utoipa::path(
    get, path = "/api/salon", tag = "Salon", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<SalonView>)),
)]
pub(crate) async fn show(caller: ReadAs<Owner>) -> HttpResult {
    let salon = caller.read(|conn, _| Ok(salon_settings::find(conn)?)).await?;
    ok(SalonView { salon })
}

request_shape! {
    pub(crate) struct SalonChangeBody {
        /// `null` for the name of the primary branch.
        #[example = "Aangan"]
        name: Patch<Name<120>>,
        /// A few sentences, perhaps none.
        about: Option<TrimmedText<300>>,
        /// The same for readers of Hindi; `null` for the English text.
        about_hi: Patch<TrimmedText<300>>,
        /// An https address.
        #[example = "https://salon.example"]
        website: Patch<HttpsAddress>,
        /// The last lines of invoices, perhaps none.
        invoice_footer: Option<TrimmedText<200>>,
    }
}

text_rules! {
    struct HttpsAddress -> String = https_address, |schema| schema.max_length(Some(2000));
}

/// Change the salon
///
/// Absent fields stay unchanged; `null` removes the name, the website and what is said in Hindi. Documents that were
/// printed before keep what they say.
#[utoipa::path(
    patch, path = "/api/salon", tag = "Salon", security(("session" = ["owner"])), request_body = SalonChangeBody,
    responses((status = 200, body = Envelope<SalonView>)),
)]
pub(crate) async fn change(caller: Owner, body: RequestBody) -> HttpResult {
    let SalonChangeBody { name, about, about_hi, website, invoice_footer } = body.parse()?;
    let patch = SalonPatch { name, about, about_hi, website, invoice_footer };
    let salon = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &patch)?)).await?;
    ok(SalonView { salon })
}
