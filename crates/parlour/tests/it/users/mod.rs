mod invitations;
mod management;
mod roles;
mod route_permissions;
