/** Facts about WhatsApp, by name, in session.db: for the next start and for the operator. */
import type { Database } from 'better-sqlite3'
import { execute, getRow } from '../../../platform/sql'

/** The version of WhatsApp Web that was last accepted, as JSON. */
export const VERSION = 'whatsapp.version'
/** The connection for which a passkey was last demanded. */
export const PASSKEY_DEMAND = 'whatsapp.passkey'
/** The version with which a connection was accepted, and since when. */
export const clientOf = (connectionId: number): string => `whatsapp.client.${connectionId}`

export type Fact = { readonly value: string; readonly at: number }

export const readFact = (db: Database, name: string): Fact | undefined =>
  getRow<Fact>(db, 'SELECT value, learnt_at AS at FROM facts WHERE name = ?', name)

export const noteFact = (db: Database, name: string, { value, at }: Fact): void =>
  void execute(db, 'INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)', [name, value, at])
