import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import { refresh } from '@/shared/backend/refresh.ts';

type NewQuestion = { postId: number; question: string; clientId: ClientId };

async function askQuestion({ postId, question, clientId }: NewQuestion) {
  dataOf(await supabase.rpc('ask_question', { post_id: postId, question, client_id: clientId }));
}

/** Asks the owner of a request. Idempotent per client id. Then refreshes its questions. Throws an AppError. */
export function useAskQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: askQuestion,
    retry: retryUnlessRefused,
    // Also after a refusal: the question can already be stored.
    onSettled: (_, _error, { postId }) => refresh(queryClient, [keys.posts.questions(postId)]),
  });
}
