-- Triggers: the effects of every write, table by table, in the order in which Postgres fires them: before the
-- statement, before each row, after each row, after the statement, each group by name.

-- public.profiles -----------------------------------------------------------------------------------------------------

-- A suspended user can read, but not write. The columns are listed, because updating a rating is not the user's own
-- write.
create trigger a_refuse_suspended before insert or update of avatar_path, country, company_name, bio or delete on public.profiles
  for each statement execute function private.refuse_suspended();

-- A user whose account was deleted while they waited for the row must not write to it.
create trigger b_refuse_deleted before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.refuse_deleted();

-- An avatar must be an existing upload of the user.
create trigger check_avatar_write before update of avatar_path on public.profiles
  for each row execute function private.check_avatar_write();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of country, company_name on public.profiles
  for each row execute function private.clean_lines('country', 'company_name');

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of username, company_name, bio, country on public.profiles
  for each row execute function private.filter_content('profile username username', 'profile company_name companyName',
    'profile bio bio', 'profile country country');

-- Keeps `updated_at`; the counted rating does not change it.
create trigger profiles_touch_updated_at before update of avatar_path, country, company_name, bio on public.profiles
  for each row execute function private.touch_updated_at();

-- Posts contain the names of their owner, so that the search finds them.
create trigger copy_names_to_posts after update of username, company_name on public.profiles
  for each row when ((old.username, old.company_name) is distinct from (new.username, new.company_name))
  execute function private.copy_names_to_posts();

-- public.accounts -----------------------------------------------------------------------------------------------------

-- A suspended user can read, not write, but can still accept new terms.
create trigger a_refuse_suspended before insert or update of first_name, last_name, phone_number, address, organization, tax_code
  or delete on public.accounts for each statement execute function private.refuse_suspended();

-- Keeps `updated_at`.
create trigger accounts_touch_updated_at before update of email, first_name, last_name, phone_number, address, organization,
  tax_code on public.accounts for each row execute function private.touch_updated_at();

-- A user whose account was deleted while they waited for the row must not write to it.
create trigger b_refuse_deleted before update of first_name, last_name, phone_number, address, organization, tax_code, locale, time_zone,
  digest_hour on public.accounts
  for each row execute function private.refuse_deleted();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of first_name, last_name, address, organization, tax_code on public.accounts
  for each row execute function private.clean_lines('first_name', 'last_name', 'address', 'organization', 'tax_code');

-- A deleted account contains no personal data.
create trigger forget_choices_of_deleted before update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_choices_of_deleted();

-- A new account starts in the language of the page it was registered on.
create trigger take_locale_of_registration before insert on public.accounts
  for each row when (new.locale is null) execute function private.take_locale_of_registration();

-- Unanswered questions of a deleted user are deleted.
create trigger drop_questions_of_deleted after update of deleted_at on public.accounts
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.drop_questions_of_deleted();

-- The last main admin can neither be demoted nor deleted.
create trigger keep_a_main_admin_by_role after update of role, deleted_at on public.accounts
  for each row when (old.role = 'main_admin' and old.deleted_at is null and (new.role <> 'main_admin' or new.deleted_at is not null))
  execute function private.keep_a_main_admin();

-- Open pages look at their session when the rights of their user change.
create trigger send_event_of_account after update of role, suspended_until, deleted_at on public.accounts
  for each row when ((old.role, old.suspended_until, old.deleted_at) is distinct from (new.role, new.suspended_until, new.deleted_at)) execute function private.send_event_of_account();

-- auth.users ----------------------------------------------------------------------------------------------------------

-- With a stolen token, a client could have Auth change password and address. Other roles that write here have checked
-- more than a token.
create trigger a_guard_credentials before update of encrypted_password, email, email_change on auth.users
  for each row when (current_user = 'supabase_auth_admin') execute function private.guard_credentials();

-- Each answer of Auth has these data, also before the second step of a sign-in.
create trigger b_limit_user_data before update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_data();

