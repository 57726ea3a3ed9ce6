-- What the ledger says of a key that took the place of another: null for the first.
alter table app.log_key
  add column replaces text,
  add column why text,
  add column endorsement text,
  add column trusted_to bigint;
