import { useEffect, useState } from 'react';
import { MESSAGE_CHANGE_MS } from '@domain/limits.ts';

const timeLeft = (sentAt: string) => Date.parse(sentAt) + MESSAGE_CHANGE_MS - Date.now();

/** Whether a message can still be edited and deleted. Updates when the time is up. */
export function useChangeable(sentAt: string): boolean {
  const [isOver, setIsOver] = useState(() => timeLeft(sentAt) <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), Math.max(0, timeLeft(sentAt)));
    return () => clearTimeout(timer);
  }, [sentAt]);
  return !isOver;
}
