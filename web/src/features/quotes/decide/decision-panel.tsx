import { useState, type ComponentType, type ReactNode } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconCheck, IconPencil } from '@tabler/icons-react';
import { hasRevisionsLeft, quoteActions, type QuoteAction } from '@domain/quote-status.ts';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useReopenQuote } from './reopen-quote.ts';
import { useShortlistQuote } from './shortlist-quote.ts';
import { decisionHint } from './decision-hint.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { requestStateOf } from '../facts/request-state.ts';
import { useCorrectable } from './use-correctable.ts';
import { useToday } from '../facts/use-today.ts';
import classes from './decision-panel.module.css';

const AcceptDialog = lazyPart(async () => (await import('./accept-dialog.tsx')).AcceptDialog);
const DeclineDialog = lazyPart(async () => (await import('./decline-dialog.tsx')).DeclineDialog);
const ReviseDialog = lazyPart(async () => (await import('./revise-dialog.tsx')).ReviseDialog);
const WithdrawDialog = lazyPart(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);
const CancelDealDialog = lazyPart(async () => (await import('./cancel-deal-dialog.tsx')).CancelDealDialog);

const DIALOGS = {
  accept: AcceptDialog,
  decline: DeclineDialog,
  revise: ReviseDialog,
  withdraw: WithdrawDialog,
  cancel: CancelDealDialog,
};
type DialogName = keyof typeof DIALOGS;
const isDialogName = (name: string): name is DialogName => Object.hasOwn(DIALOGS, name);
const DIALOG_NAMES = Object.keys(DIALOGS).filter(isDialogName);

type DecisionPanelProps = {
  quote: Quote;
  /** One of the two parties. */
  userId: number;
  size?: 'xs' | 'sm';
  /** That of the page, to name prices in; without it that of the request. */
  currency?: string;
  /** Accept is outlined, where there is one on every quote, and another action leads. */
  isQuiet?: boolean;
  /** Where there is little room: the buttons in another form, without hint. */
  ShortButtons?: ComponentType<DecisionButtonsProps>;
};

/**
 * The decisions that a party can take now. The owner shortlists, accepts, declines and reverts that; the supplier
 * revises and withdraws; both can cancel a deal. Renders nothing without any.
 */
export function DecisionPanel({
  quote,
  userId,
  size = 'xs',
  currency,
  isQuiet = false,
  ShortButtons,
}: DecisionPanelProps) {
  const { t } = useLanguage();
  const today = useToday();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const isCorrectable = useCorrectable(quote);
  const actor = quote.supplier.id === userId ? 'supplier' : 'owner';
  const actions = quoteActions(quote, actor, requestStateOf(quote), today).filter(
    (action) => action !== 'revise' || isCorrectable || hasRevisionsLeft(quote),
  );
  const decisions = useDecisions(quote, isCorrectable, setDialog).filter(({ of }) =>
    of.some((action) => actions.includes(action)),
  );
  const Buttons = ShortButtons ?? ButtonRow;
  const summary = quote.status === 'accepted' && (
    <SummaryButton quoteId={quote.id} size={size} className={ShortButtons && classes.inLines} />
  );
  return (
    <>
      <Stack gap={6} className={classes.decision}>
        {(summary || decisions.length > 0) && (
          <Group gap="xs">
            {!ShortButtons && summary}
            {(decisions.length > 0 || ShortButtons) && (
              <Group
                gap="xs"
                flex="auto"
                role="group"
                data-actions
                aria-label={t('Decision on the quote of {username}', { username: quote.supplier.username })}
              >
                <Buttons
                  summary={summary}
                  decisions={decisions}
                  size={size}
                  isQuiet={isQuiet}
                  subject={quote.supplier.username}
                />
              </Group>
            )}
          </Group>
        )}
        {!ShortButtons && <DecisionHint quote={quote} userId={userId} />}
      </Stack>
      {DIALOG_NAMES.map((name) => {
        const Dialog = DIALOGS[name];
        return (
          <LazyDialog key={name} opened={dialog === name}>
            {(opened) => <Dialog quote={quote} currency={currency} opened={opened} onClose={() => setDialog(null)} />}
          </LazyDialog>
        );
      })}
    </>
  );
}

type SummaryButtonProps = { quoteId: number; size: 'xs' | 'sm'; className: string | undefined };

