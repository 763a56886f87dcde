import { useState } from 'react';
import { Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useMarkSpam } from './mark-spam.ts';

type SpamDialogProps = { ids: readonly number[]; opened: boolean; onClose: () => void; onDone?: () => void };

/** Confirms that users are spammers, with a reason that is filled in already. */
export function SpamDialog({ ids, opened, onClose, onDone }: SpamDialogProps) {
  const { t, plural, number } = useLanguage();
  const mark = useMarkSpam();
  const [done, setDone] = useState(0);
  const sendOnce = useSendOnce();
  const handleConfirm = async (reason: string) => {
    const marking = sendOnce({ ids, reason }, (clientId) =>
      mark.mutateAsync({ ids, reason, clientId, onProgress: setDone }),
    );
    const isDone = await tellOutcome(marking, {
      done: ({ users, posts }) => ({
        title: plural(
          users,
          { one: '{n} user marked as spam', other: '{n} users marked as spam' },
          { n: number(users) },
        ),
        message: plural(posts, { one: '{n} post hidden', other: '{n} posts hidden' }, { n: number(posts) }),
      }),
    });
    if (isDone) onDone?.();
    return isDone;
  };
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={plural(
        ids.length,
        { one: 'Mark {n} user as spam', other: 'Mark {n} users as spam' },
        { n: number(ids.length) },
      )}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Shown to the user only when they try to write.')}
      initial={t('Spam')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Mark as spam')}
      isDestructive
      onConfirm={handleConfirm}
    >
      <Text size="sm">
        {t(
          'Suspends for good and hides all posts, questions and reviews. Nobody is told. Quotes and messages stay with those who got them. It can be undone for 30 days under Audit log, Bulk actions.',
        )}
      </Text>
      {mark.isPending && ids.length > done && done > 0 && (
        <Progress value={(done / ids.length) * 100} aria-label={t('Progress')} />
      )}
    </ReasonDialog>
  );
}
