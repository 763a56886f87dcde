import { dataOf, type Client } from '../../_shared/clients.ts';
import { MAIL_NAMES, mailTemplate } from '../../_shared/domain/mail-templates.ts';
import {
  digestTimeSchema,
  notificationPreferencesSchema,
  saveDigestTimeSchema,
  saveNotificationPreferencesSchema,
  type DigestTime,
  type NotificationPreference,
} from '../../_shared/domain/notification-choices.ts';
import { currentZoneName } from '../../_shared/domain/zone-names.ts';
import { ApiRoutes } from '../router.ts';

/** How the caller is notified. The database decides what can be chosen. */
export const notificationPreferenceRoutes = new ApiRoutes('Notifications');

async function preferencesOf(client: Client): Promise<NotificationPreference[]> {
  const rows = dataOf(await client.rpc('list_notification_preferences'));
  return notificationPreferencesSchema.parse(
    rows
      .toSorted((one, other) => MAIL_NAMES.indexOf(one.kind) - MAIL_NAMES.indexOf(other.kind))
      .map(({ kind, is_on_page, mail, is_page_optional, paces }) => ({
        kind,
        label: mailTemplate(kind)?.label ?? kind,
        page: is_on_page,
        mail,
        isPageOptional: is_page_optional,
        paces,
      })),
  );
}

notificationPreferenceRoutes.operation(
  {
    method: 'get',
    path: '/notification-preferences',
    summary: 'List how I am notified: per kind, on the page and by mail',
    access: 'user',
    answer: notificationPreferencesSchema,
  },
  ({ client }) => preferencesOf(client),
);

notificationPreferenceRoutes.operation(
  {
    method: 'put',
    path: '/notification-preferences',
    summary: 'Change how I am notified',
    description:
      'Changes the kinds and fields that are named. `daily` and `weekly` mails come in one digest. Decisions on quotes always stand on the page, and mails about the security of an account or a decision about it are always sent.',
    access: 'user',
    body: saveNotificationPreferencesSchema,
    answer: notificationPreferencesSchema,
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('set_notification_preferences', body));
    return preferencesOf(client);
  },
);

async function digestTimeOf(client: Client): Promise<DigestTime> {
  const { hour, time_zone: timeZone } = dataOf(await client.rpc('digest_time').single());
  return { hour, timeZone };
}

notificationPreferenceRoutes.operation(
  {
    method: 'get',
    path: '/digest-time',
    summary: 'Tell when my daily and weekly mails come',
    access: 'user',
    answer: digestTimeSchema,
  },
  ({ client }) => digestTimeOf(client),
);

notificationPreferenceRoutes.operation(
  {
    method: 'put',
    path: '/digest-time',
    summary: 'Choose when my daily and weekly mails come',
    description: 'The weekly mail comes on Monday. Mails that wait come at the new time as well.',
    access: 'user',
    body: saveDigestTimeSchema,
    answer: digestTimeSchema,
  },
  async ({ client, body: { hour, timeZone } }) => {
    dataOf(await client.rpc('set_digest_time', { hour, time_zone: currentZoneName(timeZone) }));
    return digestTimeOf(client);
  },
);