-- Auth's own tokens are unusable: the product mails its own proofs (31-mail-proofs).
create trigger kill_tokens_of_auth before insert or update on auth.users
  for each row execute function private.kill_tokens_of_auth();

-- A registration is of whoever proves it, not of whoever has the address. Before `copy_state_of_user`: profile before account.
create trigger a_forget_registration after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null) execute function private.forget_registration();

-- Accounts mirror Auth's data for admins: address, verification, last sign-in.
create trigger copy_state_of_user after update of email, email_confirmed_at, last_sign_in_at on auth.users
  for each row when ((new.email, new.email_confirmed_at, new.last_sign_in_at) is distinct from
    (old.email, old.email_confirmed_at, old.last_sign_in_at))
  execute function private.copy_state_of_user();

-- Every Auth user gets a profile and an account in the same transaction.
create trigger create_profile_of_new_user after insert on auth.users
  for each row execute function private.create_profile_of_new_user();

-- A new password ends the lockout caused by guesses.
create trigger forget_password_attempts after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.forget_password_attempts();

-- Users are notified by mail when their password or address changes.
create trigger mail_of_account_change after update of email, encrypted_password on auth.users
  for each row execute function private.mail_of_account_change();

-- Queues the product's mail in place of Auth's. Fires after `create_profile_of_new_user`, because the mail needs the
-- profile.
create trigger mail_of_auth after insert or update of confirmation_token, recovery_token, email_change_token_new on auth.users
  for each row execute function private.mail_of_auth();

-- A sign-in provider that knows the old address opens the account no longer. Auth has the new one among its identities by then.
create trigger unlink_providers_of_old_address after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email)) execute function private.unlink_providers_of_old_address();

-- auth.identities -----------------------------------------------------------------------------------------------------

-- As with the data of users. What a sign-in provider says stays, as Auth works with it.
create trigger limit_identity_data before insert or update of identity_data on auth.identities
  for each row when (new.provider in ('email', 'phone')) execute function private.limit_identity_data();

-- public.account_notes ------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.account_notes for each statement execute function private.refuse_suspended();

-- A request writes one row. First by name, so that no other trigger works for a refused row.
create trigger a_limit_rows before insert on public.account_notes
  for each row when (current_user = 'authenticated') execute function private.limit_rows();

-- A client id belongs to one note.
create trigger check_account_note before insert on public.account_notes for each row execute function private.check_account_note();

-- Notes of admins are recorded in the audit log.
create trigger audit_account_note after insert on public.account_notes for each row execute function private.audit_account_note();

-- public.audit_log ----------------------------------------------------------------------------------------------------

-- The audit log is append-only, for its owner too.
create trigger audit_log_is_append_only before update or truncate on public.audit_log
  for each statement execute function private.refuse_audit_log_change();

-- Entries can be deleted after two years; only housekeeping has the right to.
create trigger audit_log_is_kept_two_years before delete on public.audit_log
  for each row when (old.created_at > now() - interval '2 years') execute function private.refuse_audit_log_change();

-- auth.sessions -------------------------------------------------------------------------------------------------------

-- A user has a hundred sessions. First by name, before rows that come later in the order of locks.
create trigger a_limit_sessions after insert on auth.sessions for each row execute function private.limit_sessions();

-- Sign-ins of admins are recorded in the audit log.
create trigger audit_sign_in after insert on auth.sessions for each row execute function private.audit_sign_in();

-- Admins find accounts of one person. A renewal can come from another place.
create trigger note_sign_in_place after insert or update of ip, user_agent on auth.sessions
  for each row when (new.ip is not null) execute function private.note_sign_in_place();

-- Open pages of a session that has ended notice it.
create trigger send_event_of_session after delete on auth.sessions
  for each row execute function private.send_event_of_session();

-- auth.mfa_factors ----------------------------------------------------------------------------------------------------