/** The way to the deal, its contacts and messages. */
function SummaryButton({ quoteId, size, className }: SummaryButtonProps) {
  const { t } = useLanguage();
  return (
    <Button
      component={Link}
      to={paths.deal(quoteId)}
      size={size}
      className={[classes.button, className].filter(Boolean).join(' ')}
    >
      {t('Deal summary')}
    </Button>
  );
}

/** Why a party cannot decide now; renders nothing if there is nothing to say. */
export function DecisionHint({ quote, userId }: Pick<DecisionPanelProps, 'quote' | 'userId'>) {
  const language = useLanguage();
  const today = useToday();
  const actor = quote.supplier.id === userId ? 'supplier' : 'owner';
  const hint = decisionHint(quote, actor, requestStateOf(quote), today, language);
  return (
    hint && (
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    )
  );
}

/** A decision as a button or an item of a menu. */
type Decision = {
  /** The actions that it stands for. */
  of: readonly QuoteAction[];
  label: string;
  Icon?: typeof IconCheck;
  isBusy?: boolean;
  onTake: () => void;
};

/** All decisions in the order of their buttons. */
function useDecisions(quote: Quote, isCorrectable: boolean, onOpen: (dialog: DialogName) => void): Decision[] {
  const { t } = useLanguage();
  const shortlist = useShortlistQuote();
  const reopen = useReopenQuote();
  const isOn = quote.status === 'shortlisted';
  // Not disabled while pending: that would drop the keyboard focus.
  const handleShortlist = () => {
    if (shortlist.isPending) return;
    void tellOutcome(shortlist.mutateAsync({ quoteId: quote.id, isOn: !isOn }), {
      done: isOn ? t('Removed from the shortlist') : t('Quote shortlisted'),
      failed: t('Error changing the shortlist'),
    });
  };
  const handleReopen = () => {
    if (reopen.isPending) return;
    void tellOutcome(reopen.mutateAsync({ quoteId: quote.id }), {
      done: { title: t('Decline undone'), message: t('The quote is pending again') },
      failed: t('Error undoing the decline'),
    });
  };
  return [
    { of: ['accept'], label: t('Accept'), Icon: IconCheck, onTake: () => onOpen('accept') },
    {
      of: ['shortlist', 'unshortlist'],
      label: isOn ? t('Remove from shortlist') : t('Shortlist'),
      Icon: isOn ? IconBookmarkFilled : IconBookmark,
      isBusy: shortlist.isPending,
      onTake: handleShortlist,
    },
    { of: ['decline'], label: t('Decline'), onTake: () => onOpen('decline') },
    { of: ['reopen'], label: t('Undo'), isBusy: reopen.isPending, onTake: handleReopen },
    {
      of: ['revise'],
      label: isCorrectable ? t('Correct') : t('Revise'),
      Icon: IconPencil,
      onTake: () => onOpen('revise'),
    },
    { of: ['withdraw'], label: t('Withdraw'), onTake: () => onOpen('withdraw') },
    { of: ['cancel'], label: t('Cancel deal'), onTake: () => onOpen('cancel') },
  ];
}

export type DecisionButtonsProps = {
  /** The way to the deal of an accepted quote, which the short form has among its buttons. */
  summary: ReactNode;
  decisions: readonly Decision[];
  size: 'xs' | 'sm';
  isQuiet: boolean;
  subject: string;
};

/** What is mostly wanted stands out, and what ends a deal steps back. */
export function variantOf({ of: [action] }: Pick<Decision, 'of'>, isQuiet: boolean): string {
  if (action === 'accept') return isQuiet ? 'outline' : 'filled';
  return action === 'cancel' ? 'subtle' : 'default';
}

type DecisionButtonProps = Decision & Pick<DecisionButtonsProps, 'size' | 'isQuiet'>;

/** A decision as a button. */
export function DecisionButton({ isQuiet, size, ...decision }: DecisionButtonProps) {
  const { label, Icon, isBusy, onTake } = decision;
  return (
    <Button
      size={size}
      variant={variantOf(decision, isQuiet)}
      className={classes.button}
      data-main={decision.of.includes('accept') || undefined}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      aria-busy={isBusy}
      onClick={onTake}
    >
      {label}
    </Button>
  );
}

function ButtonRow({ decisions, size, isQuiet }: DecisionButtonsProps) {
  return decisions.map((decision) => (
    <DecisionButton key={decision.of[0]} {...decision} size={size} isQuiet={isQuiet} />
  ));
}
