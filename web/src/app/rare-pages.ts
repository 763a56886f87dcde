const pages = {
  AdminStatsPage: async () => (await import('@/pages/admin-stats/admin-stats-page.tsx')).AdminStatsPage,
  AdminUsersPage: async () => (await import('@/pages/admin-users/admin-users-page.tsx')).AdminUsersPage,
  AdminHiddenPostsPage: async () =>
    (await import('@/pages/admin-hidden-posts/admin-hidden-posts-page.tsx')).AdminHiddenPostsPage,
  AdminFeedbackPage: async () => (await import('@/pages/admin-feedback/admin-feedback-page.tsx')).AdminFeedbackPage,
  AdminNotificationsPage: async () =>
    (await import('@/pages/admin-notifications/admin-notifications-page.tsx')).AdminNotificationsPage,
  AdminEmailSettingsPage: async () =>
    (await import('@/pages/admin-email-settings/admin-email-settings-page.tsx')).AdminEmailSettingsPage,
  AdminContentFilterPage: async () =>
    (await import('@/pages/admin-content-filter/admin-content-filter-page.tsx')).AdminContentFilterPage,
  AdminSettingsPage: async () => (await import('@/pages/admin-settings/admin-settings-page.tsx')).AdminSettingsPage,
  AdminAuditLogPage: async () => (await import('@/pages/admin-audit-log/admin-audit-log-page.tsx')).AdminAuditLogPage,
  AuthProviderPage: async () => (await import('@/pages/auth-provider/auth-provider-page.tsx')).AuthProviderPage,
  AuthCallbackPage: async () => (await import('@/pages/auth-callback/auth-callback-page.tsx')).AuthCallbackPage,
  UnsubscribePage: async () => (await import('@/pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
  ApiDocsPage: async () => (await import('@/pages/api-docs/api-docs-page.tsx')).ApiDocsPage,
  ToastTestPage: async () => (await import('@/pages/toast-test/toast-test-page.tsx')).ToastTestPage,
  DemoPage: async () => (await import('@/pages/demo/demo-page.tsx')).DemoPage,
  ComparePage: async () => (await import('@/pages/compare/compare-page.tsx')).ComparePage,
  MyReviewsPage: async () => (await import('@/pages/my-reviews/my-reviews-page.tsx')).MyReviewsPage,
  AdminLayout: async () => (await import('./layouts/admin-layout.tsx')).AdminLayout,
  VerifyEmailPage: async () => (await import('@/pages/verify-email/verify-email-page.tsx')).VerifyEmailPage,
  ResetPasswordPage: async () => (await import('@/pages/reset-password/reset-password-page.tsx')).ResetPasswordPage,
  TermsPage: async () => (await import('@/pages/terms/terms-page.tsx')).TermsPage,
  PrivacyPage: async () => (await import('@/pages/privacy/privacy-page.tsx')).PrivacyPage,
  MyQuotesPage: async () => (await import('@/pages/my-quotes/my-quotes-page.tsx')).MyQuotesPage,
};

export type RareName = keyof typeof pages;

/**
 * The code of rarely opened pages. Separate from the other pages to keep their file names out of the first visit:
 * together they are more than a kilobyte.
 */
export const loadRare = (name: RareName) => pages[name]();
