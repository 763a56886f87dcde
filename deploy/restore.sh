#!/bin/sh
# Restores a backup: DATABASE_URL=postgresql://… deploy/restore.sh <file>
# The database must have the migrations of the backup and no users yet; nothing in it changes unless everything succeeds.
# With DATA_DIR the stored files come back from <file>.files.tar.gz, for a server of `npm start` on that database.
set -eu
: "${DATABASE_URL:?Set DATABASE_URL to the database to fill}"
file=${1:?Name the file to read}
if [ -n "${DATA_DIR:-}" ] && [ ! -f "$file.files.tar.gz" ]; then
  echo "There is no $file.files.tar.gz to fill DATA_DIR from" >&2
  exit 1
fi
if [ -n "${DATA_DIR:-}" ] && ! tar -tzf "$file.files.tar.gz" >/dev/null; then
  echo "$file.files.tar.gz is incomplete or no backup" >&2
  exit 1
fi
if [ -n "${DATA_DIR:-}" ] && [ "$(tar -tzf "$file.files.tar.gz" | sed -n 1p)" = storage ]; then
  echo "$file.files.tar.gz has only a link in place of the stored files. Save them again" >&2
  exit 1
fi
if [ -n "${DATA_DIR:-}" ] && [ -L "$DATA_DIR/storage" ] && [ ! -d "$DATA_DIR/storage" ]; then
  echo "$DATA_DIR/storage is a link to nothing. Is its disk there?" >&2
  exit 1
fi
# All of it is read first: a part that is cut off can be one that is restored without a check, or not needed at all.
if ! pg_restore --file=/dev/null "$file"; then
  echo "$file is incomplete or no backup" >&2
  exit 1
fi
# The rows of a saved table, their columns separated by tabs.
saved() {
  pg_restore --data-only --schema=supabase_migrations --table="$1" --file=- "$file" | sed -n "/^COPY .*$1 /,/^\\\\\\.\$/p" | sed '1d;$d'
}
of_backup=$(saved schema_migrations | cut -f 1 | sort | tail -n 1)
here=$(psql "$DATABASE_URL" --no-psqlrc --tuples-only --no-align \
  --command="select max(version) from supabase_migrations.schema_migrations")
if [ -n "$of_backup" ] && [ "$of_backup" != "$here" ]; then
  release=$(saved seed_files | awk -F '\t' '$1 == "release" { print $2 }')
  echo "The backup has migration $of_backup${release:+ of release $release}, the database $here: start that release once on an empty database, restore there, then start the new release, which migrates" >&2
  exit 1
fi
data=$(mktemp)
trap 'rm -f "$data"' EXIT
pg_restore --data-only --no-owner --exclude-schema=supabase_migrations --file="$data" "$file"
# A replica runs no triggers: counters, notifications and logs are already in the backup.
psql "$DATABASE_URL" --quiet --no-psqlrc --single-transaction --set=ON_ERROR_STOP=1 --output=/dev/null \
  --command="do \$\$ begin
    if exists (select from auth.users) then raise exception 'There are users in this database already: restore into a new one'; end if;
  end \$\$" \
  --command="set session_replication_role = replica" \
  --command="do \$\$ begin
    execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ')
             from pg_tables where schemaname in ('public', 'private'));
  end \$\$" \
  --file="$data"
if [ -n "${DATA_DIR:-}" ]; then
  mkdir -p "$DATA_DIR"
  set -- -C "$DATA_DIR"
  # tar would put a folder in place of a link to another disk.
  if [ -L "$DATA_DIR/storage" ]; then set -- -C "$DATA_DIR/storage" --strip-components=1; fi
  tar -xzf "$file.files.tar.gz" "$@" || {
    echo "The rows are restored, the files are not all. Once there is room: tar -xzf $file.files.tar.gz $*" >&2
    exit 1
  }
  # In a container this is root's work, and the server another user, with another number than where the files come from.
  if [ "$(id -u)" = 0 ] && [ -d "$DATA_DIR/storage" ]; then
    chown -R "$(ls -ldn "$DATA_DIR" | awk '{ print $3 ":" $4 }')" "$DATA_DIR/storage/"
  fi
fi
