//! How a category and its services are described.

/// SAC codes: the classification of services for GST.
pub(super) const HAIR: &str = "999721";
pub(super) const COSMETIC: &str = "999722";
pub(super) const WELL_BEING: &str = "999723";
pub(super) const OTHER_BEAUTY: &str = "999729";

/// A category with its services.
pub(super) struct CategorySpec {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) sac: &'static str,
    pub(super) is_active: bool,
    pub(super) services: &'static [ServiceSpec],
}

pub(super) const fn category_spec(
    name: &'static str,
    description: &'static str,
    sac: &'static str,
    services: &'static [ServiceSpec],
) -> CategorySpec {
    CategorySpec { name, description, sac, is_active: true, services }
}

impl CategorySpec {
    pub(super) const fn paused(self) -> Self {
        Self { is_active: false, ..self }
    }
}

#[derive(Clone, Copy)]
pub(super) struct ServiceSpec {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) duration_minutes: i64,
    pub(super) buffer_minutes: i64,
    pub(super) price_paise: i64,
    pub(super) gems: Option<i64>,
    pub(super) is_active: bool,
}

pub(super) const fn service_spec(
    name: &'static str,
    description: &'static str,
    duration_minutes: i64,
    buffer_minutes: i64,
    rupees: i64,
) -> ServiceSpec {
    ServiceSpec {
        name,
        description,
        duration_minutes,
        buffer_minutes,
        price_paise: rupees * 100,
        gems: None,
        is_active: true,
    }
}

impl ServiceSpec {
    pub(super) const fn for_gems(self, gems: i64) -> Self {
        Self { gems: Some(gems), ..self }
    }

    pub(super) const fn retired(self) -> Self {
        Self { is_active: false, ..self }
    }
}
