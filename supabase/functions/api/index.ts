import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { requestId } from 'hono/request-id';
import { routePath } from 'hono/route';
import { secureHeaders } from 'hono/secure-headers';
import { ApiError, toApiError } from '../_shared/http/api-error.ts';
import { env } from '../_shared/env.ts';
import { serveCaller, usedLimits } from '../_shared/http/caller.ts';
import { clientAddress, readClient } from '../_shared/http/client-address.ts';
import type { ApiEnv } from '../_shared/http/context.ts';
import { isFromScheduler } from '../_shared/http/cron.ts';
import { allowOrigins, refuseCrossSite } from '../_shared/http/cross-site.ts';
import { readToEnd } from '../_shared/http/read-to-end.ts';
import { runAfterAnswer } from '../_shared/http/run-after-answer.ts';
import { documentationRoutes } from './documentation.ts';
import { reportRefusal } from './report-refusal.ts';
import { ApiRoutes } from './router.ts';
import { siteRoutes } from './site/site-routes.ts';
import { accountRoutes } from './routes/account.ts';
import { adminAuditLogRoutes } from './routes/admin-audit-log.ts';
import { adminBulkActionRoutes } from './routes/admin-bulk-actions.ts';
import { adminFeedbackRoutes } from './routes/admin-feedback.ts';
import { adminHiddenPostRoutes } from './routes/admin-hidden-posts.ts';
import { adminPostRoutes } from './routes/admin-posts.ts';
import { adminUserActionRoutes } from './routes/admin-user-actions.ts';
import { adminUserRoutes } from './routes/admin-users.ts';
import { comparisonRoutes } from './routes/comparison.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { fileRoutes } from './routes/files.ts';
import { adminContentFilterRoutes } from './routes/admin-content-filter.ts';
import { adminSettingsRoutes } from './routes/admin-settings.ts';
import { adminStatsRoutes } from './routes/admin-stats.ts';
import { adminEmailSettingsRoutes } from './routes/admin-email-settings.ts';
import { adminNewsRoutes } from './routes/admin-news.ts';
import { adminNotificationsRoutes } from './routes/admin-notifications.ts';
import { guestRoutes } from './routes/guest.ts';
import { likeRoutes } from './routes/likes.ts';
import { messageRoutes } from './routes/messages.ts';
import { muteRoutes } from './routes/mutes.ts';
import { newsRoutes } from './routes/news.ts';
import { notificationPreferenceRoutes } from './routes/notification-preferences.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { postRoutes } from './routes/posts.ts';
import { passwordResetRoutes } from './routes/password-reset.ts';
import { questionRoutes } from './routes/questions.ts';
import { quoteDecisionRoutes } from './routes/quote-decisions.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { requirementRoutes } from './routes/requirements.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { savedSearchRoutes } from './routes/saved-searches.ts';
import { sessionRoutes } from './routes/session.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { userRoutes } from './routes/users.ts';
import { verificationRoutes } from './routes/verification.ts';
import { watchRoutes } from './routes/watches.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { versionRoutes } from './routes/version.ts';

const app = new Hono<ApiEnv>().basePath('/api');

app.onError((error, c) => {
  const answer = toApiError(error);
  const { refusal } = answer.details;
  if (refusal !== undefined) runAfterAnswer(() => reportRefusal(c, refusal));
  if (answer.status >= 500) console.error(c.get('requestId'), answer.cause ?? answer);
  return answer.toResponse();
});
app.notFound(() => new ApiError(404, 'Not found').toResponse());

app.use(async (c, next) => {
  const { address, isFromHost } = await readClient(c.req.raw.headers);
  c.set('clientAddress', address);
  c.set('isFromHost', isFromHost);
  await serveCaller(address, async () => {
    await next();
    // A refusal names the limit that is used up.
    if (c.res.status !== 429) for (const [name, value] of usedLimits()) c.header(name, value);
  });
});
// The local server counts its requests by it, and takes it away.
app.use(async (c, next) => {
  await next();
  c.header('X-Route', routePath(c));
});
// Whether the address is only reached over https is up to its host.
app.use(secureHeaders({ strictTransportSecurity: false }));
app.use(requestId({ limitLength: 64 }));
app.use(allowOrigins);
app.use(async (c, next) => {
  await next();
  // Answers belong to their caller, so shared caches must not store them.
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
});
app.use(etag());
app.use(refuseCrossSite);

// For operators who set TRUSTED_PROXY_HOPS, and have the cron secret: shows how a request arrives (docs/deploy.md).
app.get('/forwarded-for', async (c) => {
  if (!(await isFromScheduler(c.req.raw))) return c.notFound();
  return c.json({
    forwardedFor: c.req.header('X-Forwarded-For') ?? null,
    trustedHops: env.trustedHops,
    isFromHost: c.get('isFromHost'),
    address: clientAddress(c),
  });
});

const slices: Hono<ApiEnv>[] = [
  sessionRoutes,
  accountRoutes,
  verificationRoutes,
  passwordResetRoutes,
  guestRoutes,
  uploadRoutes,
  fileRoutes,
  postRoutes,
  requirementRoutes,
  questionRoutes,
  likeRoutes,
  quoteRoutes,
  quoteDecisionRoutes,
  comparisonRoutes,
  messageRoutes,
  notificationRoutes,
  notificationPreferenceRoutes,
  watchRoutes,
  muteRoutes,
  savedSearchRoutes,
  reviewRoutes,
  userRoutes,
  newsRoutes,
  feedbackRoutes,
  adminUserRoutes,
  adminUserActionRoutes,
  adminBulkActionRoutes,
  adminFeedbackRoutes,
  adminHiddenPostRoutes,
  adminPostRoutes,
  adminNewsRoutes,
  adminAuditLogRoutes,
  adminStatsRoutes,
  adminContentFilterRoutes,
  unsubscribeRoutes,
  versionRoutes,
  adminEmailSettingsRoutes,
  adminSettingsRoutes,
  adminNotificationsRoutes,
];
for (const routes of slices) app.route('/', routes);
const operations = slices.flatMap((routes) => (routes instanceof ApiRoutes ? routes.operations : []));
app.route('/', documentationRoutes(operations));
app.route('/', siteRoutes);

// A known path with an unsupported method.
const methods = Map.groupBy(
  app.routes.filter(({ method }) => method !== 'ALL'),
  ({ path }) => path,
);
for (const [path, routes] of methods) {
  const allowed = [...new Set(routes.map(({ method }) => method))].join(', ');
  app.all(path.replace(/^\/api/, ''), () => {
    const answer = new ApiError(405, 'Method not allowed').toResponse();
    answer.headers.set('Allow', allowed);
    return answer;
  });
}

Deno.serve(readToEnd((request) => app.fetch(request)));
