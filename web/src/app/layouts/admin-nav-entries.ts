import { msg } from '@/shared/i18n/msg.ts';
import { paths } from '@/shared/paths.ts';

/** Entries of the admin navigation. News is managed on the public news page. */
export const adminNavEntries = [
  { label: msg('Stats'), to: paths.adminStats },
  { label: msg('Users'), to: paths.adminUsers },
  { label: msg('Posts'), to: paths.adminPosts },
  { label: msg('Hidden posts'), to: paths.adminHiddenPosts },
  { label: msg('Feedback'), to: paths.adminFeedback },
  { label: msg('Notifications'), to: paths.adminNotifications },
  { label: msg('Email settings'), to: paths.adminEmailSettings },
  { label: msg('Content filter'), to: paths.adminContentFilter },
  { label: msg('Settings'), to: paths.adminSettings },
  { label: msg('News'), to: paths.news },
  { label: msg('Audit log'), to: paths.adminAuditLog },
] as const;
