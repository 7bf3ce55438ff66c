/**
 * A small replicated table whose entries change by compare-and-set, and whose changes every node watches. Nodes keep their
 * leases in one, owners of companies in another.
 */

/** `revision` rises with every change in the bucket. */
export type Entry<V> = { readonly value: V; readonly revision: number }

/** Nobody knows whether the call changed anything, or will change it later: no answer came in time. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/**
 * Values are JSON. `undefined` and `false` say that another was faster: this call changed nothing. Every call throws
 * `Unreachable` when it does not know, and settles within 10 s or a little later.
 */
export type Bucket<V> = {
  get(key: string): Promise<Entry<V> | undefined>
  /** For a key that does not exist, was removed or has expired. Returns the revision. */
  create(key: string, value: V): Promise<number | undefined>
  /** Only if the entry is still at `revision`. Returns the new one. */
  update(key: string, value: V, revision: number): Promise<number | undefined>
  remove(key: string, revision: number): Promise<boolean>
  /**
   * Reports each entry that exists, then resolves, and reports each change in the order of revisions; `undefined` for an entry
   * that was removed or has expired. What changes while there is no connection is reported when it is back, and of several
   * changes of a key perhaps the newest alone.
   */
  watch(changed: (key: string, entry: Entry<V> | undefined) => void): Promise<Watching>
}

export type Watching = { stop(): void | Promise<void> }
