import { z } from 'zod';
import { idSchema, requiredLine } from './input.ts';
import { mailPaceSchema } from './notification-choices.ts';

/** Limit of the name, as in the database. */
export const SEARCH_NAME_MAX = 80;
const ADDRESS_MAX = 5000;

const name = requiredLine('Please enter a name', SEARCH_NAME_MAX, `At most ${SEARCH_NAME_MAX} characters`);

/** The body of saving a search: the address of the feed with its query. */
export const saveSearchSchema = z.object({
  name,
  address: z.string().max(ADDRESS_MAX).startsWith('/?'),
  pace: mailPaceSchema,
});
export type SaveSearch = z.infer<typeof saveSearchSchema>;

/** The body of changing a saved search; what is not named stays. */
export const changeSearchSchema = z.object({ name: name.optional(), pace: mailPaceSchema.optional() });
export type ChangeSearch = z.infer<typeof changeSearchSchema>;

export const savedSearchSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string(),
  /** When mails about new hits come; the page tells at once. */
  pace: mailPaceSchema,
  /** Posts found since it was saved. */
  hits: z.number().int(),
  createdAt: z.string(),
});
export const savedSearchesSchema = z.array(savedSearchSchema);
export type SavedSearch = z.infer<typeof savedSearchSchema>;

/** The newest posts of which a saved search told its user. */
export const searchHitsSchema = z.array(z.object({ postId: idSchema, toldAt: z.string() }));

const isOn = z.literal('1').optional();
const days = z.coerce.number().int().min(1).max(365).optional();
const querySchema = z.strictObject({
  q: z.string().optional(),
  country: z.string().optional(),
  category: z.array(z.string().min(1)),
  unquoted: isOn,
  open: isOn,
  closing: days,
  posted: days,
  sort: z.enum(['newest', 'fewest_quotes', 'closing']).optional(),
  page: z.string().optional(),
});

/** The arguments of `save_search` for the address of a search; null if the feed has no such address. */
export function readSearchAddress(address: string) {
  const query = new URLSearchParams(address.slice(address.indexOf('?')));
  const parsed = querySchema.safeParse({ ...Object.fromEntries(query), category: query.getAll('category') });
  if (!parsed.success) return null;
  const { q, country, category, unquoted, open, closing, posted, sort } = parsed.data;
  return {
    search: q,
    country,
    categories: category,
    unquoted: unquoted !== undefined,
    open: open !== undefined,
    closing,
    posted,
    sort,
  };
}
