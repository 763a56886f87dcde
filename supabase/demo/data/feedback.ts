import type { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '@domain/feedback.ts';

interface DemoFeedback {
  category: (typeof FEEDBACK_CATEGORIES)[number]['value'];
  subject: string;
  message: string;
  /** A user, or the address of a guest. */
  from: { username: string } | { email: string };
  pagePath: string;
  status: (typeof FEEDBACK_STATUSES)[number]['value'];
  assignee?: 'adam' | 'mona';
  hoursAgo: number;
  note?: string;
  reply?: string;
}

/** Feedback to the operators, newest first. */
export const demoFeedback: readonly DemoFeedback[] = [
  {
    category: 'bug',
    subject: 'Photo of a quote turned sideways',
    message:
      'I took the photo with my phone held upright. In the quote it lies on its side, in the preview it was right.',
    from: { username: 'bob' },
    pagePath: '/my-quotes',
    status: 'new',
    hoursAgo: 3,
  },
  {
    category: 'question',
    subject: 'Can two colleagues share one account?',
    message:
      'We are two buyers in the same office. May we share one login, or do we need an account each with the same tax code?',
    from: { email: 'einkauf@nordholz.example' },
    pagePath: '/terms',
    status: 'new',
    hoursAgo: 9,
  },
  {
    category: 'suggestion',
    subject: 'Filter by delivery port',
    message:
      'Please let us filter requests by port. We only ship through Hải Phòng, and half of the requests in the south are no use to us.',
    from: { email: 'sales@redriver.example' },
    pagePath: '/?country=vn',
    status: 'new',
    hoursAgo: 26,
  },
  {
    category: 'complaint',
    subject: 'Supplier asks for payment outside the contract',
    message:
      'After we agreed on the price the supplier wants the deposit on a private account. I attach nothing yet, please tell me where to send the mails.',
    from: { username: 'anna' },
    pagePath: '/account?tab=posts',
    status: 'in_progress',
    assignee: 'adam',
    hoursAgo: 41,
    note: 'Second report about this supplier this month. Asked for the bank details that were named.',
    reply:
      'Thank you for telling us. Please do not pay. Reply to this mail with the messages, we look at the account today.',
  },
  {
    category: 'bug',
    subject: 'Calendar file is an hour off',
    message: 'The event shows 15:00, after "Add to calendar" my phone says 14:00. Time zone is Istanbul.',
    from: { email: 'm.kaya@anadolu.example' },
    pagePath: '/news',
    status: 'resolved',
    assignee: 'mona',
    hoursAgo: 120,
    reply:
      'Your phone had the zone of your last trip: the file itself is in universal time. Thank you for checking again!',
  },
  {
    category: 'suggestion',
    subject: 'Dark mode is lovely',
    message:
      'Just to say that the dark mode is easy on the eyes in a night shift. Could the PDF preview follow it too?',
    from: { email: 'nightshift@gdansk-port.example' },
    pagePath: '/',
    status: 'resolved',
    assignee: 'adam',
    hoursAgo: 260,
  },
  {
    category: 'other',
    subject: 'SEO services first page guaranteed',
    message: 'Dear owner of website, we bring you on first page in 7 days. Answer for prices.',
    from: { email: 'growth@cheap-seo.example' },
    pagePath: '/feedback',
    status: 'spam',
    hoursAgo: 300,
  },
];
