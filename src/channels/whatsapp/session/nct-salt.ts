/**
 * The account's salt for tokens of first contacts (sending/privacy-token.ts). It comes with the phone's history, and in
 * a collection that is read when a token is needed and the salt is unknown or has changed.
 */

import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Baileys } from '../baileys/baileys'
import { saltIn } from '../baileys/nct-salt'
import { childrenOf } from '../groups/group-stanzas'
import type { Limits } from '../limits'
import { readCollection, type WhereFrom } from './collection'

/** Key type and id of its row, beside Baileys' own types. */
export const NCT_SALT = 'x-nct-salt'
export const NCT_SALT_ID = 'salt'

/** `isStale`: the collection has changed since. */
export type NctSalt = { readonly salt: Uint8Array; readonly isStale?: boolean }

const COLLECTION = 'regular_high'
const INDEX = 'nct_salt_sync'
const BYTES = 4 * 1024 * 1024
const MOST_ENTRIES = 20_000

/** `home`: origin of a private WhatsApp. */
type Where = {
  readonly live: WhereFrom['live'] & { keep(type: string, rows: Readonly<Record<string, unknown>>): void }
  readonly baileys: Baileys
  readonly home: string | null
  readonly limits: Pick<Limits, 'query'>
}

export type NctSalts = ReturnType<typeof followNctSalt>

/** One instance per socket. */
export function followNctSalt({ live, baileys, home, limits }: Where) {
  const { sock } = live
  let reading: Promise<Uint8Array | null> | null = null
  /** The collection has no salt. */
  let isMissing = false

  async function stored(): Promise<NctSalt | undefined> {
    // Baileys passes unknown types through to the store.
    const rows = await sock.authState.keys.get(NCT_SALT as 'tctoken', [NCT_SALT_ID])
    return rows[NCT_SALT_ID] as unknown as NctSalt | undefined // written below and by history/relations.ts
  }

  async function read(known: Uint8Array | null): Promise<Uint8Array | null> {
    const bounds = { ms: limits.query, bytes: BYTES, entries: MOST_ENTRIES }
    const entries = await readCollection(COLLECTION, { live, baileys, home, bounds }).catch(() => null)
    if (!entries) return known // the next message tries again
    const latest = entries.findLast(({ index: [name] }) => name === INDEX)
    const salt = latest ? saltIn(latest.value) : undefined
    if (salt) live.keep(NCT_SALT, { [NCT_SALT_ID]: { salt: Buffer.from(salt) } satisfies NctSalt })
    else isMissing = true
    return salt ?? known
  }

  sock.ws.on('CB:notification,type:server_sync', (news: BinaryNode) => {
    if (!childrenOf(news, 'collection').some(({ attrs }) => attrs.name === COLLECTION)) return
    isMissing = false
    stored().then(
      (known) => {
        if (known) live.keep(NCT_SALT, { [NCT_SALT_ID]: { ...known, isStale: true } })
      },
      () => {}, // the socket is closed
    )
  })

  return {
    /** Null: the phone has not shared one. */
    async current(): Promise<Uint8Array | null> {
      const known = await stored()
      if (known && !known.isStale) return known.salt
      const before = known?.salt ?? null
      if (isMissing || !sock.authState.creds.myAppStateKeyId) return before
      reading ??= read(before).finally(() => {
        reading = null
      })
      return reading
    },
  }
}
