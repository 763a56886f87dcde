import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { Question } from './shown-question.ts';

async function unhideQuestion({ id, hiddenAt }: Pick<Question, 'id' | 'hiddenAt'>) {
  dataOf(await supabase.rpc('unhide_question', { question_id: id, hidden_at: hiddenAt ?? undefined }));
}

/** Unhides a question that is still hidden as shown (admins), then refreshes the questions. Throws an AppError. */
export const useUnhideQuestion = () => useWrite(unhideQuestion, [keys.posts.allQuestions]);
