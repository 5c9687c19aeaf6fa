-- The domain on which somebody was named first; null: of the whole customer, or from before this was kept.
alter table person add column made_on uuid;
