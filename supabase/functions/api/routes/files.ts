import { z } from 'zod';
import { callerClient } from '../../_shared/clients.ts';
import { ATTACHMENT_NAME_MAX } from '../../_shared/domain/limits.ts';
import { env } from '../../_shared/env.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { requireSession } from '../../_shared/http/session.ts';
import { ApiRoutes } from '../router.ts';

/** Images and attachments, by the paths in other answers. */
export const fileRoutes = new ApiRoutes('Files');

const PUBLIC_BUCKETS = ['post-images', 'news-images', 'avatars'] as const;
const PRIVATE_BUCKETS = ['quote-documents', 'message-files', 'feedback-images', 'post-documents'] as const;

/** Lifetime of a link to a private file. */
const LINK_SECONDS = 60;

const bucketSchema = z.enum([...PUBLIC_BUCKETS, ...PRIVATE_BUCKETS]);
const isPrivate = (bucket: z.infer<typeof bucketSchema>) => PRIVATE_BUCKETS.some((each) => each === bucket);

/** A path in a bucket, as returned by an upload: `{owner}/{file}`. */
const pathSchema = z.string().regex(/^[\w-]{1,64}\/[\w-]{1,64}(\.thumb)?\.[a-z0-9]{1,5}$/);

fileRoutes.operation(
  {
    method: 'get',
    path: '/files',
    summary: 'Get an image or attachment by its path: redirects to the file',
    description: `\`path\` is a path from the answer of another call: an entry of \`images\` of a post (\`post-images\`) or a news item (\`news-images\`), an \`avatar\` (\`avatars\`), the \`path\` of an attachment of a quote (\`quote-documents\`) or a message (\`message-files\`), or an image of feedback (\`feedback-images\`). A path that is a web address can be opened as it is. Images have a thumbnail, at most 480 pixels wide and 15 kB heavy: that of \`a/b.png\` is \`a/b.thumb.webp\`.\n\nThe address of a private file works for ${LINK_SECONDS} seconds and needs no session. \`name\` is the name under which to save the file.`,
    access: 'anyone',
    query: z.object({
      bucket: bucketSchema,
      path: pathSchema,
      name: z.string().min(1).max(ATTACHMENT_NAME_MAX).optional(),
    }),
    leadsTo: 'The file',
    refusals: { 404: 'The file does not exist, or the caller may not see it' },
  },
  async ({ c, query: { bucket, path, name } }) => {
    if (isPrivate(bucket)) await requireSession(c);
    const storage = (await callerClient(c)).storage.from(bucket);
    if (!isPrivate(bucket)) return atPublicUrl(storage.getPublicUrl(path).data.publicUrl, name);
    const { data, error } = await storage.createSignedUrl(path, LINK_SECONDS);
    if (error) throw notFound('File');
    return atPublicUrl(data.signedUrl, name);
  },
);

/** The public address of a file in Storage: the functions can know Storage under an internal name. */
function atPublicUrl(address: string, name: string | undefined): string {
  const { pathname, searchParams } = new URL(address);
  if (name !== undefined) searchParams.set('download', name);
  const query = searchParams.toString();
  return `${env.publicUrl}${pathname}${query && `?${query}`}`;
}
