-- When an admin released a market is in the ledger, and from there in the read model `fixtures`: app.market_release.
alter table app.suspended_market drop column released_at;
-- The same of pairs that are kept apart: app.kept_apart. What admins decided before stays here, and what was joined.
comment on column app.fixture_pair.resolution is 'joined; apart only where it was decided before that was an event';
