import { textAt, valueAt } from '@/shared/text/text-at.ts';
import { destinationAfterSignIn } from './sign-in-origin.ts';

const KEY = 'signInIntent';
/** Long enough to register and to find the mail; after that nobody expects a form to open. */
const KEPT_MS = 30 * 60_000;

/** What a guest may have asked for before being sent to sign in. */
export type Intent = 'post' | 'quote' | 'share' | 'like' | 'review';

type KeptIntent = { from: string; intent: Intent | undefined; id: number };

const INTENTS: Record<Intent, true> = { post: true, quote: true, share: true, like: true, review: true };

/** The intent that something unknown names, such as the state of the router; undefined when it names none. */
export function intentOf(value: unknown): Intent | undefined {
  const named = textAt(value, 'intent') ?? '';
  const isIntent = (text: string): text is Intent => Object.hasOwn(INTENTS, text);
  return isIntent(named) ? named : undefined;
}

/**
 * Keeps what a guest asked for (`id`: of which post or user, 0 for none), so that it is there after signing in, also where that
 * goes on in another tab, behind the link of a mail. Only the page itself writes it: no address can ask for anything.
 */
export function keepIntent(kept: KeptIntent): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // A full or forbidden storage: the person asks again.
  }
}

/** Forgets what was asked for. */
export function forgetIntent(): void {
  localStorage.removeItem(KEY);
}

function readIntent(): KeptIntent | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const age = Date.now() - Number(valueAt(kept, 'at'));
    if (!(age >= 0 && age < KEPT_MS)) return null;
    return { from: destinationAfterSignIn(kept), intent: intentOf(kept), id: Number(valueAt(kept, 'id')) };
  } catch {
    return null;
  }
}

/** Where somebody who signed in goes who was not sent along with the address: to where something was asked for, else home. */
export function keptDestination(): string {
  return readIntent()?.from ?? destinationAfterSignIn(null);
}

/** The post or user that something was asked for about; 0 for none. */
export const keptIntentId = (): number => readIntent()?.id ?? 0;

/** Does what was asked for at this address about this post or user, if it is among the actions, and forgets it. */
export function doIntent(address: string, id: number, actions: Partial<Record<Intent, () => void>>): void {
  const kept = readIntent();
  const action = kept?.intent && kept.from === address && kept.id === id ? actions[kept.intent] : undefined;
  if (!action) return;
  forgetIntent();
  action();
}
