-- Hash of the key that the device tells.
alter type edge_event add attribute device_key bytea;
