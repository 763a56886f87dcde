import { describe, expect, test } from 'vitest';
import * as limits from './limits.ts';
import { QUOTE_DESCRIPTION_MAX } from './quote.ts';

describe('business constants', () => {
  test('a page has 10 posts', () => {
    expect(limits.POSTS_PER_PAGE).toBe(10);
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
    expect([QUOTE_DESCRIPTION_MAX, limits.REVIEW_COMMENT_MAX]).toEqual([500, 1_000]);
  });
  test('the next quote on a post after 5 days; slug 100', () => {
    expect([limits.QUOTE_WAIT_DAYS, limits.SLUG_MAX]).toEqual([5, 100]);
  });
  test('[A606,A608,A609,A611] quotes: reasons, three revisions, 15 minutes to correct, 30 days valid, a year at most', () => {
    expect([limits.QUOTE_REASON_MAX, limits.CANCEL_REASON_MAX]).toEqual([300, 500]);
    expect([limits.QUOTE_REVISIONS_MAX, limits.QUOTE_CORRECTION_MS]).toEqual([3, 15 * 60_000]);
    expect([limits.ANSWER_CHANGE_MS, limits.MESSAGE_CHANGE_MS]).toEqual([15 * 60_000, 15 * 60_000]);
    expect([limits.QUOTE_VALID_DAYS, limits.QUOTE_VALID_DAYS_MAX]).toEqual([30, 365]);
  });
});
