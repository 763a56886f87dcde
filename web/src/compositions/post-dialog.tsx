import { PostFormDialog } from '@/features/posts/components/post-form-dialog.tsx';
import type { Post } from '@/features/posts/post.ts';
import { ImageUploader } from '@/shared/uploads/components/images-field.tsx';

type PostDialogProps = { post?: Post; opened: boolean; onClose: () => void };

/** The purchase request dialog with its images. */
export function PostDialog(props: PostDialogProps) {
  return <PostFormDialog {...props} renderImages={(field) => <ImageUploader kind="post" {...field} />} />;
}