-- As with passwords, other roles that write here have checked more than a token.
create trigger a_guard_new_factor before update of status on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and new.status = 'verified' and old.status <> 'verified')
  execute function private.guard_factor();
create trigger a_guard_removed_factor before delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified') execute function private.guard_factor();

-- Two-step sign-in that was turned on or off is mailed to its user, and recovery codes end with it.
create trigger second_factor_was_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.second_factor_changed();
create trigger second_factor_was_verified after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.second_factor_changed();

-- public.posts --------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.posts for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.posts for each statement execute function private.refuse_truncate();

-- A request writes one row. First by name, so that no other trigger works for a refused row.
create trigger a_limit_rows before insert on public.posts
  for each row when (current_user = 'authenticated') execute function private.limit_rows();

-- Rules of a post that need other rows: rate limit, own images, deadline, not closed.
create trigger check_post_write before insert or update of title, description, category, country, area, delivery_address,
  port, images, quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm, closed_at, is_hidden on public.posts
  for each row execute function private.check_post_write();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of title, country, area, delivery_address, port, unit on public.posts
  for each row execute function private.clean_lines('title', 'country', 'area', 'delivery_address', 'port', 'unit');

-- Undecided quotes on a deleted post are declined, and their suppliers are notified.
create trigger end_quotes_of_post before delete on public.posts for each row execute function private.end_quotes_of_post();

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of title, description, country, area, delivery_address, port, unit, images on public.posts
  for each row execute function private.filter_content('post_title title title', 'post_description description description',
    'post_place country country', 'post_place area area', 'post_place delivery_address deliveryAddress', 'post_place port port', 'post_description unit unit',
    'post_description images images');

-- A post is found by its texts. Behind the triggers that change them.
create trigger make_searchable before insert or update of title, description, category, country, area, delivery_address, port, owner_names
  on public.posts for each row execute function private.make_post_searchable();

-- Actions of admins on other users' posts are recorded in the audit log, whichever function they use.
create trigger audit_moderation after update of is_hidden, hidden_by, hidden_reason on public.posts
  for each row when ((old.is_hidden, old.hidden_by, old.hidden_reason) is distinct from (new.is_hidden, new.hidden_by, new.hidden_reason))
  execute function private.audit_moderation();

-- The undo of an earlier bulk action leaves the post as it is from now on.
create trigger forget_bulk_changes after update of is_hidden on public.posts
  for each row when (old.is_hidden is distinct from new.is_hidden) execute function private.forget_bulk_changes('post');

-- Counters are visible to readers of the post; their policy reads this copy instead of the post.
create trigger hide_post_counters after update of is_hidden on public.posts
  for each row when (old.is_hidden is distinct from new.is_hidden) execute function private.hide_post_counters();

-- A changed deadline is notified when it passes.
create trigger note_changed_deadline after update of quote_deadline on public.posts
  for each row when (old.quote_deadline is distinct from new.quote_deadline) execute function private.note_deadline();

-- The job `quote-deadlines` notifies the owner when the deadline passes.
create trigger note_new_deadline after insert on public.posts
  for each row when (new.quote_deadline is not null) execute function private.note_deadline();

-- Suppliers who quoted and users who watch are notified of changes.
create trigger note_post_change after update of title, description, quantity, unit, target_price, target_currency, needed_by,
  quote_deadline, incoterm, country, area, delivery_address, port on public.posts
  for each row execute function private.note_post_change();

-- The job `saved-searches` compares new posts, and those that may match anew, with saved searches.
create trigger note_post_to_match after insert on public.posts for each row execute function private.note_post_to_match();
create trigger note_post_to_match_again after update of title, description, category, country, area, delivery_address, port, is_hidden, closed_at,
  quote_deadline on public.posts
  for each row when ((old.search, old.category, old.country, old.is_hidden, old.closed_at, old.quote_deadline)
    is distinct from (new.search, new.category, new.country, new.is_hidden, new.closed_at, new.quote_deadline))
  execute function private.note_post_to_match();

