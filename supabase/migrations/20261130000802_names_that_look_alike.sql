SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.name_skeleton (
  p_name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  select translate(lower(btrim(regexp_replace(normalize(private.without_invisible(p_name), nfkc), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))),
    'аеорсухіјѕһԁԛԝкмтвнгӏёαορντυικχηεβ' || 'ɑᴀʙᴄᴅᴇꜰɡɢʜıɩɪȷᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢօսոհցյѵүɋ',
    'aeopcyxijshdqwkmtbhrleaopvtuikxneb' || 'aabcdefgghiiijjklmnoprstuvwyzounhgjvyq')
$function$;

-- The index has the names as they were compared before.
reindex index public.profiles_name_skeleton_idx;
