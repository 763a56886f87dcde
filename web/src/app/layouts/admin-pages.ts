import { paths } from '@/shared/paths.ts';
import { hasPage } from '../pages.ts';

/** The pages of the admin area in the order of its navigation (B15): address, and the folder below `pages`. */
export const adminPages = [
  { label: 'Stats', to: paths.adminStats, name: 'admin-stats' },
  { label: 'Users', to: paths.adminUsers, name: 'admin-users' },
  { label: 'Hidden posts', to: paths.adminHiddenPosts, name: 'admin-hidden-posts' },
  { label: 'Feedback', to: paths.adminFeedback, name: 'admin-feedback' },
  { label: 'Notifications', to: paths.adminNotifications, name: 'admin-notifications' },
  { label: 'Email settings', to: paths.adminEmailSettings, name: 'admin-email-settings' },
  { label: 'Content filter', to: paths.adminContentFilter, name: 'admin-content-filter' },
  { label: 'Settings', to: paths.adminSettings, name: 'admin-settings' },
  { label: 'Audit log', to: paths.adminAuditLog, name: 'admin-audit-log' },
] as const;

// News are managed where they are read (B1).
const newsEntry = { label: 'News', to: paths.news, name: 'news' } as const;

const entries = [...adminPages.slice(0, -1), newsEntry, ...adminPages.slice(-1)];

/** The entries of the side navigation; a page that does not exist yet has none. */
export const adminEntries = entries.filter(({ name }) => hasPage(name));
