import { zodResolver } from '@hookform/resolvers/zod';
import { loginSchema } from '@domain/login.ts';

/** Validation of the login form. */
export const loginResolver = zodResolver(loginSchema);
