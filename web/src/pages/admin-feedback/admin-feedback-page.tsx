import { Stack } from '@mantine/core';
import { FeedbackDrawer } from '@/features/feedback/inbox/feedback-drawer.tsx';
import { FeedbackTable } from '@/features/feedback/inbox/feedback-table.tsx';
import { id } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** The feedback in the drawer. */
const openFeedbackAddress = { feedback: id };

/** Feedback from users, with the admins' actions on it. */
export function AdminFeedbackPage() {
  const { t } = useLanguage();
  const [{ feedback: openId }, change] = useAddress(openFeedbackAddress);
  const open = (feedback: number | null) => change({ feedback }, { replace: true, preventScrollReset: true });
  return (
    <Stack gap="lg">
      <PageTitle title={t('Feedback')}>{t('What people write through the feedback form.')}</PageTitle>
      <FeedbackTable onOpen={open} />
      <FeedbackDrawer feedbackId={openId} onClose={() => open(null)} />
    </Stack>
  );
}