-- Users who watch a request are notified when it closes and opens again.
create trigger note_state_of_watched after update of closed_at, quote_deadline on public.posts
  for each row when ((old.closed_at, old.quote_deadline) is distinct from (new.closed_at, new.quote_deadline))
  execute function private.note_state_of_watched();

-- The owner is notified of an admin's action, not of their own.
create trigger notify_of_moderation after update of is_hidden, hidden_by on public.posts
  for each row execute function private.notify_of_moderation();

-- Open pages of the owner and of suppliers who quoted show the change.
create trigger send_event_of_post after update of title, description, quantity, unit, target_price, target_currency, needed_by, quote_deadline,
  incoterm, country, area, delivery_address, port, is_hidden, closed_at or delete on public.posts
  for each row execute function private.send_event_of_post();

-- Number of posts in the admins' list of users.
create trigger count_deleted_posts_of_users after delete on public.posts
  referencing old table as posts_before for each statement execute function private.count_posts_of_users();

-- Number of posts in the admins' list of users.
create trigger count_new_posts_of_users after insert on public.posts
  referencing new table as posts_after for each statement execute function private.count_posts_of_users();

-- Every post gets its row of counters in the same transaction.
create trigger create_post_counters after insert on public.posts
  referencing new table as posts_after for each statement execute function private.create_post_counters();

-- Words of visible posts, for corrections of the search.
create trigger keep_vocabulary_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_vocabulary();

-- Words of visible posts, for corrections of the search.
create trigger keep_vocabulary_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_vocabulary();

-- Totals of pager and filters. Last, see `z_keep_post_totals_of_new`.
create trigger z_keep_post_totals_of_changed after update on public.posts
  referencing old table as posts_before new table as posts_after for each statement execute function private.keep_post_totals();

-- Totals of pager and filters. Last, see `z_keep_post_totals_of_new`.
create trigger z_keep_post_totals_of_deleted after delete on public.posts
  referencing old table as posts_before for each statement execute function private.keep_post_totals();

-- Totals of pager and filters. The total of a country and category is one row for all their posts, so it is locked
-- last, only until the commit: hence the `z_`.
create trigger z_keep_post_totals_of_new after insert on public.posts
  referencing new table as posts_after for each statement execute function private.keep_post_totals();

-- public.post_likes ---------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_likes for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.post_likes for each statement execute function private.refuse_truncate();

-- Number of likes on the card.
create trigger count_post_like after insert or delete on public.post_likes
  for each row execute function private.count_post_like();

-- public.quotes -------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.quotes for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.quotes for each statement execute function private.refuse_truncate();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of price_text, quantity_text, payment_method, shipping_method, delivery_time,
  delivery_from, delivery_to, contact_address, organization_name, tax_code on public.quotes
  for each row execute function private.clean_lines('price_text', 'quantity_text', 'payment_method', 'shipping_method', 'delivery_time',
    'delivery_from', 'delivery_to', 'contact_address', 'organization_name', 'tax_code');

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of description, price_text, quantity_text, payment_method, shipping_method,
  delivery_time, delivery_from, delivery_to, organization_name, images on public.quotes
  for each row execute function private.filter_content('quote description description', 'quote price_text price',
    'quote quantity_text quantity', 'quote payment_method paymentMethod', 'quote shipping_method shippingMethod',
    'quote delivery_time deliveryTime', 'quote delivery_from deliveryFrom', 'quote delivery_to deliveryTo',
    'quote organization_name organizationName', 'quote images images');

-- Reasons are texts for the other party, like the facts, so the filter reads them as well, but for those of the rules: of a request
-- with thousands of quotes that would be most of the work.
create trigger filter_reason before update of status_reason on public.quotes
  for each row when (new.status_reason is null or new.status_reason <> all (private.reasons_of_the_rules())) execute function private.filter_content('quote status_reason reason');

