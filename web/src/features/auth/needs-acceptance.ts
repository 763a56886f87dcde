/** Whether somebody who accepted `accepted` last (null: nothing yet) has to accept `current`; versions are ISO days. */
export function needsAcceptance(accepted: string | null, current: string): boolean {
  return accepted === null || accepted < current;
}
