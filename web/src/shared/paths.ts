import { postSlug } from '@domain/slug.ts';

export type AuthTab = 'login' | 'register';
export type AccountTab = 'posts' | 'quotes';

/** All URLs of the page. */
export const paths = {
  home: '/',
  news: '/news',
  newsItem: (id: number) => `/news/${id}`,
  post: (post: { id: number; title: string }) => `/post/${postSlug(post)}`,
  auth: ({ tab }: { tab?: AuthTab } = {}) => (tab === 'register' ? '/auth?tab=register' : '/auth'),
  /**
   * Starts the sign-in with the external provider; needs a full navigation:
   * docs/decisions.md#identity-providers-are-found-by-their-absence
   */
  authProvider: '/auth/google',
  authCallback: '/auth/callback',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  terms: '/terms',
  privacy: '/privacy',
  feedback: '/feedback',
  /** Target of links in mails. */
  unsubscribe: '/unsubscribe',
  /** Target of `/api/docs`. */
  apiDocs: '/api-docs',
  profile: '/profile',
  profileSecurity: '/profile?tab=security',
  account: ({ tab }: { tab?: AccountTab } = {}) => (tab ? `/account?tab=${tab}` : '/account'),
  /** The tab with all conversations. */
  inbox: '/account?tab=inbox',
  /** Own posts with open questions, or those that close within a week. */
  myPosts: (show: 'asked' | 'closing') => `/account?show=${show}`,
  /** Received quotes that can still be decided. */
  quotesToDecide: '/account?tab=quotes&side=received&status=undecided',
  myQuotes: '/my-quotes',
  /** The same page with the drawer of a quote open. */
  myQuote: (id: number) => `/my-quotes?quote=${id}`,
  /** Comparison of the quotes on an own post: those with these ids, or all. */
  compare: (postId: number, quoteIds: readonly number[] = []) =>
    `/compare/${postId}${quoteIds
      .map((id) => `&with=${id}`)
      .join('')
      .replace('&', '?')}`,
  /** Printable summary of an accepted quote. */
  deal: (quoteId: number) => `/deal/${quoteId}`,
  myReviews: '/my-reviews',
  notifications: '/notifications',
  user: (id: number) => `/users/${id}`,
  admin: '/admin',
  adminStats: '/admin/stats',
  adminUsers: '/admin/users',
  /** The same page with the drawer of a user open. */
  adminUser: (id: number) => `/admin/users?user=${id}`,
  adminEmailSettings: '/admin/email-settings',
  adminFeedback: '/admin/feedback',
  /** The same page with the drawer of a feedback entry open. */
  adminFeedbackItem: (id: number) => `/admin/feedback?feedback=${id}`,
  adminPosts: '/admin/posts',
  adminHiddenPosts: '/admin-hidden-posts',
  adminNotifications: '/admin/notifications',
  adminSettings: '/admin/settings',
  adminContentFilter: '/admin/content-filter',
  adminAuditLog: '/admin/audit-log',
  toastTest: '/toast-test',
  demo: '/demo',
} as const;
