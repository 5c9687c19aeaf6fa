-- Hash of the secret that a device sent with its records; null where it may not be remembered. No part of the proof, and shown to nobody.
alter table consent_record add column device_key bytea;
alter type edge_arrival add attribute device_key bytea;
