import { adminPages } from './admin-pages.ts';

const pages = {
  ...adminPages,
  AuthProviderPage: async () => (await import('@/pages/auth-provider/auth-provider-page.tsx')).AuthProviderPage,
  AuthCallbackPage: async () => (await import('@/pages/auth-callback/auth-callback-page.tsx')).AuthCallbackPage,
  UnsubscribePage: async () => (await import('@/pages/unsubscribe/unsubscribe-page.tsx')).UnsubscribePage,
  ApiDocsPage: async () => (await import('@/pages/api-docs/api-docs-page.tsx')).ApiDocsPage,
  ToastTestPage: async () => (await import('@/pages/toast-test/toast-test-page.tsx')).ToastTestPage,
  DemoPage: async () => (await import('@/pages/demo/demo-page.tsx')).DemoPage,
  ComparePage: async () => (await import('@/pages/compare/compare-page.tsx')).ComparePage,
  DealPage: async () => (await import('@/pages/deal/deal-page.tsx')).DealPage,
  MyReviewsPage: async () => (await import('@/pages/my-reviews/my-reviews-page.tsx')).MyReviewsPage,
  NotificationsPage: async () => (await import('@/pages/notifications/notifications-page.tsx')).NotificationsPage,
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
