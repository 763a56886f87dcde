import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { contentRuleSchema } from '@domain/content-filter.ts';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { NO_CONNECTION } from '@/shared/errors/app-error.ts';
import { useSaveRule } from '@/features/admin/content-filter/save-rule.ts';
import { useUnhidePosts } from '@/features/admin/hidden-posts/unhide-posts.ts';
import { useSaveEmailSettings } from '@/features/admin/mail/save-email-settings.ts';
import { useSaveMailTemplate } from '@/features/admin/mail/save-mail-template.ts';
import { useSaveSetting } from '@/features/admin/settings/save-setting.ts';
import { useChangeUserRole } from '@/features/admin/users/manage/change-user-role.ts';

const readAt = '2026-11-30T08:00:00Z';
const rule = contentRuleSchema.parse({ kind: 'word', pattern: 'spam', action: 'flag', fields: ['post_title'] });
const settings = {
  fromName: 'Market',
  fromAddress: 'market@example.com',
  replyTo: '',
  smtpHost: 'mail.example.com',
  smtpPort: 587,
  smtpSecurity: 'starttls' as const,
  smtpUser: '',
  smtpSecret: '',
  dailyCap: 100,
  footerAddress: '',
};
const template = {
  stored: { template: 'welcome', updated_at: readAt } as Parameters<
    ReturnType<typeof useSaveMailTemplate>['mutateAsync']
  >[0]['stored'],
  isEnabled: true,
  subject: null,
  body: null,
  locale: 'en' as const,
};

afterEach(() => vi.unstubAllGlobals());

/** Does a write, the answer of which is lost, and returns how often it was sent. */
async function timesSent(useSend: () => () => Promise<unknown>): Promise<number> {
  const fetch = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { ...client.getDefaultOptions().mutations, retryDelay: 0 } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useSend, { wrapper });
  await act(() => expect(result.current()).rejects.toThrow(NO_CONNECTION));
  return fetch.mock.calls.length;
}

test.each([
  [
    'a rule',
    () => {
      const { mutateAsync } = useSaveRule();
      return () => mutateAsync({ stored: { id: 3, updatedAt: readAt }, rule, isConfirmed: false });
    },
  ],
  [
    'a mail template',
    () => {
      const { mutateAsync } = useSaveMailTemplate();
      return () => mutateAsync(template);
    },
  ],
  [
    'the mail settings',
    () => {
      const { mutateAsync } = useSaveEmailSettings();
      return () => mutateAsync({ settings, readAt });
    },
  ],
  [
    'a limit',
    () => {
      const { mutateAsync } = useSaveSetting();
      return () => mutateAsync({ key: 'rate_limits_enabled', value: true, expected: false });
    },
  ],
  [
    'a role',
    () => {
      const { mutateAsync } = useChangeUserRole();
      return () => mutateAsync({ id: 3, role: 'admin', expected: 'user', reason: undefined });
    },
  ],
  [
    'hidden posts',
    () => {
      const { mutateAsync } = useUnhidePosts();
      return () => mutateAsync({ posts: [], note: '' });
    },
  ],
])('a change of %s is not repeated after a lost answer, because the repeat would be refused', async (_, useSend) => {
  expect(await timesSent(useSend)).toBe(1);
});
