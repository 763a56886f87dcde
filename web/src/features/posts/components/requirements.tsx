import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../post.ts';
import { endText, quantityText, requirementChips, targetPriceText, timeLeft } from '../requirement-texts.ts';
import classes from './requirements.module.css';

type RequirementsProps = {
  post: Post;
  /** With names and whole values, as the page of a post shows them; cards have one quiet line. */
  isExpanded?: boolean;
  /** Among other facts on one line. */
  isShort?: boolean;
};

/** What the buyer said beyond the description: how much, at which price, by when, and until when quotes are taken. */
export function Requirements({ post, isExpanded = false, isShort = false }: RequirementsProps) {
  const language = useLanguage();
  const now = useNow(post.quoteDeadline === null || post.closedAt !== null ? null : Date.parse(post.quoteDeadline));
  if (isExpanded) return <RequirementFacts post={post} now={now} />;
  const chips = requirementChips(post, now, isShort, language);
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

function QuotesUntil({ deadline, end, now }: { deadline: string; end: string | null; now: number }) {
  const language = useLanguage();
  return (
    <>
      <time dateTime={deadline}>{language.dateAndTimeWithZone(deadline)}</time>
      {end === null && (
        <Text span size="sm" c="dimmed">
          {' '}
          · {timeLeft(Date.parse(deadline), now, language)}
        </Text>
      )}
    </>
  );
}

function RequirementFacts({ post, now }: { post: Post; now: number }) {
  const language = useLanguage();
  const { t, calendarDay } = language;
  const end = endText(post, now, language);
  return (
    <FactList
      className={classes.facts}
      facts={[
        { name: t('Quantity'), value: quantityText(post, language) },
        { name: t('Target price'), value: targetPriceText(post, language) },
        { name: t('Needed by'), value: post.neededBy && calendarDay(post.neededBy) },
        { name: t('Incoterm'), value: post.incoterm },
        {
          name: t('Quotes until'),
          value: post.quoteDeadline && <QuotesUntil deadline={post.quoteDeadline} end={end} now={now} />,
        },
        {
          name: t('State'),
          value: end && (
            <Text span size="sm" fw={600} className={classes.end}>
              {end}
            </Text>
          ),
        },
      ]}
    />
  );
}
