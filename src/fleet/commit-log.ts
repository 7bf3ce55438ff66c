/**
 * The log that a fleet's companies write their commits to. JetStream keeps it; nothing here tells how. `company` is the
 * company's uuid, or `control` for control.db.
 */

/** A message as it is stored: text headers and at most `MOST_BODY` bytes. */
export type LogMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }
/** `seq` rises within a company, with gaps: companies share streams. */
export type StoredMessage = LogMessage & { readonly seq: number }

/**
 * `refused`: the company's newest message is not the expected one, so nothing was stored by this call (an earlier try of
 * the same message may have been). `unsure`: no answer, and the message may be stored, now or later.
 */
export type AppendOutcome =
  | { readonly outcome: 'stored'; readonly seq: number }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unsure'; readonly reason: string }

export type CommitLog = {
  /**
   * Stores a message directly after the company's message `expected` (0: the first one). `id` identifies the message: a
   * second try is answered with the sequence of the first. Never throws for what the server says; resolves within 10 s.
   */
  append(company: string, expected: number, id: string, message: LogMessage): Promise<AppendOutcome>
  /** The company's newest message. Throws if the log cannot be read. */
  last(company: string): Promise<StoredMessage | undefined>
  /** The company's messages after `after`, in order, up to the newest one when it was called. Throws as `last`. */
  read(company: string, after: number): AsyncIterable<StoredMessage>
  /** Calls `take` with each message after `after`, in order, one at a time, for as long as it is not stopped. */
  follow(company: string, after: number, take: (message: StoredMessage) => Promise<void> | void): Following
  /** Deletes the company's messages below `seq`, never the newest one. */
  purgeBelow(company: string, seq: number): Promise<void>
  readonly objects: ObjectStore
}

export type Following = {
  stop(): Promise<void>
  /** Messages that are known to be stored and were not taken yet, at least. */
  behind?(): number
}

/** Large files: snapshots and media. A name is a path that begins with the company: `<company>/media/<file>`. */
export type ObjectStore = {
  put(name: string, bytes: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<StoredObject>
  /** Undefined if there is none of this name. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | undefined>
  find(name: string): Promise<FoundObject | undefined>
  /** Leaves an object that is not older than `before`, an instant; what is stored under the name meanwhile stays, too. */
  remove(name: string, before?: number): Promise<void>
  /** All objects of a company. */
  list(company: string): AsyncIterable<ListedObject>
  removeAll(company: string): Promise<void>
}
/** `size` in bytes, `sha256` in hexadecimal digits. */
export type StoredObject = { readonly size: number; readonly sha256: string }
/** `at`: when it was stored, by the clock of the node that did. `contentSize`: as it was given to `put`. */
export type FoundObject = StoredObject & { readonly at: number; readonly contentSize: number | undefined }
export type ListedObject = FoundObject & { readonly name: string }
export type PutOptions = {
  /** Somebody waits: it goes before uploads of which nobody does. */
  readonly isUrgent?: boolean
  /** Bytes before encryption, for those who find it. */
  readonly contentSize?: number
}

/** Bytes in the body of one message. */
export const MOST_BODY = 900 * 1024
