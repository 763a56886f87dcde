import { useState } from 'react';
import { Anchor, Badge, Button, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { hideReasonText } from '@/shared/text/hide-reason-text.ts';
import { isHiddenByAdmin } from '@/features/posts/manage/hidden-by-admin.ts';
import { PostMenu } from '@/features/posts/manage/post-menu.tsx';
import type { Viewer } from '@/features/posts/manage/menu-actions.ts';
import type { Post } from '@/features/posts/shown-post.ts';
import { endText } from '@/features/posts/requirements/requirement-texts.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { readTableState, type TableState } from '@/shared/ui/data-table/table-state.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { PostFormDialog } from '@/features/posts/form/post-form-dialog.tsx';
import { MY_POST_SORTS, sortMyPosts, type MyPostSort } from './sort-my-posts.ts';

type MyPostsTableProps = {
  /** The posts that match the filters. */
  posts: readonly Post[];
  viewer: Viewer;
  unreadOfPost: (postId: number) => number;
  /** Whether it lists the posts with open questions: they lead there. */
  isAsked: boolean;
};

const spec = { sorts: MY_POST_SORTS, filters: {} } as const;
const INITIAL: TableState<MyPostSort, never> = readTableState(spec, new URLSearchParams());

function PostState({ post }: { post: Post }) {
  const language = useLanguage();
  const { t } = language;
  const end = endText(post, Date.now(), language);
  if (!post.isHidden && end)
    return (
      <Badge variant="dot" color="gray" miw="max-content">
        {end}
      </Badge>
    );
  if (!post.isHidden)
    return (
      <Badge variant="dot" color="teal" miw="max-content">
        {t('Visible')}
      </Badge>
    );
  return (
    <Badge
      variant="dot"
      color="orange"
      miw="max-content"
      title={post.hiddenReason === null ? undefined : hideReasonText(post.hiddenReason, language)}
    >
      {isHiddenByAdmin(post) ? t('Hidden by Admin') : t('Hidden')}
    </Badge>
  );
}

/** Own posts as table rows with their state, quotes, and unread messages. */
export function MyPostsTable({ posts, viewer, unreadOfPost, isAsked }: MyPostsTableProps) {
  const { t, plural, number, day } = useLanguage();
  const navigate = useNavigate();
  const [state, setState] = useState(INITIAL);
  const [edited, setEdited] = useState<Post | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const pathOf = (post: Post) => `${paths.post(post)}${isAsked ? '#questions' : ''}`;
  const edit = (post: Post) => {
    setEdited(post);
    setIsEditing(true);
  };
  const columns: readonly Column<Post, MyPostSort>[] = [
    {
      label: t('Request'),
      sort: 'request',
      isName: true,
      render: (post) => (
        <Anchor component={Link} to={pathOf(post)} size="sm" fw={500}>
          {post.title}
        </Anchor>
      ),
    },
    { label: t('State'), render: (post) => <PostState post={post} /> },
    { label: t('Quotes'), sort: 'quotes', isNumber: true, render: (post) => post.quoteCount },
    {
      label: t('Unread'),
      sort: 'unread',
      isNumber: true,
      render: (post) => (unreadOfPost(post.id) > 0 ? <UnreadBadge count={unreadOfPost(post.id)} /> : '0'),
    },
    { label: t('Likes'), sort: 'likes', isNumber: true, render: (post) => post.likes },
    {
      label: t('Posted'),
      sort: 'posted',
      render: (post) => (
        <time dateTime={post.createdAt} title={post.createdAt}>
          {day(post.createdAt)}
        </time>
      ),
    },
    {
      label: t('Actions'),
      isActions: true,
      render: (post) => (
        <Group gap={4} wrap="nowrap">
          <Button
            size="xs"
            variant="light"
            aria-label={t('Edit {title}', { title: post.title })}
            onClick={() => edit(post)}
          >
            {t('Edit')}
          </Button>
          <PostMenu post={post} viewer={viewer} />
        </Group>
      ),
    },
  ];
  const lastPage = Math.max(1, Math.ceil(posts.length / state.pageSize));
  const shown = { ...state, page: Math.min(state.page, lastPage) };
  const items = sortMyPosts(posts, shown, unreadOfPost).slice(
    (shown.page - 1) * shown.pageSize,
    shown.page * shown.pageSize,
  );
  return (
    <div>
      <DataTable
        label={t('My posts')}
        errorTitle={t('Failed to load posts')}
        countText={(n) => plural(n, { one: '{n} post', other: '{n} posts' }, { n: number(n) })}
        columns={columns}
        query={{
          data: { items, total: posts.length },
          isPending: false,
          isPlaceholderData: false,
          error: null,
          refetch: () => undefined,
        }}
        state={shown}
        onChange={(change) => setState({ ...shown, page: 1, ...change, filters: {} })}
        rowId={(post) => post.id}
        rowName={(post) => post.title}
        onOpen={(post) => void navigate(pathOf(post))}
        emptyText={t('No posts match these filters')}
      />
      {edited && (
        <PostFormDialog key={edited.id} opened={isEditing} onClose={() => setIsEditing(false)} post={edited} />
      )}
    </div>
  );
}
