/** The version of terms and privacy notice that a registration accepts: the day they came into force. */
export const TERMS_VERSION = '2026-11-01';
