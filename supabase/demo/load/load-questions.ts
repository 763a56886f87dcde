import { demoPosts } from '../data/posts.ts';
import { stableUuid } from '../data/random.ts';
import { authIdOf, postIdOf } from './demo-ids.ts';
import { timeBefore } from './records.ts';
import type { Sql } from 'embedded-supabase/database';

/** Inserts questions on requests with their answers, and the notifications about them. */
export async function loadQuestions(sql: Sql, now: Date): Promise<void> {
  const rows = demoPosts.flatMap(({ key, minutesAgo, questions }) => {
    const at = (share: number) => timeBefore(now, Math.round(minutesAgo * share));
    return questions.map(({ asker, question, share, answer }, place) => ({
      post: postIdOf(key),
      asker: authIdOf(asker),
      client_id: stableUuid('question', key, place),
      question,
      answer: answer?.text,
      created_at: at(share),
      answered_at: answer && at(answer.share),
    }));
  });
  await sql(
    `with asked as (
       insert into public.post_questions (post_id, asker_id, client_id, question, answer, created_at, answered_at)
       select t.id, p.id, r.client_id, r.question, r.answer, r.created_at, r.answered_at
       from json_to_recordset($1::json) as r (post uuid, asker uuid, client_id uuid, question text, answer text, created_at timestamptz,
         answered_at timestamptz)
       join public.posts t on t.client_id = r.post join public.profiles p on p.auth_id = r.asker
       order by r.created_at
       returning post_id, asker_id, created_at, answered_at)
     insert into public.notifications (user_id, message, data, created_at)
     select t.user_id, format('%s asks about "%s"', p.username, t.title), jsonb_build_object('type', 'question_asked', 'postId', t.id), a.created_at
     from asked a join public.posts t on t.id = a.post_id join public.profiles p on p.id = a.asker_id
     union all
     select a.asker_id, format('Your question about "%s" was answered', t.title),
       jsonb_build_object('type', 'question_answered', 'path', '/post/post-' || t.id), a.answered_at
     from asked a join public.posts t on t.id = a.post_id where a.answered_at is not null`,
    [JSON.stringify(rows)],
  );
}
