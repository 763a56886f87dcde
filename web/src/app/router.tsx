import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { loadCode } from '@/shared/code/load-code.ts';
import { paths } from '@/shared/paths.ts';
import { GuestOnly } from './guards/guest-only.tsx';
import { RequireAdmin } from './guards/require-admin.tsx';
import { RequireUser } from './guards/require-user.tsx';
import { adminPages } from './layouts/admin-pages.ts';
import { AppLayout } from './layouts/app-layout.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { page } from './pages.ts';
import { RouteError } from './route-error.tsx';

export const routes: RouteObject[] = [
  {
    Component: AppLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingScreen,
    children: [
      ...page(paths.home, 'home'),
      ...page(paths.news, 'news'),
      ...page('/news/:id', 'news-item'),
      ...page('/post/:segment', 'post'),
      ...page('/users/:id', 'user'),
      { Component: GuestOnly, children: page(paths.auth(), 'auth') },
      ...page(paths.authProvider, 'auth-provider'),
      ...page(paths.authCallback, 'auth-callback'),
      ...page(paths.verifyEmail, 'verify-email'),
      ...page(paths.resetPassword, 'reset-password'),
      ...page(paths.terms, 'terms'),
      ...page(paths.privacy, 'privacy'),
      ...page(paths.feedback, 'feedback'),
      ...page(paths.unsubscribe, 'unsubscribe'),
      ...page(paths.apiDocs, 'api-docs'),
      ...page(paths.toastTest, 'toast-test'),
      ...page(paths.demo, 'demo'),
      {
        Component: RequireUser,
        children: [
          ...page(paths.profile, 'profile'),
          ...page(paths.account(), 'account'),
          ...page(paths.myQuotes, 'my-quotes'),
          ...page(paths.myReviews, 'my-reviews'),
          {
            Component: RequireAdmin,
            children: [
              { path: paths.admin, element: <Navigate to={paths.adminStats} replace /> },
              { path: `${paths.admin}/hidden-posts`, element: <Navigate to={paths.adminHiddenPosts} replace /> },
              // News are managed where they are read.
              { path: `${paths.admin}/news`, element: <Navigate to={paths.news} replace /> },
              {
                lazy: async () => ({
                  Component: (await loadCode(() => import('./layouts/admin-layout.tsx'))).AdminLayout,
                }),
                // Also what is unknown below /admin: nobody learns without a right which pages there are.
                children: [
                  ...adminPages.flatMap(({ to, name }) => page(to, name)),
                  ...page(`${paths.admin}/*`, 'not-found'),
                ],
              },
            ],
          },
        ],
      },
      ...page('*', 'not-found'),
    ],
  },
];

export const router = createBrowserRouter(routes);
