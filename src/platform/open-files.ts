/** The companies' files that are open: at most so many, the least recently used closed first, with a common budget for their caches. */
import { CACHE_KIB, type Db, keepInMemory, type Raw } from './sqlite'

/** The page caches of all companies together. */
const CACHES_KIB = 64 * 1024

/** `closing`: called before a file is closed, and what it returns afterwards. */
export function createOpenFiles(most: number, closing: (uuid: string, raw: Raw) => () => void) {
  /** The order of the map is the order of eviction. */
  const open = new Map<string, Db>()
  const holders = new Map<string, number>()
  let cacheKib = CACHE_KIB

  /** Where all others are held, there is one more. */
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
    /** As it is, without being used. */
    find: (uuid: string): Db | undefined => open.get(uuid),
    /** The file, from now on the most recently used. */
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
    /** Without closing it. */
    forget: (uuid: string): void => void open.delete(uuid),
    /** A file with a holder stays open. */
    hold: (uuid: string): void => void holders.set(uuid, (holders.get(uuid) ?? 0) + 1),
    release: (uuid: string): void => void holders.set(uuid, Math.max(0, (holders.get(uuid) ?? 0) - 1)),
    /** The least recently used first. */
    list: (): readonly (readonly [string, Db])[] => [...open],
  }
}

/** Halved when the number of files doubles, so that the others rarely have to change. */
const partOf = (files: number) => Math.min(CACHE_KIB, CACHES_KIB / 2 ** Math.ceil(Math.log2(files)))
