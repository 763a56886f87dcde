-- The total of a country and category is one row for all posts of both, so it is written last: whoever waits for it waits for the
-- commit alone, no longer for the words of the other post as well. Triggers run in the order of their names.
alter trigger keep_post_totals_of_new on public.posts rename to z_keep_post_totals_of_new;
alter trigger keep_post_totals_of_changed on public.posts rename to z_keep_post_totals_of_changed;
alter trigger keep_post_totals_of_deleted on public.posts rename to z_keep_post_totals_of_deleted;
