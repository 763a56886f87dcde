import { useState } from 'react';
import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { sayRate } from '@domain/amounts.ts';
import { isRateCurrent, type ExchangeRate } from '@domain/exchange-rates.ts';
import { todayUtc } from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { exchangeRatesQueryOptions } from '@/shared/money/list-exchange-rates.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { RateDialog } from './rate-dialog.tsx';
import { useDeleteExchangeRate } from './write-exchange-rate.ts';

/** The latest exchange rate of each currency, with dialogs to enter, change and delete one. */
export function ExchangeRateList() {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(exchangeRatesQueryOptions);
  const [edited, setEdited] = useState<ExchangeRate | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteExchangeRate();
  const [doomed, setDoomed] = useState<ExchangeRate | null>(null);
  const [isAsking, asking] = useDisclosure(false);
  const ask = (rate: ExchangeRate) => {
    setDoomed(rate);
    asking.open();
  };
  const open = (rate: ExchangeRate | null) => {
    setEdited(rate);
    setIsOpen(true);
  };
  return (
    <Stack gap="md" component="section" aria-labelledby="exchange-rates">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id="exchange-rates">
            {t('Exchange rates')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(
              'Owners compare quotes by them. A rate older than 7 days is shown, but decides no more what is cheaper.',
            )}
          </Text>
        </div>
        <Button onClick={() => open(null)}>{t('Add rate')}</Button>
      </Group>
      {isPending && <Skeleton height={160} radius="md" role="status" aria-label={t('Loading exchange rates')} />}
      {error && (
        <ErrorState title={t('Failed to load exchange rates')} message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && data?.size === 0 && <EmptyState isSmall title={t('No exchange rates yet')} />}
      {data && data.size > 0 && <RatesTable rates={[...data.values()]} onEdit={open} onDelete={ask} />}
      <RateDialog rate={edited} opened={isOpen} onClose={() => setIsOpen(false)} />
      {doomed && (
        <ConfirmDialog
          opened={isAsking}
          onClose={asking.close}
          title={t('Delete the rate of {currency}?', { currency: doomed.currency })}
          confirmLabel={t('Delete')}
          isDestructive
          onConfirm={() => tellOutcome(remove.mutateAsync(doomed), { done: t('Exchange rate deleted') })}
        >
          {t('The rate before it counts then, if there is one.')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

type RatesTableProps = {
  rates: readonly ExchangeRate[];
  onEdit: (rate: ExchangeRate) => void;
  onDelete: (rate: ExchangeRate) => void;
};

function RatesTable({ rates, onEdit, onDelete }: RatesTableProps) {
  const { t, calendarDay, locale, message } = useLanguage();
  const today = todayUtc();
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label={t('Exchange rates')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('One unit')}</Table.Th>
            <Table.Th scope="col">{t('In US dollars')}</Table.Th>
            <Table.Th scope="col">{t('Day')}</Table.Th>
            <Table.Th scope="col">{t('Source')}</Table.Th>
            <Table.Th scope="col">{t('Change', {}, 'rate')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map((rate) => (
            <Table.Tr key={rate.currency}>
              <Table.Th scope="row">{rate.currency}</Table.Th>
              <Table.Td>{sayRate(rate.usdPerUnit, locale)}</Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {calendarDay(rate.day)}
                {!isRateCurrent(rate.day, today) && (
                  <Text size="xs" c="dimmed">
                    {t('older than 7 days')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{message(rate.source)}</Table.Td>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('Change the rate of {currency}', { currency: rate.currency })}
                    onClick={() => onEdit(rate)}
                  >
                    {t('Change', {}, 'rate')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('Delete the rate of {currency}', { currency: rate.currency })}
                    onClick={() => onDelete(rate)}
                  >
                    {t('Delete')}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
