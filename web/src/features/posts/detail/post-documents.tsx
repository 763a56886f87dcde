import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { AttachmentList } from '@/shared/uploads/components/attachment-list.tsx';
import { postDocumentsQueryOptions } from './list-post-documents.ts';
import type { Post } from '../shown-post.ts';
import { hasRequirements } from './post-facts.ts';

/**
 * The documents of a request with downloads, for signed-in users; renders nothing without any. Guests cannot know
 * whether there are some; requests with optional facts invite them to sign in.
 */
export function PostDocuments({ post }: { post: Post }) {
  const language = useLanguage();
  const { t, rich } = language;
  const { status } = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  const { data = [], error, refetch } = useQuery({ ...postDocumentsQueryOptions(post.id), enabled: status === 'user' });
  if (status === 'guest' && hasRequirements(post, language)) {
    return (
      <Text size="sm" c="dimmed">
        {rich('{signIn} to see documents of this request, if there are any.', {
          signIn: (
            <Anchor
              component="button"
              type="button"
              inherit
              underline="always"
              onClick={() => requireSignIn(() => undefined)}
            >
              {t('Sign in')}
            </Anchor>
          ),
        })}
      </Text>
    );
  }
  if (error && data.length === 0)
    return <ErrorState title={t('Failed to load documents')} message={error.message} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t('Documents')}
      </Text>
      <AttachmentList bucket="post-documents" attachments={data} />
    </div>
  );
}
