//! Services, offers and the call-back form.

use askama::Template;
use parlour_app::catalogue::CategoryWithServices;
use parlour_domain::phone::NotAPhone;
use parlour_domain::service::ServiceType;
use parlour_http::error::FieldError;
use parlour_store::branches::branch_records::Branch;

use super::sample::{TEXTS, catalogue, in_days, public_frame, refused_form, salon, today};
use super::screen::{Screen, state};
use crate::browse::art::drawing;
use crate::browse::basket::{Basket, Narrowing, rows_by_category};
use crate::browse::call_me::{self, CallMePage, ServiceGroup};
use crate::browse::chosen_offer::ChosenOffer;
use crate::browse::offer::{OfferCard, OfferPage, OfferedService, ShownOffer};
use crate::browse::service::{ServicePage, SimilarService};
use crate::browse::services::{BranchOption, SearchBox, ServicesPage, TypeButton};
use parlour_web::assets;
use parlour_web::form::FormState;
use parlour_web::format;
use parlour_web::page::Tab;

const SERVICES: Screen = Screen {
    name: "services",
    title: "Services",
    address: "/book",
    states: &[
        state("nothing-ticked", "Where a booking begins", || services(&[], None, "").render()),
        state("ticked", "Two services; those of the spa are off", || {
            services(&["haircut", "pedicure"], None, "").render()
        }),
        state("spa-ticked", "A service of the spa; those of the salon are off", || {
            services(&["abhyanga"], None, "").render()
        }),
        state("spa-only", "Only the spa is shown, something of the salon is ticked", || {
            services(&["haircut"], Some(ServiceType::Spa), "").render()
        }),
        state("found", "After a search", || services(&[], None, "massage").render()),
        state("found-nothing", "After a search without a result", || services(&["haircut"], None, "tattoo").render()),
        state("left-out", "A link with a service that is not offered any more", || {
            services(&["haircut", "perm"], None, "").render()
        }),
        state("too-many", "More services than a visit can have", || {
            let page = services(&["haircut", "hair-spa", "facial"], None, "");
            ServicesPage { basket: Basket { is_over: true, ..page.basket }, ..page }.render()
        }),
        state("one-branch", "A salon with one branch", || {
            let mut page = services(&[], None, "");
            page.branches.truncate(1);
            page.render()
        }),
        state("offer", "From an offer: its services stand first", || {
            let mut page = services(&["haircut"], None, "");
            let rows = page.groups.iter_mut().take(2).filter_map(|group| group.rows.pop()).collect();
            let text = TEXTS.services().offer_takes_off("20%", "Mon 30 Nov");
            let heading = TEXTS.services().with_offer("Diwali glow");
            page.offer = Some(ChosenOffer { slug: "diwali-glow".to_owned(), heading, text, rows });
            page.render()
        }),
        state("offer-over", "From an offer that has ended", || {
            ServicesPage { is_offer_over: true, ..services(&[], None, "") }.render()
        }),
        state("opening-soon", "A salon without a branch yet", || {
            ServicesPage { branches: Vec::new(), ..services(&[], None, "") }.render()
        }),
    ],
};

const SERVICE: Screen = Screen {
    name: "service",
    title: "One service",
    address: "/services/haircut",
    states: &[
        state("offered", "With an offer and similar services", || service().render()),
        state("photo", "With a photograph instead of a drawing", || {
            let image_path = Some(format!("{}/icons/app-512.png", assets::base_path()));
            ServicePage { image_path, ..service() }.render()
        }),
        state("not-offered", "It has left the catalogue", || {
            let nothing = ServicePage { offers: Vec::new(), similar: Vec::new(), ..service() };
            ServicePage { is_offered: false, category: None, gems: None, ..nothing }.render()
        }),
    ],
};

const OFFER: Screen = Screen {
    name: "offer",
    title: "Offer",
    address: "/offers/diwali-glow",
    states: &[
        state("running", "With its services and terms", || {
            OfferPage { frame: public_frame("Diwali glow", Tab::Book), offer: Some(offer()), json_ld: None }.render()
        }),
        state("ended", "An old link", || {
            let frame = public_frame(TEXTS.offer().ended(), Tab::Book);
            OfferPage { frame, offer: None, json_ld: None }.render()
        }),
    ],
};

const CALL_ME: Screen = Screen {
    name: "call-me",
    title: "Call me back",
    address: "/call-me",
    states: &[
        state("new", "The empty form", || call_me(FormState::default()).render()),
        state("errors", "Every field is wrong", || {
            let unknown = FieldError::Sentence(TEXTS.call_me().unknown_service().to_owned());
            let errors = [("name", FieldError::Required), ("phone", NotAPhone.into()), ("service", unknown)];
            call_me(refused_form("name=&phone=98450&service=perm", errors, call_me::label)).render()
        }),
        state("done", "After it was sent", || CallMePage { is_done: true, ..call_me(FormState::default()) }.render()),
        state("done-closed", "After it was sent at night", || {
            let closed_now = Some(TEXTS.call_me().closed_now("Opens tomorrow at 10 am"));
            CallMePage { is_done: true, closed_now, ..call_me(FormState::default()) }.render()
        }),
    ],
};

