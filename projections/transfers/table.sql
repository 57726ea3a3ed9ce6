-- One row per transfer in transit; gone when received or returned.
create table transfer (
  transfer_id text primary key,
  sender text not null,
  from_purse text not null,
  receiver text not null,
  into_purse text not null,
  amount_cents bigint not null,
  purpose text not null,
  sent_at timestamptz not null,
  sent_recorded_at timestamptz not null,
  sent_event text not null
);
