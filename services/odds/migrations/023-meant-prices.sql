-- The last prices of each market that could be meant, whatever app.quote holds now: from them an extreme move is measured.
create table app.meant_prices (
  fixture_id text not null,
  market text not null,
  -- odds by selection and point: {"home ": "2.00", "over 2.5": "1.90"}
  prices jsonb not null,
  noted_at timestamptz not null,
  primary key (fixture_id, market)
);
insert into app.meant_prices
select fixture_id, market, jsonb_object_agg(selection || ' ' || point, odds), max(fetched_at) from app.quote
group by fixture_id, market having min(odds::numeric) > 1.01;
-- what is held was measured from where it was before
insert into app.meant_prices as m
select fixture_id, market, jsonb_build_object((detail->>'selection') || ' ' || (detail->>'point'), detail->>'from'), seen_at
from app.suspended_market where reason = 'extreme-move' and detail is not null
on conflict (fixture_id, market) do update set prices = m.prices || excluded.prices;
