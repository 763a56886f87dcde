import type { MoreFilters } from '@/shared/search/search-state.ts';

/** A page of the post list for a search state. */
export type PostListKey = { query: string; country: string; categories: readonly string[]; page: number } & MoreFilters;

/**
 * All query keys of the page, by area; invalidate by prefix. Filters are part of the key, so their order must be
 * stable.
 */
export const keys = {
  session: {
    all: ['session'] as const,
    user: ['session', 'user'] as const,
    providers: ['session', 'providers'] as const,
    availability: (field: 'username' | 'email', value: string) => ['session', 'availability', field, value] as const,
    resetLink: (token: string) => ['session', 'reset-link', token] as const,
    signIn: ['session', 'sign-in'] as const,
    secondFactor: ['session', 'second-factor'] as const,
    changeEmail: ['session', 'change-email'] as const,
  },
  posts: {
    all: ['posts'] as const,
    lists: ['posts', 'list'] as const,
    list: (filters: PostListKey) => ['posts', 'list', filters] as const,
    totals: ['posts', 'total'] as const,
    total: (filters: Record<string, unknown>) => ['posts', 'total', filters] as const,
    hints: (query: string) => ['posts', 'hints', query] as const,
    facets: ['posts', 'facets'] as const,
    hits: (filters: Record<string, unknown>) => ['posts', 'facets', filters] as const,
    details: ['posts', 'detail'] as const,
    detail: (id: number) => ['posts', 'detail', id] as const,
    similars: ['posts', 'similar'] as const,
    similar: (id: number) => ['posts', 'similar', id] as const,
    mine: ['posts', 'mine'] as const,
    desk: ['posts', 'mine', 'desk'] as const,
    ofUsers: ['posts', 'user'] as const,
    ofUser: (userId: number, page: number) => ['posts', 'user', userId, page] as const,
    allQuotes: ['posts', 'quotes'] as const,
    quotes: (id: number) => ['posts', 'quotes', id] as const,
    suppliers: (id: number) => ['posts', 'quotes', id, 'suppliers'] as const,
    allQuestions: ['posts', 'questions'] as const,
    questions: (id: number) => ['posts', 'questions', id] as const,
    changes: (id: number) => ['posts', 'changes', id] as const,
    documents: (id: number) => ['posts', 'documents', id] as const,
    /** The lists of admins. */
    moderated: ['posts', 'hidden'] as const,
    moderatedList: (list: 'all' | 'hidden', state: Record<string, unknown>) =>
      ['posts', 'hidden', list, state] as const,
  },
  quotes: {
    all: ['quotes'] as const,
    mine: ['quotes', 'mine'] as const,
    mineList: (filters: Record<string, unknown>) => ['quotes', 'mine', 'list', filters] as const,
    mineCount: ['quotes', 'mine', 'count'] as const,
    mineOnPost: (postId: number) => ['quotes', 'mine', 'post', postId] as const,
    received: ['quotes', 'received'] as const,
    receivedList: (filters: Record<string, unknown>) => ['quotes', 'received', 'list', filters] as const,
    receivedCount: ['quotes', 'received', 'count'] as const,
    receivedPrices: (postIds: readonly number[]) => ['quotes', 'received', 'prices', postIds] as const,
    detail: (id: number) => ['quotes', 'detail', id] as const,
    events: (id: number) => ['quotes', 'detail', id, 'events'] as const,
  },
  exchangeRates: ['exchange-rates'] as const,
  messages: {
    all: ['messages'] as const,
    conversation: (quoteId: number) => ['messages', 'conversation', quoteId] as const,
    closedReasons: ['messages', 'closed'] as const,
    closedReason: (quoteId: number) => ['messages', 'closed', quoteId] as const,
    unsent: (userId: number, quoteId: number) => ['messages', 'unsent', userId, quoteId] as const,
    unread: ['messages', 'unread'] as const,
    inboxes: ['messages', 'inbox'] as const,
    inbox: (search: string, page: number) => ['messages', 'inbox', search, page] as const,
  },
  notifications: {
    all: ['notifications'] as const,
    list: ['notifications', 'list'] as const,
  },
  mutes: ['mutes'] as const,
  news: {
    all: ['news'] as const,
    list: (filters: Record<string, unknown>) => ['news', 'list', filters] as const,
    item: (id: number) => ['news', 'item', id] as const,
    neighbours: (id: number) => ['news', 'neighbours', id] as const,
  },
  feedback: {
    all: ['feedback'] as const,
    list: (state: Record<string, unknown>) => ['feedback', 'list', state] as const,
    item: (id: number) => ['feedback', 'item', id] as const,
    /** Outside of `all`: the bytes never change. */
    image: (path: string) => ['feedback-image', path] as const,
    newCount: ['feedback', 'new-count'] as const,
    assignees: ['feedback', 'assignees'] as const,
  },
  likes: {
    all: ['likes'] as const,
    state: (postId: number) => ['likes', 'state', postId] as const,
  },
  users: {
    profiles: ['users', 'profile'] as const,
    profile: (id: number) => ['users', 'profile', id] as const,
  },
  reviews: {
    all: ['reviews'] as const,
    received: (userId: number, rating: number | null, page: number) =>
      ['reviews', 'received', userId, rating, page] as const,
    bars: (userId: number) => ['reviews', 'bars', userId] as const,
    written: (userId: number, page: number) => ['reviews', 'written', userId, page] as const,
    mineOf: (userId: number) => ['reviews', 'mine-of', userId] as const,
  },
  ratings: {
    all: ['ratings'] as const,
    user: (id: number) => ['ratings', 'user', id] as const,
  },
  adminUsers: {
    all: ['admin-users'] as const,
    list: (state: Record<string, unknown>) => ['admin-users', 'list', state] as const,
    detail: (id: number) => ['admin-users', 'detail', id] as const,
    activity: (id: number) => ['admin-users', 'activity', id] as const,
    hidden: (id: number) => ['admin-users', 'hidden', id] as const,
    linked: (id: number) => ['admin-users', 'linked', id] as const,
    notes: (id: number) => ['admin-users', 'notes', id] as const,
  },
  emailSettings: {
    all: ['email-settings'] as const,
    settings: ['email-settings', 'settings'] as const,
    templates: ['email-settings', 'templates'] as const,
    templatesIn: (locale: string) => ['email-settings', 'templates', locale] as const,
    verification: ['email-settings', 'verification'] as const,
    logs: ['email-settings', 'log'] as const,
    log: (state: Record<string, unknown>) => ['email-settings', 'log', state] as const,
  },
  appSettings: ['app-settings'] as const,
  broadcasts: {
    all: ['broadcasts'] as const,
    list: (state: Record<string, unknown>) => ['broadcasts', 'list', state] as const,
    receivers: (audience: Record<string, unknown>) => ['broadcasts', 'receivers', audience] as const,
    kinds: ['broadcasts', 'kinds'] as const,
  },
  stats: {
    range: (from: string, to: string) => ['stats', from, to] as const,
  },
  contentFilter: {
    all: ['content-filter'] as const,
    rules: (state: Record<string, unknown>) => ['content-filter', 'rules', state] as const,
    flagged: (page: number, pageSize: number) => ['content-filter', 'flagged', page, pageSize] as const,
    hits: (options: Record<string, unknown>) => ['content-filter', 'hits', options] as const,
    /** Not of `all`: a rule that is saved asks for no new preview of itself. */
    preview: (id: number | null, rule: Record<string, unknown> | null) => ['preview-of-rule', id, rule] as const,
  },
  /** Those of the reader of a link, or of the signed-in user. */
  mailChoices: (reader: { token: string } | 'me') => ['mail-choices', reader] as const,
  apiDocument: ['api-document'] as const,
  auditLog: {
    all: ['audit-log'] as const,
    list: (state: Record<string, unknown>) => ['audit-log', 'list', state] as const,
    actions: ['audit-log', 'actions'] as const,
    entity: (entity: string, id: number) => ['audit-log', 'entity', entity, id] as const,
  },
} as const;
