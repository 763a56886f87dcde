import { paths } from '@/shared/paths.ts';

/** The entries of the admin area's navigation. News is managed where it is read. */
export const adminNavEntries = [
  { label: 'Stats', to: paths.adminStats },
  { label: 'Users', to: paths.adminUsers },
  { label: 'Hidden posts', to: paths.adminHiddenPosts },
  { label: 'Feedback', to: paths.adminFeedback },
  { label: 'Notifications', to: paths.adminNotifications },
  { label: 'Email settings', to: paths.adminEmailSettings },
  { label: 'Content filter', to: paths.adminContentFilter },
  { label: 'Settings', to: paths.adminSettings },
  { label: 'News', to: paths.news },
  { label: 'Audit log', to: paths.adminAuditLog },
] as const;
