import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as shared from '../../functions/_shared/domain/limits.ts';
import * as quote from '../../functions/_shared/domain/quote.ts';
import * as requirements from '../../functions/_shared/domain/requirements-schema.ts';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

const limits = { ...shared, ...quote, ...requirements };

/* Every limit that the database keeps, at its edge: what is the last that it takes, and what the first that it refuses. */
let database: RealDatabase;
beforeAll(async () => {
  database = await openRealDatabase();
});
afterAll(() => database.close());

const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;
const RATES: readonly [action: string, max: number, seconds: number][] = [
  ['post', 100, DAY],
  ['post_edit', 60, 10 * MINUTE],
  ['quote', 100, DAY],
  ['quote_decision', 300, HOUR],
  ['accept', 50, DAY],
  ['message', 30, MINUTE],
  ['like', 120, MINUTE],
  ['upload', 120, HOUR],
  ['upload_kilobytes', 300_000, DAY],
  ['review', 20, DAY],
  ['feedback', 10, DAY],
  ['login', 10, 15 * MINUTE],
  ['login_address', 50, 15 * MINUTE],
  ['password', 300, HOUR],
  ['second_factor', 10, HOUR],
  ['register', 20, HOUR],
  ['availability', 120, MINUTE],
  ['forgot_password', 5, HOUR],
  ['verify_email', 5, 15 * MINUTE],
  ['mail_proof', 30, 15 * MINUTE],
  ['mail_of_auth', 20, DAY],
  ['resend_verification', 1, MINUTE],
  ['resend_verification_daily', 5, DAY],
  ['broadcast', 10, DAY],
  ['test_mail', 20, HOUR],
  ['guest_access', 120, HOUR],
  ['question', 20, DAY],
  ['bulk_action', 300, HOUR],
  ['account_read', 2_000, HOUR],
  ['rule_preview', 300, HOUR],
  ['content_report', 60, HOUR],
  ['idempotent_write', 3_600, HOUR],
  ['idempotent_kilobytes', 100_000, DAY],
  ['empty_search', 600, HOUR],
];

describe('how often something may be done', () => {
  test('rate limits exist for these actions and no other', async () => {
    const rows = await database.sql<{ action: string }>(
      `select jsonb_object_keys(value) as action from private.app_settings where key = 'rate_limits'`,
    );
    expect(rows.map(({ action }) => action).sort()).toEqual(RATES.map(([action]) => action).sort());
  });

  test.each(RATES)(
    '%s: %i times in %i seconds, not once more, and again the moment they are over',
    async (action, max, seconds) => {
      // One transaction each, in which time stands still.
      const use = (used: number, age: string) =>
        database.sql(`delete from private.rate_limit_uses where action = '${action}';
        insert into private.rate_limit_uses (action, subject, window_started_at, used) values ('${action}', 'x', now() - interval '${age}', ${used});
        select private.consume_rate_limit('${action}', 'x'); select private.assert_rate_limit('${action}', 'other')`);
      const refusal = (retryAfter: number) => ({
        code: 'PT429',
        detail: expect.stringMatching(new RegExp(`"retryAfter": ${retryAfter}\\b`)),
      });
      await use(max - 1, '0 seconds');
      await expect(use(max, '0 seconds')).rejects.toMatchObject(refusal(seconds));
      await expect(use(max, `${seconds} seconds -1 milliseconds`)).rejects.toMatchObject(refusal(1));
      await use(max, `${seconds} seconds`);
    },
  );
});

const text = (length: number) => 'x'.repeat(length);
const list = (length: number) => Array.from({ length }, () => 'x');
const address = (length: number) => 'https://'.padEnd(length, 'x');

/** By the name of their constraint: column, least, most, and how a value of a length is made. */
const LENGTHS: Readonly<
  Record<string, [column: string, min: number, max: number, make?: (length: number) => unknown]>
