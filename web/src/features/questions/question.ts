import type { QueryData } from '@supabase/supabase-js';
import { supabase } from '@/shared/backend/supabase.ts';

const PUBLIC_COLUMNS =
  'id, question, answer, answered_at, created_at, asker:profiles!post_questions_asker_id_fkey(id, username)';
const MODERATION_COLUMNS = 'hidden_at, hidden_reason';

/** Starts a request for questions with all that signed-in people may read of them; row-level security leaves those that the caller may see. */
export function selectQuestions() {
  return supabase.from('post_questions').select(`${PUBLIC_COLUMNS}, ${MODERATION_COLUMNS}`);
}

/** The same for guests, who see none that is hidden. */
export function selectPublicQuestions() {
  return supabase.from('post_questions').select(PUBLIC_COLUMNS);
}

type PublicRow = QueryData<ReturnType<typeof selectPublicQuestions>>[number];
type QuestionRow = PublicRow & Partial<QueryData<ReturnType<typeof selectQuestions>>[number]>;

/** A row as the page shows it. `asker` is null once the account is deleted. */
export const toShownQuestion = (row: QuestionRow) => ({
  id: row.id,
  asker: row.asker && { id: row.asker.id, username: row.asker.username },
  question: row.question,
  answer: row.answer,
  answeredAt: row.answered_at,
  hiddenAt: row.hidden_at ?? null,
  hiddenReason: row.hidden_reason ?? null,
  createdAt: row.created_at,
});

export type Question = ReturnType<typeof toShownQuestion>;

/** Who reads the questions; null for a guest. */
export type Reader = { id: number; isAdmin: boolean; /** Of the request. */ isOwner: boolean } | null;
