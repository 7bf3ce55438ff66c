/**
 * Messages that have not reached the server, stored in this browser per person: they survive a reload and signing out.
 */
import type { Outgoing } from '../rules/outgoing'

export type UnsentStore = {
  keep(outgoing: Outgoing): void
  forget(clientId: string): void
  /** What another tab forgets, until the returned function is called. */
  watch(forgotten: (clientId: string) => void): () => void
  /** In any order. */
  list(): Promise<Outgoing[]>
}

/** As stored in the browser: an object URL ends with the page, so the file itself is kept. */
type Row = Outgoing & { readonly person: string }

const STORE = 'unsent'

/**
 * Stored in IndexedDB, because files and voice notes do not fit into localStorage. Where that fails (full, private window of
 * an old browser), messages are kept in memory only, and the page asks before it is closed.
 */
export function openUnsent(person: string): UnsentStore {
  const database = open()
  const tabs = new BroadcastChannel(STORE)
  // Database operations run in the order of their calls.
  const change = (work: (rows: IDBObjectStore) => void) =>
    void database.then((db) => db && commit(db.transaction(STORE, 'readwrite'), work)).catch(() => undefined)
  return {
    keep: (outgoing) => change((rows) => void rows.put({ ...outgoing, person } satisfies Row)),
    forget(clientId) {
      change((rows) => void rows.delete(clientId))
      tabs.postMessage(clientId)
    },
    watch(forgotten) {
      tabs.onmessage = ({ data }: MessageEvent<string>) => forgotten(data)
      return () => {
        tabs.onmessage = null
      }
    },
    async list() {
      const db = await database
      if (!db) return []
      const rows = db.transaction(STORE).objectStore(STORE).index('person').getAll(person)
      const found = await answerOf<Row[]>(rows).catch(() => [])
      return found.map(revived)
    },
  }
}

/** Without waiting for its answers: a page that is closed takes a transaction along that it has not committed. */
function commit(transaction: IDBTransaction, work: (rows: IDBObjectStore) => void): void {
  work(transaction.objectStore(STORE))
  transaction.commit()
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