-- The address of a request goes with it, unless there is a deal.
create trigger forget_address before update of status, post_id on public.quotes
  for each row execute function private.forget_address();

-- Behind the filter, also when a mask comes or goes: the number of a masked text would be the text.
create trigger read_numbers before insert or update of price_text, price_value, quantity_text, quantity_value on public.quotes
  for each row execute function private.read_numbers();

-- Notifies the owner of the post and confirms to the supplier.
create trigger announce_quote after insert on public.quotes for each row execute function private.announce_quote();

-- Number of quotes on the card.
create trigger count_quote after insert or delete on public.quotes for each row execute function private.count_quote();

-- Reviews between the two parties state whether there was a deal.
create trigger mark_deal_of_reviews after insert or update of status on public.quotes
  for each row execute function private.mark_deal_of_reviews();

-- Open pages of both parties show a quote and every change of it; a message alone is none.
create trigger send_event_of_quote after insert or update of status, status_reason, changed_at, version on public.quotes
  for each row execute function private.send_event_of_quote();

-- A first quote makes earlier reviews between the two verified ones.
create trigger verify_reviews_of_quote after insert on public.quotes
  for each row execute function private.verify_reviews_of_quote();

-- A supplier watches the request that they quoted on.
create trigger watch_quoted_post after insert on public.quotes for each row execute function private.watch_quoted_post();

-- Number of quotes in the admins' list of users.
create trigger count_deleted_quotes_of_users after delete on public.quotes
  referencing old table as quotes_before for each statement execute function private.count_quotes_of_users();

-- Number of quotes in the admins' list of users.
create trigger count_new_quotes_of_users after insert on public.quotes
  referencing new table as quotes_after for each statement execute function private.count_quotes_of_users();

-- public.reviews ------------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.reviews for each statement execute function private.refuse_suspended();

-- Counts are kept by row triggers, which a truncate would bypass.
create trigger refuse_truncate before truncate on public.reviews for each statement execute function private.refuse_truncate();

-- Whichever way a review is changed, its reply goes. Before the filter, which takes what the author wrote back to what was masked.
create trigger drop_reply before update of rating, comment on public.reviews
  for each row execute function private.drop_reply();

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of comment, reply on public.reviews
  for each row execute function private.filter_content('review comment comment', 'review reply reply');

-- Keeps `updated_at`; a reply or a hide does not change it.
create trigger reviews_touch_updated_at before update of rating, comment on public.reviews
  for each row execute function private.touch_updated_at();

-- A new review states whether the two parties have had a deal.
create trigger verify_deal_of_review before insert on public.reviews
  for each row execute function private.verify_deal_of_review();

-- Rating and number of reviews of the profile, visible ones only.
create trigger count_review after insert or delete or update of rating, reviewed_user_id, hidden_at on public.reviews
  for each row execute function private.count_review();

-- There is nothing to read any more. Its mails are dropped when they leave.
create trigger read_notification_of_hidden_review after update of hidden_at on public.reviews
  for each row when (old.hidden_at is null and new.hidden_at is not null) execute function private.read_notification_of_review();
create trigger read_notification_of_review after delete on public.reviews
  for each row execute function private.read_notification_of_review();

-- public.messages -----------------------------------------------------------------------------------------------------

-- A suspended user can read, not write; marking a message as read is reading.
create trigger a_refuse_suspended before insert or update of content, deleted_at or delete on public.messages
  for each statement execute function private.refuse_suspended();

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of content on public.messages
  for each row execute function private.filter_content('message content content');

-- Notifies the other party and moves the conversation to the top.
create trigger announce_message after insert on public.messages for each row execute function private.announce_message();

-- Open pages of both parties show new, changed and read messages.
create trigger send_event_of_message after insert or update of content, deleted_at, read_at on public.messages
  for each row execute function private.send_event_of_message();

