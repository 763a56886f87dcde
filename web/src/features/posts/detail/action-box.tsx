import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { QuoteCount } from '../card/quote-count.tsx';
import { closingFact, endText } from '../requirements/requirement-texts.ts';
import { useEndingNow } from '../requirements/use-ending-now.ts';
import type { Post } from '../shown-post.ts';
import classes from './action-box.module.css';

type ActionBoxProps = { post: Post; /** Quotation; for the owner the next step and Edit. */ action: ReactNode };

/**
 * The main action of a post's page with the deadline and the number of quotes. On a phone or tablet a bar at the foot of
 * the window.
 */
export function ActionBox({ post, action }: ActionBoxProps) {
  const language = useLanguage();
  const now = useEndingNow(post);
  const deadline = post.quoteDeadline;
  const end = endText(post, now, language);
  const closing = deadline === null ? null : closingFact(Date.parse(deadline), now, language);
  const state = end ?? closing?.text;
  // A request that its owner closed is done; one whose time is over waits for them.
  const isUrgent = end === null ? closing?.tone : post.closedAt === null;
  return (
    <div className={classes.box}>
      <div className={classes.facts}>
        {state && (
          <p className={isUrgent ? `${classes.state} ${classes.end}` : classes.state} dir="auto">
            {state}
          </p>
        )}
        {deadline && end === null && (
          <p className={classes.until}>
            {language.t('Quotes until')} <time dateTime={deadline}>{language.dateAndTimeWithZone(deadline)}</time>
          </p>
        )}
        <QuoteCount count={post.quoteCount} />
      </div>
      <div className={classes.actions}>{action}</div>
    </div>
  );
}
