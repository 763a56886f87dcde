import { extractText, getDocumentProxy } from 'unpdf';

/** The pages of a PDF, and all that is written on them, without blanks: where words end is a matter of position there. */
export async function readPdf(pdf: Buffer): Promise<{ pages: { width: number; height: number }[]; text: string }> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  const pages = Array.from({ length: totalPages }, async (_, index) => {
    const { width, height } = (await document.getPage(index + 1)).getViewport({ scale: 1 });
    return { width, height };
  });
  return { pages: await Promise.all(pages), text: text.replace(/\s+/g, '') };
}
