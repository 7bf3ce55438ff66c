/**
 * Messages that have not reached the server, stored in this browser per person: they survive a reload and signing out.
 */
import type { Outgoing } from '../rules/outgoing'

export type UnsentStore = {
  keep(outgoing: Outgoing): void
  forget(clientId: string): void
  /** Messages deleted by another tab, until the returned function is called. */
  watch(forgotten: (clientId: string) => void): () => void
  /** In any order. */
  list(): Promise<Outgoing[]>
}

/** Stored form: an object URL ends with the page, so the file itself is stored. */
type Row = Outgoing & { readonly person: string }

const STORE = 'unsent'

/**
 * Stored in IndexedDB, because files and voice notes do not fit into localStorage. Until it has them (a slow disk
 * delays that) and where it fails, texts are kept in localStorage, and files in memory only: the page then asks before
 * it is closed.
 */
export function openUnsent(person: string): UnsentStore {
  const database = open()
  const tabs = new BroadcastChannel(STORE)
  // Database operations run in the order of their calls.
  const change = async (work: (rows: IDBObjectStore) => void): Promise<void> => {
    const db = await database
    if (!db) throw new Error('the browser has no database')
    await commit(db.transaction(STORE, 'readwrite'), work)
  }
  return {
    keep(outgoing) {
      const row: Row = { ...outgoing, person }
      held.add(row)
      change((rows) => void rows.put(row)).then(
        () => held.remove(outgoing.clientId),
        () => undefined,
      )
    },
    forget(clientId) {
      held.remove(clientId)
      change((rows) => void rows.delete(clientId)).catch(() => undefined)
      tabs.postMessage(clientId)
    },
    watch(forgotten) {
      tabs.onmessage = ({ data }: MessageEvent<string>) => forgotten(data)
      return () => {
        tabs.onmessage = null
      }
    },
    async list() {
      // First, because the database may store them meanwhile.
      const texts = held.of(person)
      const found = await rowsOf(database, person).catch(() => [])
      const isFound = ({ clientId }: Row) => found.some((one) => one.clientId === clientId)
      return [...found, ...texts.filter((row) => !isFound(row))].map(revived)
    },
  }
}

async function rowsOf(database: Promise<IDBDatabase | null>, person: string): Promise<Row[]> {
  const db = await database
  return db ? answerOf<Row[]>(db.transaction(STORE).objectStore(STORE).index('person').getAll(person)) : []
}

/** Texts that the database has not stored yet: what only the page's memory has is lost when it closes. */
const held = {
  add(row: Row): void {
    if (row.file) return
    try {
      localStorage.setItem(`${STORE}:${row.clientId}`, JSON.stringify(row))
    } catch {
      // Storage is full: continue without it.
    }
  },
  remove: (clientId: string): void => localStorage.removeItem(`${STORE}:${clientId}`),
  of: (person: string): Row[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(`${STORE}:`))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Row) // written by `add`
      .filter((row) => row?.person === person),
}

/** Commits without waiting for results: a page that closes takes uncommitted transactions with it. */
function commit(transaction: IDBTransaction, work: (rows: IDBObjectStore) => void): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  work(transaction.objectStore(STORE))
  transaction.commit()
  return done
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
