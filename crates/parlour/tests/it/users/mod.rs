pub(crate) mod management;
pub(crate) mod roles;
pub(crate) mod route_permissions;
