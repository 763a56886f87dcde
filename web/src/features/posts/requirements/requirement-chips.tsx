import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Post } from '../shown-post.ts';
import { requirementChips } from './requirement-texts.ts';
import { useEndingNow } from './use-ending-now.ts';
import classes from './requirement-chips.module.css';

type RequirementChipsProps = {
  post: Post;
  /** Among other facts on one line. */
  isShort?: boolean;
};

/** The optional facts of a request on one quiet line: quantity, target price, date, and time left for quotes. */
export function RequirementChips({ post, isShort = false }: RequirementChipsProps) {
  const language = useLanguage();
  const chips = requirementChips(post, useEndingNow(post), isShort, language);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} data-short={isShort || undefined} aria-label={language.t('Requirements')}>
      {chips.map(({ text, isEnd }) => (
        <li key={text} className={`${classes.chip} ${isEnd ? classes.end : ''}`} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}