-- public.notifications ------------------------------------------------------------------------------------------------

-- A deleted account is not notified. Must be first, so that its mail is skipped with the row.
create trigger a_skip_deleted_account before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_deleted_account();

-- Drops what the receiver muted before it replaces another notification, and before its mail is queued.
create trigger a_skip_muted before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_muted();

-- Limits the notifications that one user can cause for another, before their mails are queued.
create trigger b_limit_notification before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.limit_notification();

-- Queues the mail of a decision before `skip_switched_off`, so that a kind that is switched off is still mailed.
create trigger mail_of_decision before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'quote_withdrawn',
    'quote_revised', 'deal_cancelled', 'post_closed'))
  execute function private.mail_of_decision();

-- Queues the mail before `skip_switched_off`, so that a kind that is switched off is still mailed.
create trigger mail_of_notification before insert on public.notifications
  for each row when (new.data ->> 'type' in ('quote', 'message', 'post', 'review', 'question_asked', 'question_answered', 'post_changed', 'deadline_passed',
    'request_watched', 'deadline_near', 'request_unquoted'))
  execute function private.mail_of_notification();

-- Drops kinds that admins or the receiver switched off. Last by name, because mails are queued before.
create trigger skip_switched_off before insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.skip_switched_off();

-- The bell counts no more what is gone; broadcasts are left to the clocks of the pages.
create trigger send_event_of_dropped after delete on public.notifications
  for each row when (old.read_at is null and old.broadcast_id is null) execute function private.send_event_of_notification();

-- The bell shows new notifications; broadcasts, which reach many at once, are left to the clocks of the pages.
create trigger send_event_of_new after insert on public.notifications
  for each row when (new.broadcast_id is null) execute function private.send_event_of_notification();

-- The bells of all pages of a user count the same.
create trigger send_event_of_read after update of read_at on public.notifications
  for each row when (old.read_at is distinct from new.read_at) execute function private.send_event_of_notification();

-- Number of readers in the history of broadcasts.
create trigger count_broadcast_reads after update on public.notifications
  referencing old table as read_before new table as read_after
  for each statement execute function private.count_broadcast_reads();

-- private.mail_outbox -------------------------------------------------------------------------------------------------

-- Mails that users wait for (codes, links) are sent without waiting for the next run of the job.
create trigger send_at_once after insert on private.mail_outbox
  for each row when (new.template in ('verify_email', 'reset_password', 'confirm_email')) execute function private.send_at_once();

-- public.news_items ---------------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.news_items for each statement execute function private.refuse_suspended();

-- A request writes one row. First by name, so that no other trigger works for a refused row.
create trigger a_limit_rows before insert on public.news_items
  for each row when (current_user = 'authenticated') execute function private.limit_rows();

-- Rules of news that need other rows: own images, publication date.
create trigger check_news_write before insert or update of type, title, summary, body, images, event_start, event_end, event_zone, location,
  external_url, is_pinned, status on public.news_items for each row execute function private.check_news_write();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of title, location on public.news_items
  for each row execute function private.clean_lines('title', 'location');

-- News written by admins is recorded in the audit log.
create trigger audit_news after insert or update or delete on public.news_items
  for each row execute function private.audit_news();

-- public.feedback -----------------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of subject on public.feedback
  for each row execute function private.clean_lines('subject');

-- Keeps `updated_at`.
create trigger feedback_touch_updated_at before update on public.feedback
  for each row execute function private.touch_updated_at();

-- The content filter reads each listed column when it is written, and forgets its original with the row.
create trigger filter_content before insert or delete or update of subject, message on public.feedback
  for each row execute function private.filter_content('feedback subject subject', 'feedback message message');

-- The undo of an earlier bulk action leaves the status as it is from now on.
create trigger forget_bulk_changes after update of status on public.feedback
  for each row when (old.status is distinct from new.status) execute function private.forget_bulk_changes('feedback');

