-- Who is known on a domain: a domain's own admin sees those alone, and a domain of a large customer may have few.
create index person_seen_by_domain on person_seen (domain_id);
