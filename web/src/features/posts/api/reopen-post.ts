import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { cachesOfPost, refresh } from './refresh-posts.ts';

type Reopening = {
  id: number;
  /** Needed where one has passed; without it the present one stays. */ quoteDeadline?: string;
};

async function reopenPost({ id, quoteDeadline }: Reopening) {
  dataOf(await supabase.rpc('reopen_post', { post_id: id, quote_deadline: quoteDeadline }));
}

/** Takes quotes on an own request again, until a new deadline if one is given. Afterwards everything that shows it is fresh. */
export function useReopenPost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: reopenPost,
    onSuccess: (_, { id }) => refresh(queryClient, [...cachesOfPost(id), keys.quotes.all]),
  });
}
