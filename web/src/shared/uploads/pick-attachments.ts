import {
  alreadyAttached,
  DOCUMENT_TOO_LARGE,
  TOO_MANY_ATTACHMENTS,
  type AttachmentKind,
  type InspectedFile,
} from '@domain/document-files.ts';
import type { FileRefusal } from '@domain/image-files.ts';
import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX } from '@domain/limits.ts';
import { pickFiles, withCleanName } from './pick-files.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

/** A picked file with the type that name and content agree on and the place where it will be stored. */
export type PickedAttachment = {
  file: File;
  contentType: string;
  path: string;
  /** The same for the same file: its name and what is in it. */
  mark: string;
};

type Picking = {
  /** How many are attached already. */
  already: number;
  /** The marks of those that are known to be attached. */
  marks: ReadonlySet<string>;
  /** The folder of the uploader. */
  folder: string;
  kind: AttachmentKind;
};

/**
 * Decides which picked files are attached: at most five, 3MB each, of a type that is taken by name and content, and none
 * twice. Out: what to upload and what was refused.
 */
export async function pickAttachments(
  picked: readonly File[],
  { already, marks, folder, kind }: Picking,
): Promise<{ attachments: PickedAttachment[]; refusals: FileRefusal[] }> {
  const seen = new Set(marks);
  const repeated: FileRefusal[] = [];
  const inspected: { file: File; mark: string; result: InspectedFile }[] = [];
  for (const file of picked.map(withCleanName)) {
    // Oversized files are refused anyway, so they are not read.
    const bytes = file.size > ATTACHMENT_SIZE_MAX ? null : new Uint8Array(await file.arrayBuffer());
    const mark = `${file.name} ${await digestOf(bytes)}`;
    if (seen.has(mark)) repeated.push(alreadyAttached(file.name));
    else {
      const result = bytes ? await kind.inspect(file.name, bytes) : { refusal: DOCUMENT_TOO_LARGE };
      inspected.push({ file, mark, result });
    }
    seen.add(mark);
  }
  const { accepted, refusals } = pickFiles(inspected, {
    already,
    max: ATTACHMENTS_MAX,
    refuse: ({ result }) => ('refusal' in result ? result.refusal : null),
    tooMany: () => TOO_MANY_ATTACHMENTS,
  });
  const attachments = accepted.flatMap(({ file, mark, result }) =>
    'refusal' in result
      ? []
      : {
          file,
          contentType: kind.types[result.extension] ?? '',
          path: `${folder}/${newUuid()}.${result.extension}`,
          mark,
        },
  );
  return { attachments, refusals: [...refusals, ...repeated] };
}

/** The same for the same content. Plain http has no digests: there, as without content, every file is another one. */
async function digestOf(content: BufferSource | null): Promise<string> {
  if (content === null || !('subtle' in crypto)) return newUuid();
  return new Uint8Array(await crypto.subtle.digest('SHA-256', content)).join(' ');
}
