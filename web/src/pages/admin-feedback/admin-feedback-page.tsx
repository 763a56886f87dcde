import { Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { FeedbackDrawer } from '@/features/feedback/components/feedback-drawer.tsx';
import { FeedbackTable } from '@/features/feedback/components/feedback-table.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const PARAMETER = 'feedback';

/** What people write to the operators, and what is done about it (B19). */
export function AdminFeedbackPage() {
  const [params, setParams] = useSearchParams();
  const text = params.get(PARAMETER) ?? '';
  const openId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
  const open = (id: number | null) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === null) next.delete(PARAMETER);
        else next.set(PARAMETER, String(id));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Stack gap="lg">
      <PageTitle title="Feedback">What people write through the feedback form.</PageTitle>
      <FeedbackTable onOpen={open} />
      <FeedbackDrawer feedbackId={openId} onClose={() => open(null)} />
    </Stack>
  );
}
