import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { HIDE_NOTE_MAX, HIDE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { BulkBar } from '@/shared/ui/data-table/bulk-bar.tsx';
import type { Selection } from '@/shared/ui/data-table/selection.ts';
import { BulkReasonDialog } from '@/shared/ui/dialog/bulk-reason-dialog.tsx';
import { chosenText, visibleText } from '@/shared/text/posts-text.ts';
import type { AllPostState } from './all-post-table.ts';
import { listPostIds } from './list-all-posts.ts';
import { useBulkHidePosts, useBulkUnhidePosts } from './moderate-posts.ts';

type PostsBulkBarProps = {
  state: AllPostState;
  selection: Selection;
  /** Posts that match the filters. */
  total: number;
};

/** Hides or unhides all selected posts, on whichever page they are. */
export function PostsBulkBar({ state, selection, total }: PostsBulkBarProps) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const [isHiding, hiding] = useDisclosure(false);
  const [isUnhiding, unhiding] = useDisclosure(false);
  const hide = useBulkHidePosts();
  const unhide = useBulkUnhidePosts();
  const ids = [...selection.ids];
  const n = number(ids.length);
  const handleDone = () => selection.onChange(new Set());
  return (
    <BulkBar
      label={t('Chosen posts')}
      chosenText={chosenText(ids.length, language)}
      selection={selection}
      all={{ total, listIds: () => listPostIds(state) }}
    >
      <Button size="xs" variant="light" color="red" onClick={hiding.open}>
        {t('Hide')}
      </Button>
      <Button size="xs" variant="default" onClick={unhiding.open}>
        {t('Unhide')}
      </Button>
      <BulkReasonDialog
        ids={ids}
        action={hide}
        opened={isHiding}
        onClose={hiding.close}
        onDone={handleDone}
        title={plural(ids.length, { one: 'Hide {n} post', other: 'Hide {n} posts' }, { n })}
        label={t('Reason')}
        requiredText={t('Reason is required')}
        description={t('Sent to the owner and kept in the audit log.')}
        maxLength={HIDE_REASON_MAX}
        confirmLabel={t('Hide')}
        isDestructive
        doneText={(count) => plural(count, { one: '{n} post hidden', other: '{n} posts hidden' }, { n: number(count) })}
      >
        <Text size="sm">
          {t('It can be undone for 30 days under Audit log, Bulk actions.')} {t('Your own posts are left out.')}
        </Text>
      </BulkReasonDialog>
      <BulkReasonDialog
        ids={ids}
        action={unhide}
        opened={isUnhiding}
        onClose={unhiding.close}
        onDone={handleDone}
        title={plural(ids.length, { one: 'Unhide {n} post', other: 'Unhide {n} posts' }, { n })}
        label={t('Note to the owner (optional)')}
        description={t('Sent with the notification.')}
        maxLength={HIDE_NOTE_MAX}
        confirmLabel={t('Unhide')}
        doneText={(count) => visibleText(count, count, language)}
      >
        <Text size="sm">
          {t('What owners have hidden themselves stays hidden.')}{' '}
          {t('It can be undone for 30 days under Audit log, Bulk actions.')}
        </Text>
      </BulkReasonDialog>
    </BulkBar>
  );
}
