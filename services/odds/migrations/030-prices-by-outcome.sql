-- The prices of one outcome are walked from the newest; who asks for a whole fixture is served by its first column.
create index quote_history_by_outcome on app.quote_history (fixture_id, market, point, selection, id);
drop index app.quote_history_by_fixture;
