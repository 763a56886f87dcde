import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';

/** A signed-in caller, confirmed by Auth. `isHalf`: the second step of the sign-in is missing. */
export type Session = { accessToken: string; authId: string; isHalf?: boolean };

/** State that the routes of `/api` share within one request. */
export type ApiEnv = {
  Variables: RequestIdVariables & {
    clientAddress: string;
    /** Whether the host of the page forwarded the request. */
    isFromHost: boolean;
    session?: Promise<Session | null>;
    userId?: Promise<number>;
  };
};

export type ApiContext = Context<ApiEnv>;
