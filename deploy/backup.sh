#!/bin/sh
# Saves the data of the marketplace: DATABASE_URL=postgresql://… deploy/backup.sh <file>
# With DATA_DIR (a server of `npm start` on that database) the stored files go to <file>.files.tar.gz; those of a Supabase project
# are saved separately (docs/operate.md). The schema comes from the migrations: only their names are
# included. The server may keep running. A backup of the same name is replaced once this one is whole.
set -eu
umask 077
: "${DATABASE_URL:?Set DATABASE_URL to the database to save}"
file=${1:?Name the file to write}
if [ -n "${DATA_DIR:-}" ] && [ ! -d "$DATA_DIR" ]; then
  echo "There is no folder $DATA_DIR" >&2
  exit 1
fi
if [ -n "${DATA_DIR:-}" ] && [ -L "$DATA_DIR/storage" ] && [ ! -d "$DATA_DIR/storage" ]; then
  echo "$DATA_DIR/storage is a link to nothing. Is its disk there?" >&2
  exit 1
fi
trap 'rm -f "$file.part" "$file.files.tar.gz.part"' EXIT
trap 'exit 130' INT TERM
pg_dump "$DATABASE_URL" --data-only --format=custom --no-owner --file="$file.part" \
  --table='public.*' --table='private.*' \
  --table='supabase_migrations.*' --table=auth.users --table=auth.identities --table='auth.mfa_factors' --table=storage.objects
# After the rows, so that every file they name is included, unless it was deleted in the meantime.
if [ -n "${DATA_DIR:-}" ]; then
  # The server makes the folder with the first file. The dot follows a link to another disk.
  if [ -d "$DATA_DIR/storage" ]; then set -- storage/.; else set -- -T /dev/null; fi
  # 1 of GNU tar: a file was renamed or removed while it was read, as of an upload that had just begun.
  tar -czf "$file.files.tar.gz.part" -C "$DATA_DIR" "$@" || { [ $? -eq 1 ] && tar --version | grep -q GNU; }
  if [ "$1" = storage/. ] && ! tar -tzf "$file.files.tar.gz.part" | sed -n 1p | grep -q '^storage/'; then
    echo "The stored files did not get into the backup" >&2
    exit 1
  fi
  mv "$file.files.tar.gz.part" "$file.files.tar.gz"
fi
mv "$file.part" "$file"