> = {
  rate_limit_uses_subject_is_short: ['subject', 0, 320],
  sent_contents_sender_is_short: ['sender', 0, 40],
  mail_outbox_cause_length: ['cause', 0, 100],
  profiles_username_length: ['username', limits.USERNAME_MIN, limits.USERNAME_MAX],
  profiles_avatar_path_length: ['avatar_path', 0, limits.IMAGE_PATH_MAX],
  profiles_country_length: ['country', 1, limits.COUNTRY_MAX],
  profiles_company_name_length: ['company_name', 1, limits.COMPANY_NAME_MAX],
  profiles_bio_length: ['bio', 0, limits.BIO_MAX],
  accounts_first_name_length: ['first_name', 0, limits.FIRST_NAME_MAX],
  accounts_last_name_length: ['last_name', 0, limits.LAST_NAME_MAX],
  accounts_address_length: ['address', 0, limits.ADDRESS_MAX],
  accounts_organization_length: ['organization', 0, limits.ORGANIZATION_MAX],
  accounts_tax_code_length: ['tax_code', 0, limits.TAX_CODE_MAX],
  accounts_time_zone_is_a_name: ['time_zone', 1, 64],
  accounts_suspension_reason_length: ['suspension_reason', 1, 500],
  posts_title_length: ['title', 1, limits.TITLE_MAX],
  posts_description_length: ['description', 1, limits.DESCRIPTION_MAX],
  posts_country_length: ['country', 1, limits.COUNTRY_MAX],
  posts_area_length: ['area', 0, limits.AREA_MAX],
  posts_delivery_address_length: ['delivery_address', 1, limits.DELIVERY_ADDRESS_MAX],
  posts_port_length: ['port', 0, limits.PORT_MAX],
  posts_images_count: ['images', 0, limits.IMAGES_MAX, list],
  posts_hidden_reason_length: ['hidden_reason', 0, limits.HIDE_REASON_MAX],
  posts_unit_is_clean: ['unit', 1, limits.UNIT_MAX],
  post_questions_question_length: ['question', limits.QUESTION_MIN, limits.QUESTION_MAX],
  post_questions_answer_length: ['answer', 1, limits.ANSWER_MAX],
  post_questions_hidden_reason_length: ['hidden_reason', 0, limits.HIDE_REASON_MAX],
  post_attachments_name_length: ['name', 1, limits.ATTACHMENT_NAME_MAX],
  vocabulary_word_length: ['word', 3, 30],
  saved_searches_name_length: ['name', 1, 80],
  saved_searches_search_length: ['search', 0, 100],
  saved_searches_country_length: ['country', 1, limits.COUNTRY_MAX],
  saved_searches_categories_count: ['categories', 0, 30, list],
  notifications_message_length: ['message', 1, 600],
  quotes_description_length: ['description', 0, limits.QUOTE_DESCRIPTION_MAX],
  quotes_price_length: ['price_text', 1, limits.PRICE_MAX],
  quotes_quantity_length: ['quantity_text', 1, limits.QUANTITY_MAX],
  quotes_payment_method_is_clean: ['payment_method', 0, limits.PAYMENT_METHOD_MAX],
  quotes_shipping_method_is_clean: ['shipping_method', 0, limits.SHIPPING_METHOD_MAX],
  quotes_delivery_time_is_clean: ['delivery_time', 1, limits.DELIVERY_TIME_MAX],
  quotes_delivery_from_is_clean: ['delivery_from', 0, limits.DELIVERY_FROM_MAX],
  quotes_delivery_to_is_clean: ['delivery_to', 0, limits.DELIVERY_TO_MAX],
  quotes_images_count: ['images', 0, limits.IMAGES_MAX, list],
  quotes_contact_address_length: ['contact_address', 0, limits.ADDRESS_MAX],
  quotes_organization_name_length: ['organization_name', 0, limits.ORGANIZATION_MAX],
  quotes_tax_code_length: ['tax_code', 0, limits.TAX_CODE_MAX],
  quotes_status_reason_length: ['status_reason', 1, limits.CANCEL_REASON_MAX],
  quote_attachments_name_length: ['name', 1, limits.ATTACHMENT_NAME_MAX],
  reviews_comment_length: ['comment', 1, limits.REVIEW_COMMENT_MAX],
  reviews_reply_length: ['reply', 1, limits.REVIEW_REPLY_MAX],
  moderation_batches_reason_length: ['reason', 1, limits.HIDE_REASON_MAX],
  reviews_hidden_reason_length: ['hidden_reason', 0, limits.HIDE_REASON_MAX],
  guest_visits_session_id_length: ['session_id', 8, limits.SESSION_ID_MAX],
  guest_visits_page_path_length: ['page_path', 1, limits.PAGE_PATH_MAX],
  guest_visits_referrer_length: ['referrer', 1, limits.REFERRER_MAX],
  messages_content_length: ['content', 0, limits.MESSAGE_MAX],
  message_attachments_name_length: ['name', 1, limits.ATTACHMENT_NAME_MAX],
  news_items_title_length: ['title', 1, limits.NEWS_TITLE_MAX],
  news_items_summary_length: ['summary', 0, limits.NEWS_SUMMARY_MAX],
  news_items_body_length: ['body', 0, limits.NEWS_BODY_MAX],
  news_items_images_count: ['images', 0, limits.IMAGES_MAX, list],
  news_items_location_length: ['location', 1, limits.NEWS_LOCATION_MAX],
  news_items_external_url_is_https: ['external_url', 9, limits.NEWS_URL_MAX, address],
  feedback_email_length: ['email', 3, limits.EMAIL_MAX],
  feedback_subject_length: ['subject', limits.FEEDBACK_SUBJECT_MIN, limits.FEEDBACK_SUBJECT_MAX],
  feedback_message_length: ['message', limits.FEEDBACK_MESSAGE_MIN, limits.FEEDBACK_MESSAGE_MAX],
  feedback_images_count: ['images', 0, limits.FEEDBACK_IMAGES_MAX, list],
  feedback_page_path_length: ['page_path', 0, limits.PAGE_PATH_MAX],
  feedback_user_agent_length: ['user_agent', 0, limits.USER_AGENT_MAX],
  feedback_entries_body_length: ['body', 1, 2_000],
  exchange_rates_source_length: ['source', 1, 200],
  audit_log_action_length: ['action', 1, 60],
  audit_log_entity_length: ['entity', 1, 60],
  audit_log_entity_id_length: ['entity_id', 0, 200],
  account_notes_note_length: ['note', 1, 2_000],
  content_rules_pattern_length: ['pattern', 1, 100],
  content_hits_rule_name_length: ['rule_name', 0, 120],
  content_hits_excerpt_length: ['excerpt', 0, 60],
  mail_settings_from_name_is_clean: ['from_name', 1, 100],
  mail_settings_smtp_user_is_clean: ['smtp_user', 0, 200],
  mail_settings_footer_address_is_clean: ['footer_address', 0, 300],
  mail_texts_subject_is_clean: ['subject', 1, 200],
  news_items_event_zone_is_a_name: ['event_zone', 1, 64],
  mail_secrets_value_length: ['value', 1, 500],
  mail_texts_body_length: ['body', 1, 5_000],
  mail_outbox_error_length: ['error', 0, 1_000],
  mail_outbox_provider_answer_length: ['provider_answer', 0, 1_000],
  broadcasts_message_length: ['message', 1, 300],
  broadcasts_audience_values_count: ['audience_values', 0, 1_000, list],
  idempotent_writes_subject_length: ['subject', 1, 100],
  idempotent_writes_key_length: ['key', 1, 255],
  idempotent_writes_request_hash_length: ['request_hash', 1, 100],
  idempotent_writes_answer_length: ['answer', 0, 100_000],
  empty_searches_term_length: ['term', 2, 60],
};
/** They name a length beside another rule, which has tests of its own. */
const OF_OTHER_RULES: readonly string[] = ['broadcasts_audience_is_whole', 'content_rules_fields_are_known'];

test('every text and list has its least and its most, and one less or one more is refused', async () => {
  const constraints = await database.sql<{ name: string; of: string; rule: string }>(`
    select c.conname as name, c.conrelid::regclass::text as of, pg_get_expr(c.conbin, c.conrelid) as rule
    from pg_constraint c
    where c.contype = 'c' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and pg_get_expr(c.conbin, c.conrelid) ~ '(char_length|cardinality)\\('`);
  expect(constraints.map(({ name }) => name).sort()).toEqual([...Object.keys(LENGTHS), ...OF_OTHER_RULES].sort());
  const taken: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { name, of, rule } of constraints) {
    const edge = LENGTHS[name];
    if (!edge) continue;
    const [column, min, max, make = text] = edge;
    const takes = async (length: number) => {
      const [row] = await database.sql<{ is_taken: boolean }>(
        `select (${rule}) is not false as is_taken from jsonb_populate_record(null::${of}, $1)`,
        [JSON.stringify({ [column]: make(length) })],
      );
      return row?.is_taken;
    };
    taken[name] = [min === 0 ? false : await takes(min - 1), await takes(min), await takes(max), await takes(max + 1)];
    expected[name] = [false, true, true, false];
  }
  expect(taken).toEqual(expected);
});
