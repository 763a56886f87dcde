import type { ReactNode } from 'react';
import { Anchor, Badge, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useBelow } from '@/shared/ui/use-below.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { paths } from '@/shared/paths.ts';
import { ForeignImage } from '@/shared/uploads/components/foreign-image.tsx';
import { publicImageUrl, siteOfImage, thumbnailUrl } from '@/shared/uploads/image-url.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { FactList } from '@/shared/ui/fact-list.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { quoteQueryOptions } from './get-quote.ts';
import { accountTypeText, QUOTE_FACTS } from '../facts/quote-facts.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { DecisionPanel } from '../decide/decision-panel.tsx';
import { QuoteHistory } from './quote-history.tsx';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import { StatusReason } from '../status/status-reason.tsx';
import classes from '../facts/quotes.module.css';

type QuoteDrawerProps = {
  /** Null while the drawer is closed. */
  quoteId: number | null;
  /** One of the two parties. */
  userId: number;
  onClose: () => void;
  /** Messages on the quote, from another feature. */
  renderConversation: (quote: Quote) => ReactNode;
  /** Actions on the other party, from another feature. */
  renderActions: (quote: Quote) => ReactNode;
};

/** Drawer with everything about one quote, next to its list. */
export function QuoteDrawer({ quoteId, userId, onClose, renderConversation, renderActions }: QuoteDrawerProps) {
  const { t } = useLanguage();
  const isNarrow = useBelow('sm');
  const handleClose = useLayer(quoteId !== null, onClose, { closesOnBack: false });
  const shownId = useLastShown(quoteId);
  return (
    <Drawer
      opened={quoteId !== null}
      onClose={handleClose}
      position="right"
      size={isNarrow ? '100%' : '38rem'}
      title={t('Quote')}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      {shownId !== null && (
        <QuoteContent
          quoteId={shownId}
          userId={userId}
          renderConversation={renderConversation}
          renderActions={renderActions}
        />
      )}
    </Drawer>
  );
}

type QuoteContentProps = Omit<QuoteDrawerProps, 'quoteId' | 'onClose'> & { quoteId: number };

function QuoteContent({ quoteId, userId, renderConversation, renderActions }: QuoteContentProps) {
  const { t } = useLanguage();
  const { data: quote, isPending, error, refetch } = useQuery(quoteQueryOptions(quoteId));
  // Decisions of the other party show while it is open.
  useLiveUpdates([keys.quotes.detail(quoteId)], ACCOUNT_REFRESH_MS);
  if (isPending) {
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton height={24} width="70%" />
        <Skeleton height={200} />
      </Stack>
    );
  }
  if (!quote)
    return <ErrorState title={t('Failed to load quote')} message={error.message} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md" flex={1}>
      <QuoteDetails quote={quote} userId={userId} actions={renderActions(quote)} />
      <QuoteHistory quote={quote} userId={userId} />
      {renderConversation(quote)}
    </Stack>
  );
}

// The account type has its own badge.
const { accountType: _accountType, ...DRAWER_FACTS } = QUOTE_FACTS;

function QuoteImages({ images }: { images: readonly string[] }) {
  const { t } = useLanguage();
  return (
    <div className={classes.images}>
      {images.map((path, index) => {
        const source = publicImageUrl('post-images', path);
        return source === null ? (
          <a
            key={path}
            href={path}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            aria-label={t('Open the image on {site}', { site: siteOfImage(path) })}
          >
            <span className={classes.image}>
              <ForeignImage url={path} />
            </span>
          </a>
        ) : (
          <a key={path} href={source} target="_blank" rel="noopener noreferrer">
            <img
              src={thumbnailUrl('post-images', path) ?? source}
              alt={t('Product shown in the quote, {index}', { index: index + 1 })}
              width={96}
              height={72}
              loading="lazy"
              className={classes.image}
            />
          </a>
        );
      })}
    </div>
  );
}

type QuoteDetailsProps = { quote: Quote; userId: number; actions: ReactNode };

function QuoteDetails({ quote, userId, actions }: QuoteDetailsProps) {
  const language = useLanguage();
  const { t, rich, dayAndTime } = language;
  return (
    // An article, so that the focus stays close when a decision removes its button.
    <Stack gap="md" component="article">
      <div>
        <Title order={3} size="h3" className={classes.description}>
          {quote.postId === null ? (
            quote.postTitle
          ) : (
            <Anchor component={Link} to={paths.post({ id: quote.postId, title: quote.postTitle })} inherit>
              {quote.postTitle}
            </Anchor>
          )}
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
      <DecisionPanel quote={quote} userId={userId} size="sm" />
      <FactList
        facts={Object.values(DRAWER_FACTS).map(({ long, valueOf, isWide }) => ({
          name: t(long),
          value: valueOf(quote, language),
          isWide,
        }))}
        className={classes.facts}
      />
      {quote.images.length > 0 && <QuoteImages images={quote.images} />}
      <AttachmentList bucket="quote-documents" attachments={quote.attachments} />
      {actions}
    </Stack>
  );
}

function UserLink({ user }: { user: { id: number; username: string } }) {
  return (
    <Anchor component={Link} to={paths.user(user.id)} inherit underline="always">
      {user.username}
    </Anchor>
  );
}
