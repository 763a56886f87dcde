import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

type NewAnswer = { id: number; answer: string };

async function answerQuestion({ id, answer }: NewAnswer) {
  dataOf(await supabase.rpc('answer_question', { question_id: id, answer }));
}

/** Answers a question on an own request, visible to everyone who sees the request. Throws an AppError. */
export const useAnswerQuestion = () => useWrite(answerQuestion, [keys.posts.allQuestions]);
