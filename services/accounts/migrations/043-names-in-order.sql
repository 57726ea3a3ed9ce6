-- The back office lists people by name, in the order of the code points, and finds them by how it begins.
create index identity_in_order on app.identity (username_normal collate "C", account_id);
