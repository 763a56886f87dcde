import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** What judges rules was called again and again by somebody else at the same time. */
export const busy = () => new AppError(msg('The service is busy. Please try again.'), { kind: 'server', status: 503 });
