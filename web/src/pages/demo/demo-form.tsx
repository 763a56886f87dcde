import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { PostForm } from '@/features/posts/components/post-form.tsx';
import { toast } from '@/shared/ui/toast.ts';

type DemoFormProps = { opened: boolean; onClose: () => void };

/** The purchase request form without a server behind it. */
export function DemoForm({ opened, onClose }: DemoFormProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Create Purchase Request"
      size="lg"
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <PostForm
        draftKey={null}
        onSend={(post) => {
          toast({ title: 'Success', message: `"${post.title}" would be sent now` });
          return Promise.resolve(true);
        }}
        onClose={onClose}
        onSendingChange={() => undefined}
        renderImages={() => null}
      />
    </Modal>
  );
}
