alter table app.password_change rename column asked_at to requested_at;
