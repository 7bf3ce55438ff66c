/**
 * WhatsApp's restriction of an account on starting chats, until a time that may be unknown. Kept across restarts and
 * sessions.
 */
import type { Database } from 'better-sqlite3'
import { execute, getRow } from '../../../platform/sql'
import { DAY } from '../../../platform/time'

/**
 * `until` null: until WhatsApp lifts it. `isInferred`: WhatsApp has not reported it, but refused a first contact; it
 * ends by itself, because nothing else would.
 */
export type Restriction = { readonly until: number | null; readonly isInferred?: boolean }

/** How long first contacts rest after one was refused. */
export const INFERRED_MS = DAY

const factOf = (number: string) => `whatsapp.restriction.${number}`

/** Null: none, or expired. */
export function readRestriction(db: Database, number: string, now: number): Restriction | null {
  const row = getRow<{ value: string }>(db, 'SELECT value FROM facts WHERE name = ?', factOf(number))
  const restriction: Restriction | null = row ? JSON.parse(row.value) : null
  return restriction && isOver(restriction, now) ? null : restriction
}

export function keepRestriction(db: Database, number: string, restriction: Restriction | null, now: number): void {
  if (restriction)
    execute(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)', [
      factOf(number),
      JSON.stringify(restriction),
      now,
    ])
  else execute(db, 'DELETE FROM facts WHERE name = ?', factOf(number))
}

export const isOver = ({ until }: Restriction, now: number): boolean => until !== null && until <= now
