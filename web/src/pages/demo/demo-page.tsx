import { useState, type ReactNode } from 'react';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { LikeToggle } from '@/features/posts/like/like-button.tsx';
import { PostCard } from '@/features/posts/card/post-card.tsx';
import { PostCardSkeleton } from '@/features/posts/card/post-card-skeleton.tsx';
import { ownerName } from '@/features/posts/shown-post.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { paths } from '@/shared/paths.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { RequirementChips } from '@/features/posts/requirements/requirement-chips.tsx';
import { PlainButton } from '@/shared/ui/plain/plain-button.tsx';
import { Pager } from '@/shared/ui/pager/pager.tsx';
import { demoCards, type DemoCard } from './demo-posts.ts';
import { DemoForm } from './demo-form.tsx';

const Lightbox = lazyPart(async () => (await import('@/shared/ui/lightbox/lightbox.tsx')).Lightbox);
const ShareDialog = lazyPart(async () => (await import('@/features/posts/share/share-dialog.tsx')).ShareDialog);

const CARDS = demoCards();
const PAGE_COUNTS = [1, 5, 12];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="md" mt="xl">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function DemoLike({ likes }: { likes: number }) {
  const [hasLiked, setHasLiked] = useState(false);
  return <LikeToggle likes={likes + (hasLiked ? 1 : 0)} hasLiked={hasLiked} onToggle={() => setHasLiked(!hasLiked)} />;
}

function Card({ label, post, isCollapsible }: DemoCard) {
  const [startImage, setStartImage] = useState<number | null>(null);
  const [isSharing, setIsSharing] = useState(false);
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      <PostCard
        post={post}
        author={
          <Text size="sm" fw={600}>
            {ownerName(post, ENGLISH)}
          </Text>
        }
        likeButton={<DemoLike likes={post.likes} />}
        requirements={<RequirementChips post={post} />}
        actions={<PlainButton onClick={() => setIsSharing(true)}>Share</PlainButton>}
        onImageOpen={setStartImage}
        isCollapsible={isCollapsible}
      />
      <LazyDialog opened={startImage !== null}>
        {(opened) => (
          <Lightbox
            opened={opened}
            onClose={() => setStartImage(null)}
            start={startImage ?? 0}
            bucket="post-images"
            images={post.images}
            title={post.title}
          />
        )}
      </LazyDialog>
      <LazyDialog opened={isSharing}>
        {(opened) => (
          <ShareDialog
            opened={opened}
            onClose={() => setIsSharing(false)}
            title={post.title}
            url={new URL(paths.post(post), window.location.origin).href}
          />
        )}
      </LazyDialog>
    </div>
  );
}

function DemoPager({ pageCount }: { pageCount: number }) {
  const [page, setPage] = useState(1);
  return (
    <div>
      <Text size="sm" c="dimmed" ta="center" mb={4}>
        {pageCount} {pageCount === 1 ? 'page: no pager' : 'pages'}
      </Text>
      <Pager page={page} pageCount={pageCount} onChange={setPage} label={`Pager of ${pageCount} pages`} />
    </div>
  );
}

function Dialogs() {
  const [opened, setOpened] = useState<'none' | 'delete' | 'form'>('none');
  const close = () => setOpened('none');
  return (
    <Group>
      <Button variant="default" onClick={() => setOpened('delete')}>
        Delete dialog
      </Button>
      <Button variant="default" onClick={() => setOpened('form')}>
        Purchase request dialog
      </Button>
      <ConfirmDialog
        opened={opened === 'delete'}
        onClose={close}
        title="Delete post"
        confirmLabel="Delete"
        isDestructive
        onConfirm={close}
      >
        Are you sure you want to delete this post? This action cannot be undone.
      </ConfirmDialog>
      <DemoForm opened={opened === 'form'} onClose={close} />
    </Group>
  );
}

/** Post components in every state, with made-up data and without a server. */
export function DemoPage() {
  return (
    <div lang="en">
      <NoIndex />
      <PageTitle title="Demo">Cards, pagers and dialogs in every state. Nothing here is sent or stored.</PageTitle>
      <Section title="Cards">
        {CARDS.map((card) => (
          <Card key={card.post.id} {...card} />
        ))}
      </Section>
      <Section title="Pagers">
        {PAGE_COUNTS.map((pageCount) => (
          <DemoPager key={pageCount} pageCount={pageCount} />
        ))}
      </Section>
      <Section title="Dialogs">
        <Dialogs />
      </Section>
      <Section title="Loading, empty, failed">
        <PostCardSkeleton />
        <EmptyState title="No posts found">Try adjusting your filters to see more posts</EmptyState>
        <ErrorState title="Failed to load posts" message="Failed to fetch posts: 500 Internal Server Error" />
      </Section>
    </div>
  );
}
