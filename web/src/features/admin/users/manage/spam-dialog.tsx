import { Text } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BulkReasonDialog } from '@/shared/ui/dialog/bulk-reason-dialog.tsx';
import { useMarkSpam } from './mark-spam.ts';

type SpamDialogProps = { ids: readonly number[]; opened: boolean; onClose: () => void; onDone?: () => void };

/** Confirms that users are spammers, with a reason that is filled in already. */
export function SpamDialog(props: SpamDialogProps) {
  const { t, plural, number } = useLanguage();
  const mark = useMarkSpam();
  const { length } = props.ids;
  return (
    <BulkReasonDialog
      {...props}
      action={mark}
      title={plural(length, { one: 'Mark {n} user as spam', other: 'Mark {n} users as spam' }, { n: number(length) })}
      label={t('Reason')}
      requiredText={t('Reason is required')}
      description={t('Shown to the user only when they try to write.')}
      initial={t('Spam')}
      maxLength={HIDE_REASON_MAX}
      confirmLabel={t('Mark as spam')}
      isDestructive
      doneText={({ users, posts }) => ({
        title: plural(
          users,
          { one: '{n} user marked as spam', other: '{n} users marked as spam' },
          { n: number(users) },
        ),
        message: plural(posts, { one: '{n} post hidden', other: '{n} posts hidden' }, { n: number(posts) }),
      })}
    >
      <Text size="sm">
        {t(
          'Suspends for good and hides all posts, questions and reviews. Nobody is told. Quotes and messages stay with those who got them. It can be undone for 30 days under Audit log, Bulk actions.',
        )}
      </Text>
    </BulkReasonDialog>
  );
}
