import { useState, type ReactNode } from 'react';
import { Drawer, Skeleton, Stack, Tabs, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Tabs.css';
import { useBelow } from '@/shared/ui/use-below.ts';
import { useQuery } from '@tanstack/react-query';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
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
import { QUOTE_FACTS } from '../facts/quote-facts.ts';
import type { Quote } from '../facts/shown-quote.ts';
import type { OpenQuote, QuoteView } from './use-open-quote.ts';
import { NextStep } from '../deal/next-step.tsx';
import { QuoteHead } from './quote-head.tsx';
import { QuoteHistory } from './quote-history.tsx';
import classes from '../facts/quotes.module.css';

const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);

type QuoteDrawerProps = {
  /** Null while the drawer is closed. */
  opened: Pick<OpenQuote, 'quoteId' | 'view'> | null;
  /** One of the two parties. */
  userId: number;
  onClose: () => void;
  onView: (quoteId: number, view: QuoteView) => void;
  /** The number of messages in words; undefined until it is known. */
  messageCount: string | undefined;
  /** Messages on the quote, from another feature. */
  renderConversation: (quote: Quote) => ReactNode;
  /** The button to mute that conversation, where it has no head of its own. */
  renderMute: (quote: Quote) => ReactNode;
  /** Actions on the other party, from another feature. */
  renderActions: (quote: Quote) => ReactNode;
};

/** Drawer with everything about one quote, next to its list: the decisive figures, then details, messages and history. */
export function QuoteDrawer({ opened, onClose, ...content }: QuoteDrawerProps) {
  const { t } = useLanguage();
  const isNarrow = useBelow('sm');
  const handleClose = useLayer(opened !== null, onClose, { closesOnBack: false });
  const shown = useLastShown(opened);
  return (
    <Drawer
      opened={opened !== null}
      onClose={handleClose}
      position="right"
      size={isNarrow ? '100%' : '38rem'}
      title={
        // Not the close button: opened by an address, the ring around it would be the first thing to see.
        <span tabIndex={-1} data-autofocus className={classes.drawerTitle}>
          {t('Quote')}
        </span>
      }
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      {shown && <QuoteContent {...shown} {...content} />}
    </Drawer>
  );
}

type QuoteContentProps = Omit<QuoteDrawerProps, 'opened' | 'onClose'> & Pick<OpenQuote, 'quoteId' | 'view'>;

const VIEWS: readonly QuoteView[] = ['', 'messages', 'history'];
/** The value of the tab of the details, whose address has none. */
const DETAILS = 'details';

function QuoteContent({
  quoteId,
  view,
  userId,
  onView,
  messageCount,
  renderConversation,
  renderMute,
  renderActions,
}: QuoteContentProps) {
  const { t } = useLanguage();
  const isShort = useBelow('phone') && view === 'messages';
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
      <QuoteHead quote={quote} userId={userId} isShort={isShort} mute={isShort && renderMute(quote)} />
      <Tabs
        value={view || DETAILS}
        onChange={(value) => onView(quoteId, VIEWS.find((each) => each === value) ?? '')}
        keepMounted={false}
        classNames={{ root: classes.views, list: classes.viewList, panel: classes.view }}
      >
        <Tabs.List>
          <Tabs.Tab value={DETAILS}>{t('Details')}</Tabs.Tab>
          <Tabs.Tab value="messages">
            {t('Messages')}
            {messageCount !== undefined && ` (${messageCount})`}
          </Tabs.Tab>
          <Tabs.Tab value="history">{t('History')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={DETAILS} pb="md">
          <QuoteDetails quote={quote} userId={userId} actions={renderActions(quote)} />
        </Tabs.Panel>
        <Tabs.Panel value="messages">{renderConversation(quote)}</Tabs.Panel>
        <Tabs.Panel value="history" pb="md">
          <QuoteHistory quote={quote} userId={userId} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

// The account type has its own badge, and the figures stand on top.
const { accountType: _type, price: _price, quantity: _minimum, deliveryTime: _time, ...DRAWER_FACTS } = QUOTE_FACTS;

function QuoteImages({ title, images }: { title: string; images: readonly string[] }) {
  const { t } = useLanguage();
  const [start, setStart] = useState<number | null>(null);
  const shownStart = useLastShown(start);
  return (
    <div className={classes.images}>
      <LazyDialog opened={start !== null}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={() => setStart(null)}
            title={title}
            start={shownStart ?? 0}
            bucket="post-images"
            images={images}
          />
        )}
      </LazyDialog>
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
          <UnstyledButton
            key={path}
            aria-label={t('Open image {n} of {count}', { n: index + 1, count: images.length })}
            onClick={() => setStart(index)}
          >
            <img
              src={thumbnailUrl('post-images', path) ?? source}
              alt={t('Product shown in the quote, {index}', { index: index + 1 })}
              width={96}
              height={72}
              loading="lazy"
              className={classes.image}
            />
          </UnstyledButton>
        );
      })}
    </div>
  );
}

type QuoteDetailsProps = { quote: Quote; userId: number; actions: ReactNode };

function QuoteDetails({ quote, userId, actions }: QuoteDetailsProps) {
  const language = useLanguage();
  const { t } = language;
  return (
    <Stack gap="md">
      {quote.status === 'accepted' && <NextStep quote={quote} userId={userId} />}
      <FactList
        facts={Object.values(DRAWER_FACTS).map(({ long, valueOf, isWide }) => ({
          name: t(long),
          value: valueOf(quote, language),
          isWide,
        }))}
        className={classes.facts}
      />
      {quote.images.length > 0 && <QuoteImages title={quote.postTitle} images={quote.images} />}
      <AttachmentList bucket="quote-documents" attachments={quote.attachments} />
      {actions}
    </Stack>
  );
}
