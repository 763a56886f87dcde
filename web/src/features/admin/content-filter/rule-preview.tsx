import { Box, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contentRuleSchema, FILTER_FIELDS, type RulePreview as RulePreviewFacts } from '@domain/content-filter.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { previewQueryOptions } from './preview-rule.ts';
import classes from './content-filter.module.css';

/** A preview reads up to 2,000 texts, so it waits until somebody stops typing. */
const WAIT_MS = 800;
const SHARE_MAX = 0.01;

type RulePreviewProps = { /** Rule that is edited; null for a new one. */ id: number | null; values: unknown };

/** Hits of a rule in recent texts while it is typed: share, fields, examples. */
export function RulePreview({ id, values }: RulePreviewProps) {
  const { t, message } = useLanguage();
  const [settled] = useDebouncedValue(values, WAIT_MS);
  const { data: valid } = contentRuleSchema.safeParse(settled);
  // Its action and state do not affect its hits.
  const rule = valid ? { ...valid, action: 'block' as const, isEnabled: true, isTrial: true } : null;
  const { data, error, isPlaceholderData } = useQuery(previewQueryOptions(id, rule));
  const waiting = rule
    ? t('Comparing with the last texts …')
    : t('What the rule finds in the last texts is shown here.');
  const hint = rule && error ? message(error.message) : waiting;
  const isFound = !error && data !== undefined && !isPlaceholderData;
  return (
    // Reachable by keyboard, because it scrolls.
    <Box
      className={`${classes.panel} ${classes.preview}`}
      role="region"
      aria-label={t('In the last texts')}
      aria-live="polite"
      tabIndex={0}
    >
      {rule && isFound ? (
        <Found preview={data} />
      ) : (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Box>
  );
}

function Found({ preview: { hits, texts, fields, isCommonInPrivate, examples } }: { preview: RulePreviewFacts }) {
  const { t, number } = useLanguage();
  const share = texts === 0 ? 0 : hits / texts;
  return (
    <Stack gap={4}>
      {(texts > 0 || isCommonInPrivate === null) && (
        <Text size="sm" fw={550} c={share > SHARE_MAX ? 'var(--mantine-color-error)' : undefined}>
          {t('Finds something in {hits} of the last {texts} texts ({percent} %)', {
            hits: number(hits),
            texts: number(texts),
            percent: number(Math.round(share * 1_000) / 10),
          })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {fields
          .filter((each) => each.hits !== 0)
          .map((each) => `${t(FILTER_FIELDS[each.field])}: ${number(each.hits)} / ${number(each.texts)}`)
          .join(' · ')}
      </Text>
      {isCommonInPrivate !== null && (
        <Text size="sm" c={isCommonInPrivate ? 'var(--mantine-color-error)' : undefined}>
          {isCommonInPrivate
            ? t('Finds much in messages and quotes')
            : t('Finds little or nothing in messages and quotes')}
        </Text>
      )}
      {examples.length > 0 && (
        <ul className={classes.examples}>
          {examples.map(({ excerpt }, index) => (
            <li key={index} dir="auto">
              {excerpt}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
