import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { digestTimeSchema, type SaveDigestTime } from '@domain/notification-choices.ts';
import { currentZoneName } from '@domain/zone-names.ts';
import { callApi } from '@/shared/backend/api.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

// Apart from the other keys: the first visit does not need it.
const digestTimeKey = ['digest-time'] as const;
const PATH = '/api/digest-time';

/** The time zone of this browser. */
export const browserZone = () => currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** When the daily and weekly mails of the signed-in user come. */
export const digestTimeQueryOptions = queryOptions({
  queryKey: digestTimeKey,
  queryFn: ({ signal }) => callApi(PATH, { schema: digestTimeSchema, signal }),
});

/** Changes when daily and weekly mails come. */
export const useSaveDigestTime = () =>
  useWrite((body: SaveDigestTime) => callApi(PATH, { method: 'PUT', body, schema: digestTimeSchema }), [digestTimeKey]);

/** Stores the time zone of this browser for a user who has chosen a daily or weekly mail, unless one is stored. */
export function useTakeZone(): () => void {
  const client = useQueryClient();
  const { mutate } = useSaveDigestTime();
  return () => {
    const time = client.getQueryData(digestTimeQueryOptions.queryKey);
    if (time?.timeZone === null) mutate({ hour: time.hour, timeZone: browserZone() });
  };
}
