-- Which accounts were signed in from one network, for the desk: the pseudonym of the network beside that of name and network.
-- Null where the account was not signed in from there since.
alter table app.known_address add column network bytea;
-- one row for each account in it; the one that was used last comes first
create index known_address_by_network on app.known_address (network, used_at desc, pair desc) where network is not null;
