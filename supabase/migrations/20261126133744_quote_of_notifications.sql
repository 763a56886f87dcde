COMMENT ON COLUMN "public"."notifications"."quote_id" IS 'The quote that it is about, where `data` names only the post. No reference.';

REVOKE ALL ("quote_id") ON TABLE "public"."notifications" FROM "authenticated";

GRANT SELECT ("quote_id") ON TABLE "public"."notifications" TO "authenticated";
