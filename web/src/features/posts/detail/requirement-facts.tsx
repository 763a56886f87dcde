import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import type { Post } from '../shown-post.ts';
import { hasRequirements, requirementFacts } from './post-facts.ts';
import { closingFact, endText } from '../requirements/requirement-texts.ts';
import { useEndingNow } from '../requirements/use-ending-now.ts';
import classes from '../requirements/requirement-chips.module.css';

type QuotesUntilProps = { deadline: string; isLeftShown: boolean; now: number };

function QuotesUntil({ deadline, isLeftShown, now }: QuotesUntilProps) {
  const language = useLanguage();
  const { text, tone } = closingFact(Date.parse(deadline), now, language);
  return (
    <>
      <time dateTime={deadline}>{language.dateAndTimeWithZone(deadline)}</time>
      {isLeftShown && (
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

type RequirementFactsProps = {
  post: Post;
  /** Leaves out the time left, where it stands beside the main action. */
  hasTimeElsewhere?: boolean;
};

/** The optional facts of a request with names and full values. */
export function RequirementFacts({ post, hasTimeElsewhere = false }: RequirementFactsProps) {
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
          isWide: true,
          value: post.quoteDeadline && (
            <QuotesUntil deadline={post.quoteDeadline} isLeftShown={end === null && !hasTimeElsewhere} now={now} />
          ),
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
