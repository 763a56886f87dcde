import { loadChooseLocale } from '@/shared/i18n/load-choose-locale.ts';

const loadAdminTexts = async () => (await loadChooseLocale()).addAdminTexts();

/**
 * The code of the admin area. Texts of modules that are only reached through this file are in the catalogues of the
 * admin area (scripts/checks/texts.ts).
 */
export const adminPages = {
  // Parent of all its pages: the router shows none of them before the layout, and thus the texts, have loaded.
  AdminLayout: async () => {
    const [{ AdminLayout }] = await Promise.all([import('./layouts/admin-layout.tsx'), loadAdminTexts()]);
    return AdminLayout;
  },
  AdminStatsPage: async () => (await import('@/pages/admin-stats/admin-stats-page.tsx')).AdminStatsPage,
  AdminUsersPage: async () => (await import('@/pages/admin-users/admin-users-page.tsx')).AdminUsersPage,
  AdminPostsPage: async () => (await import('@/pages/admin-posts/admin-posts-page.tsx')).AdminPostsPage,
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
};
