import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { paths } from '@/shared/paths.ts';
import { GuestOnly } from './guards/guest-only.tsx';
import { RequireAdmin } from './guards/require-admin.tsx';
import { RequireUser } from './guards/require-user.tsx';
import { AppLayout } from './layouts/app-layout.tsx';
import { likelyPage, page } from './lazy-page.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { RouteError } from './route-error.tsx';

const adminPages: RouteObject[] = [
  page(paths.adminStats, 'AdminStatsPage', () => import('@/pages/admin-stats/admin-stats-page.tsx')),
  page(paths.adminUsers, 'AdminUsersPage', () => import('@/pages/admin-users/admin-users-page.tsx')),
  page(
    paths.adminHiddenPosts,
    'AdminHiddenPostsPage',
    () => import('@/pages/admin-hidden-posts/admin-hidden-posts-page.tsx'),
  ),
  page(paths.adminFeedback, 'AdminFeedbackPage', () => import('@/pages/admin-feedback/admin-feedback-page.tsx')),
  page(
    paths.adminNotifications,
    'AdminNotificationsPage',
    () => import('@/pages/admin-notifications/admin-notifications-page.tsx'),
  ),
  page(
    paths.adminEmailSettings,
    'AdminEmailSettingsPage',
    () => import('@/pages/admin-email-settings/admin-email-settings-page.tsx'),
  ),
  page(
    paths.adminContentFilter,
    'AdminContentFilterPage',
    () => import('@/pages/admin-content-filter/admin-content-filter-page.tsx'),
  ),
  page(paths.adminSettings, 'AdminSettingsPage', () => import('@/pages/admin-settings/admin-settings-page.tsx')),
  page(paths.adminAuditLog, 'AdminAuditLogPage', () => import('@/pages/admin-audit-log/admin-audit-log-page.tsx')),
];

/** Every page: its path, who may open it, and its code. */
export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingScreen,
    children: [
      page(paths.home, 'HomePage', () => import('@/pages/home/home-page.tsx')),
      likelyPage('/post/:segment', 'PostPage', () => import('@/pages/post/post-page.tsx')),
      likelyPage('/users/:id', 'UserPage', () => import('@/pages/user/user-page.tsx')),
      likelyPage(paths.news, 'NewsPage', () => import('@/pages/news/news-page.tsx')),
      page('/news/:id', 'NewsItemPage', () => import('@/pages/news-item/news-item-page.tsx')),
      {
        Component: GuestOnly,
        children: [likelyPage(paths.auth(), 'AuthPage', () => import('@/pages/auth/auth-page.tsx'))],
      },
      page(paths.authProvider, 'AuthProviderPage', () => import('@/pages/auth-provider/auth-provider-page.tsx')),
      page(paths.authCallback, 'AuthCallbackPage', () => import('@/pages/auth-callback/auth-callback-page.tsx')),
      page(paths.verifyEmail, 'VerifyEmailPage', () => import('@/pages/verify-email/verify-email-page.tsx')),
      page(paths.resetPassword, 'ResetPasswordPage', () => import('@/pages/reset-password/reset-password-page.tsx')),
      page(paths.terms, 'TermsPage', () => import('@/pages/terms/terms-page.tsx')),
      page(paths.privacy, 'PrivacyPage', () => import('@/pages/privacy/privacy-page.tsx')),
      likelyPage(paths.feedback, 'FeedbackPage', () => import('@/pages/feedback/feedback-page.tsx')),
      page(paths.unsubscribe, 'UnsubscribePage', () => import('@/pages/unsubscribe/unsubscribe-page.tsx')),
      page(paths.apiDocs, 'ApiDocsPage', () => import('@/pages/api-docs/api-docs-page.tsx')),
      page(paths.toastTest, 'ToastTestPage', () => import('@/pages/toast-test/toast-test-page.tsx')),
      page(paths.demo, 'DemoPage', () => import('@/pages/demo/demo-page.tsx')),
      {
        Component: RequireUser,
        children: [
          likelyPage(paths.profile, 'ProfilePage', () => import('@/pages/profile/profile-page.tsx')),
          likelyPage(paths.account(), 'AccountPage', () => import('@/pages/account/account-page.tsx')),
          page(paths.myQuotes, 'MyQuotesPage', () => import('@/pages/my-quotes/my-quotes-page.tsx')),
          page('/compare/:postId', 'ComparePage', () => import('@/pages/compare/compare-page.tsx')),
          page(paths.myReviews, 'MyReviewsPage', () => import('@/pages/my-reviews/my-reviews-page.tsx')),
          {
            Component: RequireAdmin,
            children: [
              { path: paths.admin, element: <Navigate to={paths.adminStats} replace /> },
              { path: `${paths.admin}/hidden-posts`, element: <Navigate to={paths.adminHiddenPosts} replace /> },
              // News is managed where it is read.
              { path: `${paths.admin}/news`, element: <Navigate to={paths.news} replace /> },
              {
                lazy: async () => ({
                  Component: (await loadCode(() => import('./layouts/admin-layout.tsx'))).AdminLayout,
                }),
                // Also what is unknown below /admin: nobody learns without a right which pages there are.
                children: [
                  ...adminPages,
                  page(`${paths.admin}/*`, 'NotFoundPage', () => import('@/pages/not-found/not-found-page.tsx')),
                ],
              },
            ],
          },
        ],
      },
      page('*', 'NotFoundPage', () => import('@/pages/not-found/not-found-page.tsx')),
    ],
  },
];

export const router = createBrowserRouter(routes);

/** Resolves when the first page can be drawn, or what stands in its place. */
export const firstPageLoaded = new Promise<void>((resolve) => {
  if (router.state.initialized) return resolve();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    resolve();
  });
});
