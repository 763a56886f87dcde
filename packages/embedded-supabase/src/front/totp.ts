import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;

/** The data that sets up an authenticator app. */
export interface TotpSetup {
  /** An SVG image of `uri`, without characters that a data URI would have to escape. */
  qr_code: string;
  secret: string;
  uri: string;
}

/** A new secret, with the image for the authenticator app. */
export function newTotp(issuer: string, label: string): TotpSetup {
  const totp = new TOTP({ issuer, label, secret: new Secret({ size: SECRET_BYTES }) });
  const uri = totp.toString();
  return { qr_code: renderSVG(uri, { ecc: 'M', border: 2 }), secret: totp.secret.base32, uri };
}

/** The 30-second step of a valid code, or null. A step is accepted once (RFC 6238, 5.2), which is up to the caller. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | null {
  // The library throws for characters of several bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
