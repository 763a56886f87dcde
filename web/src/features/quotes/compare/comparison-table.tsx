import type { ReactNode } from 'react';
import { Anchor, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBolt,
  IconCoin,
  IconSelector,
  IconStarFilled,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { Part } from '@/shared/ui/state/part.tsx';
import {
  NOTHING,
  type ComparisonCell,
  type ComparisonRow,
  type ComparisonTable as Comparison,
  type Mark,
} from './comparison-rows.ts';
import type { ComparisonRowKey } from './comparison-state.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { StatusBadge } from '../status/quote-status-badge.tsx';
import classes from './comparison-table.module.css';

const MARK_ICONS = {
  'Best unit price': IconCoin,
  Fastest: IconBolt,
  'Best rated': IconStarFilled,
} as const satisfies Record<Mark, unknown>;

export type ComparisonSort = { sort: ComparisonRowKey | ''; order: 'asc' | 'desc' };

type ComparisonTableProps = ComparisonSort & {
  title: string;
  table: Comparison;
  onSort: (sort: ComparisonSort) => void;
  /** Actions on a quote, in its column head. */
  renderActions: (quote: Quote) => ReactNode;
  statusOf: (quote: Quote) => Parameters<typeof StatusBadge>[0]['status'];
};

/**
 * Quotes as columns, facts as rows. A real table, so that screen readers announce supplier and fact of every cell. Row
 * heads sort the columns: ascending, descending, then list order again.
 */
export function ComparisonTable({ title, table, sort, order, onSort, renderActions, statusOf }: ComparisonTableProps) {
  const { t } = useLanguage();
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className={classes.caption}>
          <VisuallyHidden>{t('Quotes on {title}', { title })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              {t('Supplier')}
            </th>
            {table.quotes.map((quote) => (
              <th key={quote.id} scope="col" className={classes.supplier} data-quote={quote.id}>
                <Part>{() => <SupplierHead quote={quote} />}</Part>
              </th>
            ))}
          </tr>
          <tr className={classes.decisions}>
            <th scope="row">{t('Decision')}</th>
            {table.quotes.map((quote) => (
              <td key={quote.id}>
                <Part>{() => renderActions(quote)}</Part>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key} data-row={row.key}>
              <RowHead row={row} sort={sort} order={order} onSort={onSort} />
              {table.quotes.map((quote, index) => (
                <td key={quote.id} dir="auto">
                  <Part>
                    {() => <CellContent row={row} quote={quote} cell={row.cells[index]} statusOf={statusOf} />}
                  </Part>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SupplierHead({ quote: { supplier } }: { quote: Quote }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <UserAvatar username={supplier.username} avatarPath={supplier.avatarPath} size={32} />
      <div className={classes.who}>
        <Anchor component={Link} to={paths.user(supplier.id)} c="bright" fw={600} size="sm">
          {supplier.username}
        </Anchor>
        {supplier.companyName && (
          <Text size="xs" c="dimmed" fw={400}>
            {supplier.companyName}
          </Text>
        )}
      </div>
    </Group>
  );
}

type RowHeadProps = ComparisonSort & { row: ComparisonRow; onSort: (sort: ComparisonSort) => void };

function RowHead({ row, sort, order, onSort }: RowHeadProps) {
  const direction = sort === row.key ? order : null;
  const Icon = { asc: IconArrowUp, desc: IconArrowDown, none: IconSelector }[direction ?? 'none'];
  const next = ({ asc: 'desc', desc: null, none: 'asc' } as const)[direction ?? 'none'];
  return (
    <th scope="row" aria-sort={direction === null ? 'none' : `${direction}ending`}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(next === null ? { sort: '', order: 'asc' } : { sort: row.key, order: next })}
      >
        {row.label}
        <Icon size={14} aria-hidden className={classes.sortIcon} />
      </UnstyledButton>
    </th>
  );
}

type CellContentProps = {
  row: ComparisonRow;
  quote: Quote;
  cell: ComparisonCell | undefined;
  statusOf: ComparisonTableProps['statusOf'];
};

function CellContent({ row, quote, cell, statusOf }: CellContentProps) {
  if (row.key === 'status') return <StatusBadge status={statusOf(quote)} />;
  if (row.key === 'documents' && quote.attachments.length > 0) {
    return (
      <div className={classes.documents}>
        <AttachmentList bucket="quote-documents" attachments={quote.attachments} />
      </div>
    );
  }
  if (!cell || cell.lines.length === 0) return NOTHING;
  const [first, ...more] = cell.lines;
  return (
    <>
      <div className={cell.isIncomparable ? classes.more : classes.first}>{first}</div>
      {more.map((line) => (
        <div key={line} className={classes.more}>
          {line}
        </div>
      ))}
      {cell.warning !== null && (
        <div className={classes.warning}>
          <IconAlertTriangle size={14} aria-hidden />
          {cell.warning}
        </div>
      )}
      {cell.marks.map((mark) => (
        <MarkSign key={mark} mark={mark} />
      ))}
    </>
  );
}

function MarkSign({ mark }: { mark: Mark }) {
  const { t } = useLanguage();
  const Icon = MARK_ICONS[mark];
  return (
    <div className={classes.mark}>
      <Icon size={14} aria-hidden />
      {t(mark)}
    </div>
  );
}
