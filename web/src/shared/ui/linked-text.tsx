import { Fragment } from 'react';
import { urlOf } from '@domain/url-of.ts';
import { Part } from '@/shared/ui/state/part.tsx';

type TextPart = { text: string; /** Where it leads; null for plain text. */ href: string | null };

/** An address, not within a word, up to the first blank, quote, bracket, or character that is invisible or turns the reading direction. */
const ADDRESS = /(^|[^\p{L}\p{N}])(https?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+)/giu;
/** What ends a sentence and not an address. */
const TRAILING = /[.,;:!?…]/;

/** Without what follows an address in a sentence: punctuation, and a bracket that was opened before it. */
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

/** Where an address leads; null where that cannot be told, or is hidden behind the name of another site ("https://bank@evil"). */
function hrefOf(address: string): string | null {
  const url = urlOf(address);
  if (!url) return null;
  const { href, username, password, hostname } = url;
  return username === '' && password === '' && /[^.]/.test(hostname) ? href : null;
}

/** A text in pieces, of which those are links that are addresses on the web; together they are the text. */
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

/** What somebody wrote, with its addresses on the web as links. They open in a tab that knows nothing of this one. */
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
