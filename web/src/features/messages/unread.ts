/** Unread messages of one quote as the database counts them. */
export type UnreadOfQuote = { quoteId: number; postId: number | null; isSent: boolean; unread: number };

const sum = (rows: readonly UnreadOfQuote[]) => rows.reduce((total, { unread }) => total + unread, 0);

/** Every number of unread messages that the page shows, out of the one list. */
export function unreadNumbers(rows: readonly UnreadOfQuote[]) {
  return {
    ofQuote: (quoteId: number) => sum(rows.filter((row) => row.quoteId === quoteId)),
    /** On the quotes that an own post received. */
    ofPost: (postId: number) => sum(rows.filter((row) => !row.isSent && row.postId === postId)),
    /** On the quotes that the user sent. */
    sent: sum(rows.filter(({ isSent }) => isSent)),
    /** On the quotes that own posts received, where these posts are. */
    onPosts: sum(rows.filter(({ isSent, postId }) => !isSent && postId !== null)),
    /** On received quotes whose post is deleted: they are in the list of quotes alone. */
    ofDeletedPosts: sum(rows.filter(({ isSent, postId }) => !isSent && postId === null)),
  };
}

export type UnreadNumbers = ReturnType<typeof unreadNumbers>;
