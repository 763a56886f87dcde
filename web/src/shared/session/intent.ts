import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { destinationAfterSignIn } from './sign-in-origin.ts';

const KEY = 'signInIntent';
/** Long enough to register and find the mail; later, a form that opens by itself would be a surprise. */
const KEPT_MS = 30 * 60_000;

/** Actions that a guest can request before being sent to sign in. */
export type Intent = 'post' | 'quote' | 'share' | 'like' | 'review' | 'search';

type KeptIntent = { from: string; intent: Intent | undefined; id: number };

const INTENTS: Record<Intent, true> = { post: true, quote: true, share: true, like: true, review: true, search: true };

/** The intent in an unknown value, such as router state; undefined if there is none. */
export function intentOf(value: unknown): Intent | undefined {
  const named = textAt(value, 'intent') ?? '';
  const isIntent = (text: string): text is Intent => Object.hasOwn(INTENTS, text);
  return isIntent(named) ? named : undefined;
}

/**
 * Stores a guest's intent (`id`: its post or user, 0 for none) until after the sign-in, which can continue in another
 * tab through a link in a mail. Only the page's own code writes it: no URL can trigger an action.
 */
export function keepIntent(kept: KeptIntent): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // Storage is full or unavailable; the user has to ask again.
  }
}

/** When the page on screen was reached. */
let arrivedAt = Date.now();

/** Notes that another page is on screen. Call it before the page takes a click. */
export function arrive(): void {
  arrivedAt = Date.now();
}

/**
 * Deletes the intent of an earlier page: a guest who returns without signing in has abandoned it. The page where it was
 * requested stays until the auth page has loaded, and parts of it can still appear: for them it is not an earlier one.
 */
export function forgetEarlierIntent(): void {
  const kept = readIntent();
  if (!kept || kept.at < arrivedAt) localStorage.removeItem(KEY);
}

function readIntent(): (KeptIntent & { at: number }) | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const at = Number(valueAt(kept, 'at'));
    const age = Date.now() - at;
    if (!(age >= 0 && age < KEPT_MS)) return null;
    return { from: destinationAfterSignIn(kept), intent: intentOf(kept), id: Number(valueAt(kept, 'id')), at };
  } catch {
    return null;
  }
}

/** Target after a sign-in without an origin: the page of the stored intent, else home. */
export function keptDestination(): string {
  return readIntent()?.from ?? destinationAfterSignIn(null);
}

/** The post or user of the stored intent; 0 for none. */
export const keptIntentId = (): number => readIntent()?.id ?? 0;

/** Runs the stored intent for this URL and id, if `actions` has it, and deletes it. */
export function doIntent(address: string, id: number, actions: Partial<Record<Intent, () => void>>): void {
  const kept = readIntent();
  const action = kept?.intent && kept.from === address && kept.id === id ? actions[kept.intent] : undefined;
  if (!action) return;
  localStorage.removeItem(KEY);
  action();
}
