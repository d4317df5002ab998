mod invitations;
mod management;
mod own_language;
mod roles;
mod route_permissions;
