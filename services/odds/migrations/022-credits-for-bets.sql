-- how many of a day's credits were spent for bettors who waited for a price: they have a share of their own
alter table app.credit_use add column for_bets integer not null default 0;
