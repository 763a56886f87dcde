import { useState, type ComponentProps } from 'react';
import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { toAppError } from '@/shared/errors/app-error.ts';
import { storedInstead, useSendOnce } from '@/shared/form/send-once.ts';
import { leaveDraft } from '@/shared/form/use-draft.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { useCreatePost } from './create-post.ts';
import { postQueryOptions } from '../detail/get-post.ts';
import { postDocumentsQueryOptions } from '../detail/list-post-documents.ts';
import { useSetPostDocuments } from './set-post-documents.ts';
import { useUpdatePost } from './update-post.ts';
import type { Post } from '../shown-post.ts';
import type { SentPost } from './post-values.ts';
import { PostForm } from './post-form.tsx';

type PostFormDialogProps = {
  /** Post to edit; undefined creates one. */
  post?: Post;
  opened: boolean;
  onClose: () => void;
};

/** A new post that is stored without its documents, and why. */
type Incomplete = { id: number; reason: string };

const draftKeyOf = (userId: number, id: number | 'new') => `draft_post_${userId}_${id}`;

function useSendPost(userId: number, post: Post | undefined, onIncomplete: (created: Incomplete) => void) {
  const { t } = useLanguage();
  const create = useCreatePost();
  const update = useUpdatePost();
  const navigate = useNavigate();
  const addDocuments = useSetPostDocuments();
  const sendOnce = useSendOnce();
  const toPost = (target: { id: number; title: string }) => ({
    label: t('View'),
    onClick: () => void navigate(paths.post(target)),
  });
  const createNew = async ({ documents, ...body }: SentPost) => {
    const created = await sendOnce(body, (clientId) => create.mutateAsync({ userId, clientId, ...body }));
    try {
      await addDocuments.mutateAsync({ id: created.id, documents });
    } catch (error) {
      // The post is already stored, so sending the form again would be wrong. Its edit form takes the documents over.
      leaveDraft(draftKeyOf(userId, created.id), { documents });
      onIncomplete({ id: created.id, reason: toAppError(error).message });
      tellFailure({ title: t('Documents were not added'), action: toPost(created) }, error);
      return;
    }
    toast({
      title: t('Success'),
      message: t('Your post has been created successfully!'),
      action: toPost(created),
    });
  };
  const change = async (id: number, body: SentPost) => {
    await update.mutateAsync({ id, ...body });
    toast({ title: t('Success'), message: t('Your post has been updated successfully!') });
  };
  return async (body: SentPost, mark: (error: unknown) => void): Promise<boolean> => {
    try {
      await (post ? change(post.id, body) : createNew(body));
      return true;
    } catch (error) {
      mark(error);
      const storedId = storedInstead(error);
      tellFailure(
        {
          title: post ? t('Error updating post') : t('Error creating post'),
          ...(storedId !== null && { action: toPost({ id: storedId, title: body.post.title }) }),
        },
        error,
      );
      return false;
    }
  };
}

/** Creates or edits a purchase request. The text survives closing the dialog or tab and is cleared by sending. */
export function PostFormDialog({ post, opened, onClose }: PostFormDialogProps) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const userId = current.status === 'user' ? current.user.id : 0;
  const [incomplete, setIncomplete] = useState<Incomplete | null>(null);
  const [isCompleting, setIsCompleting] = useState(false);
  const send = useSendPost(userId, post, (created) => {
    setIncomplete(created);
    setIsCompleting(true);
  });
  const handleClose = () => {
    setIsCompleting(false);
    onClose();
  };
  return (
    <FormDialog
      // The form of a new post closes once it is stored; its documents can still be missing.
      opened={(opened || isCompleting) && userId > 0}
      onClose={handleClose}
      onExitTransitionEnd={() => setIncomplete(null)}
      title={post || incomplete ? t('Edit Purchase Request') : t('Create Purchase Request')}
      size="lg"
      keepsDraft
    >
      {incomplete && <IncompleteForm userId={userId} created={incomplete} onClose={handleClose} />}
      {!incomplete && post && (
        <EditForm post={post} draftKey={draftKeyOf(userId, post.id)} onSend={send} onClose={onClose} />
      )}
      {!incomplete && !post && <PostForm draftKey={draftKeyOf(userId, 'new')} onSend={send} onClose={onClose} />}
    </FormDialog>
  );
}

type IncompleteFormProps = { userId: number; created: Incomplete; onClose: () => void };

/** The edit form of a post that has just been created without its documents, which its draft holds. */
function IncompleteForm({ userId, created, onClose }: IncompleteFormProps) {
  const { t, message } = useLanguage();
  const { data: post, isPending, error, refetch } = useQuery(postQueryOptions(created.id));
  const send = useSendPost(userId, post ?? undefined, () => undefined);
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" title={t('Your post has been created successfully!')}>
        <Text size="sm">{t('Documents were not added')}</Text>
        <Text size="sm">{message(created.reason)}</Text>
      </Alert>
      {isPending && <SheetSkeleton label={t('Loading post')} />}
      {!isPending && !post && (
        <ErrorState title={t('Failed to load post')} message={error?.message} onRetry={() => void refetch()} />
      )}
      {post && <EditForm post={post} draftKey={draftKeyOf(userId, post.id)} onSend={send} onClose={onClose} />}
    </Stack>
  );
}

type EditFormProps = Pick<ComponentProps<typeof PostForm>, 'draftKey' | 'onSend' | 'onClose'> & { post: Post };

/** The form of an existing post. Waits for all of its data, so that saving loses nothing. */
function EditForm({ post, ...form }: EditFormProps) {
  const { t } = useLanguage();
  // As it was when the form opened: the values are those of then, and so is what they may replace.
  const [read] = useState(post);
  const { data, isPending, error, refetch } = useQuery(postDocumentsQueryOptions(post.id));
  if (isPending) return <SheetSkeleton label={t('Loading post')} />;
  if (!data)
    return <ErrorState title={t('Failed to load post')} message={error.message} onRetry={() => void refetch()} />;
  return <PostForm {...form} post={read} documents={data.map(({ path, name }) => ({ path, name }))} />;
}
