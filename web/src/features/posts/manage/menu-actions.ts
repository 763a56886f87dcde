import { isHiddenByAdmin } from './hidden-by-admin.ts';
import type { Post } from '../shown-post.ts';

export type Viewer = { id: number; isAdmin: boolean } | null;
export type MenuAction = 'hide' | 'unhide' | 'hidden-by-admin' | 'delete' | 'hide-violation';

/** Whether the viewer owns this post. */
export function isOwner(post: Pick<Post, 'userId'>, viewer: Viewer): boolean {
  return viewer?.id === post.userId;
}

/** Actions in the menu of a card: owners hide or unhide and delete, admins hide what is visible of others and unhide what admins have hidden. Empty: no menu. */
export function menuActions(post: Pick<Post, 'userId' | 'isHidden' | 'hiddenBy'>, viewer: Viewer): MenuAction[] {
  if (isOwner(post, viewer)) {
    if (!post.isHidden) return ['hide', 'delete'];
    return [isHiddenByAdmin(post) ? 'hidden-by-admin' : 'unhide', 'delete'];
  }
  if (!viewer?.isAdmin) return [];
  if (!post.isHidden) return ['hide-violation'];
  return isHiddenByAdmin(post) ? ['unhide'] : [];
}