pub(super) const SCREENS: &[Screen] = &[SERVICES, SERVICE, OFFER, CALL_ME];

pub(super) fn offer_cards() -> Vec<OfferCard> {
    let text = TEXTS.offer();
    let card = |name: &str, cut: &str, cut_unit, text: &str| OfferCard {
        name: name.to_owned(),
        cut: cut.to_owned(),
        cut_unit,
        text: text.to_owned(),
        path: "/offers/diwali-glow".to_owned(),
    };
    vec![
        card("Diwali glow", "20%", text.off(), "On every facial, till Mon 30 Nov"),
        card("Wash and go", "₹200", text.off(), "On a haircut before noon, till Thu 31 Dec"),
        card("Hands and feet", "₹1,250", text.together(), "Classic manicure, Classic pedicure, till Thu 31 Dec"),
    ]
}

/// As the handler does it, with the made-up catalogue.
fn services(ticked: &[&str], kind: Option<ServiceType>, typed: &str) -> ServicesPage {
    let text = TEXTS.services();
    let catalogue = catalogue();
    let slugs: Vec<String> = ticked.iter().map(|slug| (*slug).to_owned()).collect();
    let basket = Basket::new(&slugs, &catalogue, TEXTS);
    let groups = rows_by_category(&catalogue, &basket, &Narrowing::new(kind, typed, &[]), TEXTS);
    let is_shown = |slug: &str| groups.iter().flat_map(|group| &group.rows).any(|row| row.slug == slug);
    let button = |value, name, of| TypeButton { value, name, is_current: kind == of };
    let option = |(place, branch): (usize, Branch)| BranchOption {
        id: branch.id.as_str().to_owned(),
        name: branch.name,
        opening: "Open until 9 pm".to_owned(),
        is_chosen: place == 0,
    };
    ServicesPage {
        frame: public_frame(text.title(), Tab::Book).without_navigation(),
        branches: salon().branches.into_iter().enumerate().map(option).collect(),
        place: "Aangan Indiranagar, Open until 9 pm".to_owned(),
        search: Some(SearchBox { typed: typed.to_owned(), hint: text.search_in(16) }),
        types: vec![
            button("", text.all_types(), None),
            button("salon", text.salon(), Some(ServiceType::Salon)),
            button("spa", text.spa(), Some(ServiceType::Spa)),
        ],
        chosen_elsewhere: basket.rows.iter().filter(|row| !is_shown(&row.slug)).cloned().collect(),
        found_nothing: groups.is_empty(),
        left_out: (basket.left_out > 0).then(|| text.left_out(basket.left_out)),
        offer: None,
        is_offer_over: false,
        groups,
        basket,
        campaign: Vec::new(),
    }
}

fn service() -> ServicePage {
    let similar = |name: &str, rupees: i64, minutes| SimilarService {
        name: name.to_owned(),
        price: format::money(rupees * 100),
        minutes: TEXTS.format_minutes(minutes),
        path: "/services/haircut".to_owned(),
    };
    ServicePage {
        frame: public_frame("Haircut and blow-dry", Tab::Book),
        name: "Haircut and blow-dry".to_owned(),
        description: "Wash, cut and finish with a stylist.".to_owned(),
        image_url: None,
        image_path: None,
        drawing: drawing("Haircuts & Styling", ServiceType::Salon),
        category: Some("Haircuts & Styling".to_owned()),
        price: format::money(95_000),
        minutes: TEXTS.format_minutes(60),
        gems: Some(TEXTS.service().or_gems(90)),
        is_offered: true,
        book_path: "/book".to_owned(),
        all_path: "/book".to_owned(),
        offers: offer_cards().into_iter().skip(1).take(1).collect(),
        similar: vec![similar("Hair spa", 1_400, 75), similar("Root touch-up", 1_850, 90)],
        json_ld: None,
    }
}

fn offer() -> ShownOffer {
    let card = OfferCard { text: String::new(), ..offer_cards().swap_remove(0) };
    let service = |name: &str, rupees: i64, minutes| OfferedService {
        name: name.to_owned(),
        minutes: TEXTS.format_minutes(minutes),
        price: format::money(rupees * 100),
        path: "/services/haircut".to_owned(),
    };
    ShownOffer {
        card,
        description: Some("For skin that shines like the lamps: every facial, all month.".to_owned()),
        until: TEXTS.offer().until(&TEXTS.format_day(in_days(14), today())),
        terms: Some("One facial per visit. Not together with other offers or membership hours.".to_owned()),
        services: vec![service("Kumkumadi facial", 2_200, 75), service("Clean-up", 850, 45)],
        book_path: "/book".to_owned(),
        call_me_path: "/call-me".to_owned(),
    }
}

fn call_me(form: FormState) -> CallMePage {
    let group = |group: CategoryWithServices| ServiceGroup {
        name: group.category.name,
        services: group.services.into_iter().map(|service| (service.slug, service.name)).collect(),
    };
    CallMePage {
        frame: public_frame(TEXTS.call_me().title(), Tab::None),
        is_done: false,
        closed_now: None,
        form,
        utm: vec!["utmSource"],
        services: catalogue().categories.into_iter().map(group).collect(),
    }
}
