#!/bin/sh
# Saves the data of the marketplace: DATABASE_URL=postgresql://… deploy/backup.sh <file>
# The schema comes from the migrations, so it is not part of it. Stored files are saved apart (docs/operate.md).
set -eu
: "${DATABASE_URL:?Set DATABASE_URL to the database to save}"
pg_dump "$DATABASE_URL" --data-only --format=custom --no-owner --file="${1:?Name the file to write}" \
  --table='public.*' --table='private.*' \
  --table=auth.users --table=auth.identities --table='auth.mfa_factors' --table=storage.objects
