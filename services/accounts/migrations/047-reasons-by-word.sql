-- The desk finds reasons by their words.
create index reason_text_by_word on app.reason_text using gin (to_tsvector('simple', text));
