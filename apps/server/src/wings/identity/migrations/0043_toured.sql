-- Whether somebody has taken or left the tour: it comes by itself to everybody once, whatever browser they come with.
alter table app_user add column toured boolean not null default false;
