-- Unicode's word for what two confusable names have in common.

alter table app.name_claim rename column look to skeleton;
