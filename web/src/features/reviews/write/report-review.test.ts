import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportReview } from './report-review.ts';

const tag = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', { gtag: tag });
  vi.stubGlobal('document', { documentElement: { hasAttribute: () => false }, querySelector: () => null });
});

afterEach(() => {
  vi.unstubAllGlobals();
  tag.mockReset();
});

test('a sent review is a conversion with its rating as value [A571]', () => {
  reportReview(4);
  expect(tag).toHaveBeenCalledExactlyOnceWith('event', 'conversion', {
    send_to: 'review_submission',
    value: 4,
    currency: 'VND',
  });
});
