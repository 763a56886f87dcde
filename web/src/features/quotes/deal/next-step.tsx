import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { FactList } from '@/shared/ui/fact-list.tsx';
import type { Quote } from '../facts/shown-quote.ts';
import { ContactData, contactFacts, deliveryFacts } from './deal-facts.tsx';
import { dealQueryOptions } from './get-deal.ts';
import classes from '../facts/quotes.module.css';

type NextStepProps = {
  /** An accepted quote. */
  quote: Quote;
  /** One of the two parties. */
  userId: number;
};

/** The next step after an accepted quote: how to reach the other party, and where to deliver. */
export function NextStep({ quote, userId }: NextStepProps) {
  const language = useLanguage();
  const { t } = language;
  const clipboard = useClipboard();
  const { data: deal, error, refetch } = useQuery(dealQueryOptions(quote.id));
  const other = quote.supplier.id === userId ? quote.owner : quote.supplier;
  const username = other?.username ?? t('a deleted account');
  if (!deal) {
    return error ? (
      <ErrorState title={t('Failed to load contact data')} message={error.message} onRetry={() => void refetch()} />
    ) : (
      <SheetSkeleton label={t('Loading')} />
    );
  }
  const { contact, delivery } = deal;
  const handleCopy = () => {
    const facts = contact ? contactFacts(contact, language) : [];
    clipboard.copy(facts.flatMap(({ name, value }) => (value ? [`${name}: ${value}`] : [])).join('\n'));
  };
  return (
    <Paper component="section" withBorder p="md" aria-label={t('Next step')}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={4}>{t('Next step')}</Title>
            <Text size="sm">{t('Agree with {username} on order, payment and delivery.', { username })}</Text>
          </div>
          {contact && (
            <Button
              variant="default"
              size="xs"
              flex="none"
              leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={handleCopy}
            >
              <span aria-live="polite">{clipboard.copied ? t('Copied') : t('Copy')}</span>
            </Button>
          )}
        </Group>
        <ContactData username={username} contact={contact} className={`${classes.facts} ${classes.contact}`} />
        <FactList facts={deliveryFacts(delivery, language)} className={classes.facts} />
      </Stack>
    </Paper>
  );
}
