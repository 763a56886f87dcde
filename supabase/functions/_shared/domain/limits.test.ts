import { describe, expect, test } from 'vitest';
import * as limits from './limits.ts';

describe('business constants', () => {
  test('[A540,A541] the card previews 200 characters and shows 4 images', () => {
    expect(limits.DESCRIPTION_PREVIEW).toBe(200);
    expect(limits.CARD_IMAGES).toBe(4);
  });
  test('a page has 10 posts, the pager 5 buttons, 3 below 640 px', () => {
    expect([limits.POSTS_PER_PAGE, limits.PAGER_BUTTONS, limits.PAGER_BUTTONS_NARROW]).toEqual([10, 5, 3]);
    expect(limits.PAGER_NARROW_BELOW_PX).toBe(640);
  });
  test('queries: fresh 5 minutes, kept 10, one retry; posts two retries from 1 s up to 30 s', () => {
    expect([limits.QUERY_STALE_MS, limits.QUERY_CACHE_MS, limits.QUERY_RETRIES]).toEqual([300_000, 600_000, 1]);
    expect([limits.POSTS_STALE_MS, limits.POSTS_CACHE_MS, limits.POSTS_RETRIES]).toEqual([300_000, 600_000, 2]);
    expect([limits.RETRY_DELAY_FIRST_MS, limits.RETRY_DELAY_MAX_MS]).toEqual([1_000, 30_000]);
  });
  test('notifications every 10 minutes, badge up to 9, refetched 200 and 500 ms after a quote', () => {
    expect([limits.NOTIFICATIONS_REFRESH_MS, limits.NOTIFICATIONS_STALE_MS]).toEqual([600_000, 600_000]);
    expect(limits.NOTIFICATION_BADGE_MAX).toBe(9);
    expect(limits.NOTIFICATIONS_REFETCH_AFTER_QUOTE_MS).toEqual([200, 500]);
  });
  test('rating 30 minutes, like state 5 minutes', () => {
    expect([limits.RATING_CACHE_MS, limits.LIKE_STATUS_CACHE_MS]).toEqual([1_800_000, 300_000]);
  });
  test('[A550] toast, copy confirmation and availability check', () => {
    expect([limits.TOAST_LIMIT, limits.TOAST_DURATION_MS, limits.TOAST_SWIPE_THRESHOLD_PX]).toEqual([1, 5_000, 50]);
    expect([limits.TOAST_HOTKEY, limits.COPY_CONFIRMATION_MS, limits.AVAILABILITY_DEBOUNCE_MS]).toEqual([
      'F8',
      2_000,
      500,
    ]);
  });
  test('[A551] username 3 to 20 in the form and 3 to 50 in the basic schema', () => {
    expect([limits.USERNAME_MIN, limits.USERNAME_FORM_MAX, limits.USERNAME_MAX]).toEqual([3, 20, 50]);
  });
  test('[A552] password from 8 in the form and from 6 in the basic schema', () => {
    expect([limits.PASSWORD_FORM_MIN, limits.PASSWORD_MIN]).toEqual([8, 6]);
  });
  test('[A553] title 200 (input 100), description 5000, delivery address 100', () => {
    expect([limits.TITLE_MAX, limits.TITLE_INPUT_MAX, limits.DESCRIPTION_MAX, limits.DELIVERY_ADDRESS_MAX]).toEqual([
      200, 100, 5_000, 100,
    ]);
  });
  test('[A554,A555] 5 images of 5 MB, 5 attachments of 3 MB', () => {
    expect([limits.IMAGES_MAX, limits.IMAGE_SIZE_MAX]).toEqual([5, 5 * 1024 * 1024]);
    expect([limits.ATTACHMENTS_MAX, limits.ATTACHMENT_SIZE_MAX]).toEqual([5, 3 * 1024 * 1024]);
  });
  test('[A556,A558] quote description 500, review comment 1000', () => {
    expect([limits.QUOTE_DESCRIPTION_MAX, limits.REVIEW_COMMENT_MAX]).toEqual([500, 1_000]);
  });
  test('the next quote on a post after 5 days; slug 100; analytics 1 VND', () => {
    expect([limits.QUOTE_WAIT_DAYS, limits.SLUG_MAX]).toEqual([5, 100]);
    expect([limits.ANALYTICS_VALUE, limits.ANALYTICS_CURRENCY, limits.DEFAULT_CURRENCY]).toEqual([1, 'VND', 'USD']);
  });
});
