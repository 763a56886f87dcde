import { Text } from '@mantine/core';
import type { Language } from '@/shared/i18n/language.ts';
import { hideReasonText } from '@/shared/text/hide-reason-text.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { Time } from '@/shared/ui/time.tsx';
import type { HiddenPost } from './list-hidden-posts.ts';
import type { HiddenPostSort } from './hidden-post-table.ts';
import { PostName } from '@/shared/ui/post-name/post-name.tsx';
import { HiddenPostMenu } from './hidden-post-menu.tsx';

/** Columns of the list of hidden posts. */
export function hiddenPostTableColumns(language: Language): readonly Column<HiddenPost, HiddenPostSort>[] {
  const { t } = language;
  return [
    {
      label: t('Post'),
      sort: 'title',
      isName: true,
      render: (post) => <PostName post={post} />,
    },
    { label: t('Owner'), render: ({ owner }) => owner },
    {
      label: t('Hidden by'),
      render: ({ hiddenBy, isHiddenByOwner }) => (isHiddenByOwner ? t('Owner') : (hiddenBy ?? t('A former admin'))),
    },
    {
      label: t('Reason'),
      render: ({ reason }) => <Reason text={reason === null ? null : hideReasonText(reason, language)} />,
    },
    {
      label: t('Hidden at'),
      sort: 'hiddenAt',
      render: ({ hiddenAt }) => hiddenAt && <Time iso={hiddenAt} format="day" />,
    },
    { label: t('Quotes'), sort: 'quotes', isNumber: true, render: ({ quotes }) => quotes },
    { label: t('Actions'), isActions: true, render: (post) => <HiddenPostMenu post={post} /> },
  ];
}

function Reason({ text }: { text: string | null }) {
  return (
    <Text inherit miw={120} maw={200} lineClamp={3} title={text ?? undefined} dir="auto">
      {text ?? '–'}
    </Text>
  );
}
