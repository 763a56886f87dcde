-- Runs once, when the container of Postgres makes its database. Made by "npm run hosting -- server"; see docs/deploy.md.
\getenv password DATABASE_PASSWORD
create role marketplace login password :'password';
alter database marketplace owner to marketplace;
