import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import type { Post } from '../shown-post.ts';
import { hasRequirements, requirementFacts } from './post-facts.ts';
import { closingFact, endText } from '../requirements/requirement-texts.ts';
import { useEndingNow } from '../requirements/use-ending-now.ts';
import classes from '../requirements/requirement-chips.module.css';

function QuotesUntil({ deadline, end, now }: { deadline: string; end: string | null; now: number }) {
  const language = useLanguage();
  const { text, tone } = closingFact(Date.parse(deadline), now, language);
  return (
    <>
      <time dateTime={deadline}>{language.dateAndTimeWithZone(deadline)}</time>
      {end === null && (
        <>
          {' '}
          <Text
            span
            size="sm"
            c={tone ? undefined : 'dimmed'}
            fw={tone && 600}
            className={tone ? `${classes.left} ${classes.end}` : classes.left}
          >
            <span className={classes.between}>· </span>
            {text}
          </Text>
        </>
      )}
    </>
  );
}

/** The optional facts of a request with names and full values, for the page of a post. */
export function RequirementFacts({ post }: { post: Post }) {
  const language = useLanguage();
  const { t } = language;
  const now = useEndingNow(post);
  if (!hasRequirements(post, language)) return null;
  const end = endText(post, now, language);
  return (
    <FactList
      className={classes.facts}
      facts={[
        ...requirementFacts(post, language),
        {
          name: t('Quotes until'),
          value: post.quoteDeadline && <QuotesUntil deadline={post.quoteDeadline} end={end} now={now} />,
        },
        {
          name: t('State'),
          value: end && (
            <Text span size="sm" fw={600} className={post.closedAt === null ? classes.end : undefined}>
              {end}
            </Text>
          ),
        },
      ]}
    />
  );
}
