import { urlOf } from '@domain/url-of.ts';

const SAFE = /^(https?:\/\/|mailto:)/i;

/** The URL of a link if it leads to the web or a mailbox, otherwise '' (for example for `javascript:`). */
export function safeLink(address: string): string {
  return SAFE.test(address) && urlOf(address) ? address : '';
}
