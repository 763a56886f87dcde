import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { newsBodySchema, newsFormSchema, toNewsDraft } from './news.ts';

const form = {
  type: 'event',
  title: 'Fair',
  isPinned: false,
  status: 'draft',
  summary: '',
  body: '',
  eventStart: '2026-12-03T09:00',
  eventEnd: '2026-12-03T17:00',
  eventZone: 'Asia/Ho_Chi_Minh',
  location: 'Hanoi',
  externalUrl: '',
  images: [],
};
const times = { eventStart: '2026-12-03T09:00:00Z', eventEnd: '2026-12-03T17:00:00+07:00' };
const body = { ...form, eventStart: '2026-12-03T09:00:00+07:00', eventEnd: '2026-12-03T03:00:00Z' };

describe.each([
  ['form', newsFormSchema, form],
  ['API', newsBodySchema, body],
])('news, %s', (_, schema, event) => {
  const check = (change: Record<string, unknown>) => refusals(schema, { ...event, ...change });

  test.each([
    ['title', 200, 'Title too long'],
    ['summary', 300, 'Summary too long'],
    ['body', 20_000, 'Text too long'],
    ['location', 100, 'Invalid input'],
  ])('%s is trimmed, and has at most %i characters', (field, max, message) => {
    const longest = 'x'.repeat(max);
    expect(schema.parse({ ...event, [field]: ` ${longest} ` })).toMatchObject({ [field]: longest });
    expect(check({ [field]: `${longest}x` })).toEqual([`${field}: ${message}`]);
  });

  test('a title is required, a location is one line', () => {
    expect(check({ title: ' ' })).toEqual(['title: Title is required']);
    expect(schema.parse({ ...event, location: ' \u202eHanoi ' })).toMatchObject({ location: 'Hanoi' });
  });

  test.each(['https://example.com/a', 'HTTPS://example.com', `https://example.com/${'x'.repeat(480)}`])(
    'a link begins with https: %s',
    (externalUrl) => expect(schema.parse({ ...event, externalUrl: ` ${externalUrl} ` })).toMatchObject({ externalUrl }),
  );

  test.each([
    'http://example.com',
    'javascript://https://x',
    'https://',
    'https://example.com/a b',
    'https://[',
    'javascript:x',
  ])('no link is %s', (externalUrl) =>
    expect(check({ externalUrl })).toEqual(['externalUrl: The link must begin with https://']),
  );

  test('a link has at most 500 characters', () => {
    expect(check({ externalUrl: `https://example.com/${'x'.repeat(481)}` })).toEqual(['externalUrl: Invalid input']);
  });

  test('an event has a start, and no end before it; news has neither', () => {
    const none = schema === newsFormSchema ? '' : null;
    expect(check({ eventStart: none })).toEqual(['eventStart: Start is required']);
    expect(check({ eventEnd: none })).toEqual([]);
    expect(check({ eventEnd: event.eventStart })).toEqual([]);
    expect(check({ eventStart: event.eventEnd, eventEnd: event.eventStart })).toEqual([
      'eventEnd: The end must not be before the start',
    ]);
    expect(check({ type: 'news', eventStart: none })).toEqual([]);
  });
});

test('news of /api need a type and a title, and are drafts', () => {
  expect(newsBodySchema.parse({ type: 'news', title: 'Fair' })).toEqual({
    type: 'news',
    title: 'Fair',
    isPinned: false,
    status: 'draft',
    summary: '',
    body: '',
    eventStart: null,
    eventEnd: null,
    location: null,
    externalUrl: null,
    images: [],
  });
});

test('only events of /api keep their times and place', () => {
  expect(newsBodySchema.parse({ ...body, ...times })).toMatchObject({ ...times, location: 'Hanoi' });
  const none = { eventStart: null, eventEnd: null, location: null };
  expect(newsBodySchema.parse({ ...body, type: 'news' })).toMatchObject(none);
});

test('the form takes the zone of the venue or none', () => {
  expect(refusals(newsFormSchema, { ...form, eventZone: '' })).toEqual([]);
  expect(refusals(newsFormSchema, { ...form, eventZone: 'Mars/Olympus' })).toEqual(['eventZone: Invalid input']);
});

describe('the draft of a form', () => {
  const draft = (change: object) => toNewsDraft(newsFormSchema.parse({ ...form, ...change }));

  test('the times of an event are those of its venue', () => {
    expect(draft({})).toEqual({
      ...form,
      eventStart: '2026-12-03T02:00:00.000Z',
      eventEnd: '2026-12-03T10:00:00.000Z',
      externalUrl: null,
    });
  });

  test('the times of an event without a zone are those of its author', () => {
    const start = new Date(2026, 11, 3, 9).toISOString();
    expect(draft({ eventZone: '', eventEnd: '' })).toMatchObject({
      eventStart: start,
      eventEnd: null,
      eventZone: null,
    });
  });

  test('a draft keeps its link, and news loses what only events have', () => {
    const externalUrl = 'https://example.com';
    const none = { eventStart: null, eventEnd: null, location: null, eventZone: null };
    expect(draft({ externalUrl, location: '' })).toMatchObject({ externalUrl, location: null });
    expect(draft({ type: 'news' })).toMatchObject(none);
  });
});
