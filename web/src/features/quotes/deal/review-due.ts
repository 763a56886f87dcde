import { readDeliveryTime } from '@domain/amounts.ts';
import type { QuoteStatus } from '@domain/quote-status.ts';

const DAY_MS = 86_400_000;
/** For quotes whose delivery time is not a number of days. */
const USUAL_DAYS = 14;
/** After that the deal is too long ago to ask. */
const ASKED_DAYS = 90;

/** Whether to ask for a review: the delivery time of an accepted quote has passed, at most three months ago. */
export function isReviewDue(
  { status, changedAt, deliveryTime }: { status: QuoteStatus; changedAt: string; deliveryTime: string },
  now = Date.now(),
): boolean {
  const delivery = readDeliveryTime(deliveryTime);
  const due = Date.parse(changedAt) + ('days' in delivery ? delivery.days : USUAL_DAYS) * DAY_MS;
  return status === 'accepted' && now >= due && now < due + ASKED_DAYS * DAY_MS;
}
