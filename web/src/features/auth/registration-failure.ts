export const USERNAME_EXISTS = 'Username already exists';
export const EMAIL_EXISTS = 'Email already exists';

export type RegistrationFailure = {
  /** The sentence above the form. */
  message: string;
  /** The field that is marked, with its text. */
  field?: { name: 'username' | 'email'; message: string };
};

/** Where the register form shows a failed registration and as what, by the text of the failure. */
export function registrationFailure(text: string): RegistrationFailure {
  if (text.includes(USERNAME_EXISTS)) {
    return {
      message: 'This username is already taken. Please choose another one.',
      field: { name: 'username', message: 'This username is already taken' },
    };
  }
  if (text.includes(EMAIL_EXISTS)) {
    return {
      message: 'This email is already registered. Try logging in instead.',
      field: { name: 'email', message: 'This email is already registered' },
    };
  }
  return { message: 'Registration failed. Please try again.' };
}
