import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

type Hiding = { id: number; reason: string };

async function hideQuestion({ id, reason }: Hiding) {
  dataOf(await supabase.rpc('hide_question', { question_id: id, reason }));
}

/** Hides a question (admins), then refreshes the questions. Throws an AppError. */
export const useHideQuestion = () => useWrite(hideQuestion, [keys.posts.allQuestions]);
