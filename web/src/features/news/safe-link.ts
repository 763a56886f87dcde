import { urlOf } from '@domain/url-of.ts';

const SAFE = /^(https?:\/\/|mailto:)/i;

/** The address of a link in a text, when it leads to the web or a mailbox; '' for anything else, such as script. */
export function safeLink(address: string): string {
  return SAFE.test(address) && urlOf(address) ? address : '';
}
