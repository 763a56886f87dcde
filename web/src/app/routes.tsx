import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { GuestOnly } from './guards/guest-only.tsx';
import { RequireAdmin } from './guards/require-admin.tsx';
import { RequireUser } from './guards/require-user.tsx';
import { AppLayout } from './layouts/app-layout.tsx';
import { likelyPage, page, rareCode, rarePage } from './lazy-page.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { nameHistoryEntries } from './name-history-entries.ts';
import { RouteError } from './route-error.tsx';

const adminPages: RouteObject[] = [
  rarePage(paths.adminStats, 'AdminStatsPage'),
  rarePage(paths.adminUsers, 'AdminUsersPage'),
  rarePage(paths.adminPosts, 'AdminPostsPage'),
  rarePage(paths.adminHiddenPosts, 'AdminHiddenPostsPage'),
  rarePage(paths.adminFeedback, 'AdminFeedbackPage'),
  rarePage(paths.adminNotifications, 'AdminNotificationsPage'),
  rarePage(paths.adminEmailSettings, 'AdminEmailSettingsPage'),
  rarePage(paths.adminContentFilter, 'AdminContentFilterPage'),
  rarePage(paths.adminSettings, 'AdminSettingsPage'),
  rarePage(paths.adminAuditLog, 'AdminAuditLogPage'),
];

const moved = (path: string, to: string) => ({ path, element: <Navigate to={to} replace /> });

const notFound = (path: string) => page(path, 'NotFoundPage', () => import('@/pages/not-found/not-found-page.tsx'));

/** All routes: path, guard and code of every page. */
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
        children: [
          likelyPage(paths.auth(), 'AuthPage', () => import('@/pages/auth/auth-page.tsx')),
          rarePage(paths.authProvider, 'AuthProviderPage'),
        ],
      },
      rarePage(paths.authCallback, 'AuthCallbackPage'),
      rarePage(paths.verifyEmail, 'VerifyEmailPage'),
      rarePage(paths.resetPassword, 'ResetPasswordPage'),
      rarePage(paths.terms, 'TermsPage'),
      rarePage(paths.privacy, 'PrivacyPage'),
      likelyPage(paths.feedback, 'FeedbackPage', () => import('@/pages/feedback/feedback-page.tsx')),
      rarePage(paths.unsubscribe, 'UnsubscribePage'),
      rarePage(paths.apiDocs, 'ApiDocsPage'),
      rarePage(paths.toastTest, 'ToastTestPage'),
      rarePage(paths.demo, 'DemoPage'),
      {
        Component: RequireUser,
        children: [
          likelyPage(paths.profile, 'ProfilePage', () => import('@/pages/profile/profile-page.tsx')),
          likelyPage(paths.account(), 'AccountPage', () => import('@/pages/account/account-page.tsx')),
          rarePage(paths.myQuotes, 'MyQuotesPage'),
          rarePage('/compare/:postId', 'ComparePage'),
          rarePage('/deal/:quoteId', 'DealPage'),
          rarePage(paths.myReviews, 'MyReviewsPage'),
          rarePage(paths.notifications, 'NotificationsPage'),
          {
            Component: RequireAdmin,
            children: [
              moved(paths.admin, paths.adminStats),
              moved(`${paths.admin}/hidden-posts`, paths.adminHiddenPosts),
              // News is managed on the public news page.
              moved(`${paths.admin}/news`, paths.news),
              {
                lazy: rareCode('AdminLayout'),
                // Unknown paths below /admin are guarded too: without access, existing pages cannot be probed.
                children: [...adminPages, notFound(`${paths.admin}/*`)],
              },
            ],
          },
        ],
      },
      notFound('*'),
    ],
  },
];

nameHistoryEntries();
export const router = createBrowserRouter(routes);

/** Resolves once the first page, or its fallback, can render. */
export const firstPageLoaded = new Promise<void>((resolve) => {
  if (router.state.initialized) return resolve();
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    resolve();
  });
});
