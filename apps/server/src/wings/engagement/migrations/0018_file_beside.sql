-- The table that goes with a lane's file: where its messages go, in its order.
alter table campaign_lane add column beside_id uuid;
