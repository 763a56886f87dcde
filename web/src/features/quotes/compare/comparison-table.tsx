import { useRef, type ReactNode, type SyntheticEvent, type UIEvent } from 'react';
import { Anchor, Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBolt,
  IconCoin,
  IconSelector,
  IconStarFilled,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { Part } from '@/shared/ui/state/part.tsx';
import {
  isOpenQuote,
  NOTHING,
  type ComparedQuote,
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
  renderActions: (compared: ComparedQuote) => ReactNode;
  /** Why an action is missing, below the status. */
  renderHint: (quote: Quote) => ReactNode;
};

/**
 * Quotes as columns, facts as rows. A real table, so that screen readers announce supplier and fact of every cell. Row
 * heads sort the columns: ascending, descending, then reading order again. Supplier, price and actions stay in sight, on a
 * low phone supplier and price. Where the columns have no room, head and body scroll sideways by themselves and together: in
 * one frame that scrolls, the head would stick to the frame and leave with it. On a low phone each row of the head does.
 */
export function ComparisonTable({
  title,
  table,
  sort,
  order,
  onSort,
  renderActions,
  renderHint,
}: ComparisonTableProps) {
  const { t } = useLanguage();
  const { ref, handleScroll } = useOneScroll();
  const renderRow = (row: ComparisonRow) => (
    <tr key={row.key} {...role.row} data-row={row.key} onScroll={isHead(row) ? handleScroll : undefined}>
      <RowHead row={row} sort={sort} order={order} onSort={onSort} />
      {table.compared.map((compared, index) => {
        const cell = row.cells[index];
        return (
          <td
            key={compared.quote.id}
            {...role.cell}
            dir="auto"
            className={row.cells.some(({ isFigure }) => isFigure) ? classes.figure : undefined}
            data-best={(cell && cell.marks.length > 0) || undefined}
            data-over={isOver(compared)}
            data-won={isHead(row) ? isWon(compared) : undefined}
          >
            <Part>{() => <CellContent row={row} compared={compared} cell={cell} renderHint={renderHint} />}</Part>
          </td>
        );
      })}
    </tr>
  );
  return (
    <div className={classes.frame}>
      <Box
        component="table"
        {...role.table}
        ref={ref}
        onTouchStart={handleLead}
        onMouseDown={handleLead}
        onWheel={handleLead}
        onKeyDown={handleLead}
        className={classes.table}
        __vars={{ '--quotes': String(table.compared.length) }}
      >
        <caption className={classes.caption}>
          <VisuallyHidden>{t('Quotes on {title}', { title })}</VisuallyHidden>
        </caption>
        <thead {...role.rowgroup} onScroll={handleScroll}>
          <tr {...role.row} className={classes.suppliers} onScroll={handleScroll}>
            <th {...role.columnheader} scope="col" className={classes.corner}>
              {t('Supplier')}
            </th>
            {table.compared.map((compared) => (
              <th
                key={compared.quote.id}
                {...role.columnheader}
                scope="col"
                className={classes.supplier}
                data-quote={compared.quote.id}
                data-over={isOver(compared)}
                data-won={isWon(compared)}
              >
                <Part>{() => <SupplierHead quote={compared.quote} />}</Part>
              </th>
            ))}
          </tr>
          {table.rows.filter(isHead).map(renderRow)}
          <tr {...role.row} className={classes.decisions} onScroll={handleScroll}>
            <th {...role.rowheader} scope="row">
              {t('Decision')}
            </th>
            {table.compared.map((compared) => (
              <td key={compared.quote.id} {...role.cell} data-over={isOver(compared)} data-won={isWon(compared)}>
                <Part>{() => renderActions(compared)}</Part>
              </td>
            ))}
          </tr>
        </thead>
        <tbody {...role.rowgroup} onScroll={handleScroll}>
          {table.rows.filter((row) => !isHead(row)).map(renderRow)}
        </tbody>
      </Box>
    </div>
  );
}

/** The columns of quotes that are declined, withdrawn or expired step back. */
const isOver = ({ status }: ComparedQuote) => !isOpenQuote(status) || undefined;

/** The head of the column of the accepted quote is tinted. */
const isWon = ({ status }: ComparedQuote) => status === 'accepted' || undefined;

const isHead = ({ key }: ComparisonRow) => key === 'price';

/** Said again, because the parts of the table can be blocks, which not every screen reader takes for a table. */
const role = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Head, its rows and body of a table scroll sideways as one. The part that was moved leads: its echoes are ignored. */
function useOneScroll() {
  const ref = useRef<HTMLTableElement>(null);
  const echoes = useRef(new Map<Element, number>());
  const follow = (moved: Element) => {
    for (const part of ref.current?.querySelectorAll(PARTS) ?? []) {
      if (part === moved) continue;
      part.scrollLeft = moved.scrollLeft;
      echoes.current.set(part, part.scrollLeft);
    }
  };
  const handleScroll = ({ currentTarget: moved }: UIEvent) => {
    if (echoes.current.get(moved) === moved.scrollLeft) return;
    echoes.current.delete(moved);
    follow(moved);
  };
  // On a low phone other parts of the head scroll, from their start.
  useWindowEvent('resize', () => {
    const body = ref.current?.tBodies[0];
    if (body) follow(body);
  });
  return { ref, handleScroll };
}

/** What can scroll sideways by itself. */
const PARTS = 'thead, thead > tr, tbody';

/**
 * Only the part that a finger moves stops at the columns: the others follow it, wherever it is. A mouse and keys stop
 * anywhere.
 */
function handleLead({ type, currentTarget: table, target }: SyntheticEvent<HTMLElement>) {
  for (const part of table.querySelectorAll(PARTS))
    part.toggleAttribute('data-led', type === 'touchstart' && target instanceof Node && part.contains(target));
}

function SupplierHead({ quote: { supplier } }: { quote: Quote }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <UserAvatar username={supplier.username} avatarPath={supplier.avatarPath} size={24} />
      <div className={classes.who}>
        <Anchor
          component={Link}
          to={paths.user(supplier.id)}
          fw={600}
          className={classes.name}
          title={supplier.username}
        >
          {supplier.username}
        </Anchor>
        {supplier.companyName && (
          <Text size="xs" c="dimmed" fw={400} title={supplier.companyName} className={classes.company}>
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
    <th {...role.rowheader} scope="row" aria-sort={direction === null ? 'none' : `${direction}ending`}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(next === null ? { sort: '', order: 'asc' } : { sort: row.key, order: next })}
      >
        <span className={classes.sortName}>
          <Icon size={14} aria-hidden className={classes.sortIcon} />
          {row.label}
        </span>
      </UnstyledButton>
    </th>
  );
}

/** A price below the target is to the advantage of the buyer. */
function DeviationSign({ deviation }: { deviation: 'better' | 'worse' }) {
  const Icon = deviation === 'better' ? IconTrendingDown : IconTrendingUp;
  return <Icon size={14} aria-hidden />;
}

type CellContentProps = {
  row: ComparisonRow;
  compared: ComparedQuote;
  cell: ComparisonCell | undefined;
  renderHint: ComparisonTableProps['renderHint'];
};

function CellContent({ row, compared: { quote, status }, cell, renderHint }: CellContentProps) {
  if (row.key === 'status') {
    return (
      <>
        <StatusBadge status={status} />
        {renderHint(quote)}
      </>
    );
  }
  if (row.key === 'documents' && quote.attachments.length > 0) {
    return (
      <div className={classes.documents}>
        <AttachmentList bucket="quote-documents" attachments={quote.attachments} />
      </div>
    );
  }
  if (!cell || (cell.lines.length === 0 && cell.warning === null)) return NOTHING;
  const [first, ...more] = cell.lines;
  return (
    <>
      {first !== undefined && (
        <div
          className={cell.isIncomparable ? classes.more : classes.first}
          data-deviation={cell.deviation ?? undefined}
          title={cell.rate ?? undefined}
        >
          {cell.deviation !== null && <DeviationSign deviation={cell.deviation} />}
          {first}
          {cell.rate !== null && <VisuallyHidden>, {cell.rate}</VisuallyHidden>}
        </div>
      )}
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
