/** The version of WhatsApp Web we say we are: an old one is turned away (405). The last good one is remembered. */
import type { WAVersion } from '@whiskeysockets/baileys'
import type { Database } from 'better-sqlite3'
import type { Baileys } from './baileys'

type Ask = { readonly db: Database; readonly baileys: Baileys; readonly now: number; readonly mustBeNew: boolean }

const FACT = 'whatsapp.version'
const FRESH_MS = 24 * 3_600_000
const PATIENCE_MS = 5_000

/** Asks outside only when what we know is older than a day or was just refused; never fails. */
export async function versionToUse({ db, baileys, now, mustBeNew }: Ask): Promise<WAVersion> {
  const known = db
    .prepare<[string], { value: string; learnt_at: number }>('SELECT value, learnt_at FROM facts WHERE name = ?')
    .get(FACT)
  if (known && !mustBeNew && now - known.learnt_at < FRESH_MS) return JSON.parse(known.value)
  const { version, isLatest } = await baileys.fetchLatestWaWebVersion({ signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!isLatest) return known ? JSON.parse(known.value) : version
  db.prepare('INSERT OR REPLACE INTO facts (name, value, learnt_at) VALUES (?, ?, ?)').run(
    FACT,
    JSON.stringify(version),
    now,
  )
  return version
}
