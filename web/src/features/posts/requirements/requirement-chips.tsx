import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Post } from '../shown-post.ts';
import { cardFacts } from './requirement-texts.ts';
import { useEndingNow } from './use-ending-now.ts';
import classes from './requirement-chips.module.css';

type RequirementChipsProps = {
  post: Post;
  /** Among other facts on one line. */
  isShort?: boolean;
};

/** The line of facts that a supplier decides by: quantity, target price, date, place, and time left for quotes. */
export function RequirementChips({ post, isShort = false }: RequirementChipsProps) {
  const language = useLanguage();
  const facts = cardFacts(post, useEndingNow(post), isShort, language);
  if (facts.length === 0) return null;
  return (
    <ul className={classes.chips} data-short={isShort || undefined} aria-label={language.t('Requirements')}>
      {facts.map(({ text, tone }) => (
        <li key={text} className={classes.chip} data-tone={tone} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}
