/** What was written and has not reached the server, each person's own in this browser: over a reload, and until they sign in again. */
import type { Outgoing } from '../rules/outgoing'

export type UnsentStore = {
  keep(outgoing: Outgoing): void
  forget(clientId: string): void
  /** Oldest first. */
  list(): Promise<Outgoing[]>
}

/** As it lies in the browser: a file's address dies with the page. */
type Row = Outgoing & { readonly person: string }

const STORE = 'unsent'

/**
 * Files and voice notes fit into the browser's database only. Where it refuses (no room, a private window of an old
 * browser), things are as without it: what is written leaves as long as the page is there, which asks before it goes.
 */
export function openUnsent(person: string): UnsentStore {
  const database = open()
  // What is asked of the database is done in the order in which it was asked.
  const change = (work: (rows: IDBObjectStore) => void) =>
    void database.then((db) => db && work(db.transaction(STORE, 'readwrite').objectStore(STORE))).catch(() => undefined)
  return {
    keep: (outgoing) => change((rows) => void rows.put({ ...outgoing, person } satisfies Row)),
    forget: (clientId) => change((rows) => void rows.delete(clientId)),
    async list() {
      const db = await database
      if (!db) return []
      const rows = db.transaction(STORE).objectStore(STORE).index('person').getAll(person)
      const found = await answerOf<Row[]>(rows).catch(() => [])
      return found.map(revived).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    },
  }
}

function open(): Promise<IDBDatabase | null> {
  const asked = indexedDB.open('balcao', 1)
  asked.onupgradeneeded = () =>
    asked.result.createObjectStore(STORE, { keyPath: 'clientId' }).createIndex('person', 'person')
  return answerOf(asked).catch(() => null)
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const revived = ({ person: _, ...outgoing }: Row): Outgoing => ({
  ...outgoing,
  file: outgoing.file && { ...outgoing.file, url: URL.createObjectURL(outgoing.file.file) },
})
