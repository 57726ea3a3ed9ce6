-- A message is kept for each fixture that it was read for: an id of the provider may come over to another fixture of ours, and with it
-- the same words.
alter table app.provider_message drop constraint provider_message_pkey, add primary key (hash, fixture_id);
insert into app.provider_message (hash, fixture_id, kind, fetched_at, body)
select m.hash, named.fixture_id, m.kind, named.fetched_at, m.body
from (
  select message_hash, fixture_id, min(fetched_at) as fetched_at
  from (
    select message_hash, fixture_id, fetched_at from app.quote
    union all select message_hash, fixture_id, fetched_at from app.quote_history where odds is not null
  ) as price group by message_hash, fixture_id
) as named join app.provider_message m on m.hash = named.message_hash
on conflict do nothing;
-- A price of the history goes with its message: those whose message was pruned before them.
delete from app.quote_history h where odds is not null
  and not exists (select from app.provider_message m where (m.hash, m.fixture_id) = (h.message_hash, h.fixture_id));
