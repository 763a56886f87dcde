import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refresh } from '@/shared/backend/refresh.ts';

type Hiding = { id: number; reason: string };

async function hideQuestion({ id, reason }: Hiding) {
  dataOf(await supabase.rpc('hide_question', { question_id: id, reason }));
}

/** Hides a question (admins), then refreshes the questions. Throws an AppError. */
export function useHideQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: hideQuestion,
    onSuccess: () => refresh(queryClient, [keys.posts.allQuestions]),
  });
}
