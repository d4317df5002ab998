-- What the salon calls its own in Hindi, beside the English texts; null where it has said nothing.

alter table service_categories add column name_hi text;
alter table service_categories add column description_hi text;
alter table service_categories add constraint service_categories_name_hi_present check (name_hi <> '');

alter table services add column name_hi text;
alter table services add column description_hi text;
alter table services add constraint services_name_hi_present check (name_hi <> '');

alter table offers add column name_hi text;
alter table offers add column description_hi text;
alter table offers add constraint offers_name_hi_present check (name_hi <> '');

alter table membership_tiers add column name_hi text;
alter table membership_tiers add column description_hi text;
alter table membership_tiers add constraint membership_tiers_name_hi_present check (name_hi <> '');

alter table salon_settings add column about_hi text;
