/** The automatic notifications of the product, with the text of each. */
export const notificationKinds: Readonly<Record<string, { label: string; text: string }>> = {
  quote_received: {
    label: 'New quote, to the post owner',
    text: 'You have a new quote on your post "{title}" from {username}',
  },
  quote_sent: { label: 'Quote sent, to the supplier', text: 'You sent a quote to "{title}" of {username}' },
  message_received: { label: 'New message', text: 'New message from {username} about "{title}"' },
  post_hidden: { label: 'Post hidden by an admin', text: 'Your post "{title}" was hidden: {reason}' },
  post_unhidden: { label: 'Post visible again', text: 'Your post "{title}" is visible again' },
  review_received: { label: 'Review received', text: '{username} left you a {n}-star review' },
  quote_shortlisted: { label: 'Quote shortlisted', text: 'Your quote on "{title}" was shortlisted' },
  quote_accepted: { label: 'Quote accepted', text: 'Your quote on "{title}" was accepted' },
  quote_declined: { label: 'Quote declined', text: 'Your quote on "{title}" was declined: {reason}' },
  quote_reopened: { label: 'Declined quote reopened', text: 'Your quote on "{title}" is pending again' },
  quote_withdrawn: {
    label: 'Quote withdrawn, to the post owner',
    text: '{username} withdrew the quote on "{title}"',
  },
  quote_revised: {
    label: 'Quote revised, to the post owner',
    text: '{username} revised the quote on "{title}": {changes}',
  },
  deal_cancelled: {
    label: 'Deal cancelled, to the other party',
    text: '{username} cancelled the deal on "{title}": {reason}',
  },
  post_closed: {
    label: 'Request closed, to suppliers with an undecided quote',
    text: 'The request "{title}" was closed: {reason}',
  },
  deadline_passed: {
    label: 'Quote deadline passed, to the post owner',
    text: 'The deadline of "{title}" has passed: {n} quotes',
  },
  question_asked: { label: 'Question asked, to the post owner', text: '{username} asks about "{title}"' },
  question_answered: {
    label: 'Question answered, to the asker and suppliers who quoted',
    text: 'Your question about "{title}" was answered',
  },
  post_changed: {
    label: 'Request changed, to suppliers who quoted',
    text: 'The request "{title}" changed',
  },
  request_watched: {
    label: 'News of a watched request',
    text: 'The request "{title}" is open again',
  },
  deadline_near: {
    label: 'Deadline of a watched request',
    text: 'The request "{title}" closes within {n} hours',
  },
  saved_search: {
    label: 'New requests for a saved search',
    text: '{n} new requests match "{title}"',
  },
  request_unquoted: {
    label: 'Request without a quote',
    text: 'No quote on "{title}" for 48 hours: add details or photos, or share its link',
  },
  second_factor_reset: {
    label: 'Two-step sign-in reset by an admin',
    text: 'Your two-step sign-in was turned off by an administrator: {reason}',
  },
  feedback_answered: { label: 'Feedback answered', text: 'We answered your feedback "{subject}": {answer}' },
};
