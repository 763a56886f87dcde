import { zodResolver } from '@hookform/resolvers/zod';
import { registerFormSchema } from '@domain/registration.ts';

/**
 * Validation of the register form, stricter than that of the server (docs/decisions.md#two-sets-of-registration-rules).
 */
export const registerResolver = zodResolver(registerFormSchema);
