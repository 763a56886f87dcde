import { StorageClient } from '@supabase/storage-js';
import { supabaseService } from './supabase.ts';

const { url, fetch } = supabaseService('storage/v1');

/** The files of Supabase Storage, as the signed-in user. Apart from `supabase`, because most pages only show public images. */
export const fileStorage = new StorageClient(url, {}, fetch);
