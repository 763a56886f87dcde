SET local check_function_bodies = off;

DROP FUNCTION "private"."uploads_to_inspect"(integer);

DROP FUNCTION "public"."uploads_to_inspect"(integer);

ALTER TABLE "private"."new_uploads"
  ADD COLUMN "tries" smallint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION private.count_inspection (
  p_upload bigint,
  p_change integer
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with counted as (
    update private.new_uploads u set tries = greatest(0, u.tries + p_change) where u.id = p_upload returning u.tries
  )
  select coalesce((select c.tries from counted c), 0)
$function$;

CREATE OR REPLACE FUNCTION private.uploads_to_inspect (
  p_limit integer
)
  RETURNS TABLE (
    id        bigint,
    bucket_id text,
    name      text,
    tries     smallint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  AS $function$
  select u.id, u.bucket_id, u.name, u.tries from private.new_uploads u order by u.tries, u.id limit least(greatest(p_limit, 1), 1000)
$function$;

CREATE OR REPLACE FUNCTION public.count_inspection (
  upload bigint,
  change integer
)
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$ select private.count_inspection(upload, change) $function$;

REVOKE ALL ON FUNCTION "public"."count_inspection"(bigint, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.uploads_to_inspect (
  batch integer DEFAULT 50
)
  RETURNS TABLE (
    id        bigint,
    bucket_id text,
    name      text,
    tries     smallint
  )
  LANGUAGE sql
  STABLE
  ROWS 100
  SET search_path TO ''
  AS $function$ select * from private.uploads_to_inspect(batch) $function$;

REVOKE ALL ON FUNCTION "public"."uploads_to_inspect"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE INDEX new_uploads_order ON private.new_uploads USING btree (tries, id);

COMMENT ON COLUMN "private"."new_uploads"."tries" IS 'How often the inspection began without an end: the content crashes it, or Storage refuses the file.';

COMMENT ON FUNCTION "public"."count_inspection"(bigint, integer) IS 'For the edge function `housekeeping` only: adds to the tries of a new file, or takes one back that failed for another reason, and answers how many there are; 0 when it has been inspected.';

COMMENT ON FUNCTION "public"."uploads_to_inspect"(integer) IS 'For the edge function `housekeeping` only: files that nobody has looked into yet, in the order in which they came, and those that were tried behind them.';

REVOKE ALL ON FUNCTION "private"."count_inspection"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_inspection"(bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."uploads_to_inspect"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."uploads_to_inspect"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."count_inspection"(bigint, integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."uploads_to_inspect"(integer) TO "service_role";
