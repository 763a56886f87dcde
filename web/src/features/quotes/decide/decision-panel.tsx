import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconCheck, IconPencil } from '@tabler/icons-react';
import { hasRevisionsLeft, quoteActions, type QuoteAction } from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useReopenQuote } from './reopen-quote.ts';
import { useShortlistQuote } from './shortlist-quote.ts';
import { decisionHint } from './decision-hint.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { requestStateOf } from '../facts/request-state.ts';
import { useCorrectable } from './use-correctable.ts';
import { useToday } from '../status/use-today.ts';
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
};

/**
 * The decisions that a party can take now. The owner shortlists, accepts, declines and reverts that; the supplier
 * revises and withdraws; both can cancel a deal. Renders nothing without any.
 */
export function DecisionPanel({ quote, userId, size = 'xs' }: DecisionPanelProps) {
  const language = useLanguage();
  const { t } = language;
  const today = useToday();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const isCorrectable = useCorrectable(quote);
  const actor = quote.supplier.id === userId ? 'supplier' : 'owner';
  const request = requestStateOf(quote);
  const actions = quoteActions(quote, actor, request, today).filter(
    (action) => action !== 'revise' || isCorrectable || hasRevisionsLeft(quote),
  );
  const hint = decisionHint(quote, actor, request, today, language);
  return (
    <>
      {(actions.length > 0 || hint) && (
        <Stack gap={6} className={classes.decision}>
          {actions.length > 0 && (
            <Group
              gap="xs"
              role="group"
              data-actions
              aria-label={t('Decision on the quote of {username}', { username: quote.supplier.username })}
            >
              <Actions quote={quote} actions={actions} size={size} isCorrectable={isCorrectable} onOpen={setDialog} />
            </Group>
          )}
          {hint && (
            <Text size="xs" c="dimmed">
              {hint}
            </Text>
          )}
        </Stack>
      )}
      {DIALOG_NAMES.map((name) => {
        const Dialog = DIALOGS[name];
        return (
          <LazyDialog key={name} opened={dialog === name}>
            {(opened) => <Dialog quote={quote} opened={opened} onClose={() => setDialog(null)} />}
          </LazyDialog>
        );
      })}
    </>
  );
}

type ActionsProps = {
  quote: Quote;
  actions: readonly QuoteAction[];
  size: 'xs' | 'sm';
  isCorrectable: boolean;
  onOpen: (dialog: DialogName) => void;
};

function Actions({ quote, actions, size, isCorrectable, onOpen }: ActionsProps) {
  const { t } = useLanguage();
  const has = (action: QuoteAction) => actions.includes(action);
  const common = { size, className: classes.button, variant: 'default' };
  return (
    <>
      {has('accept') && (
        <Button
          {...common}
          variant="filled"
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => onOpen('accept')}
        >
          {t('Accept')}
        </Button>
      )}
      {(has('shortlist') || has('unshortlist')) && (
        <ShortlistButton {...common} quote={quote} isOn={has('unshortlist')} />
      )}
      {has('decline') && (
        <Button {...common} onClick={() => onOpen('decline')}>
          {t('Decline')}
        </Button>
      )}
      {has('reopen') && <UndoButton {...common} quote={quote} />}
      {has('revise') && (
        <Button {...common} leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onOpen('revise')}>
          {isCorrectable ? t('Correct') : t('Revise')}
        </Button>
      )}
      {has('withdraw') && (
        <Button {...common} onClick={() => onOpen('withdraw')}>
          {t('Withdraw')}
        </Button>
      )}
      {has('cancel') && (
        <Button {...common} onClick={() => onOpen('cancel')}>
          {t('Cancel deal')}
        </Button>
      )}
    </>
  );
}

type QuickButtonProps = { quote: Quote; size: 'xs' | 'sm'; className: string | undefined; variant: string };

function ShortlistButton({ quote, isOn, ...props }: QuickButtonProps & { isOn: boolean }) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useShortlistQuote();
  const Icon = isOn ? IconBookmarkFilled : IconBookmark;
  // Not disabled while pending: that would drop the keyboard focus.
  const handleClick = () => {
    if (isPending) return;
    void tellOutcome(mutateAsync({ quoteId: quote.id, isOn: !isOn }), {
      done: isOn ? t('Removed from the shortlist') : t('Quote shortlisted'),
      failed: t('Error changing the shortlist'),
    });
  };
  return (
    <Button {...props} leftSection={<Icon size={16} aria-hidden />} aria-busy={isPending} onClick={handleClick}>
      {isOn ? t('Remove from shortlist') : t('Shortlist')}
    </Button>
  );
}

function UndoButton({ quote, ...props }: QuickButtonProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useReopenQuote();
  const handleClick = () => {
    if (isPending) return;
    void tellOutcome(mutateAsync({ quoteId: quote.id }), {
      done: { title: t('Decline undone'), message: t('The quote is pending again') },
      failed: t('Error undoing the decline'),
    });
  };
  return (
    <Button {...props} aria-busy={isPending} onClick={handleClick}>
      {t('Undo')}
    </Button>
  );
}
