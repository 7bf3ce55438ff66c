/** The version of WhatsApp Web that we claim. Old versions are refused (405). The last accepted one is stored. */
import type { WAVersion } from '@whiskeysockets/baileys'
import type { Database } from 'better-sqlite3'
import { DAY, MINUTE } from '../../../platform/time'
import type { Baileys } from '../baileys/baileys'
import { noteFact, readFact, VERSION } from '../storage/facts'

type Ask = {
  readonly db: Database
  readonly baileys: Pick<Baileys, 'fetchLatestWaWebVersion' | 'DEFAULT_CONNECTION_CONFIG'>
  /** The version that was just refused. */
  readonly refused: WAVersion | null
}
type KnownVersion = { readonly version: WAVersion; readonly at: number }
export type VersionToUse = (ask: Ask) => Promise<WAVersion>

const FRESH_MS = DAY
/** Minimum time between queries after one that failed or brought nothing newer, for all sessions together. */
const ASK_AGAIN_MS = MINUTE
const PATIENCE_MS = 5_000

/**
 * One cache for all sessions of the process; each company's file stores the version it used last. Never fails. A
 * session waits for the query only if it has no version that WhatsApp may still accept.
 */
export function createVersions(now: () => number): VersionToUse {
  let known: KnownVersion | null = null
  let asked = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  async function ask(baileys: Ask['baileys']): Promise<void> {
    const { version, isLatest } = await baileys.fetchLatestWaWebVersion({ signal: AbortSignal.timeout(PATIENCE_MS) })
    if (isLatest) known = { version, at: now() }
  }

  return async ({ db, baileys, refused }) => {
    known = newer(known, read(db))
    const isRefused = known !== null && refused !== null && String(known.version) === String(refused)
    const isStale = known === null || now() - known.at >= FRESH_MS
    if ((isRefused || isStale) && !asking && now() - asked >= ASK_AGAIN_MS) {
      asked = now()
      asking = ask(baileys).finally(() => {
        asking = null
      })
    }
    if (isRefused || known === null) await asking
    if (!known) return baileys.DEFAULT_CONNECTION_CONFIG.version
    keep(db, known)
    return known.version
  }
}

function newer(one: KnownVersion | null, other: KnownVersion | null): KnownVersion | null {
  if (!one || !other) return one ?? other
  return other.at > one.at ? other : one
}

function read(db: Database): KnownVersion | null {
  const fact = readFact(db, VERSION)
  return fact ? { version: JSON.parse(fact.value), at: fact.at } : null
}

function keep(db: Database, { version, at }: KnownVersion): void {
  if (read(db)?.at === at) return
  noteFact(db, VERSION, { value: JSON.stringify(version), at })
}
