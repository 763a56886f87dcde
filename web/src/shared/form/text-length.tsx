import type { ReactNode, SyntheticEvent } from 'react';
import { Text } from '@mantine/core';
import type { Language } from '@/shared/i18n/language.ts';
import classes from './text-length.module.css';

/** The character count shows from this part of the limit on. */
const NEAR = 0.8;

/**
 * Lifts maxlength during a paste or drop, which the browser would cut off silently. Typing still stops at the limit.
 */
function takeWhole({ currentTarget: field }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const limit = field.getAttribute('maxlength');
  if (limit === null) return;
  field.removeAttribute('maxlength');
  // Runs after the browser has inserted the text, that is, after all handlers.
  setTimeout(() => field.setAttribute('maxlength', limit));
}

export type TextLength = {
  /** Maximum length, not counting surrounding whitespace. */
  limit: number | undefined;
  /** Message for a longer text. */
  tooLong?: string;
};

/** The message for a text that is too long; otherwise undefined. */
export function tooLongText(text: string, { limit, tooLong }: TextLength, { t }: Language): string | undefined {
  if (limit === undefined || text.trim().length <= limit) return undefined;
  return tooLong ?? t('At most {limit} characters', { limit });
}

/** The character count near and beyond the limit; otherwise null. */
function counter(text: string, limit: number | undefined): ReactNode {
  if (limit === undefined || text.length < limit * NEAR) return null;
  return (
    <Text
      span
      size="xs"
      c={text.trim().length > limit ? 'var(--mantine-color-error)' : 'dimmed'}
      className={classes.count}
    >
      {text.length}/{limit}
    </Text>
  );
}

/** Input props that keep pasted text whole, and count and mark text that is too long. */
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
