import type { ReactNode, SyntheticEvent } from 'react';
import { Text } from '@mantine/core';
import type { Language } from '@/shared/i18n/language.ts';

/** From this part of the limit on the number of characters is shown. */
const NEAR = 0.8;

/**
 * Takes the limit off a field for text that is being pasted or dropped: the browser would cut the text off without a word. What is typed
 * still stops at the limit.
 */
function takeWhole({ currentTarget: field }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const limit = field.getAttribute('maxlength');
  if (limit === null) return;
  field.removeAttribute('maxlength');
  // After the browser has put the text in, which it does when all handlers have run.
  setTimeout(() => field.setAttribute('maxlength', limit));
}

export type TextLength = {
  /** The most characters; blanks around the text do not count. */
  limit: number | undefined;
  /** The message about a longer text. */
  tooLong?: string;
};

/** The message about a text that is longer than its limit; undefined for any other. */
export function tooLongText(text: string, { limit, tooLong }: TextLength, { t }: Language): string | undefined {
  if (limit === undefined || text.trim().length <= limit) return undefined;
  return tooLong ?? t('At most {limit} characters', { limit });
}

/** The number of characters near the limit and beyond; null before. */
function counter(text: string, limit: number | undefined): ReactNode {
  if (limit === undefined || text.length < limit * NEAR) return null;
  return (
    <Text
      span
      size="xs"
      c={text.trim().length > limit ? 'var(--mantine-color-error)' : 'dimmed'}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text.length}/{limit}
    </Text>
  );
}

/** The props of an input that keep what is pasted whole, and count and mark what is too long. */
export function lengthProps(text: string, length: TextLength, language: Language) {
  const { limit } = length;
  const count = counter(text, limit);
  return {
    onPaste: takeWhole,
    onDrop: takeWhole,
    error: tooLongText(text, length, language),
    ...(count && {
      rightSection: count,
      rightSectionPointerEvents: 'none' as const,
      rightSectionWidth: `calc(${`${text.length}/${limit}`.length}ch + 1rem)`,
    }),
  };
}
