import type { Language } from '@/shared/i18n/language.ts';
import type { Message } from './shown-message.ts';

/** Consecutive messages of one sender within this time are grouped. */
const RUN_MS = 5 * 60_000;

export type Day = { label: string; messages: (Message & { startsRun: boolean })[] };

function dayName(iso: string, now: Date, { t, day }: Language): string {
  const at = new Date(iso);
  if (at.toDateString() === now.toDateString()) return t('Today');
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  return at.toDateString() === yesterday.toDateString() ? t('Yesterday') : day(iso, now.getTime());
}

/** Groups messages by local day: "Today", "Yesterday", "Nov 18". */
export function byDay(messages: readonly Message[], language: Language, now = new Date()): Day[] {
  const days: Day[] = [];
  let previous: Message | undefined;
  for (const message of messages) {
    const label = dayName(message.createdAt, now, language);
    let current = days.at(-1);
    const isNewDay = current?.label !== label;
    if (!current || isNewDay) {
      current = { label, messages: [] };
      days.push(current);
    }
    const follows =
      previous?.senderId === message.senderId &&
      Date.parse(message.createdAt) - Date.parse(previous.createdAt) < RUN_MS;
    current.messages.push({ ...message, startsRun: isNewDay || !follows });
    previous = message;
  }
  return days;
}
