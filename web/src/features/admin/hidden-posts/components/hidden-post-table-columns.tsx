import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { categoryLabel } from '@domain/categories.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { Time } from '@/shared/ui/time.tsx';
import type { HiddenPost } from '../api/list-hidden-posts.ts';
import type { HiddenPostSort } from '../hidden-post-table.ts';
import { PostThumbnail } from './post-thumbnail.tsx';
import { HiddenPostMenu } from './hidden-post-menu.tsx';

/** The columns of the list of hidden posts. */
export const hiddenPostTableColumns: readonly Column<HiddenPost, HiddenPostSort>[] = [
  {
    label: 'Post',
    sort: 'title',
    isName: true,
    render: (post) => (
      <Group gap="sm" wrap="nowrap" miw={230}>
        <PostThumbnail path={post.image} />
        <div>
          <Anchor
            component={Link}
            to={paths.post(post)}
            size="sm"
            fw={550}
            lineClamp={3}
            title={post.title}
            style={{ overflowWrap: 'anywhere' }}
          >
            {post.title}
          </Anchor>
          <Text size="xs" c="dimmed">
            {categoryLabel(post.category)}
          </Text>
        </div>
      </Group>
    ),
  },
  { label: 'Owner', render: ({ owner }) => owner },
  {
    label: 'Hidden by',
    render: ({ hiddenBy, isHiddenByOwner }) => (isHiddenByOwner ? 'Owner' : (hiddenBy ?? 'A former admin')),
  },
  {
    label: 'Reason',
    render: ({ reason }) => (
      <Text inherit miw={120} maw={200} lineClamp={3} title={reason ?? undefined}>
        {reason ?? '–'}
      </Text>
    ),
  },
  { label: 'Hidden at', sort: 'hiddenAt', render: ({ hiddenAt }) => hiddenAt && <Time iso={hiddenAt} format="day" /> },
  { label: 'Quotes', sort: 'quotes', isNumber: true, render: ({ quotes }) => quotes },
  { label: 'Actions', isActions: true, render: (post) => <HiddenPostMenu post={post} /> },
];
