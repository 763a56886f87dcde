import { msg } from '@/shared/i18n/msg.ts';
import { AppError } from './app-error.ts';

/** The refusal of a form that read something before another person, tab or device changed it: saving would undo that. */
export const changedMeanwhile = () =>
  new AppError(msg('Somebody else has just changed this. Please look again.'), { kind: 'conflict', status: 409 });
