import { useState } from 'react';
import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { REFERRER_NONE } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import type { DayRange } from './stats-range.ts';
import { statsTableCsv, type StatsTable } from './stats-tables.ts';
import classes from './stats.module.css';

const ROWS_SHOWN = 10;

/** A table of the statistics: its first ten rows, all rows on demand, and a download. */
export function StatsTablePanel({ table, range }: { table: StatsTable; range: DayRange }) {
  const { t, number, country } = useLanguage();
  const { heads, rows } = table;
  const title = t(table.title);
  const nameOf = ({ key, name }: StatsTable['rows'][number]) => {
    if (table.id === 'countries') return country(key);
    if (table.id === 'referrers' && key === REFERRER_NONE) return t(REFERRER_NONE);
    return table.id === 'categories' ? t(name) : name;
  };
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, ROWS_SHOWN);
  const handleExport = () =>
    downloadText(`${table.id}-${range.from}-${range.to}.csv`, 'text/csv;charset=utf-8', statsTableCsv(table));
  return (
    <section className={classes.panel} aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3} size="h4">
          {title}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={t('Export {title} as CSV', { title: title.toLowerCase() })}
          disabled={rows.length === 0}
          onClick={handleExport}
        >
          CSV
        </Button>
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {t('No data for this period')}
        </Text>
      ) : (
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, index) => (
                <Table.Th key={head} data-number={index > 0 || undefined}>
                  {t(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Td dir="auto">
                  {row.link ? (
                    <Anchor component={Link} to={row.link} size="sm">
                      {nameOf(row)}
                    </Anchor>
                  ) : (
                    nameOf(row)
                  )}
                </Table.Td>
                {row.counts.map((count, index) => (
                  <Table.Td key={heads[index + 1]} data-number>
                    {number(count)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {rows.length > ROWS_SHOWN && (
        <Button variant="subtle" size="xs" mt="xs" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {rows}', { rows: number(rows.length) })}
        </Button>
      )}
    </section>
  );
}
