import type { ReactNode } from 'react';
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { IconFileText, IconMessage2, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import type { WantedQuantity } from '@domain/quote-comparison.ts';
import { ReviewOfParty } from '@/compositions/review-of-party.tsx';
import { ContactData, deliveryFacts } from '@/features/quotes/deal/deal-facts.tsx';
import { dealQueryOptions, type Contact, type Delivery } from '@/features/quotes/deal/get-deal.ts';
import { QUOTE_FACTS, wayOf, type QuoteFact } from '@/features/quotes/facts/quote-facts.ts';
import { QuoteFigures } from '@/features/quotes/facts/quote-figures.tsx';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import { quoteQueryOptions } from '@/features/quotes/read/get-quote.ts';
import { useToday } from '@/features/quotes/facts/use-today.ts';
import { id as idParam } from '@/shared/address/param.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import classes from './deal-page.module.css';

/** Printable summary of an accepted quote; its two parties only. */
export function DealPage() {
  const { quoteId: segment = '' } = useParams();
  const quoteId = idParam.read(segment);
  const me = useCurrentUser();
  return quoteId === null || me.status !== 'user' ? (
    <DealNotAvailable />
  ) : (
    <DealOfQuote quoteId={quoteId} user={me.user} />
  );
}

function DealNotAvailable() {
  const { t } = useLanguage();
  return (
    <NotAvailable
      title={t('This deal is not available')}
      action={
        <Button component={Link} to={paths.account({ tab: 'quotes' })} mt="xs">
          {t('My posts / Quotes')}
        </Button>
      }
    >
      {t('Only the two parties of an accepted quote can open it.')}
    </NotAvailable>
  );
}

function DealOfQuote({ quoteId, user }: { quoteId: number; user: CurrentUser }) {
  const { t } = useLanguage();
  const quote = useQuery(quoteQueryOptions(quoteId));
  const isAccepted = quote.data?.status === 'accepted';
  const deal = useQuery({ ...dealQueryOptions(quoteId), enabled: isAccepted });
  if (quote.isPending || (isAccepted && deal.isPending)) {
    return (
      <Stack gap="lg" className={classes.page}>
        <PageTitle title={t('Deal summary')} />
        <SheetSkeleton label={t('Loading deal')} />
      </Stack>
    );
  }
  if (quote.data && isAccepted && deal.data) return <DealSheet quote={quote.data} user={user} {...deal.data} />;
  const failed = [quote, deal].find(({ error }) => error && !(error instanceof AppError && error.kind === 'not-found'));
  return failed?.error ? (
    <Stack gap="lg" className={classes.page}>
      <PageTitle title={t('Deal summary')} />
      <ErrorState
        title={t('Failed to load quote')}
        message={failed.error.message}
        onRetry={() => void failed.refetch()}
      />
    </Stack>
  ) : (
    <DealNotAvailable />
  );
}

/** The terms that do not stand in large on top, with the long one last; missing ones are left out. */
function termsOf(quote: Quote, language: Language): Fact[] {
  const { t } = language;
  const { productMatch, paymentMethod, shippingMethod, description } = QUOTE_FACTS;
  const fact = ({ long, valueOf }: QuoteFact): Fact => ({ name: t(long), value: valueOf(quote, language) });
  return [
    fact(productMatch),
    fact(paymentMethod),
    fact(shippingMethod),
    { name: t('Delivery'), value: wayOf(quote) },
    { ...fact(description), isWide: true },
  ];
}

type DealSheetProps = {
  quote: Quote;
  user: CurrentUser;
  contact: Contact | null;
  wanted: WantedQuantity;
  delivery: Delivery;
};

function DealSheet({ quote, user, contact, wanted, delivery }: DealSheetProps) {
  const language = useLanguage();
  const { t, calendarDay, dateAndTime } = language;
  const today = useToday();
  const isSupplier = quote.supplier.id === user.id;
  const [supplier, buyer] = isSupplier ? [user, contact] : [contact, user];
  const other = isSupplier ? quote.owner : quote.supplier;
  const toQuote = paths.myQuote(quote.id);
  const delivered = deliveryFacts(delivery, language).filter(({ value }) => value);
  return (
    <Stack gap="lg" className={classes.page}>
      <Group justify="space-between">
        <PageTitle title={t('Deal summary')} tabTitle={t('Deal: {title}', { title: quote.postTitle })} />
        <Group gap="xs" className={classes.ways}>
          <Button component={Link} to={toQuote} variant="default" leftSection={<IconFileText size={18} aria-hidden />}>
            {t('Quote')}
          </Button>
          <Button component={Link} to={`${toQuote}&view=messages`} leftSection={<IconMessage2 size={18} aria-hidden />}>
            {t('Messages')}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            {t('Print')}
          </Button>
        </Group>
      </Group>
      <Paper component="article" withBorder shadow="xs" className={classes.sheet}>
        <Stack gap="lg">
          <header>
            <Title order={2} size="h3" className={classes.title} dir="auto">
              {quote.postId === null ? (
                quote.postTitle
              ) : (
                <Anchor component={Link} to={paths.post({ id: quote.postId, title: quote.postTitle })} inherit>
                  {quote.postTitle}
                </Anchor>
              )}
            </Title>
            <Text size="sm" c="dimmed">
              {[
                quote.postId === null ? t('Request deleted') : t('Request no. {id}', { id: quote.postId }),
                t('Quote no. {id}', { id: quote.id }),
                t('Accepted on {date}', { date: dateAndTime(quote.changedAt) }),
              ].join(' · ')}
            </Text>
          </header>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" className={classes.parties}>
            <Section title={t('Buyer')}>
              <ContactData username={quote.owner?.username ?? t('a deleted account')} contact={buyer} />
            </Section>
            <Section title={t('Supplier')}>
              <ContactData
                username={quote.supplier.username}
                contact={
                  supplier && {
                    ...supplier,
                    organization: quote.organizationName ?? supplier.organization,
                    taxCode: quote.taxCode ?? supplier.taxCode,
                  }
                }
              />
            </Section>
          </SimpleGrid>
          <Section title={t('Terms')}>
            <QuoteFigures quote={quote} wanted={wanted} inRow />
            <FactList facts={termsOf(quote, language)} className={classes.facts} />
          </Section>
          {delivered.length > 0 && (
            <Section title={t('Delivery')}>
              <FactList facts={delivered} className={classes.facts} />
            </Section>
          )}
          <Text size="xs" c="dimmed" className={classes.asOf}>
            {t('As of {date}', { date: calendarDay(today) })}
          </Text>
        </Stack>
      </Paper>
      {other && (
        <div className={classes.ways}>
          <ReviewOfParty quote={quote} userId={user.id} other={other} />
        </div>
      )}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={3} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
