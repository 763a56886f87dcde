const BADGE_MAX = 9;

type Readable = { id: number; isRead: boolean };

/** Number of unread notifications. */
export function countUnread(items: readonly Readable[]): number {
  return items.filter((item) => !item.isRead).length;
}

/** The badge of the bell: null for zero, "9+" above 9. */
export function badgeText(unread: number): string | null {
  if (unread === 0) return null;
  return unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
}

/** Marks one item, or all, as read. */
export function markedAsRead<Item extends Readable>(items: readonly Item[], id: number | 'all'): Item[] {
  return items.map((item) => (id === 'all' || item.id === id ? { ...item, isRead: true } : item));
}
