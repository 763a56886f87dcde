/** Unread messages of one quote as the database counts them. */
export type UnreadOfQuote = { quoteId: number; postId: number | null; isSent: boolean; unread: number };

const sum = (rows: readonly UnreadOfQuote[]) => rows.reduce((total, { unread }) => total + unread, 0);

/** Computes all unread counts of the page from the one list. */
export function unreadNumbers(rows: readonly UnreadOfQuote[]) {
  return {
    all: sum(rows),
    ofQuote: (quoteId: number) => sum(rows.filter((row) => row.quoteId === quoteId)),
    /** On quotes that an own post received. */
    ofPost: (postId: number) => sum(rows.filter((row) => !row.isSent && row.postId === postId)),
    /** On quotes that the user sent. */
    sent: sum(rows.filter(({ isSent }) => isSent)),
    /** On received quotes whose post is deleted; only the quote list shows them. */
    ofDeletedPosts: sum(rows.filter(({ isSent, postId }) => !isSent && postId === null)),
  };
}

export type UnreadNumbers = ReturnType<typeof unreadNumbers>;
