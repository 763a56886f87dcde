import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { settingValueSchema } from '../../_shared/domain/app-settings.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Limits and switches. The database checks the role again, and the bounds. */
export const adminSettingsRoutes = new ApiRoutes('Admin');

adminSettingsRoutes.operation(
  {
    method: 'get',
    path: '/admin/settings',
    summary: 'List the limits and switches that can be changed at run time',
    access: 'admin',
    answer: z.object({
      settings: z.array(z.object({ key: z.string(), value: settingValueSchema, updatedAt: z.string() })),
    }),
  },
  async ({ client }) => {
    const rows = dataOf(await client.rpc('list_app_settings'));
    return {
      settings: rows.map(({ key, value, updated_at }) => ({
        key,
        value: settingValueSchema.parse(value),
        updatedAt: updated_at,
      })),
    };
  },
);

adminSettingsRoutes.operation(
  {
    method: 'put',
    path: '/admin/settings',
    summary: 'Change a limit or switch; main admins only',
    access: 'admin',
    body: z.object({ key: z.string().trim().min(1).max(100), value: settingValueSchema, expected: settingValueSchema }),
    answer: doneSchema,
    refusals: { 404: 'The setting does not exist', 409: 'The setting has changed since the caller read it' },
  },
  async ({ client, body }) => {
    dataOf(await client.rpc('save_app_setting', body));
    return { message: 'Setting saved' };
  },
);
