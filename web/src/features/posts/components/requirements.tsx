import { Text } from '@mantine/core';
import { calendarDay, dateAndTimeWithZone } from '@/shared/text/dates.ts';
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
  const now = useNow(post.quoteDeadline === null || post.closedAt !== null ? null : Date.parse(post.quoteDeadline));
  if (isExpanded) return <RequirementFacts post={post} now={now} />;
  const chips = requirementChips(post, now, isShort);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} data-short={isShort || undefined} aria-label="Requirements">
      {chips.map(({ text, isEnd }) => (
        <li key={text} className={`${classes.chip} ${isEnd ? classes.end : ''}`} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  );
}

function QuotesUntil({ deadline, end, now }: { deadline: string; end: string | null; now: number }) {
  return (
    <>
      <time dateTime={deadline}>{dateAndTimeWithZone(deadline)}</time>
      {end === null && (
        <Text span size="sm" c="dimmed">
          {' '}
          · {timeLeft(Date.parse(deadline), now)}
        </Text>
      )}
    </>
  );
}

function RequirementFacts({ post, now }: { post: Post; now: number }) {
  const end = endText(post, now);
  return (
    <FactList
      className={classes.facts}
      facts={[
        { name: 'Quantity', value: quantityText(post) },
        { name: 'Target price', value: targetPriceText(post) },
        { name: 'Needed by', value: post.neededBy && calendarDay(post.neededBy) },
        { name: 'Incoterm', value: post.incoterm },
        {
          name: 'Quotes until',
          value: post.quoteDeadline && <QuotesUntil deadline={post.quoteDeadline} end={end} now={now} />,
        },
        {
          name: 'State',
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
