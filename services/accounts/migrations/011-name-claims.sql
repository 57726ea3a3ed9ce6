-- What names look like, in the forms of services/accounts/names/lookalikes.ts: no two accounts may claim the same. Names from
-- before keep their normal form, which the ledger's commitments are made of, and are claimed by the step of code beside this.
create table app.name_claim (
  look text primary key,
  account_id text not null references app.identity (account_id) on delete cascade
);
create index name_claim_by_account on app.name_claim (account_id);
