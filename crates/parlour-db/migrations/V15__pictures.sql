-- Pictures of services, staff and branches. The files are in the file storage, named by the hash of their content; the
-- columns contain their public addresses.
create table pictures (
    name text not null,
    -- The last time that it was uploaded. One that no row shows is deleted a day after it.
    uploaded_at timestamptz not null,
    constraint pictures_pk primary key (name)
);
create index pictures_by_upload on pictures (uploaded_at, name);
alter table staff add column image_url text;
alter table branches add column logo_url text;
create index services_by_image on services (image_url) where image_url is not null;
create index staff_by_image on staff (image_url) where image_url is not null;
create index branches_by_logo on branches (logo_url) where logo_url is not null;
