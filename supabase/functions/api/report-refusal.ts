import { callerClient, dataOf } from '../_shared/clients.ts';
import type { ApiContext } from '../_shared/http/context.ts';

/** Counts a refusal by the content filter separately, because the refusal rolled back its transaction, including the count. */
export async function reportRefusal(c: ApiContext, refusal: string): Promise<void> {
  const client = await callerClient(c);
  dataOf(await client.rpc('report_refused_content', { refusal }));
}
