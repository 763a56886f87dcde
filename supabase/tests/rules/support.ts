import type { Json } from '../../functions/_shared/rows/database.types.ts';
import { world } from '../support/embedded/database.ts';
import type { Client, Person } from '../support/world.ts';

/** The relevant parts of an answer of the Supabase client. */
interface Answer {
  status: number;
  error: { message: string; code?: string; details?: string | null } | null;
}

/** Status and text of an answer: `[204]` for a success, `[403, 'You …']` for an error. */
export async function outcome(query: PromiseLike<Answer>): Promise<[number] | [number, string]> {
  const { status, error } = await query;
  return error ? [status, error.message] : [status];
}

/** The answer's value; throws the reason if there is none. */
export async function value<T>(
  query: PromiseLike<{ data: T; error: { message: string } | null }>,
): Promise<NonNullable<T>> {
  const { data, error } = await query;
  if (error) throw new Error(error.message, { cause: error });
  if (data === null || data === undefined) throw new Error('The answer is empty');
  return data;
}

/** Judges rules of the content filter; calls again when the first call has only entered them in the audit log. */
export async function judged<Given extends { data: unknown; error: unknown }>(
  call: () => PromiseLike<Given>,
): Promise<Given> {
  const answer = await call();
  const isEntered = !answer.error && (answer.data === null || (Array.isArray(answer.data) && answer.data.length === 0));
  return isEntered ? call() : answer;
}

/** Messages and data of a user's notifications, oldest first. */
export async function notificationsOf(person: Person) {
  return value(person.client.from('notifications').select('message, data, read_at').order('id'));
}

/** Ids of a number of new posts of a user, written at once: more than a client writes in one request, and counted by no limit. */
export async function postsOf(owner: Person, count: number): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
    select $1, 'Cashew nuts', '20 tons', 'food', 'vn', 'Hai Phong' from generate_series(1, $2::int) returning id::int`,
    [owner.id, count],
  );
  return rows.map(({ id }) => id);
}

/** The stored state of a post. */
export async function storedPost(id: number) {
  const [post] = await world.sql<{
    title: string;
    user_id: number;
    is_hidden: boolean;
    hidden_by: number | null;
    hidden_reason: string | null;
    has_time: boolean;
  }>(
    `select title, user_id::int, is_hidden, hidden_by::int, hidden_reason, hidden_at is not null as has_time
     from public.posts where id = $1`,
    [id],
  );
  return post;
}

/** The facts of a quote that the form requires. */
export const QUOTE = {
  price_text: '1 USD/piece',
  quantity_text: '100',
  delivery_time: '30 days',
  product_match: 'high',
  payment_method: 'T/T',
  shipping_method: 'Sea',
  delivery_from: 'Hai Phong',
  delivery_to: 'Hamburg',
} as const;

export type QuoteFields = Record<string, Json>;

/** Sends a quote on a post; every field can be overridden. */
export function sendQuote(client: Client, postId: number, fields: QuoteFields = {}) {
  return client.rpc('submit_quote', { quote: { post_id: postId, ...QUOTE, ...fields } });
}
