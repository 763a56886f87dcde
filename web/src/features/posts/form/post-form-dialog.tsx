import { useState, type ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { storedInstead, useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellFailure, tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { useCreatePost } from './create-post.ts';
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

function useSendPost(userId: number, post: Post | undefined) {
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
    // The post is already stored, so a failure here must not make the form send it again.
    await tellOutcome(addDocuments.mutateAsync({ id: created.id, documents }), {
      failed: t('Documents were not added'),
    });
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
  const send = useSendPost(userId, post);
  return (
    <FormDialog
      opened={opened && userId > 0}
      onClose={onClose}
      title={post ? t('Edit Purchase Request') : t('Create Purchase Request')}
      size="lg"
      keepsDraft
    >
      {post ? (
        <EditForm post={post} draftKey={`draft_post_${userId}_${post.id}`} onSend={send} onClose={onClose} />
      ) : (
        <PostForm draftKey={`draft_post_${userId}_new`} onSend={send} onClose={onClose} />
      )}
    </FormDialog>
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
