import { useId, useState, type ReactNode } from 'react';
import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconMessage2, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { paths } from '@/shared/paths.ts';
import { averageText } from '@/shared/text/average-text.ts';
import { FactList } from '@/shared/ui/fact-list.tsx';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { useBelow } from '@/shared/ui/use-below.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import { ConvertedPrice } from '../facts/converted-price.tsx';
import { QUOTE_FACTS, shortMatch, wayOf } from '../facts/quote-facts.ts';
import type { Quote, QuoteMessages } from '../facts/shown-quote.ts';
import { DecisionHint, DecisionPanel } from '../decide/decision-panel.tsx';
import { SplitButton } from '../decide/split-button.tsx';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import { StatusReason } from '../status/status-reason.tsx';
import classes from '../facts/quotes.module.css';

type QuoteCardProps = {
  quote: Quote;
  /** All quotes on the post. */
  quotes: readonly Quote[];
  /** The owner of the post, viewing it. */
  userId: number;
  messages: QuoteMessages;
  /** Checkbox that selects it. */
  choice?: ReactNode;
};

/** A quote as its recipient sees it: supplier, offer, price, validity, and the available decisions. */
export function QuoteCard({ quote, quotes, userId, messages, choice }: QuoteCardProps) {
  const language = useLanguage();
  const { t, age, dayAndTime } = language;
  const { supplier } = quote;
  const isPhone = useBelow('phone');
  const unread = messages.unreadOf(quote.id);
  const match = (
    <Badge variant="light" color={quote.productMatch === 'different' ? 'yellow' : 'brand'} miw="max-content">
      {shortMatch(quote.productMatch, language)}
    </Badge>
  );
  return (
    <article
      className={classes.card}
      data-quote={quote.id}
      aria-label={t('Quote from {username}', { username: supplier.username })}
    >
      <div className={classes.head}>
        <UserAvatar username={supplier.username} avatarPath={supplier.avatarPath} size={36} />
        <div className={classes.who}>
          <Group gap="xs">
            <Anchor component={Link} to={paths.user(supplier.id)} c="bright" fw={600} size="sm">
              {supplier.username}
            </Anchor>
            {supplier.ratingCount > 0 && supplier.ratingAverage !== null && (
              <Text size="xs" c="dimmed" className={classes.rating}>
                <IconStarFilled size={12} aria-hidden />
                {averageText(supplier.ratingAverage, language)} ({supplier.ratingCount})
              </Text>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {supplier.companyName && (
              <>
                <bdi>{supplier.companyName}</bdi>
                {' · '}
              </>
            )}
            <time dateTime={quote.createdAt} title={dayAndTime(quote.createdAt)}>
              {age(quote.createdAt)}
            </time>
          </Text>
        </div>
        {!isPhone && (
          <Group gap={6} className={classes.badges}>
            <QuoteStatus quote={quote} />
            {match}
            {quote.accountType === 'organization' && (
              <Badge variant="outline" color="gray">
                {/* The line below the name can already have the organization. */}
                {ownOrganization(quote) ?? t('Organization')}
              </Badge>
            )}
          </Group>
        )}
      </div>
      {isPhone && (
        <div className={classes.badges}>
          {match}
          <QuoteStatus quote={quote} />
        </div>
      )}
      <StatusReason quote={quote} />
      {quote.description && (
        <Text size="sm" className={classes.description}>
          {quote.description}
        </Text>
      )}
      <QuoteFacts quote={quote} quotes={quotes} isPhone={isPhone} />
      <AttachmentList bucket="quote-documents" attachments={quote.attachments} />
      {isPhone && <DecisionHint quote={quote} userId={userId} />}
      <div className={classes.actions}>
        <DecisionPanel quote={quote} userId={userId} isQuiet ShortButtons={isPhone ? SplitButton : undefined} />
        <Button
          variant="default"
          size="xs"
          className={classes.message}
          leftSection={<IconMessage2 size={16} aria-hidden />}
          rightSection={unread > 0 && <UnreadBadge count={unread} />}
          onClick={() => messages.onMessage(quote.id)}
        >
          {t('Message')}
        </Button>
        {choice && <div className={classes.choice}>{choice}</div>}
      </div>
    </article>
  );
}

const { price, quantity, deliveryTime, paymentMethod, shippingMethod, accountType, organizationName } = QUOTE_FACTS;

/** The organization of a quote, if it is not the company that stands beside its supplier. */
const ownOrganization = ({ organizationName: name, supplier }: Quote): string | null =>
  name && name !== supplier.companyName ? name : null;

type QuoteFactsProps = Pick<QuoteCardProps, 'quote' | 'quotes'> & { isPhone: boolean };

/** Key facts of a quote; missing ones are left out. On a phone some are folded. */
function QuoteFacts({ quote, quotes, isPhone }: QuoteFactsProps) {
  const language = useLanguage();
  const { t } = language;
  const [isOpen, setIsOpen] = useState(false);
  const moreId = useId();
  const first = {
    name: t(price.short),
    value: (
      <>
        <div className={classes.price}>{price.valueOf(quote, language)}</div>
        <ConvertedPrice quote={quote} others={quotes} />
      </>
    ),
  };
  const brief = [
    { name: t(quantity.short), value: quantity.valueOf(quote, language) },
    { name: t(deliveryTime.short), value: deliveryTime.valueOf(quote, language) },
  ];
  const more = [
    { name: t('Delivery'), value: wayOf(quote) },
    { name: t(paymentMethod.short), value: paymentMethod.valueOf(quote, language) },
    { name: t(shippingMethod.short), value: shippingMethod.valueOf(quote, language) },
  ];
  if (!isPhone) return <FactList facts={[first, ...brief, ...more]} className={classes.shortFacts} />;
  // Here they have no badge.
  const account = [
    { name: t(accountType.short), value: accountType.valueOf(quote, language) },
    { name: t(organizationName.short), value: ownOrganization(quote) },
  ];
  return (
    <div className={classes.phoneFacts}>
      <FactList facts={[first]} className={classes.firstFact} />
      <div className={classes.brief}>
        <FactList facts={brief} className={classes.briefFacts} />
        <Button
          variant="subtle"
          size="compact-sm"
          px={6}
          rightSection={isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
          aria-label={`${t('Details')}: ${quote.supplier.username}`}
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('Details')}
        </Button>
      </div>
      <div id={moreId} hidden={!isOpen}>
        <FactList facts={[...more, ...account]} className={classes.shortFacts} />
      </div>
    </div>
  );
}