-- public.content_rules ------------------------------------------------------------------------------------------------

-- Derives the lookup columns of a rule, and refuses patterns that are too expensive.
create trigger prepare_content_rule before insert or update on public.content_rules
  for each row execute function private.prepare_content_rule();

-- What a rule has masked is shown again when it ends.
create trigger note_ended_mask after update or delete on public.content_rules
  for each row execute function private.note_ended_mask();

-- storage.objects -----------------------------------------------------------------------------------------------------

-- A row that has come to name a file while its deletion waited keeps it.
create trigger keep_used_file before delete on storage.objects
  for each row execute function private.keep_used_file();

-- Nothing is overwritten, whichever way the request came and whose rights Storage uses; jobs leave a pass first.
create trigger refuse_overwriting before update of bucket_id, name, version, metadata on storage.objects
  for each row when (old.bucket_id is distinct from new.bucket_id or old.name is distinct from new.name
    or old.version is distinct from new.version or old.metadata is distinct from new.metadata)
  execute function private.refuse_overwriting();

-- Uploads are counted when they happen.
create trigger count_upload after insert or update of bucket_id, name, version on storage.objects
  for each row execute function private.count_upload();

-- The job `inspection` reads every new or replaced file.
create trigger note_new_upload after insert or update of bucket_id, name, version on storage.objects
  for each row execute function private.note_new_upload();

-- public.post_questions -----------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_questions
  for each statement execute function private.refuse_suspended();

-- Questions appear below the description, for the same readers, so its rules apply.
create trigger filter_content before insert or delete or update of question, answer on public.post_questions
  for each row execute function private.filter_content('post_description question question', 'post_description answer answer');

-- Open pages of asker and owner show questions and answers.
create trigger send_event_of_question after insert or update or delete on public.post_questions
  for each row execute function private.send_event_of_question();

-- public.post_attachments ---------------------------------------------------------------------------------------------

-- A suspended user can read, not write.
create trigger a_refuse_suspended before insert or update or delete on public.post_attachments
  for each statement execute function private.refuse_suspended();

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of name on public.post_attachments
  for each row execute function private.clean_lines('name');

-- The content filter reads what files are called as the text beside them.
create trigger filter_content before insert or delete or update of name on public.post_attachments
  for each row execute function private.filter_content('post_description name documents');

-- private.new_uploads -------------------------------------------------------------------------------------------------

-- Inspected images without a good thumbnail are queued for drawing.
create trigger note_images_to_draw after delete on private.new_uploads
  referencing old table as inspected for each statement execute function private.note_images_to_draw();

-- private.images_to_draw ----------------------------------------------------------------------------------------------

-- Alternates between folders, so that one user's images do not delay others.
create trigger set_turn_to_draw before insert on private.images_to_draw
  for each row execute function private.set_turn_to_draw();

-- public.quote_attachments --------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of name on public.quote_attachments
  for each row execute function private.clean_lines('name');

-- The content filter reads what files are called as the text beside them.
create trigger filter_content before insert or delete or update of name on public.quote_attachments
  for each row execute function private.filter_content('quote name attachments');

-- public.message_attachments ------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of name on public.message_attachments
  for each row execute function private.clean_lines('name');

-- The content filter reads what files are called as the text beside them.
create trigger filter_content before insert or delete or update of name on public.message_attachments
  for each row execute function private.filter_content('message name attachments');

-- private.saved_searches ----------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of name on private.saved_searches
  for each row execute function private.clean_lines('name');

-- private.mail_settings -----------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of from_name on private.mail_settings
  for each row execute function private.clean_lines('from_name');

-- private.mail_texts --------------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of subject on private.mail_texts
  for each row execute function private.clean_lines('subject');

-- public.exchange_rates -----------------------------------------------------------------------------------------------

-- Texts of one line read in the direction of their letters.
create trigger clean_lines before insert or update of source on public.exchange_rates
  for each row execute function private.clean_lines('source');
