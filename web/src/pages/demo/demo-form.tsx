import { PostForm } from '@/features/posts/form/post-form.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

type DemoFormProps = { opened: boolean; onClose: () => void };

/** The purchase request form without a server. */
export function DemoForm({ opened, onClose }: DemoFormProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Create Purchase Request" size="lg" keepsDraft>
      <PostForm
        draftKey={null}
        onSend={({ post }) => {
          toast({ title: 'Success', message: `"${post.title}" would be sent now` });
          return Promise.resolve(true);
        }}
        onClose={onClose}
        hasFiles={false}
      />
    </FormDialog>
  );
}
