import { callerClient, dataOf } from '../_shared/clients.ts';
import type { ApiContext } from '../_shared/http/context.ts';

/** Counts a text that the content filter refused: the refusal itself had to undo everything, its count included. */
export async function reportRefusal(c: ApiContext, refusal: string): Promise<void> {
  const client = await callerClient(c);
  dataOf(await client.rpc('report_refused_content', { refusal }));
}
