import { z } from 'zod';
import { callerClient, dataOf, secretClient } from '../../_shared/clients.ts';
import { nameToSave } from '../../_shared/domain/file-name.ts';
import { isShowable } from '../../_shared/domain/showable.ts';
import { ATTACHMENT_NAME_MAX } from '../../_shared/domain/limits.ts';
import { env } from '../../_shared/env.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { fetchForCaller } from '../../_shared/http/caller.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { requireSession } from '../../_shared/http/session.ts';
import { ApiRoutes } from '../router.ts';

/** Images and attachments, by the paths in other answers. */
export const fileRoutes = new ApiRoutes('Files');

const PUBLIC_BUCKETS = ['post-images', 'news-images', 'avatars'] as const;
const PRIVATE_BUCKETS = ['quote-documents', 'message-files', 'feedback-images', 'post-documents'] as const;

/** Lifetime of a link to a private file. */
const LINK_SECONDS = 60;

const fileSchema = z.object({
  bucket: z.enum([...PUBLIC_BUCKETS, ...PRIVATE_BUCKETS]),
  /** A path in a bucket, as returned by an upload: `{owner}/{file}`. */
  path: z.string().regex(/^[\w-]{1,64}\/[\w-]{1,64}(\.thumb)?\.[a-z0-9]{1,5}$/),
  name: z.string().min(1).max(ATTACHMENT_NAME_MAX).optional(),
  inline: z.stringbool().optional(),
});
type WantedFile = z.infer<typeof fileSchema>;

const ofFile = {
  method: 'get',
  access: 'anyone',
  query: fileSchema,
  refusals: { 404: 'The file does not exist, or the caller may not see it' },
} as const;

fileRoutes.operation(
  {
    ...ofFile,
    path: '/files',
    summary: 'Get an image or attachment by its path: redirects to the file',
    description: `\`path\` is a path from the answer of another call: an entry of \`images\` of a post (\`post-images\`) or a news item (\`news-images\`), an \`avatar\` (\`avatars\`), the \`path\` of an attachment of a quote (\`quote-documents\`) or a message (\`message-files\`), or an image of feedback (\`feedback-images\`). A path that is a web address can be opened as it is. Images have a thumbnail, at most 480 pixels wide and 15 kB heavy: that of \`a/b.png\` is \`a/b.thumb.webp\`.\n\nThe address of a private file works for ${LINK_SECONDS} seconds and needs no session. \`name\` is the name under which to save the file, which keeps its ending. With \`inline\`, a private PDF or image opens in the browser, if its content is of its type; all others are saved.`,
    leadsTo: 'The file',
  },
  ({ c, query }) => addressOf(c, query),
);

fileRoutes.operation(
  {
    ...ofFile,
    path: '/files/link',
    summary: 'Get the address of an image or attachment by its path',
    description: 'The address that `GET /api/files` leads to, for clients that cannot read where a redirect leads.',
    answer: z.object({ url: z.url() }),
  },
  async ({ c, query }) => ({ url: await addressOf(c, query) }),
);

/**
 * The address of a file. Policies let users read only their own folder in Storage, where a link could last for years;
 * so the function asks as the caller, and signs with its own key.
 * @throws ApiError 401 for a guest, 404 for a private file that the caller may not see
 */
async function addressOf(c: ApiContext, { bucket, path, name: wanted, inline }: WantedFile): Promise<string> {
  const name = wanted === undefined ? undefined : nameToSave(wanted, path);
  const storage = secretClient('privateFiles').storage.from(bucket);
  if (!PRIVATE_BUCKETS.some((each) => each === bucket))
    return atPublicUrl(storage.getPublicUrl(path).data.publicUrl, name);
  await requireSession(c);
  const client = await callerClient(c);
  if (!dataOf(await client.rpc('may_read_file', { bucket, path }))) throw notFound('File');
  const { data, error } = await storage.createSignedUrl(path, LINK_SECONDS);
  if (error) throw notFound('File');
  if (inline) {
    const isShown = isShowable(path, await startOf(data.signedUrl));
    return atPublicUrl(data.signedUrl, isShown ? undefined : (name ?? ''));
  }
  return atPublicUrl(data.signedUrl, name ?? (isImage(path) ? undefined : ''));
}

/** The first bytes of a stored file; none if it cannot be read. */
async function startOf(address: string): Promise<Uint8Array> {
  const answer = await fetchForCaller(address, { headers: { Range: 'bytes=0-63' } });
  if (!answer.ok || !answer.body) return new Uint8Array();
  for await (const bytes of answer.body) return bytes;
  return new Uint8Array();
}

const isImage = (path: string) => /\.(png|jpe?g|gif|webp)$/.test(path);

/**
 * The public address of a file in Storage: the functions can know Storage under an internal name.
 * @param name the name under which to save the file; empty to save it under its own, undefined to show it
 */
function atPublicUrl(address: string, name: string | undefined): string {
  const { pathname, searchParams } = new URL(address);
  if (name !== undefined) searchParams.set('download', name);
  const query = searchParams.toString();
  return `${env.publicUrl}${pathname}${query && `?${query}`}`;
}
