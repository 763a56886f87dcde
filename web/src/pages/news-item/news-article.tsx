import { Suspense, useState } from 'react';
import { Button, Divider, Group, Skeleton, Text } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import { IconShare3 } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { EventBox, ExternalLink } from '@/features/news/article/event-box.tsx';
import { NewsBadges } from '@/features/news/news-badges.tsx';
import { NewsGallery } from '@/features/news/article/news-gallery.tsx';
import { NewsNeighbours } from '@/features/news/article/news-neighbours.tsx';
import type { NewsItem } from '@/features/news/news-item.ts';
import { paths } from '@/shared/paths.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { EditableNewsMenu } from '@/compositions/editable-news-menu.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BackToNews } from './back-to-news.tsx';
import classes from './news-item.module.css';

const NewsBody = lazyPart(async () => (await import('@/features/news/article/news-body.tsx')).NewsBody);
const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);
const ShareDialog = lazyPart(async () => (await import('@/features/posts/share/share-dialog.tsx')).ShareDialog);

function Byline({ item }: { item: NewsItem }) {
  const { rich, dayAndTime } = useLanguage();
  const at = item.publishedAt ?? item.createdAt;
  const time = (
    <time dateTime={at} title={at}>
      {dayAndTime(at)}
    </time>
  );
  return (
    <Text size="sm" c="dimmed" component="div">
      {item.author ? rich('{time} · by {author}', { time, author: item.author }) : time}
    </Text>
  );
}

/** The full view of a news item. */
export function NewsArticle({ item }: { item: NewsItem }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'none' | 'share' | 'images'>('none');
  const [startImage, setStartImage] = useState(0);
  const close = () => setDialog('none');
  const handleImageOpen = (index: number) => {
    setStartImage(index);
    setDialog('images');
  };
  return (
    <div className={classes.page}>
      <BackToNews />
      <article className={classes.article}>
        <Group justify="space-between" wrap="nowrap" mih={44}>
          <NewsBadges item={item} />
          <EditableNewsMenu item={item} onDeleted={() => void navigate(paths.news, { replace: true })} />
        </Group>
        <PageTitle title={item.title} />
        <Byline item={item} />
        {item.summary && (
          <Text size="lg" className={classes.summary}>
            {item.summary}
          </Text>
        )}
        <NewsGallery images={item.images} onOpen={handleImageOpen} />
        {item.eventStart && <EventBox item={item} eventStart={item.eventStart} />}
        {item.body && (
          <Suspense fallback={<Skeleton height={160} />}>
            <NewsBody text={item.body} />
          </Suspense>
        )}
        <Group gap="xs" mt="xs">
          <Button
            variant="default"
            leftSection={<IconShare3 size={18} aria-hidden />}
            onClick={() => setDialog('share')}
          >
            {t('Share')}
          </Button>
          {!item.eventStart && item.externalUrl && <ExternalLink url={item.externalUrl} />}
        </Group>
      </article>
      <Divider />
      <NewsNeighbours newsId={item.id} />
      <LazyDialog opened={dialog === 'images'}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={close}
            title={item.title}
            start={startImage}
            bucket="news-images"
            images={item.images}
          />
        )}
      </LazyDialog>
      <LazyDialog opened={dialog === 'share'}>
        {(opened) => (
          <ShareDialog
            opened={opened}
            onClose={close}
            heading={item.type === 'event' ? t('Share this event') : t('Share this news item')}
            title={item.title}
            url={new URL(paths.newsItem(item.id), window.location.origin).href}
          />
        )}
      </LazyDialog>
    </div>
  );
}
