-- The column and its fields have the names that the code uses.

alter table app.identity rename column birth to registration;
update app.identity
   set registration = (registration - 'asked') || jsonb_build_object('requestHash', registration -> 'asked')
 where registration ? 'asked';
