import { useState, type FormEvent } from 'react';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useAcceptQuote } from './accept-quote.ts';
import { usePriceFacts, wantedOf } from '../facts/quote-figures.tsx';
import { QUOTE_FACTS, wayOf, type QuoteFact } from '../facts/quote-facts.ts';
import type { Quote } from '../facts/shown-quote.ts';
import classes from '../facts/quotes.module.css';

type AcceptDialogProps = {
  quote: Quote;
  /** To name price and total in, too. */
  currency: string | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Asks before accepting a quote, and whether to close the request. */
export function AcceptDialog({ quote, currency, opened, onClose }: AcceptDialogProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useAcceptQuote();
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Accept this quote?')} isPending={isPending}>
      <AcceptForm quote={quote} currency={currency} onClose={onClose} isPending={isPending} onAccept={mutateAsync} />
    </FormDialog>
  );
}

type AcceptFormProps = Pick<AcceptDialogProps, 'quote' | 'currency'> & {
  onClose: () => void;
  isPending: boolean;
  onAccept: ReturnType<typeof useAcceptQuote>['mutateAsync'];
};

const { quantity, deliveryTime, paymentMethod, shippingMethod } = QUOTE_FACTS;

function AcceptForm({ quote: current, currency, onClose, isPending, onAccept }: AcceptFormProps) {
  const language = useLanguage();
  const { t, rich } = language;
  // Accepts the version that was read, even if another one arrives in the meantime.
  const [quote] = useState(current);
  const [closesRequest, setClosesRequest] = useState(true);
  const { username } = quote.supplier;
  const { price, total } = usePriceFacts(quote, wantedOf(quote), currency);
  const fact = ({ long, valueOf }: QuoteFact): Fact => ({ name: t(long), value: valueOf(quote, language) });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onAccept({ quoteId: quote.id, closesRequest, version: quote.version }).then(
      () => {
        toast({ title: t('Quote accepted'), message: t('{username} has been told', { username }) });
        onClose();
      },
      (error: unknown) => {
        tellFailure(t('Error accepting quote'), error);
        // The quote has changed since it was read, and the page shows that by now. Without an answer the dialog stays
        // open for a retry.
        if (isRefusal(error)) onClose();
      },
    );
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md">
        <Text size="sm">
          {rich(
            '{username} gets a notification and an email. An accepted quote can only be undone by cancelling the deal.',
            { username: <bdi>{username}</bdi> },
          )}
        </Text>
        <FactList
          facts={[
            price,
            ...(total ? [total] : []),
            fact(quantity),
            fact(deliveryTime),
            { name: t('Delivery'), value: wayOf(quote) },
            fact(paymentMethod),
            fact(shippingMethod),
          ]}
          className={classes.facts}
        />
        <Text size="sm" c="dimmed">
          {t('The deal is about the request as it was quoted on; later changes are not part of it.')}
        </Text>
        <Checkbox
          label={t('Close the request and tell the other suppliers')}
          description={t('Everybody else whose quote is undecided reads “Another supplier was chosen”.')}
          checked={closesRequest}
          onChange={(event) => setClosesRequest(event.currentTarget.checked)}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Accept quote')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
