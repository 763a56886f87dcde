// Generated from supabase/migrations by `npm run types`. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "account_notes": {
                  Row: {
                    "author_id": number | null,"client_id": string,"created_at": string,"id": number,"note": string,"profile_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: number | null,"client_id"?: string,"created_at"?: string,"id"?: never,"note": string,"profile_id": number
                  }
                  Update: {
                    "author_id"?: number | null,"client_id"?: string,"created_at"?: string,"id"?: never,"note"?: string,"profile_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "account_notes_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "account_notes_profile_id_fkey"
      columns: ["profile_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"accounts": {
                  Row: {
                    "address": string | null,"created_at": string,"deleted_at": string | null,"digest_hour": number,"email": string,"email_confirmed_at": string | null,"first_name": string | null,"last_name": string | null,"last_seen_at": string | null,"locale": string | null,"organization": string | null,"phone_number": string | null,"post_count": number,"profile_id": number,"quote_count": number,"role": string,"suspended_at": string | null,"suspended_until": string | null,"suspension_reason": string | null,"tax_code": string | null,"terms_accepted_at": string | null,"terms_version": string | null,"time_zone": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"created_at"?: string,"deleted_at"?: string | null,"digest_hour"?: number,"email": string,"email_confirmed_at"?: string | null,"first_name"?: string | null,"last_name"?: string | null,"last_seen_at"?: string | null,"locale"?: string | null,"organization"?: string | null,"phone_number"?: string | null,"post_count"?: number,"profile_id": number,"quote_count"?: number,"role"?: string,"suspended_at"?: string | null,"suspended_until"?: string | null,"suspension_reason"?: string | null,"tax_code"?: string | null,"terms_accepted_at"?: string | null,"terms_version"?: string | null,"time_zone"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "address"?: string | null,"created_at"?: string,"deleted_at"?: string | null,"digest_hour"?: number,"email"?: string,"email_confirmed_at"?: string | null,"first_name"?: string | null,"last_name"?: string | null,"last_seen_at"?: string | null,"locale"?: string | null,"organization"?: string | null,"phone_number"?: string | null,"post_count"?: number,"profile_id"?: number,"quote_count"?: number,"role"?: string,"suspended_at"?: string | null,"suspended_until"?: string | null,"suspension_reason"?: string | null,"tax_code"?: string | null,"terms_accepted_at"?: string | null,"terms_version"?: string | null,"time_zone"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "accounts_profile_id_fkey"
      columns: ["profile_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"audit_log": {
                  Row: {
                    "action": string,"actor_id": number | null,"actor_username": string | null,"after": Json | null,"before": Json | null,"created_at": string,"entity": string,"entity_id": string | null,"id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"actor_id"?: number | null,"actor_username"?: string | null,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"entity": string,"entity_id"?: string | null,"id"?: never
                  }
                  Update: {
                    "action"?: string,"actor_id"?: number | null,"actor_username"?: string | null,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"entity"?: string,"entity_id"?: string | null,"id"?: never
                  }
                  Relationships: [
                    
                  ]
                },"content_hits": {
                  Row: {
                    "action": string,"context": string,"created_at": string,"entity": string,"entity_id": number | null,"excerpt": string | null,"id": number,"refusal_id": string | null,"reviewed_at": string | null,"reviewed_by": number | null,"rule_id": number | null,"rule_name": string,"user_id": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"context": string,"created_at"?: string,"entity": string,"entity_id"?: number | null,"excerpt"?: string | null,"id"?: never,"refusal_id"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: number | null,"rule_id"?: number | null,"rule_name": string,"user_id"?: number | null
                  }
                  Update: {
                    "action"?: string,"context"?: string,"created_at"?: string,"entity"?: string,"entity_id"?: number | null,"excerpt"?: string | null,"id"?: never,"refusal_id"?: string | null,"reviewed_at"?: string | null,"reviewed_by"?: number | null,"rule_id"?: number | null,"rule_name"?: string,"user_id"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "content_hits_reviewed_by_fkey"
      columns: ["reviewed_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "content_hits_rule_id_fkey"
      columns: ["rule_id"]
isOneToOne: false
      referencedRelation: "content_rules"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "content_hits_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"content_rules": {
                  Row: {
                    "action": string,"cost_ms": number,"created_at": string,"fields": (string)[],"id": number,"is_case_sensitive": boolean,"is_enabled": boolean,"kind": string,"lookup": string | null,"needle": string | null,"pattern": string,"stopped_share": number | null,"terms": (string)[] | null,"trial_since": string | null,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"cost_ms"?: number,"created_at"?: string,"fields": (string)[],"id"?: never,"is_case_sensitive"?: boolean,"is_enabled"?: boolean,"kind": string,"lookup"?: string | null,"needle"?: string | null,"pattern": string,"stopped_share"?: number | null,"terms"?: (string)[] | null,"trial_since"?: string | null,"updated_at"?: string
                  }
                  Update: {
                    "action"?: string,"cost_ms"?: number,"created_at"?: string,"fields"?: (string)[],"id"?: never,"is_case_sensitive"?: boolean,"is_enabled"?: boolean,"kind"?: string,"lookup"?: string | null,"needle"?: string | null,"pattern"?: string,"stopped_share"?: number | null,"terms"?: (string)[] | null,"trial_since"?: string | null,"updated_at"?: string
                  }
                  Relationships: [
                    
                  ]
                },"exchange_rates": {
                  Row: {
                    "currency": string,"day": string,"source": string,"usd_per_unit": number
                  }
                  ComputedFields: never
                  Insert: {
                    "currency": string,"day": string,"source": string,"usd_per_unit": number
                  }
                  Update: {
                    "currency"?: string,"day"?: string,"source"?: string,"usd_per_unit"?: number
                  }
                  Relationships: [
                    
                  ]
                },"feedback": {
                  Row: {
                    "assignee_id": number | null,"category": string,"client_id": string,"created_at": string,"deleted_at": string | null,"email": string,"folded": string,"id": number,"images": (string)[],"message": string,"page_path": string,"status": string,"subject": string,"updated_at": string,"user_agent": string,"user_id": number | null
                  }
                  ComputedFields: never
                  Insert: {
                    "assignee_id"?: number | null,"category": string,"client_id"?: string,"created_at"?: string,"deleted_at"?: string | null,"email": string,"folded"?: never,"id"?: never,"images"?: (string)[],"message": string,"page_path": string,"status"?: string,"subject": string,"updated_at"?: string,"user_agent": string,"user_id"?: number | null
                  }
                  Update: {
                    "assignee_id"?: number | null,"category"?: string,"client_id"?: string,"created_at"?: string,"deleted_at"?: string | null,"email"?: string,"folded"?: never,"id"?: never,"images"?: (string)[],"message"?: string,"page_path"?: string,"status"?: string,"subject"?: string,"updated_at"?: string,"user_agent"?: string,"user_id"?: number | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "feedback_assignee_id_fkey"
      columns: ["assignee_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "feedback_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"feedback_entries": {
                  Row: {
                    "author_id": number | null,"body": string,"client_id": string,"created_at": string,"feedback_id": number,"id": number,"kind": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: number | null,"body": string,"client_id"?: string,"created_at"?: string,"feedback_id": number,"id"?: never,"kind": string
                  }
                  Update: {
                    "author_id"?: number | null,"body"?: string,"client_id"?: string,"created_at"?: string,"feedback_id"?: number,"id"?: never,"kind"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "feedback_entries_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "feedback_entries_feedback_id_fkey"
      columns: ["feedback_id"]
isOneToOne: false
      referencedRelation: "feedback"
      referencedColumns: ["id"]
    }
                  ]
                },"guest_visits": {
                  Row: {
                    "created_at": string,"id": number,"page_path": string,"referrer": string,"session_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: never,"page_path": string,"referrer": string,"session_id": string
                  }
                  Update: {
                    "created_at"?: string,"id"?: never,"page_path"?: string,"referrer"?: string,"session_id"?: string
                  }
                  Relationships: [
                    
                  ]
                },"message_attachments": {
                  Row: {
                    "id": number,"message_id": number,"name": string,"path": string,"size_bytes": number
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"message_id": number,"name": string,"path": string,"size_bytes": number
                  }
                  Update: {
                    "id"?: never,"message_id"?: number,"name"?: string,"path"?: string,"size_bytes"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "message_attachments_message_id_fkey"
      columns: ["message_id"]
isOneToOne: false
      referencedRelation: "messages"
      referencedColumns: ["id"]
    }
                  ]
                },"messages": {
                  Row: {
                    "client_id": string,"content": string,"created_at": string,"deleted_at": string | null,"edited_at": string | null,"id": number,"quote_id": number,"read_at": string | null,"recipient_id": number | null,"sender_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "client_id": string,"content": string,"created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"id"?: never,"quote_id": number,"read_at"?: string | null,"recipient_id"?: number | null,"sender_id": number
                  }
                  Update: {
                    "client_id"?: string,"content"?: string,"created_at"?: string,"deleted_at"?: string | null,"edited_at"?: string | null,"id"?: never,"quote_id"?: number,"read_at"?: string | null,"recipient_id"?: number | null,"sender_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "messages_quote_id_fkey"
      columns: ["quote_id"]
isOneToOne: false
      referencedRelation: "quotes"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_recipient_id_fkey"
      columns: ["recipient_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "messages_sender_id_fkey"
      columns: ["sender_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"moderation_batches": {
                  Row: {
                    "action": string,"actor_id": number,"client_id": string,"created_at": string,"id": number,"other_count": number,"post_count": number,"reason": string | null,"restored_count": number,"undone_at": string | null,"undone_by": number | null,"user_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"actor_id": number,"client_id"?: string,"created_at"?: string,"id"?: never,"other_count"?: number,"post_count"?: number,"reason"?: string | null,"restored_count"?: number,"undone_at"?: string | null,"undone_by"?: number | null,"user_count"?: number
                  }
                  Update: {
                    "action"?: string,"actor_id"?: number,"client_id"?: string,"created_at"?: string,"id"?: never,"other_count"?: number,"post_count"?: number,"reason"?: string | null,"restored_count"?: number,"undone_at"?: string | null,"undone_by"?: number | null,"user_count"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "moderation_batches_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "moderation_batches_undone_by_fkey"
      columns: ["undone_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"mutes": {
                  Row: {
                    "created_at": string,"id": number,"post_id": number | null,"quote_id": number | null,"user_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"id"?: never,"post_id"?: number | null,"quote_id"?: number | null,"user_id": number
                  }
                  Update: {
                    "created_at"?: string,"id"?: never,"post_id"?: number | null,"quote_id"?: number | null,"user_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "mutes_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "mutes_quote_id_fkey"
      columns: ["quote_id"]
isOneToOne: false
      referencedRelation: "quotes"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "mutes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"news_items": {
                  Row: {
                    "author_id": number | null,"body": string,"client_id": string,"created_at": string,"event_end": string | null,"event_start": string | null,"event_zone": string | null,"external_url": string | null,"folded": string,"id": number,"images": (string)[],"is_pinned": boolean,"location": string | null,"published_at": string | null,"search": unknown,"status": string,"summary": string,"title": string,"type": string,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "author_id"?: number | null,"body"?: string,"client_id"?: string,"created_at"?: string,"event_end"?: string | null,"event_start"?: string | null,"event_zone"?: string | null,"external_url"?: string | null,"folded"?: never,"id"?: never,"images"?: (string)[],"is_pinned"?: boolean,"location"?: string | null,"published_at"?: string | null,"search"?: never,"status"?: string,"summary"?: string,"title": string,"type"?: string,"updated_at"?: string
                  }
                  Update: {
                    "author_id"?: number | null,"body"?: string,"client_id"?: string,"created_at"?: string,"event_end"?: string | null,"event_start"?: string | null,"event_zone"?: string | null,"external_url"?: string | null,"folded"?: never,"id"?: never,"images"?: (string)[],"is_pinned"?: boolean,"location"?: string | null,"published_at"?: string | null,"search"?: never,"status"?: string,"summary"?: string,"title"?: string,"type"?: string,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "news_items_author_id_fkey"
      columns: ["author_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"notifications": {
                  Row: {
                    "actor_id": number | null,"broadcast_id": number | null,"created_at": string,"data": Json | null,"id": number,"message": string,"quote_id": number | null,"read_at": string | null,"topic": string,"user_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: number | null,"broadcast_id"?: number | null,"created_at"?: string,"data"?: Json | null,"id"?: never,"message": string,"quote_id"?: number | null,"read_at"?: string | null,"topic"?: never,"user_id": number
                  }
                  Update: {
                    "actor_id"?: number | null,"broadcast_id"?: number | null,"created_at"?: string,"data"?: Json | null,"id"?: never,"message"?: string,"quote_id"?: number | null,"read_at"?: string | null,"topic"?: never,"user_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "notifications_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"post_attachments": {
                  Row: {
                    "id": number,"name": string,"path": string,"post_id": number,"size_bytes": number
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"name": string,"path": string,"post_id": number,"size_bytes": number
                  }
                  Update: {
                    "id"?: never,"name"?: string,"path"?: string,"post_id"?: number,"size_bytes"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_attachments_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_changes": {
                  Row: {
                    "after": NonNullable<Json>,"before": NonNullable<Json>,"created_at": string,"id": number,"post_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "after": NonNullable<Json>,"before": NonNullable<Json>,"created_at"?: string,"id"?: never,"post_id": number
                  }
                  Update: {
                    "after"?: NonNullable<Json>,"before"?: NonNullable<Json>,"created_at"?: string,"id"?: never,"post_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_changes_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_counters": {
                  Row: {
                    "hidden_owner_id": number | null,"is_hidden": boolean,"likes": number,"post_id": number,"quotes": number
                  }
                  ComputedFields: never
                  Insert: {
                    "hidden_owner_id"?: number | null,"is_hidden"?: boolean,"likes"?: number,"post_id": number,"quotes"?: number
                  }
                  Update: {
                    "hidden_owner_id"?: number | null,"is_hidden"?: boolean,"likes"?: number,"post_id"?: number,"quotes"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_counters_post_id_fkey"
      columns: ["post_id"]
isOneToOne: true
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_likes": {
                  Row: {
                    "created_at": string,"post_id": number,"user_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "created_at"?: string,"post_id": number,"user_id": number
                  }
                  Update: {
                    "created_at"?: string,"post_id"?: number,"user_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_likes_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "post_likes_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"post_questions": {
                  Row: {
                    "answer": string | null,"answered_at": string | null,"asker_id": number,"client_id": string,"created_at": string,"hidden_at": string | null,"hidden_reason": string | null,"id": number,"post_id": number,"question": string
                  }
                  ComputedFields: never
                  Insert: {
                    "answer"?: string | null,"answered_at"?: string | null,"asker_id": number,"client_id"?: string,"created_at"?: string,"hidden_at"?: string | null,"hidden_reason"?: string | null,"id"?: never,"post_id": number,"question": string
                  }
                  Update: {
                    "answer"?: string | null,"answered_at"?: string | null,"asker_id"?: number,"client_id"?: string,"created_at"?: string,"hidden_at"?: string | null,"hidden_reason"?: string | null,"id"?: never,"post_id"?: number,"question"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "post_questions_asker_id_fkey"
      columns: ["asker_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "post_questions_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    }
                  ]
                },"post_totals": {
                  Row: {
                    "category": string,"country": string,"visible_count": number
                  }
                  ComputedFields: never
                  Insert: {
                    "category": string,"country": string,"visible_count": number
                  }
                  Update: {
                    "category"?: string,"country"?: string,"visible_count"?: number
                  }
                  Relationships: [
                    
                  ]
                },"posts": {
                  Row: {
                    "area": string | null,"category": string,"client_id": string,"closed_at": string | null,"closed_reason": string | null,"country": string,"created_at": string,"delivery_address": string,"description": string,"hidden_at": string | null,"hidden_by": number | null,"hidden_reason": string | null,"id": number,"images": (string)[],"incoterm": string | null,"is_hidden": boolean,"needed_by": string | null,"owner_names": string | null,"port": string | null,"quantity": number | null,"quote_deadline": string | null,"search": unknown,"target_currency": string | null,"target_price": number | null,"title": string,"unit": string | null,"updated_at": string,"user_id": number
                  }
                  ComputedFields: never
                  Insert: {
                    "area"?: string | null,"category": string,"client_id"?: string,"closed_at"?: string | null,"closed_reason"?: string | null,"country": string,"created_at"?: string,"delivery_address": string,"description": string,"hidden_at"?: string | null,"hidden_by"?: number | null,"hidden_reason"?: string | null,"id"?: never,"images"?: (string)[],"incoterm"?: string | null,"is_hidden"?: boolean,"needed_by"?: string | null,"owner_names"?: string | null,"port"?: string | null,"quantity"?: number | null,"quote_deadline"?: string | null,"search"?: unknown,"target_currency"?: string | null,"target_price"?: number | null,"title": string,"unit"?: string | null,"updated_at"?: string,"user_id"?: number
                  }
                  Update: {
                    "area"?: string | null,"category"?: string,"client_id"?: string,"closed_at"?: string | null,"closed_reason"?: string | null,"country"?: string,"created_at"?: string,"delivery_address"?: string,"description"?: string,"hidden_at"?: string | null,"hidden_by"?: number | null,"hidden_reason"?: string | null,"id"?: never,"images"?: (string)[],"incoterm"?: string | null,"is_hidden"?: boolean,"needed_by"?: string | null,"owner_names"?: string | null,"port"?: string | null,"quantity"?: number | null,"quote_deadline"?: string | null,"search"?: unknown,"target_currency"?: string | null,"target_price"?: number | null,"title"?: string,"unit"?: string | null,"updated_at"?: string,"user_id"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "posts_hidden_by_fkey"
      columns: ["hidden_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "posts_user_id_fkey"
      columns: ["user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "auth_id": string,"avatar_path": string | null,"bio": string | null,"company_name": string | null,"country": string | null,"created_at": string,"folded": string,"id": number,"rating_average": number | null,"rating_count": number,"rating_sum": number,"updated_at": string,"username": string
                  }
                  ComputedFields: never
                  Insert: {
                    "auth_id": string,"avatar_path"?: string | null,"bio"?: string | null,"company_name"?: string | null,"country"?: string | null,"created_at"?: string,"folded"?: never,"id"?: never,"rating_average"?: never,"rating_count"?: number,"rating_sum"?: number,"updated_at"?: string,"username": string
                  }
                  Update: {
                    "auth_id"?: string,"avatar_path"?: string | null,"bio"?: string | null,"company_name"?: string | null,"country"?: string | null,"created_at"?: string,"folded"?: never,"id"?: never,"rating_average"?: never,"rating_count"?: number,"rating_sum"?: number,"updated_at"?: string,"username"?: string
                  }
                  Relationships: [
                    
                  ]
                },"quote_attachments": {
                  Row: {
                    "id": number,"name": string,"path": string,"quote_id": number,"size_bytes": number
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: never,"name": string,"path": string,"quote_id": number,"size_bytes": number
                  }
                  Update: {
                    "id"?: never,"name"?: string,"path"?: string,"quote_id"?: number,"size_bytes"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "quote_attachments_quote_id_fkey"
      columns: ["quote_id"]
isOneToOne: false
      referencedRelation: "quotes"
      referencedColumns: ["id"]
    }
                  ]
                },"quote_events": {
                  Row: {
                    "actor_id": number | null,"after": Json | null,"before": Json | null,"created_at": string,"from_status": string,"id": number,"kind": string,"quote_id": number,"reason": string | null,"to_status": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: number | null,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"from_status": string,"id"?: never,"kind": string,"quote_id": number,"reason"?: string | null,"to_status": string
                  }
                  Update: {
                    "actor_id"?: number | null,"after"?: Json | null,"before"?: Json | null,"created_at"?: string,"from_status"?: string,"id"?: never,"kind"?: string,"quote_id"?: number,"reason"?: string | null,"to_status"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "quote_events_actor_id_fkey"
      columns: ["actor_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "quote_events_quote_id_fkey"
      columns: ["quote_id"]
isOneToOne: false
      referencedRelation: "quotes"
      referencedColumns: ["id"]
    }
                  ]
                },"quotes": {
                  Row: {
                    "account_type": string,"changed_at": string,"client_id": string,"contact_address": string | null,"created_at": string,"currency": string,"delivery_from": string | null,"delivery_time": string,"delivery_to": string | null,"description": string,"folded": string,"id": number,"images": (string)[],"last_message_at": string | null,"organization_name": string | null,"payment_method": string | null,"post_id": number | null,"post_owner_id": number | null,"post_title": string,"price_text": string,"price_value": number | null,"product_match": string | null,"quantity_text": string,"quantity_value": number | null,"quoted_request": Json | null,"revised_at": string | null,"revision": number,"shipping_method": string | null,"status": string,"status_reason": string | null,"supplier_id": number,"tax_code": string | null,"valid_until": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "account_type"?: string,"changed_at"?: string,"client_id"?: string,"contact_address"?: string | null,"created_at"?: string,"currency"?: string,"delivery_from"?: string | null,"delivery_time": string,"delivery_to"?: string | null,"description"?: string,"folded"?: never,"id"?: never,"images"?: (string)[],"last_message_at"?: string | null,"organization_name"?: string | null,"payment_method"?: string | null,"post_id"?: number | null,"post_owner_id"?: number | null,"post_title": string,"price_text": string,"price_value"?: number | null,"product_match"?: string | null,"quantity_text": string,"quantity_value"?: number | null,"quoted_request"?: Json | null,"revised_at"?: string | null,"revision"?: number,"shipping_method"?: string | null,"status"?: string,"status_reason"?: string | null,"supplier_id": number,"tax_code"?: string | null,"valid_until"?: string | null,"version"?: number
                  }
                  Update: {
                    "account_type"?: string,"changed_at"?: string,"client_id"?: string,"contact_address"?: string | null,"created_at"?: string,"currency"?: string,"delivery_from"?: string | null,"delivery_time"?: string,"delivery_to"?: string | null,"description"?: string,"folded"?: never,"id"?: never,"images"?: (string)[],"last_message_at"?: string | null,"organization_name"?: string | null,"payment_method"?: string | null,"post_id"?: number | null,"post_owner_id"?: number | null,"post_title"?: string,"price_text"?: string,"price_value"?: number | null,"product_match"?: string | null,"quantity_text"?: string,"quantity_value"?: number | null,"quoted_request"?: Json | null,"revised_at"?: string | null,"revision"?: number,"shipping_method"?: string | null,"status"?: string,"status_reason"?: string | null,"supplier_id"?: number,"tax_code"?: string | null,"valid_until"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "quotes_post_id_fkey"
      columns: ["post_id"]
isOneToOne: false
      referencedRelation: "posts"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "quotes_post_owner_id_fkey"
      columns: ["post_owner_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "quotes_supplier_id_fkey"
      columns: ["supplier_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"reviews": {
                  Row: {
                    "comment": string,"created_at": string,"has_deal": boolean,"hidden_at": string | null,"hidden_by": number | null,"hidden_reason": string | null,"id": number,"is_verified_deal": boolean,"rating": number,"replied_at": string | null,"reply": string | null,"reviewed_user_id": number,"reviewer_id": number,"updated_at": string
                  }
                  ComputedFields: never
                  Insert: {
                    "comment": string,"created_at"?: string,"has_deal"?: boolean,"hidden_at"?: string | null,"hidden_by"?: number | null,"hidden_reason"?: string | null,"id"?: never,"is_verified_deal"?: boolean,"rating": number,"replied_at"?: string | null,"reply"?: string | null,"reviewed_user_id": number,"reviewer_id": number,"updated_at"?: string
                  }
                  Update: {
                    "comment"?: string,"created_at"?: string,"has_deal"?: boolean,"hidden_at"?: string | null,"hidden_by"?: number | null,"hidden_reason"?: string | null,"id"?: never,"is_verified_deal"?: boolean,"rating"?: number,"replied_at"?: string | null,"reply"?: string | null,"reviewed_user_id"?: number,"reviewer_id"?: number,"updated_at"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "reviews_hidden_by_fkey"
      columns: ["hidden_by"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_reviewed_user_id_fkey"
      columns: ["reviewed_user_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "reviews_reviewer_id_fkey"
      columns: ["reviewer_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            [_ in never]: never
          }
          Functions: {
            "accept_quote":
{ Args: { "close_request": boolean,"expected_version"?: number,"quote_id": number }; Returns: {
              "status": string,"version": number
            }[]
                           },
"accept_terms":
{ Args: { "version": string }; Returns: undefined
                           },
"account_desk":
{ Args: Record<PropertyKey, never>; Returns: {
              "asked_post_ids": (number)[],"closing_post_ids": (number)[],"questions_to_answer": number,"quotes_to_decide": number
            }[]
                           },
"add_feedback_note":
{ Args: { "body": string,"client_id": string,"feedback_id": number }; Returns: undefined
                           },
"address_of_link":
{ Args: { "kind": string,"token": string }; Returns: string
                           },
"admin_stats":
{ Args: { "from_day": string,"to_day": string }; Returns: Json
                           },
"answer_question":
{ Args: { "answer": string,"question_id": number }; Returns: undefined
                           },
"appoint_main_admin":
{ Args: { "email": string,"instead_of"?: string }; Returns: string
                           },
"ask_for_email":
{ Args: { "address": string,"auth_id": string }; Returns: undefined
                           },
"ask_question":
{ Args: { "client_id"?: string,"post_id": number,"question": string }; Returns: number
                           },
"assert_rate_limit":
{ Args: { "action": string,"subject": string }; Returns: undefined
                           },
"assign_feedback":
{ Args: { "expected"?: number,"feedback_id": number,"to_me": boolean }; Returns: undefined
                           },
"audit_actions":
{ Args: Record<PropertyKey, never>; Returns: string[]
                           },
"begin_drawing":
{ Args: { "bucket": string,"target": string }; Returns: number
                           },
"begin_idempotent_write":
{ Args: { "key": string,"request_hash": string,"subject": string }; Returns: {
              "answer": string,"lease": string,"outcome": string,"status": number
            }[]
                           },
"begin_registration":
{ Args: { "address": string,"email": string,"username": string }; Returns: string
                           },
"bulk_delete_feedback":
{ Args: { "client_id"?: string,"feedback_ids": (number)[],"note"?: string }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"bulk_hide_posts":
{ Args: { "client_id"?: string,"post_ids": (number)[],"reason": string }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"bulk_set_feedback_status":
{ Args: { "client_id"?: string,"feedback_ids": (number)[],"note"?: string,"status": string }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"bulk_unhide_posts":
{ Args: { "client_id"?: string,"note"?: string,"post_ids": (number)[] }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"cancel_broadcast":
{ Args: { "broadcast_id": number }; Returns: undefined
                           },
"cancel_deal":
{ Args: { "quote_id": number,"reason": string }; Returns: {
              "status": string,"version": number
            }[]
                           },
"change_saved_search":
{ Args: { "id": number,"name"?: string,"pace"?: string }; Returns: undefined
                           },
"change_user_role":
{ Args: { "expected": string,"reason"?: string,"role": string,"user_id": number }; Returns: undefined
                           },
"choose_mails":
{ Args: { "shown"?: (string)[],"token": string,"wanted"?: (string)[] }; Returns: undefined
                           },
"claim_mail":
{ Args: { "has_mailbox"?: boolean,"only_id"?: number,"site"?: string }; Returns: {
              "body": string,"data": Json,"lease": string,"local_body": string,"local_subject": string,"locale": string,"mail_id": number,"recipient": string,"subject": string,"template": string,"unsubscribe_token": string,"username": string
            }[]
                           },
"close_post":
{ Args: { "post_id": number,"reason": string }; Returns: undefined
                           },
"consume_rate_limit":
{ Args: { "action": string,"subject": string }; Returns: undefined
                           },
"conversation_closed_reason":
{ Args: { "quote_id": number }; Returns: string
                           },
"count_all_posts":
{ Args: { "country"?: string,"search"?: string,"state"?: string }; Returns: number
                           },
"count_broadcast_receivers":
{ Args: { "audience": string,"audience_values"?: (string)[] }; Returns: number
                           },
"count_hidden_posts":
{ Args: { "before"?: string,"category"?: string,"hidden_by"?: string,"search"?: string,"since"?: string }; Returns: number
                           },
"count_hidden_with_suspension":
{ Args: { "user_id": number }; Returns: number
                           },
"count_inspection":
{ Args: { "change": number,"upload": number }; Returns: number
                           },
"count_news":
{ Args: { "kind"?: string,"period"?: string,"search"?: string }; Returns: number
                           },
"count_posts":
{ Args: { "categories"?: (string)[],"closing"?: number,"country"?: string,"open"?: boolean,"posted"?: number,"search"?: string,"unquoted"?: boolean }; Returns: number
                           },
"count_reviews":
{ Args: { "user_id": number }; Returns: {
              "rating": number,"reviews": number
            }[]
                           },
"count_users":
{ Args: { "account_type"?: string,"before"?: string,"country"?: string,"role"?: string,"search"?: string,"since"?: string,"status"?: string,"verified"?: boolean }; Returns: number
                           },
"create_broadcast":
{ Args: { "broadcast": Json }; Returns: number
                           },
"deal_of_quote":
{ Args: { "quote_id": number }; Returns: {
              "address": string,"company_name": string,"country": string,"delivery_address": string,"delivery_area": string,"delivery_country": string,"delivery_port": string,"email": string,"first_name": string,"incoterm": string,"last_name": string,"needed_by": string,"organization": string,"phone_number": string,"quantity": number,"tax_code": string,"unit": string
            }[]
                           },
"decline_quote":
{ Args: { "quote_id": number,"reason"?: string }; Returns: {
              "status": string,"version": number
            }[]
                           },
"delete_broadcast":
{ Args: { "broadcast_id": number }; Returns: undefined
                           },
"delete_content_rule":
{ Args: { "expected_updated_at"?: string,"rule_id": number }; Returns: undefined
                           },
"delete_exchange_rate":
{ Args: { "currency": string,"day": string,"expected"?: number }; Returns: undefined
                           },
"delete_feedback":
{ Args: { "expected_updated_at"?: string,"feedback_id": number }; Returns: undefined
                           },
"delete_hidden_posts":
{ Args: { "hidden_at"?: (string)[],"post_ids": (number)[],"reason": string }; Returns: number
                           },
"delete_message":
{ Args: { "message_id": number }; Returns: undefined
                           },
"delete_review":
{ Args: { "review_id": number }; Returns: undefined
                           },
"delete_review_reply":
{ Args: { "review_id": number }; Returns: undefined
                           },
"delete_saved_search":
{ Args: { "id": number }; Returns: undefined
                           },
"delete_user":
{ Args: { "user_id": number,"username": string }; Returns: boolean
                           },
"digest_time":
{ Args: Record<PropertyKey, never>; Returns: {
              "hour": number,"time_zone": string
            }[]
                           },
"doom_unused_uploads":
{ Args: { "batch"?: number }; Returns: number
                           },
"doomed_uploads":
{ Args: { "after_bucket"?: string,"after_name"?: string,"batch"?: number }; Returns: {
              "bucket_id": string,"name": string
            }[]
                           },
"edit_hide_reason":
{ Args: { "expected"?: string,"post_id": number,"reason": string }; Returns: undefined
                           },
"edit_message":
{ Args: { "content": string,"message_id": number }; Returns: undefined
                           },
"email_exists":
{ Args: { "email": string }; Returns: boolean
                           },
"email_settings":
{ Args: Record<PropertyKey, never>; Returns: {
              "daily_cap": number,"footer_address": string,"from_address": string,"from_name": string,"has_secret": boolean,"reply_to": string,"sent_today": number,"smtp_host": string,"smtp_port": number,"smtp_security": string,"smtp_user": string,"updated_at": string
            }[]
                           },
"end_session":
{ Args: { "session_id": string }; Returns: undefined
                           },
"finish_drawing":
{ Args: { "bucket": string,"is_over"?: boolean,"target": string }; Returns: undefined
                           },
"finish_idempotent_write":
{ Args: { "answer"?: string,"key": string,"lease": string,"status"?: number,"subject": string }; Returns: undefined
                           },
"finish_inspection":
{ Args: { "inspected": (number)[],"refused": Json }; Returns: number
                           },
"finish_mail":
{ Args: { "answer": string,"lease": string,"mail_id": number,"outcome": string }; Returns: boolean
                           },
"get_user":
{ Args: { "user_id": number }; Returns: {
              "address": string | null,
"created_at": string,
"deleted_at": string | null,
"digest_hour": number,
"email": string,
"email_confirmed_at": string | null,
"first_name": string | null,
"last_name": string | null,
"last_seen_at": string | null,
"locale": string | null,
"organization": string | null,
"phone_number": string | null,
"post_count": number,
"profile_id": number,
"quote_count": number,
"role": string,
"suspended_at": string | null,
"suspended_until": string | null,
"suspension_reason": string | null,
"tax_code": string | null,
"terms_accepted_at": string | null,
"terms_version": string | null,
"time_zone": string | null,
"updated_at": string
            }
                          SetofOptions: {
        from: "*"
        to: "accounts"
        isOneToOne: true
        isSetofReturn: true
      } },
"has_password":
{ Args: Record<PropertyKey, never>; Returns: boolean
                           },
"hide_post":
{ Args: { "post_id": number,"reason"?: string }; Returns: undefined
                           },
"hide_posts_of_user":
{ Args: { "client_id"?: string,"reason": string,"user_id": number }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"hide_question":
{ Args: { "question_id": number,"reason": string }; Returns: undefined
                           },
"hide_review":
{ Args: { "reason": string,"review_id": number }; Returns: undefined
                           },
"housekeep":
{ Args: { "batch"?: number,"job": string }; Returns: number
                           },
"images_to_draw":
{ Args: { "batch"?: number }; Returns: {
              "bucket_id": string,"source": string,"target": string
            }[]
                           },
"import_content_rules":
{ Args: { "rules": Json }; Returns: {
              "line": number,"message": string,"status": string
            }[]
                           },
"latest_exchange_rates":
{ Args: Record<PropertyKey, never>; Returns: {
              "currency": string,"day": string,"source": string,"usd_per_unit": number
            }[]
                           },
"leave_overwrite_pass":
{ Args: { "bucket": string,"name": string }; Returns: string
                           },
"lift_suspension":
{ Args: { "brings_back"?: boolean,"suspended_at"?: string,"user_id": number }; Returns: number
                           },
"linked_accounts":
{ Args: { "user_id": number }; Returns: {
              "accounts": number,"deleted_at": string,"email_confirmed_at": string,"last_at": string,"same_program": boolean,"suspended_until": string,"user_id": number,"username": string
            }[]
                           },
"list_all_posts":
{ Args: { "country"?: string,"direction"?: string,"page"?: number,"page_size"?: number,"search"?: string,"sort"?: string,"state"?: string }; Returns: {
              "area": string | null,
"category": string,
"client_id": string,
"closed_at": string | null,
"closed_reason": string | null,
"country": string,
"created_at": string,
"delivery_address": string,
"description": string,
"hidden_at": string | null,
"hidden_by": number | null,
"hidden_reason": string | null,
"id": number,
"images": (string)[],
"incoterm": string | null,
"is_hidden": boolean,
"needed_by": string | null,
"owner_names": string | null,
"port": string | null,
"quantity": number | null,
"quote_deadline": string | null,
"search": unknown,
"target_currency": string | null,
"target_price": number | null,
"title": string,
"unit": string | null,
"updated_at": string,
"user_id": number
            }
                          SetofOptions: {
        from: "*"
        to: "posts"
        isOneToOne: true
        isSetofReturn: true
      } },
"list_app_settings":
{ Args: Record<PropertyKey, never>; Returns: {
              "default_value": Json,"key": string,"updated_at": string,"value": Json
            }[]
                           },
"list_broadcasts":
{ Args: { "only_status"?: string,"page"?: number,"page_size"?: number,"q"?: string,"sort"?: string,"sort_order"?: string }; Returns: {
              "audience": string,"audience_values": (string)[],"created_at": string,"delivered": number,"finished_at": string,"id": number,"link_id": number,"link_kind": string,"mails": number,"mails_sent": number,"message": string,"read_count": number,"receivers": number,"send_at": string,"sent_by": string,"status": string,"total": number,"with_email": boolean
            }[]
                           },
"list_content_hits":
{ Args: { "action"?: string,"page"?: number,"page_size"?: number,"rule_id"?: number }; Returns: {
              "action": string,"context": string,"created_at": string,"entity": string,"entity_id": number,"excerpt": string,"has_private_text": boolean,"id": number,"reviewed_at": string,"rule_id": number,"rule_name": string,"total": number,"user_id": number,"username": string
            }[]
                           },
"list_content_rules":
{ Args: { "action"?: string,"is_enabled"?: boolean,"is_trial"?: boolean,"kind"?: string,"page"?: number,"page_size"?: number,"search"?: string,"sort"?: string,"sort_order"?: string }; Returns: {
              "action": string,"cost_ms": number,"fields": (string)[],"hits": number,"id": number,"is_case_sensitive": boolean,"is_enabled": boolean,"kind": string,"pattern": string,"stopped_share": number,"total": number,"trial_since": string,"updated_at": string
            }[]
                           },
"list_conversations":
{ Args: { "page"?: number,"search"?: string }; Returns: {
              "avatar_path": string,"is_deleted": boolean,"is_muted": boolean,"is_own": boolean,"message": string,"post_title": string,"quote_id": number,"sent_at": string,"total": number,"user_id": number,"username": string
            }[]
                           },
"list_flagged_content":
{ Args: { "page"?: number,"page_size"?: number }; Returns: {
              "context": string,"created_at": string,"entity": string,"entity_id": number,"excerpt": string,"id": number,"rule_name": string,"total": number,"user_id": number,"username": string
            }[]
                           },
"list_hidden_posts":
{ Args: { "before"?: string,"category"?: string,"direction"?: string,"hidden_by"?: string,"page"?: number,"page_size"?: number,"search"?: string,"since"?: string,"sort"?: string }; Returns: {
              "area": string | null,
"category": string,
"client_id": string,
"closed_at": string | null,
"closed_reason": string | null,
"country": string,
"created_at": string,
"delivery_address": string,
"description": string,
"hidden_at": string | null,
"hidden_by": number | null,
"hidden_reason": string | null,
"id": number,
"images": (string)[],
"incoterm": string | null,
"is_hidden": boolean,
"needed_by": string | null,
"owner_names": string | null,
"port": string | null,
"quantity": number | null,
"quote_deadline": string | null,
"search": unknown,
"target_currency": string | null,
"target_price": number | null,
"title": string,
"unit": string | null,
"updated_at": string,
"user_id": number
            }
                          SetofOptions: {
        from: "*"
        to: "posts"
        isOneToOne: true
        isSetofReturn: true
      } },
"list_mail_log":
{ Args: { "only_status"?: string,"only_template"?: string,"page"?: number,"page_size"?: number,"q"?: string,"sort_order"?: string }; Returns: {
              "attempts": number,"created_at": string,"error": string,"id": number,"next_attempt_at": string,"provider_answer": string,"recipient": string,"sent_at": string,"status": string,"template": string,"total": number
            }[]
                           },
"list_mail_templates":
{ Args: { "locale"?: string }; Returns: {
              "body": string,"is_always_sent": boolean,"is_enabled": boolean,"is_optional": boolean,"subject": string,"template": string,"updated_at": string
            }[]
                           },
"list_news":
{ Args: { "kind"?: string,"page"?: number,"page_size"?: number,"period"?: string,"search"?: string }; Returns: {
              "author_id": number | null,
"body": string,
"client_id": string,
"created_at": string,
"event_end": string | null,
"event_start": string | null,
"event_zone": string | null,
"external_url": string | null,
"folded": string,
"id": number,
"images": (string)[],
"is_pinned": boolean,
"location": string | null,
"published_at": string | null,
"search": unknown,
"status": string,
"summary": string,
"title": string,
"type": string,
"updated_at": string
            }
                          SetofOptions: {
        from: "*"
        to: "news_items"
        isOneToOne: true
        isSetofReturn: true
      } },
"list_notification_kinds":
{ Args: Record<PropertyKey, never>; Returns: {
              "is_enabled": boolean,"kind": string
            }[]
                           },
"list_notification_preferences":
{ Args: Record<PropertyKey, never>; Returns: {
              "is_on_page": boolean,"is_page_optional": boolean,"kind": string,"mail": string,"paces": (string)[]
            }[]
                           },
"list_post_ids":
{ Args: { "country"?: string,"search"?: string,"state"?: string }; Returns: (number)[]
                           },
"list_posts":
{ Args: { "as_user"?: boolean,"categories"?: (string)[],"closing"?: number,"country"?: string,"open"?: boolean,"page"?: number,"page_size"?: number,"posted"?: number,"search"?: string,"sort"?: string,"unquoted"?: boolean }; Returns: {
              "area": string | null,
"category": string,
"client_id": string,
"closed_at": string | null,
"closed_reason": string | null,
"country": string,
"created_at": string,
"delivery_address": string,
"description": string,
"hidden_at": string | null,
"hidden_by": number | null,
"hidden_reason": string | null,
"id": number,
"images": (string)[],
"incoterm": string | null,
"is_hidden": boolean,
"needed_by": string | null,
"owner_names": string | null,
"port": string | null,
"quantity": number | null,
"quote_deadline": string | null,
"search": unknown,
"target_currency": string | null,
"target_price": number | null,
"title": string,
"unit": string | null,
"updated_at": string,
"user_id": number
            }[]
                          SetofOptions: {
        from: "*"
        to: "posts"
        isOneToOne: false
        isSetofReturn: true
      } },
"list_quotes_of_user":
{ Args: { "user_id": number }; Returns: {
              "created_at": string,"post_id": number,"post_title": string,"quote_id": number
            }[]
                           },
"list_saved_searches":
{ Args: Record<PropertyKey, never>; Returns: {
              "created_at": string,"hits": number,"id": number,"name": string,"pace": string,"path": string
            }[]
                           },
"list_search_hits":
{ Args: { "id": number }; Returns: {
              "post_id": number,"told_at": string
            }[]
                           },
"list_staff":
{ Args: Record<PropertyKey, never>; Returns: {
              "auth_id": string,
"avatar_path": string | null,
"bio": string | null,
"company_name": string | null,
"country": string | null,
"created_at": string,
"folded": string,
"id": number,
"rating_average": number | null,
"rating_count": number,
"rating_sum": number,
"updated_at": string,
"username": string
            }[]
                          SetofOptions: {
        from: "*"
        to: "profiles"
        isOneToOne: false
        isSetofReturn: true
      } },
"list_user_ids":
{ Args: { "account_type"?: string,"before"?: string,"country"?: string,"role"?: string,"search"?: string,"since"?: string,"status"?: string,"verified"?: boolean }; Returns: (number)[]
                           },
"list_users":
{ Args: { "account_type"?: string,"after"?: number,"before"?: string,"country"?: string,"direction"?: string,"page"?: number,"page_size"?: number,"role"?: string,"search"?: string,"since"?: string,"sort"?: string,"status"?: string,"verified"?: boolean }; Returns: {
              "address": string | null,
"created_at": string,
"deleted_at": string | null,
"digest_hour": number,
"email": string,
"email_confirmed_at": string | null,
"first_name": string | null,
"last_name": string | null,
"last_seen_at": string | null,
"locale": string | null,
"organization": string | null,
"phone_number": string | null,
"post_count": number,
"profile_id": number,
"quote_count": number,
"role": string,
"suspended_at": string | null,
"suspended_until": string | null,
"suspension_reason": string | null,
"tax_code": string | null,
"terms_accepted_at": string | null,
"terms_version": string | null,
"time_zone": string | null,
"updated_at": string
            }
                          SetofOptions: {
        from: "*"
        to: "accounts"
        isOneToOne: true
        isSetofReturn: true
      } },
"mail_choices":
{ Args: { "token": string }; Returns: {
              "is_of_link": boolean,"is_wanted": boolean,"template": string,"username": string
            }[]
                           },
"mail_delivery":
{ Args: Record<PropertyKey, never>; Returns: {
              "footer_address": string,"from_address": string,"from_name": string,"held_by": string,"reply_to": string,"site_url": string,"smtp_host": string,"smtp_port": number,"smtp_secret": string,"smtp_security": string,"smtp_user": string
            }[]
                           },
"mail_queue":
{ Args: Record<PropertyKey, never>; Returns: {
              "failed": number,"held_by": string,"last_error": string,"oldest_at": string,"site_url": string,"waiting": number
            }[]
                           },
"make_recovery_codes":
{ Args: Record<PropertyKey, never>; Returns: (string)[]
                           },
"mark_all_notifications_read":
{ Args: { "shown"?: (number)[],"up_to"?: number }; Returns: undefined
                           },
"mark_messages_read":
{ Args: { "quote_id": number,"up_to"?: number }; Returns: number
                           },
"mark_notification_read":
{ Args: { "notification_id": number }; Returns: undefined
                           },
"mark_spam":
{ Args: { "client_id"?: string,"reason": string,"user_ids": (number)[] }; Returns: {
              "action": string,
"actor_id": number,
"client_id": string,
"created_at": string,
"id": number,
"other_count": number,
"post_count": number,
"reason": string | null,
"restored_count": number,
"undone_at": string | null,
"undone_by": number | null,
"user_count": number
            }
                          SetofOptions: {
        from: "*"
        to: "moderation_batches"
        isOneToOne: true
        isSetofReturn: true
      } },
"may_read_file":
{ Args: { "bucket": string,"path": string }; Returns: boolean
                           },
"my_second_factor":
{ Args: Record<PropertyKey, never>; Returns: {
              "is_missing": boolean,"recovery_codes": number
            }[]
                           },
"my_sessions":
{ Args: Record<PropertyKey, never>; Returns: {
              "address": string,"id": string,"is_current": boolean,"started_at": string,"used_at": string,"user_agent": string
            }[]
                           },
"news_neighbours":
{ Args: { "news_id": number }; Returns: {
              "direction": string,"id": number,"title": string
            }[]
                           },
"note_device":
{ Args: { "address": string,"session_id": string,"user_agent": string }; Returns: undefined
                           },
"note_reset_link":
{ Args: { "user_id": number }; Returns: string
                           },
"preview_content_rule":
{ Args: { "rule": Json,"rule_id"?: number }; Returns: Json
                           },
"prove_factor":
{ Args: { "auth_id": string,"factor_id": string }; Returns: undefined
                           },
"prove_password_change":
{ Args: { "auth_id": string,"session_id"?: string }; Returns: undefined
                           },
"queue_test_mail":
{ Args: { "locale"?: string }; Returns: number
                           },
"read_flagged_content":
{ Args: { "hit_id": number }; Returns: string
                           },
"record_feedback":
{ Args: { "auth_id"?: string,"feedback": Json,"is_spam"?: boolean }; Returns: number
                           },
"record_guest_visit":
{ Args: { "page_path": string,"referrer": string,"session_id": string }; Returns: undefined
                           },
"reopen_post":
{ Args: { "post_id": number,"quote_deadline"?: string }; Returns: undefined
                           },
"reopen_quote":
{ Args: { "quote_id": number }; Returns: {
              "status": string,"version": number
            }[]
                           },
"replace_registration":
{ Args: { "email": string }; Returns: boolean
                           },
"reply_to_feedback":
{ Args: { "body": string,"client_id": string,"feedback_id": number,"last_reply"?: number }; Returns: undefined
                           },
"reply_to_review":
{ Args: { "expected_updated_at"?: string,"reply": string,"review_id": number }; Returns: undefined
                           },
"report_empty_search":
{ Args: { "search": string }; Returns: undefined
                           },
"report_refused_content":
{ Args: { "refusal": string }; Returns: undefined
                           },
"reset_second_factor":
{ Args: { "reason": string,"user_id": number }; Returns: undefined
                           },
"resolve_sign_in":
{ Args: { "login": string }; Returns: {
              "bio": string,"company_name": string,"country": string,"email": string,"profile_id": number,"username": string
            }[]
                           },
"retry_mail":
{ Args: { "mail_id": number }; Returns: undefined
                           },
"retry_mails":
{ Args: { "failed": boolean }; Returns: number
                           },
"review_flagged_content":
{ Args: { "hit_ids": (number)[] }; Returns: undefined
                           },
"revise_quote":
{ Args: { "expected_version": number,"quote": Json,"quote_id": number }; Returns: {
              "status": string,"version": number
            }[]
                           },
"save_app_setting":
{ Args: { "expected": Json,"key": string,"value": Json }; Returns: undefined
                           },
"save_content_rule":
{ Args: { "expected_updated_at"?: string,"is_confirmed"?: boolean,"rule": Json,"rule_id"?: number }; Returns: number
                           },
"save_email_settings":
{ Args: { "expected_updated_at"?: string,"settings": Json,"smtp_secret"?: string }; Returns: undefined
                           },
"save_mail_template":
{ Args: { "body"?: string,"expected_updated_at"?: string,"is_enabled": boolean,"locale"?: string,"subject"?: string,"template": string }; Returns: undefined
                           },
"save_search":
{ Args: { "categories"?: (string)[],"closing"?: number,"country"?: string,"name": string,"open"?: boolean,"pace"?: string,"posted"?: number,"search"?: string,"sort"?: string,"unquoted"?: boolean }; Returns: number
                           },
"search_hints":
{ Args: { "search": string }; Returns: {
              "corrected": string,"fewer": string
            }[]
                           },
"send_mails_from":
{ Args: { "site": string }; Returns: undefined
                           },
"send_message":
{ Args: { "attachments"?: Json,"client_id"?: string,"content": string,"quote_id": number }; Returns: number
                           },
"set_digest_time":
{ Args: { "hour": number,"time_zone": string }; Returns: undefined
                           },
"set_exchange_rate":
{ Args: { "currency": string,"day": string,"is_sure"?: boolean,"usd_per_unit": number }; Returns: undefined
                           },
"set_feedback_status":
{ Args: { "expected"?: string,"feedback_id": number,"status": string }; Returns: undefined
                           },
"set_locale":
{ Args: { "locale": string }; Returns: undefined
                           },
"set_mute":
{ Args: { "is_on": boolean,"post_id"?: number,"quote_id"?: number }; Returns: undefined
                           },
"set_notification_kind":
{ Args: { "is_enabled": boolean,"kind": string }; Returns: undefined
                           },
"set_notification_preferences":
{ Args: { "preferences": Json }; Returns: undefined
                           },
"set_post_documents":
{ Args: { "documents": Json,"post_id": number }; Returns: undefined
                           },
"set_post_like":
{ Args: { "liked": boolean,"post_id": number }; Returns: number
                           },
"set_watch":
{ Args: { "is_on": boolean,"post_id": number }; Returns: undefined
                           },
"shortlist_quote":
{ Args: { "is_on": boolean,"quote_id": number }; Returns: {
              "status": string,"version": number
            }[]
                           },
"sitemap_pages":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"sitemap_posts":
{ Args: { "page": number }; Returns: {
              "id": number,"title": string,"updated_at": string
            }[]
                           },
"store_exchange_rates":
{ Args: { "day": string,"rates": Json,"source": string }; Returns: number
                           },
"submit_quote":
{ Args: { "quote": Json }; Returns: {
              "post_owner_username": string,"post_title": string,"quote_id": number
            }[]
                           },
"submit_review":
{ Args: { "comment": string,"expected_updated_at"?: string,"rating": number,"reviewed_user_id": number }; Returns: number
                           },
"suspend_user":
{ Args: { "days"?: number,"reason": string,"user_id": number }; Returns: undefined
                           },
"tell_deadlines":
{ Args: { "batch"?: number }; Returns: number
                           },
"test_content":
{ Args: { "content": string,"context": string }; Returns: Json
                           },
"undo_moderation":
{ Args: { "batch_id": number }; Returns: number
                           },
"unhide_post":
{ Args: { "hidden_at"?: string,"post_id": number }; Returns: undefined
                           },
"unhide_posts":
{ Args: { "hidden_at"?: (string)[],"note"?: string,"post_ids": (number)[] }; Returns: number
                           },
"unhide_question":
{ Args: { "hidden_at"?: string,"question_id": number }; Returns: undefined
                           },
"unhide_review":
{ Args: { "hidden_at"?: string,"review_id": number }; Returns: undefined
                           },
"unread_messages":
{ Args: Record<PropertyKey, never>; Returns: {
              "is_sent": boolean,"post_id": number,"quote_id": number,"unread": number
            }[]
                           },
"update_profile":
{ Args: { "profile": Json }; Returns: undefined
                           },
"update_review":
{ Args: { "comment": string,"expected_updated_at"?: string,"rating": number,"review_id": number }; Returns: undefined
                           },
"uploads_to_inspect":
{ Args: { "batch"?: number }; Returns: {
              "bucket_id": string,"id": number,"name": string,"tries": number
            }[]
                           },
"use_mail_code":
{ Args: { "account"?: string,"code": string,"email": string,"kind": string }; Returns: string
                           },
"use_mail_link":
{ Args: { "account"?: string,"kind": string,"token": string }; Returns: string
                           },
"use_recovery_code":
{ Args: { "code": string }; Returns: boolean
                           },
"username_exists":
{ Args: { "username": string }; Returns: boolean
                           },
"verify_user_email":
{ Args: { "user_id": number }; Returns: undefined
                           },
"watch_of_post":
{ Args: { "post_id": number }; Returns: {
              "is_watching": boolean,"watchers": number
            }[]
                           },
"withdraw_quote":
{ Args: { "quote_id": number,"reason"?: string }; Returns: {
              "status": string,"version": number
            }[]
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const
