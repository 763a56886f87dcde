import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

async function unhideQuestion(id: number) {
  dataOf(await supabase.rpc('unhide_question', { question_id: id }));
}

/** Shows a hidden question again (admins), then refreshes the questions. Throws an AppError. */
export const useUnhideQuestion = () => useWrite(unhideQuestion, [keys.posts.allQuestions]);
