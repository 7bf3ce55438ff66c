/** Caches that Baileys needs across the sockets of one session, bounded in size and age. */
import type { PossiblyExtendedCacheStore } from '@whiskeysockets/baileys'
import { DAY, HOUR } from '../../../platform/time'

/**
 * One set per session. They outlive its sockets, otherwise a reconnect would forget retries and devices. Requests to
 * the phone for a repetition are not cached: one that was lost with its socket is sent again.
 */
export function createCaches(now: () => number) {
  return {
    msgRetryCounterCache: cache({ entries: 5_000, ms: HOUR }, now),
    callOfferCache: cache({ entries: 500, ms: HOUR / 12 }, now),
    /**
     * Long, because each look-up restarts the Signal sessions it finds. WhatsApp's notifications keep the list current.
     */
    userDevicesCache: cache({ entries: 20_000, ms: DAY }, now),
  }
}

function cache(bounds: { entries: number; ms: number }, now: () => number): PossiblyExtendedCacheStore {
  const rows = new Map<string, { value: unknown; until: number }>()
  const get = <T>(key: string): T | undefined => {
    const row = rows.get(key)
    if (!row) return undefined
    if (row.until > now()) return row.value as T // `set` stored this type under the key
    rows.delete(key)
    return undefined
  }
  const set = (key: string, value: unknown): void => {
    rows.delete(key)
    rows.set(key, { value, until: now() + bounds.ms })
    if (rows.size > bounds.entries) rows.delete(rows.keys().next().value ?? key)
  }
  return {
    get,
    set,
    del: (key) => void rows.delete(key),
    flushAll: () => rows.clear(),
    mget: async <T>(keys: string[]) =>
      Object.fromEntries(keys.map((key) => [key, get<T>(key)])) as Record<string, T | undefined>,
    mset: (entries) => {
      for (const { key, value } of entries) set(key, value)
    },
  }
}
