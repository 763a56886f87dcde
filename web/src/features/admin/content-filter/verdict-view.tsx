import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { HIT_ACTIONS, RULE_KINDS, type ContentVerdict } from '@domain/content-filter.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { markHits } from './mark-hits.ts';
import { patternText } from './rules-table.ts';
import classes from './content-filter.module.css';

const VERDICTS = {
  allowed: { label: msg('Allowed'), color: 'teal.9' },
  flagged: { label: msg('Flagged'), color: 'yellow.4' },
  blocked: { label: msg('Blocked'), color: 'red.8' },
} as const;
/** Where hits overlap, the most severe one decides the colour. */
const GRAVITY = ['block', 'mask', 'flag', 'trial'] as const;

/** The outcome of a test: verdict, text with its hits, rule and position of each hit, masked text. */
export function VerdictView({ tested }: { tested: ContentVerdict & { text: string } }) {
  const language = useLanguage();
  const { t, plural } = language;
  const { text, verdict, hits, masked } = tested;
  return (
    <Stack gap="sm" data-verdict={verdict}>
      <Group gap="xs">
        <Badge size="lg" color={VERDICTS[verdict].color} autoContrast>
          {t(VERDICTS[verdict].label)}
        </Badge>
        <Text size="sm" c="dimmed">
          {hits.length === 0
            ? t('No rule found anything.')
            : plural(hits.length, { one: '{n} hit', other: '{n} hits' })}
        </Text>
      </Group>
      {hits.length > 0 && (
        <>
          <p className={classes.tested} dir="auto">
            {markHits(text, hits).map((part, index) =>
              part.hits.length === 0 ? (
                <span key={index}>{part.text}</span>
              ) : (
                <mark
                  key={index}
                  className={classes.hit}
                  data-action={GRAVITY.find((action) => part.hits.some((hit) => hit.action === action))}
                >
                  {part.text}
                  <span className={classes.nr}>{part.hits.map(({ nr }) => nr).join(' ')}</span>
                </mark>
              ),
            )}
          </p>
          <Table aria-label={t('Hits')} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>#</Table.Th>
                <Table.Th>{t('Rule')}</Table.Th>
                <Table.Th>{t('Action', {}, 'rule')}</Table.Th>
                <Table.Th>{t('Position')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {hits.map((hit, index) => (
                <Table.Tr key={`${hit.ruleId}-${hit.start}-${hit.length}`}>
                  <Table.Td>{index + 1}</Table.Td>
                  <Table.Td className={classes.pattern}>
                    {t(RULE_KINDS[hit.kind])}: {patternText(hit, language)}
                  </Table.Td>
                  <Table.Td>{t(HIT_ACTIONS[hit.action])}</Table.Td>
                  <Table.Td>
                    {hit.start}–{hit.start + hit.length - 1}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      {masked !== text && (
        <div>
          <Text size="sm" fw={550} mb={4}>
            {t('Masked output')}
          </Text>
          <p className={classes.tested} data-masked dir="auto">
            {masked}
          </p>
        </div>
      )}
    </Stack>
  );
}
