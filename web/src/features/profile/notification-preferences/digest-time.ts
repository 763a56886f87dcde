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

/** A time zone alone leaves the hour as it is by now: another device can have changed it. */
type ChosenTime = Pick<SaveDigestTime, 'timeZone'> & Partial<SaveDigestTime>;

async function saveDigestTime({ timeZone, hour }: ChosenTime) {
  const body = { timeZone, hour: hour ?? (await callApi(PATH, { schema: digestTimeSchema })).hour };
  return callApi(PATH, { method: 'PUT', body, schema: digestTimeSchema });
}

/** Changes when daily and weekly mails come. */
export const useSaveDigestTime = () => useWrite(saveDigestTime, [digestTimeKey]);

/** Stores the time zone of this browser for a user who has chosen a daily or weekly mail, unless one is stored. */
export function useTakeZone(): () => void {
  const client = useQueryClient();
  const { mutate } = useSaveDigestTime();
  return () => {
    if (client.getQueryData(digestTimeQueryOptions.queryKey)?.timeZone !== null) return;
    // Another device can have stored one.
    void client.fetchQuery({ ...digestTimeQueryOptions, staleTime: 0 }).then(
      ({ timeZone }) => timeZone === null && mutate({ timeZone: browserZone() }),
      () => undefined,
    );
  };
}
