import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refresh } from '@/shared/backend/refresh.ts';

async function unhideQuestion(id: number) {
  dataOf(await supabase.rpc('unhide_question', { question_id: id }));
}

/** Shows a hidden question again (admins), then refreshes the questions. Throws an AppError. */
export function useUnhideQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: unhideQuestion,
    onSuccess: () => refresh(queryClient, [keys.posts.allQuestions]),
  });
}
