-- What is pruned is walked by age.
create index provider_message_by_age on app.provider_message (fetched_at, hash);
create index quote_history_by_age on app.quote_history (fetched_at, id);
