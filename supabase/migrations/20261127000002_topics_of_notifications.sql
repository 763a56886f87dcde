SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.notification_topic (
  p_data jsonb
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_data ->> 'type' ~ '^(quote|deal)' then 'quotes'
    when p_data ->> 'type' ~ '^message' then 'messages'
    when p_data ->> 'type' ~ '^question' then 'questions'
    when p_data ->> 'type' ~ '^(post|request|deadline)' then 'requests'
    when p_data ->> 'type' ~ '^review' then 'reviews'
    else 'other' end
$function$;

COMMENT ON FUNCTION "private"."notification_topic"(jsonb) IS 'The group of kinds, chosen between on /notifications, that a notification belongs to.';

REVOKE ALL ON FUNCTION "private"."notification_topic"(jsonb) FROM PUBLIC;

ALTER TABLE "public"."notifications"
  ADD COLUMN "topic" text GENERATED ALWAYS AS (private.notification_topic(DATA)) STORED NOT NULL;

REVOKE ALL ("topic") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("topic") ON TABLE "public"."notifications" TO "authenticated";

CREATE INDEX notifications_topic_idx ON public.notifications USING btree (user_id, topic, id DESC);
