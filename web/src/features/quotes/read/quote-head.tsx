import type { ReactNode } from 'react';
import { Anchor, Badge, Group, Text, Title } from '@mantine/core';
import { standingLabel } from '@domain/quote-status.ts';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { DecisionPanel } from '../decide/decision-panel.tsx';
import { SplitButton } from '../decide/split-button.tsx';
import { shownPrice } from '../facts/price-text.ts';
import { accountTypeText } from '../facts/quote-facts.ts';
import { QuoteFigures, wantedOf } from '../facts/quote-figures.tsx';
import { requestStateOf } from '../facts/request-state.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { useToday } from '../facts/use-today.ts';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import { StatusReason } from '../status/status-reason.tsx';
import classes from '../facts/quotes.module.css';

type QuoteHeadProps = {
  quote: Quote;
  userId: number;
  /** As low as two buttons, so that a talk has the screen of a phone. */
  isShort: boolean;
  /** The button to mute the talk, in the short form. */
  mute: ReactNode;
};

/**
 * What a quote is about, its figures and the decisions on it. Those stay in place in both forms: a phone that is turned
 * closes no dialog.
 */
export function QuoteHead({ quote, userId, isShort, mute }: QuoteHeadProps) {
  return (
    // An article, so that the focus stays close when a decision removes its button.
    <article className={isShort ? classes.line : classes.summary}>
      {isShort ? <QuoteLine quote={quote} userId={userId} mute={mute} /> : <QuoteSummary quote={quote} />}
      <DecisionPanel
        quote={quote}
        userId={userId}
        size={isShort ? 'xs' : 'sm'}
        ShortButtons={isShort ? SplitButton : undefined}
      />
    </article>
  );
}

function QuoteSummary({ quote }: { quote: Quote }) {
  const language = useLanguage();
  const { t, rich, dayAndTime } = language;
  return (
    <>
      <div>
        <Title order={3} size="h3" className={classes.description}>
          <RequestTitle quote={quote} />
        </Title>
        <Text size="sm" c="dimmed">
          {quote.postId === null && <>{t('Request deleted')} · </>}
          {rich('From {supplier} to {owner}', {
            supplier: <UserLink user={quote.supplier} />,
            owner: quote.owner ? <UserLink user={quote.owner} /> : t('a deleted account'),
          })}{' '}
          ·{' '}
          <time dateTime={quote.createdAt} title={quote.createdAt}>
            {dayAndTime(quote.createdAt)}
          </time>
        </Text>
      </div>
      <Group gap="xs">
        <QuoteStatus quote={quote} />
        <Badge variant="light" color={quote.accountType === 'organization' ? 'brand' : 'gray'}>
          {accountTypeText(quote.accountType, language)}
        </Badge>
      </Group>
      <StatusReason quote={quote} />
      <QuoteFigures quote={quote} wanted={wantedOf(quote)} />
    </>
  );
}

/** Above messages on a phone: about what and with whom, state and price. */
function QuoteLine({ quote, userId, mute }: Omit<QuoteHeadProps, 'isShort'>) {
  const language = useLanguage();
  const { t } = language;
  const today = useToday();
  const other = quote.supplier.id === userId ? quote.owner : quote.supplier;
  return (
    <>
      <div className={classes.subject}>
        <Title order={3} size="sm" lineClamp={2}>
          <RequestTitle quote={quote} />
        </Title>
        <div className={classes.mute}>{mute}</div>
      </div>
      <div className={classes.who}>
        <Text size="sm" className={classes.standing}>
          <span className={classes.party}>{other ? <UserLink user={other} /> : t('a deleted account')}</span>
          <span>· {t(standingLabel(quote, requestStateOf(quote), today))}</span>
        </Text>
        <Text size="sm" className={classes.price} lineClamp={2}>
          {shownPrice(quote, language)}
        </Text>
      </div>
    </>
  );
}

function RequestTitle({ quote: { postId, postTitle } }: { quote: Quote }) {
  if (postId === null) return postTitle;
  return (
    <Anchor component={Link} to={paths.post({ id: postId, title: postTitle })} inherit>
      {postTitle}
    </Anchor>
  );
}

function UserLink({ user }: { user: { id: number; username: string } }) {
  return (
    <Anchor component={Link} to={paths.user(user.id)} inherit underline="always">
      {user.username}
    </Anchor>
  );
}
