import { msg } from '@/shared/i18n/msg.ts';

const USERNAME_EXISTS = msg('Username already exists');
const EMAIL_EXISTS = msg('Email already exists');

export type RegistrationFailure = {
  /** Message above the form. */
  message: string;
  /** Field to mark, with its message. */
  field?: { name: 'username' | 'email'; message: string };
};

/** Maps the text of a failed registration to the place and wording in which the form shows it. */
export function registrationFailure(text: string): RegistrationFailure {
  if (text.includes(USERNAME_EXISTS)) {
    return {
      message: msg('This username is already taken. Please choose another one.'),
      field: { name: 'username', message: msg('This username is already taken') },
    };
  }
  if (text.includes(EMAIL_EXISTS)) {
    return {
      message: msg('This email is already registered. Try logging in instead.'),
      field: { name: 'email', message: msg('This email is already registered') },
    };
  }
  return { message: msg('Registration failed. Please try again.') };
}
