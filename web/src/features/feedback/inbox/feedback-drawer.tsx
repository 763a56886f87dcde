import { Drawer, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useBelow } from '@/shared/ui/use-below.ts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { feedbackQueryOptions } from './get-feedback.ts';
import { FeedbackActions } from './feedback-actions.tsx';
import { FeedbackComposer } from './feedback-composer.tsx';
import { FeedbackContent } from './feedback-content.tsx';
import { FeedbackEntries } from './feedback-entries.tsx';

type FeedbackDrawerProps = { /** Null while the drawer is closed. */ feedbackId: number | null; onClose: () => void };

/** Drawer with one feedback entry and the admins' actions on it. */
export function FeedbackDrawer({ feedbackId, onClose }: FeedbackDrawerProps) {
  const { t } = useLanguage();
  const isPhone = useBelow('phone');
  const handleClose = useLayer(feedbackId !== null, onClose);
  const shownId = useLastShown(feedbackId);
  return (
    <Drawer
      opened={feedbackId !== null}
      onClose={handleClose}
      position="right"
      size={isPhone ? '100%' : 'lg'}
      title={t('Feedback')}
    >
      {shownId !== null && <FeedbackById key={shownId} id={shownId} onClose={onClose} />}
    </Drawer>
  );
}

function FeedbackById({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useLanguage();
  const { data: feedback, isPending, error, refetch } = useQuery(feedbackQueryOptions(id));
  if (isPending) {
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton height={24} width="70%" />
        <Skeleton height={220} />
      </Stack>
    );
  }
  if (!feedback) {
    return <ErrorState title={t('Failed to load feedback')} message={error.message} onRetry={() => void refetch()} />;
  }
  return (
    <Stack gap="lg">
      <FeedbackActions feedback={feedback} onDeleted={onClose} />
      <FeedbackContent feedback={feedback} />
      <FeedbackEntries entries={feedback.entries} />
      <FeedbackComposer
        feedbackId={id}
        lastReply={feedback.entries.findLast(({ kind }) => kind === 'reply')?.id ?? 0}
      />
    </Stack>
  );
}
