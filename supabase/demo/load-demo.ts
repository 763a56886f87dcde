import { loadAccounts, loadAvatars } from './load/load-accounts.ts';
import { loadDecisions } from './load/load-decisions.ts';
import { loadDigest } from './load/load-digest.ts';
import { loadExchangeRates } from './load/load-exchange-rates.ts';
import { loadFeedback } from './load/load-feedback.ts';
import { loadMessages } from './load/load-messages.ts';
import { loadModeration } from './load/load-moderation.ts';
import { loadNews } from './load/load-news.ts';
import { hidePosts, loadLikes, loadPostDocuments, loadPosts } from './load/load-posts.ts';
import { loadQuestions } from './load/load-questions.ts';
import { loadQuotes } from './load/load-quotes.ts';
import { loadReviews } from './load/load-reviews.ts';
import { loadSavedSearches } from './load/load-saved-searches.ts';
import { loadVisits } from './load/load-visits.ts';
import { loadWatches } from './load/load-watches.ts';
import { placeNotifications } from './load/place-notifications.ts';
import type { Sql } from 'embedded-supabase/database';
import type { DemoTarget } from 'embedded-supabase/demo-target';

/**
 * Fills a newly migrated database with the demo data: accounts, posts with images and documents, likes, quotes with
 * attachments, messages, decisions, questions, reviews, hidden posts, news, feedback, watches, saved searches,
 * notifications, a digest, exchange rates and visits. Times are relative to `now`; all other data is deterministic.
 * @throws when the data is there already (usernames are unique).
 */
export async function loadDemoData(target: DemoTarget, now = new Date()): Promise<void> {
  const muted = await muteMails(target.sql);
  await loadAccounts(target, now);
  await loadAvatars(target);
  await loadPosts(target, now);
  await loadPostDocuments(target);
  await loadLikes(target.sql, now);
  await loadQuotes(target, now);
  await loadMessages(target, now);
  await loadDecisions(target.sql, now);
  await loadQuestions(target.sql, now);
  await loadReviews(target.sql, now);
  await hidePosts(target.sql, now);
  await loadNews(target, now);
  await loadFeedback(target, now);
  await loadWatches(target.sql);
  await loadSavedSearches(target.sql, now);
  await placeNotifications(target.sql, now);
  await loadExchangeRates(target.sql, now);
  await loadModeration(target, now);
  await loadVisits(target.sql, now);
  await target.sql('update private.mail_templates set is_enabled = true where template = any ($1)', [muted]);
  await target.sql('delete from private.mail_outbox where private.is_always_sent(template)');
  await loadDigest(target.sql);
}

/**
 * Demo events are weeks old, so no mails about them are queued while they are loaded. Those that cannot be switched off are
 * taken out afterwards.
 * @returns the templates to switch on again
 */
async function muteMails(sql: Sql): Promise<string[]> {
  const muted = await sql<{ template: string }>(
    `update private.mail_templates set is_enabled = false
     where is_enabled and not private.is_always_sent(template) returning template`,
  );
  return muted.map(({ template }) => template);
}
