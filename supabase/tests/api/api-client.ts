/** A client of `/api` like any program outside of the page: fetch and a cookie jar. */
import { world } from '../support/embedded/database.ts';
import { PASSWORD, type Person } from '../support/world.ts';

export interface Answer {
  /** The request. */
  method: string;
  path: string;
  status: number;
  headers: Headers;
  /** The parsed JSON body; undefined for an empty one. */
  body: unknown;
  text: string;
  /** Set-Cookie lines as sent. */
  setCookies: string[];
}

type CallOptions = {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, with the content type of `headers`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
};

const HASH = /\$2[aby]\$\d\d\$/;

export class ApiClient {
  readonly cookies = new Map<string, string>();
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(options: { base?: string; headers?: Record<string, string> } = {}) {
    this.#base = options.base ?? `${world.supabaseUrl}/functions/v1`;
    this.#headers = options.headers ?? {};
  }

  get = (path: string, options?: CallOptions) => this.call('GET', path, options);
  post = (path: string, json?: unknown, options?: CallOptions) => this.call('POST', path, { json, ...options });
  put = (path: string, json?: unknown) => this.call('PUT', path, { json });
  patch = (path: string, json?: unknown) => this.call('PATCH', path, { json });
  delete = (path: string) => this.call('DELETE', path);

  async call(method: string, path: string, { json, raw, headers = {} }: CallOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookie === '' ? {} : { Cookie: cookie }),
        ...this.#headers,
        ...headers,
      },
      body: json === undefined ? raw : JSON.stringify(json),
    });
    const text = await response.text();
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.#store(line);
    // No answer can ever contain a password or its hash.
    if (text.includes(PASSWORD) || HASH.test(text)) throw new Error(`${method} ${path} answers a password: ${text}`);
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') ?? false;
    return {
      method,
      path,
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
      text,
      setCookies,
    };
  }

  #store(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '' || /max-age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** A signed-in client with cookies only. */
export async function signedIn(
  person: Person,
  options: { rememberMe?: boolean; base?: string } = {},
): Promise<ApiClient> {
  const client = new ApiClient(options);
  const { rememberMe } = options;
  const answer = await client.post('/api/login', { username: person.username, password: person.password, rememberMe });
  if (answer.status !== 200) throw new Error(`${person.username} could not sign in: ${answer.text}`);
  return client;
}

/** A client with the token of a user, as the page uses it. */
export const withToken = (person: Person) =>
  new ApiClient({ headers: { Authorization: `Bearer ${person.accessToken}` } });

/** Valid bodies as a starting point. */
export const POST = {
  title: 'Steel tubes',
  description: 'Seamless tubes, 20 tons a month',
  category: 'industrial',
  deliveryAddress: 'Dock 4, Hai Phong',
  country: 'vn',
  area: 'North',
  port: 'Hai Phong',
  images: [],
};
export const QUOTE = {
  productMatch: 'high',
  description: '',
  price: '1 USD/product',
  quantity: '100 pcs',
  currency: 'USD',
  paymentMethod: 'T/T',
  shippingMethod: 'Sea',
  deliveryTime: '30 days',
  deliveryFrom: 'Hai Phong',
  deliveryTo: 'Hamburg',
  accountType: 'individual',
};
