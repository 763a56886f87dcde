import type { QueryData } from '@supabase/supabase-js';
import { supabase } from '@/shared/backend/supabase.ts';

const PUBLIC_COLUMNS =
  'id, question, answer, answered_at, created_at, asker:profiles!post_questions_asker_id_fkey(id, username)';
const MODERATION_COLUMNS = 'hidden_at, hidden_reason';

/** Starts a query for questions with the columns for signed-in users; row-level security limits the rows. */
export function selectQuestions() {
  return supabase.from('post_questions').select(`${PUBLIC_COLUMNS}, ${MODERATION_COLUMNS}`);
}

/** The same for guests, who see no hidden questions. */
export function selectPublicQuestions() {
  return supabase.from('post_questions').select(PUBLIC_COLUMNS);
}

type PublicRow = QueryData<ReturnType<typeof selectPublicQuestions>>[number];
type QuestionRow = PublicRow & Partial<QueryData<ReturnType<typeof selectQuestions>>[number]>;

/** Maps a row to a question of the page. `asker` is null if the account is deleted. */
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

/** The viewer of the questions; null for a guest. */
export type Reader = { id: number; isAdmin: boolean; /** Owner of the request. */ isOwner: boolean } | null;
