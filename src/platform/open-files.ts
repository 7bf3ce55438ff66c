/** Open company databases: a bounded number with LRU eviction and a common budget for their page caches. */
import { CACHE_KIB, type Db, keepInMemory, type Raw } from './sqlite'

/** The page caches of all companies together. Twice as much saves two hundred busy companies 3 % of the processor's time. */
const CACHES_KIB = 32 * 1024

/** `closing` is called before a file is closed; the function it returns, afterwards. */
export function createOpenFiles(most: number, closing: (uuid: string, raw: Raw) => () => void) {
  /** In eviction order. */
  const open = new Map<string, Db>()
  const holders = new Map<string, number>()
  let cacheKib = CACHE_KIB

  /** Exceeds the limit by one if all others are held. */
  function makeRoomFor(newest: string): void {
    for (const uuid of open.keys()) {
      if (open.size <= most) return
      if (uuid !== newest && !holders.get(uuid)) close(uuid)
    }
  }

  function shareCaches(newest: Db): void {
    const changed = partOf(open.size) !== cacheKib
    cacheKib = partOf(open.size)
    for (const db of changed ? open.values() : [newest]) keepInMemory(db.$client, cacheKib)
  }

  function close(uuid: string): void {
    const db = open.get(uuid)
    open.delete(uuid)
    if (!db) return
    const closed = closing(uuid, db.$client)
    db.$client.close()
    closed()
  }

  return {
    has: (uuid: string): boolean => open.has(uuid),
    /** Finds a file without marking it as used. */
    find: (uuid: string): Db | undefined => open.get(uuid),
    /** Finds a file and marks it as most recently used. */
    use(uuid: string): Db | undefined {
      const db = open.get(uuid)
      if (!db) return undefined
      open.delete(uuid)
      open.set(uuid, db)
      return db
    },
    add(uuid: string, db: Db): Db {
      open.set(uuid, db)
      makeRoomFor(uuid)
      shareCaches(db)
      return db
    },
    close,
    /** Removes it from the list without closing it. */
    forget: (uuid: string): void => void open.delete(uuid),
    /** Keeps a file open until it is released. */
    hold: (uuid: string): void => void holders.set(uuid, (holders.get(uuid) ?? 0) + 1),
    release: (uuid: string): void => void holders.set(uuid, Math.max(0, (holders.get(uuid) ?? 0) - 1)),
    /** Least recently used first. */
    list: (): readonly (readonly [string, Db])[] => [...open],
  }
}

/** Cache per file. It halves when the number of files doubles, so existing caches rarely change. */
const partOf = (files: number) => Math.min(CACHE_KIB, CACHES_KIB / 2 ** Math.ceil(Math.log2(files)))
