import { Fragment } from 'react';
import { urlOf } from '@domain/url-of.ts';
import { Part } from '@/shared/ui/state/part.tsx';

type TextPart = { text: string; /** Target of a link; null for plain text. */ href: string | null };

/**
 * A URL that does not start inside a word. It ends at whitespace, a quote, a bracket, or an invisible or bidi control
 * character.
 */
const ADDRESS = /(^|[^\p{L}\p{N}])(https?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+)/giu;
/** Punctuation that ends a sentence, not a URL. */
const TRAILING = /[.,;:!?…]/;

/** Strips trailing punctuation, and a closing bracket that was opened before the URL. */
function withoutTrailing(found: string): string {
  let end = found.length;
  let unopened = found.split(')').length - found.split('(').length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!TRAILING.test(last)) break;
  }
  return found.slice(0, end);
}

/** The target of a URL; null if it is invalid or disguised as another site ("https://bank@evil"). */
function hrefOf(address: string): string | null {
  const url = urlOf(address);
  if (!url) return null;
  const { href, username, password, hostname } = url;
  return username === '' && password === '' && /[^.]/.test(hostname) ? href : null;
}

/** Splits a text into plain parts and links; joined, they equal the text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 1: before = '', 2: found = '', index: start } of text.matchAll(ADDRESS)) {
    const index = start + before.length;
    const address = withoutTrailing(found);
    const href = hrefOf(address);
    if (href === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}

/** User text with its web URLs as links, which open in a new tab without a referrer or opener. */
export function LinkedText({ text }: { text: string }) {
  return (
    <Part fallback={text}>
      {() =>
        linkParts(text).map((part, index) =>
          part.href === null ? (
            <Fragment key={index}>{part.text}</Fragment>
          ) : (
            <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc" title={part.href}>
              {part.text}
            </a>
          ),
        )
      }
    </Part>
  );
}
