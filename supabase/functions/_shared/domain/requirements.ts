/** The Incoterms of 2020: the seven for all means of transport, then the four for ships. */
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const;

/** Why an owner closed a request. */
export const CLOSED_REASONS = ['awarded', 'found_elsewhere', 'no_need'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** Whether a request accepts quotes: open, past its deadline, or closed by its owner. */
export type OpenState = 'open' | 'overdue' | 'closed';

/** The status of a request at a time in milliseconds, for display. The server decides by its own clock. */
export function openState(post: { closedAt: string | null; quoteDeadline: string | null }, now: number): OpenState {
  if (post.closedAt !== null) return 'closed';
  return post.quoteDeadline !== null && Date.parse(post.quoteDeadline) <= now ? 'overdue' : 'open';
}
