import { checkPickedDocuments, type AttachmentKind } from '@domain/document-files.ts';
import type { FileRefusal } from '@domain/image-files.ts';

/** A picked document with the type that name and content agree on and the place where it will be stored. */
export type PickedDocument = { file: File; contentType: string; path: string };

/**
 * Decides what becomes of picked files (§5 Quote form, B9): at most five, 3MB each, of a type that is taken by name and
 * content. In: the files, how many are attached already, the folder of the uploader and the kind; out: what to upload and
 * what was refused.
 */
export async function pickDocuments(
  files: readonly File[],
  already: number,
  folder: string,
  kind: AttachmentKind,
): Promise<{ documents: PickedDocument[]; refusals: FileRefusal[] }> {
  const { accepted, refusals } = checkPickedDocuments(files, already, kind);
  const documents: PickedDocument[] = [];
  for (const file of accepted) {
    const extension = kind.sniff(file.name, new Uint8Array(await file.arrayBuffer()));
    const contentType = extension === null ? undefined : kind.types[extension];
    if (contentType === undefined) refusals.push(kind.notAccepted);
    else documents.push({ file, contentType, path: `${folder}/${crypto.randomUUID()}.${extension}` });
  }
  return { documents, refusals };
}
