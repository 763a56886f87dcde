import { isCountryCode } from '@domain/countries.ts';
import { text, type Param } from './param.ts';

/** A country as it is stored: a known code in lower case, any other text verbatim. */
export const storedCountry = (country: string) => (isCountryCode(country) ? country.toLowerCase() : country);

/** A country: a known code, in upper or lower case, or another text, verbatim; '' is unset. */
export const country: Param<string> = {
  read: (...texts) => storedCountry(text.read(...texts)),
  write: text.write,
};
