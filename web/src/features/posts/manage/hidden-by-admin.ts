/** Whether an admin hid the post, so that its owner cannot unhide it. */
export function isHiddenByAdmin(post: { isHidden: boolean; hiddenBy: number | null; userId: number }): boolean {
  return post.isHidden && post.hiddenBy !== null && post.hiddenBy !== post.userId;
}
