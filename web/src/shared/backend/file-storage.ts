import { StorageClient } from '@supabase/storage-js';
import { supabaseService } from './supabase.ts';

const { url, fetch } = supabaseService('storage/v1');

/** Supabase Storage as the signed-in user. Separate from `supabase`, because most pages only show public images. */
export const fileStorage = new StorageClient(url, {}, fetch);
