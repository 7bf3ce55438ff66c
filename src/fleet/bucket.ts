/**
 * A small replicated table whose entries change by compare-and-set, and whose changes every node watches. Nodes keep their
 * leases in one, owners of companies in another.
 */

/** `revision` rises with every change in the bucket. */
export type Entry<V> = { readonly value: V; readonly revision: number }

/** Nobody knows whether the call changed anything, or will change it later: no answer came in time. */
export class Unreachable extends Error {}

/**
 * Values are JSON. `undefined` and `false` say that another was faster: this call changed nothing. Every call throws
 * `Unreachable` when it does not know, and settles within 10 s.
 */
export type Bucket<V> = {
  /** The newest value: never one that a write acknowledged before this call has replaced. */
  get(key: string): Promise<Entry<V> | undefined>
  /** For a key that does not exist, was removed or has expired. */
  create(key: string, value: V): Promise<number | undefined>
  update(key: string, value: V, revision: number): Promise<number | undefined>
  remove(key: string, revision: number): Promise<boolean>
  /** Resolves after the first call of `all`. */
  watch(watcher: Watcher<V>): Promise<Watching>
}

export type Watcher<V> = {
  /** Everything there is, first when the watch begins, and again after each gap in the connection. */
  all(entries: ReadonlyMap<string, Entry<V>>): void
  /**
   * A change, in the order of revisions, late or not. Of several changes of a key only the newest may be reported. `undefined`
   * reports a removal; an expiry is reported late, or only by the next `all`.
   */
  changed(key: string, entry: Entry<V> | undefined): void
}

export type Watching = { stop(): Promise<void> }
