import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refresh } from '@/shared/backend/refresh.ts';

type NewAnswer = { id: number; answer: string };

async function answerQuestion({ id, answer }: NewAnswer) {
  dataOf(await supabase.rpc('answer_question', { question_id: id, answer }));
}

/** Answers a question on an own request, visible to everyone who sees the request. Throws an AppError. */
export function useAnswerQuestion() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: answerQuestion,
    onSuccess: () => refresh(queryClient, [keys.posts.allQuestions]),
  });
}
