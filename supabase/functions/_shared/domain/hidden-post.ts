/** Whether the owner is barred from unhiding this post (§4, C21): hidden by somebody else. */
export function isHiddenByAdmin(post: { isHidden: boolean; hiddenBy: number | null; userId: number }): boolean {
  return post.isHidden && post.hiddenBy !== null && post.hiddenBy !== post.userId;
}
