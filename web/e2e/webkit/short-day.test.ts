/** A short day in the WebKit of this machine, which Playwright cannot drive. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from '../../../supabase/tests/support/embedded/start-embedded.ts';
import { createWorld, PASSWORD, type World } from '../../../supabase/tests/support/world.ts';
import { VALID_QUOTE } from '../support/quotes.ts';
import { openWebKit, type WebKitWindow } from './open-webkit.ts';

const TITLE = 'Galvanised steel coils';

const field = (label: string) =>
  `//*[self::input or self::textarea][@aria-label='${label}' or @id=//label[starts-with(normalize-space(), '${label}')]/@for]`;
const inDialog = (xpath: string) => `//*[@role='dialog']${xpath}`;
const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`;
const toast = (title: string) => `//*[@data-toast]//*[normalize-space()='${title}']`;

let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let world: World;
let page: WebKitWindow;

beforeAll(async () => {
  embedded = await startEmbedded({ web: 'build' });
});

beforeEach(async () => {
  await embedded.backend.reset();
  world = createWorld(embedded.backend);
  page = await openWebKit();
});

afterEach(() => page.close());

afterAll(() => embedded.stop());

async function signIn(name: string): Promise<void> {
  await world.person(name);
  await page.open(`${world.webUrl}/auth`);
  await page.type(field('Username or Email'), name);
  await page.type(field('Password'), PASSWORD);
  await page.click(button('Sign in'));
}

test('a guest in WebKit reads the feed, opens a post, and chooses theme and language', async () => {
  await world.createPost(await world.person('anna'), { title: TITLE });
  await page.open(`${world.webUrl}/`);
  await page.click(`//article//a[normalize-space()='${TITLE}']`);
  await page.read(`//h1[normalize-space()='${TITLE}']`);
  await page.click(button('Use the dark theme'));
  await page.read("//html[@data-mantine-color-scheme='dark']//h1");
  await page.open(`${world.webUrl}/terms`);
  await page.click(`//footer${button('Tiếng Việt')}`);
  await page.read("//html[@lang='vi']//header//a[normalize-space()='Trang chủ']");
});

test('a user in WebKit signs in and publishes a request', async () => {
  await signIn('anna');
  await page.click(button('Post a purchase request now!'));
  await page.type(inDialog(field('Title')), TITLE);
  await page.type(inDialog(field('Description')), 'DX51D, Z275, 1,250 mm wide');
  await page.click(inDialog(field('Category')));
  await page.click("//*[@role='option'][normalize-space()='Industrial']");
  await page.type(inDialog(field('Country')), 'Vietnam');
  await page.type(inDialog(field('Delivery address')), 'Dinh Vu port, Hai Phong');
  await page.click(inDialog(button('Post request')));
  await expect(page.read(`//article//a[normalize-space()='${TITLE}']`)).resolves.toBe(TITLE);
});

test('a supplier in WebKit signs in, quotes, and writes a message with a link', async () => {
  await world.createPost(await world.person('anna'), { title: TITLE });
  await signIn('bob');
  await page.click(`//article${button('Quotation')}`);
  for (const [label, value] of Object.entries(VALID_QUOTE)) await page.type(inDialog(field(label)), value);
  await page.click(inDialog("//button[@type='submit']"));
  await page.read(toast('Quote submitted'));
  await page.open(`${world.webUrl}/my-quotes`);
  await page.click(`//tr[@data-quote]${button('Message')}`);
  await page.type(field('Message'), 'The form is at https://example.com/certificates.');
  await page.click(button('Send message'));
  await expect(page.read("//*[@role='log']//a")).resolves.toBe('https://example.com/certificates');
});
