import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, SegmentedControl, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { myPostsQueryOptions } from '@/features/posts/manage/list-my-posts.ts';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import type { QuoteMessages } from '@/features/quotes/facts/shown-quote.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { useKeptChoice } from '@/shared/ui/use-kept-choice.ts';
import { PostFormDialog } from '@/features/posts/form/post-form-dialog.tsx';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { ViewerProvider } from '@/shared/session/viewer.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { filterMyPosts, MY_POSTS_PER_PAGE, POST_SHOWS, type PostShow } from './filter-my-posts.ts';
import { accountDeskQueryOptions } from './get-account-desk.ts';
import { MyPost } from './my-post.tsx';
import { MyPostsTable } from './my-posts-table.tsx';
import classes from './account.module.css';

const SHOW_LABELS = {
  all: msg('All'),
  visible: msg('Visible'),
  hidden: msg('Hidden'),
  asked: msg('Questions to answer'),
  closing: msg('Closing this week'),
} as const satisfies Record<PostShow, string>;
const LAYOUTS = ['cards', 'table'] as const;
const LAYOUT_LABELS = { cards: msg('Cards'), table: msg('Table') } as const satisfies Record<
  (typeof LAYOUTS)[number],
  string
>;
/** URL state: which posts are shown; the tiles above link to some of them. */
const postsAddress = { show: oneOf(POST_SHOWS, 'all') };
/** Before the database has said which posts wait for the user. */
const NOTHING_WAITS = { askedPostIds: [], closingPostIds: [] };

type MyPostsPanelProps = {
  userId: number;
  messages: QuoteMessages;
  unreadOfPost: (postId: number) => number;
  highlightedId: number | null;
  /** Called with the text to announce for a highlighted post. */
  onHighlight: (announcement: string) => void;
  onHighlightEnd: () => void;
  onMissing: () => void;
};

/** The Posts tab: own posts, newest first, filtered by visibility and title. */
export function MyPostsPanel({
  userId,
  messages,
  unreadOfPost,
  highlightedId,
  onHighlight,
  onHighlightEnd,
  onMissing,
}: MyPostsPanelProps) {
  const { t } = useLanguage();
  const { data: posts, isPending, error, refetch } = useQuery(myPostsQueryOptions(userId));
  const desk = useQuery(accountDeskQueryOptions);
  const [{ show }, changeAddress] = useAddress(postsAddress);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [isCreating, setIsCreating] = useState(false);
  const [kept, keep] = useKeptChoice('myPostsLayout', LAYOUTS);
  // The target of a notification shows in full, with its quotes, until the user picks another layout.
  const [wasSought, setWasSought] = useState(highlightedId !== null);
  const layout = wasSought ? 'cards' : kept;

  const showOnly = (next: PostShow) => {
    if (next !== show) changeAddress({ show: next }, { replace: true, preventScrollReset: true });
    setPage(1);
  };
  const clearFilters = () => {
    showOnly('all');
    setSearch('');
  };

  // Scrolls to the requested post. If the list lacks it, the list could be stale and is refetched once.
  const seek = useEffectEvent(async (id: number) => {
    const isHere = posts?.some((post) => post.id === id);
    const list = (isHere ? posts : (await refetch()).data) ?? [];
    const index = list.findIndex((post) => post.id === id);
    const post = list[index];
    if (!post) {
      onMissing();
      return;
    }
    setWasSought(true);
    clearFilters();
    setPage(Math.floor(index / MY_POSTS_PER_PAGE) + 1);
    onHighlight(t('Showing your post {title}', { title: post.title }));
  });
  const isLoaded = posts !== undefined;
  useEffect(() => {
    if (highlightedId !== null && isLoaded) void seek(highlightedId);
  }, [highlightedId, isLoaded]);

  const isOfDesk = show === 'asked' || show === 'closing';
  const isAwaited = isPending || (isOfDesk && desk.isPending);
  if (!isAwaited && (!posts || (error && posts.length === 0)))
    return <ErrorState title={t('Failed to load posts')} message={error?.message} onRetry={() => void refetch()} />;

  const dialog = <PostFormDialog opened={isCreating} onClose={() => setIsCreating(false)} />;
  if (!isAwaited && posts?.length === 0) {
    return (
      <>
        <EmptyState
          title={t('You have not posted any purchase requests yet')}
          action={<Button onClick={() => setIsCreating(true)}>{t('Create a Post')}</Button>}
        >
          {t('Say what you want to buy, and suppliers send you their quotes.')}
        </EmptyState>
        {dialog}
      </>
    );
  }

  const matching = isAwaited ? [] : filterMyPosts(posts ?? [], { show, search }, desk.data ?? NOTHING_WAITS);
  const pageCount = Math.max(1, Math.ceil(matching.length / MY_POSTS_PER_PAGE));
  const shownPage = Math.min(page, pageCount);
  const shown = matching.slice((shownPage - 1) * MY_POSTS_PER_PAGE, shownPage * MY_POSTS_PER_PAGE);
  return (
    <>
      <Stack gap="md">
        <VisuallyHidden component="h2">{t('Posts')}</VisuallyHidden>
        <Group justify="space-between">
          <SegmentedControl
            aria-label={t('Which posts')}
            // Only the tiles lead to what waits for the user.
            data={POST_SHOWS.filter((each) => each === show || (each !== 'asked' && each !== 'closing')).map(
              (each) => ({
                value: each,
                label: t(SHOW_LABELS[each]),
              }),
            )}
            value={show}
            onChange={(value) => showOnly(postsAddress.show.read(value))}
          />
          <SegmentedControl
            aria-label={t('Layout')}
            data={LAYOUTS.map((value) => ({ value, label: t(LAYOUT_LABELS[value]) }))}
            value={layout}
            onChange={(value) => {
              setWasSought(false);
              keep(LAYOUTS.find((each) => each === value) ?? 'cards');
            }}
          />
          <TextInput
            aria-label={t('Search in titles')}
            placeholder={t('Search in titles')}
            leftSection={<IconSearch size={16} aria-hidden />}
            className={classes.search}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
          <Button
            className={classes.create}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setIsCreating(true)}
          >
            {t('Create a Post')}
          </Button>
        </Group>
        {isAwaited && (
          <Stack gap="md" aria-busy>
            <PostCardSkeleton />
            <PostCardSkeleton />
          </Stack>
        )}
        {!isAwaited && shown.length === 0 && (
          <EmptyState
            title={t('No posts match these filters')}
            action={<Button onClick={clearFilters}>{t('Clear filters')}</Button>}
          />
        )}
        {layout === 'table' && shown.length > 0 && (
          <MyPostsTable
            posts={matching}
            viewer={{ id: userId, isAdmin: false }}
            unreadOfPost={unreadOfPost}
            isAsked={show === 'asked'}
          />
        )}
        {layout === 'cards' && !isAwaited && (
          <>
            <ViewerProvider>
              <ul className={classes.list}>
                {shown.map((post) => (
                  <Part key={post.id} fallback={<li dir="auto">{post.title}</li>}>
                    {() => (
                      <MyPost
                        post={post}
                        messages={messages}
                        unread={unreadOfPost(post.id)}
                        isAsked={desk.data?.askedPostIds.includes(post.id) ?? false}
                        isHighlighted={post.id === highlightedId}
                        onHighlightEnd={onHighlightEnd}
                      />
                    )}
                  </Part>
                ))}
              </ul>
            </ViewerProvider>
            <Pager page={shownPage} pageCount={pageCount} onChange={setPage} />
          </>
        )}
      </Stack>
      {dialog}
    </>
  );
}
