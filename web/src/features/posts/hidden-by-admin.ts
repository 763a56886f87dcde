/** Whether somebody else than its owner hid a post, who then cannot unhide it. */
export function isHiddenByAdmin(post: { isHidden: boolean; hiddenBy: number | null; userId: number }): boolean {
  return post.isHidden && post.hiddenBy !== null && post.hiddenBy !== post.userId;
}
