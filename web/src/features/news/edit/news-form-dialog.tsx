import { useState } from 'react';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NewsDraft } from '@domain/news.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useCreateNews } from './create-news.ts';
import { newsItemQueryOptions } from '../get-news-item.ts';
import type { NewsItem } from '../news-item.ts';
import { useUpdateNews } from './update-news.ts';
import { NewsForm } from './news-form.tsx';

type NewsFormDialogProps = {
  /** Item to edit; undefined creates one. */
  newsId?: number;
  opened: boolean;
  onClose: () => void;
};

function useSendNews() {
  const { t } = useLanguage();
  const create = useCreateNews();
  const update = useUpdateNews();
  const sendOnce = useSendOnce();
  return (news: NewsDraft, item?: NewsItem): Promise<boolean> =>
    item === undefined
      ? tellOutcome(
          sendOnce(news, (clientId) => create.mutateAsync({ clientId, news })),
          {
            done: t('News item created'),
            failed: t('Error creating news item'),
          },
        )
      : tellOutcome(update.mutateAsync({ id: item.id, news, readAt: item.updatedAt }), {
          done: t('News item updated'),
          failed: t('Error updating news item'),
        });
}

type FormProps = Omit<Parameters<typeof NewsForm>[0], 'item' | 'onSend'> & { onSend: ReturnType<typeof useSendNews> };

/** Lists hold only part of an item, so the full item is loaded first. */
function EditForm({ newsId, onSend, ...form }: FormProps & { newsId: number }) {
  const { t } = useLanguage();
  const { data: item, isPending, error, refetch } = useQuery(newsItemQueryOptions(newsId));
  if (isPending) {
    return (
      <Stack gap="md" aria-busy>
        <Skeleton height={60} />
        <Skeleton height={60} />
        <Skeleton height={180} />
      </Stack>
    );
  }
  if (error)
    return <ErrorState title={t('Failed to load news')} message={error.message} onRetry={() => void refetch()} />;
  if (!item) return <ErrorState title={t('News item not found')} />;
  return <ReadForm item={item} onSend={onSend} {...form} />;
}

/** The form of an item as it was when the form opened: its values are those of then, and so is what they may replace. */
function ReadForm({ item, onSend, ...form }: FormProps & { item: NewsItem }) {
  const [read] = useState(item);
  return <NewsForm item={read} onSend={(news) => onSend(news, read)} {...form} />;
}

/**
 * Dialog for admins to write a news item or event. The text survives closing the dialog or tab and is cleared by
 * sending.
 */
export function NewsFormDialog({ newsId, opened, onClose }: NewsFormDialogProps) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const userId = current.status === 'user' ? current.user.id : 0;
  const form = {
    draftKey: `draft_news_${userId}_${newsId ?? 'new'}`,
    onSend: useSendNews(),
    onClose,
  };
  return (
    <FormDialog
      opened={opened && userId > 0}
      onClose={onClose}
      title={newsId === undefined ? t('Add news') : t('Edit news')}
      size="lg"
      keepsDraft
    >
      {newsId === undefined ? <NewsForm {...form} /> : <EditForm newsId={newsId} {...form} />}
    </FormDialog>
  );
}
