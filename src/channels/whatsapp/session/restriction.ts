/**
 * WhatsApp's restriction of an account on starting chats, until a time that may be unknown. Kept across restarts and
 * sessions.
 */
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'

/** Null: until WhatsApp lifts it. */
export type Restriction = { readonly until: number | null }

const factOf = (number: string) => `whatsapp.restriction.${number}`

/** Null: none, or expired. */
export function readRestriction(db: Database, number: string, now: number): Restriction | null {
  const row = statement<[string], { value: string }>(db, 'SELECT value FROM facts WHERE name = ?').get(factOf(number))
  const restriction: Restriction | null = row ? JSON.parse(row.value) : null
  return restriction && isOver(restriction, now) ? null : restriction
}

export function keepRestriction(db: Database, number: string, restriction: Restriction | null, now: number): void {
  if (restriction)
    statement(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)').run(
      factOf(number),
      JSON.stringify(restriction),
      now,
    )
  else statement(db, 'DELETE FROM facts WHERE name = ?').run(factOf(number))
}

export const isOver = ({ until }: Restriction, now: number): boolean => until !== null && until <= now
