import { RequirementFacts } from '@/features/posts/detail/requirement-facts.tsx';
import type { Post } from '@/features/posts/shown-post.ts';
import { QuoteDialog } from '@/features/quotes/send/quote-dialog.tsx';

type PostQuoteDialogProps = { post: Post; opened: boolean; onClose: () => void };

/** The dialog for a quote, with what the request asks for. */
export function PostQuoteDialog({ post, opened, onClose }: PostQuoteDialogProps) {
  return <QuoteDialog opened={opened} onClose={onClose} post={post} about={<RequirementFacts post={post} />} />;
}
