/** Extends a company's chain by one message at a time, until the log says whether it is stored. */
import { type Link, lastLink } from './chain'
import type { CommitLog, LogMessage, StoredMessage } from './commit-log'
import { hashOf, headersOf, idOf, NO_HASH, type RecordHead, type RecordKind, readHead } from './records'
import type { Sealing } from './sealing'

/** Another owner extends the chain, or it was cut: what we committed since is not in it and never will be. */
export class ChainLost extends Error {}
/** The writer was stopped before the log gave an answer. */
export class WriterStopped extends Error {}

export type WriterDeps = {
  readonly company: string
  readonly log: CommitLog
  readonly sealing: Sealing
  /** Waits before the next try, the `tries`-th one. */
  readonly pause?: (tries: number) => Promise<void>
  /** Called now and then while the log gives no answer about a message. */
  readonly onUnsure?: ((seconds: number, why: string) => void) | undefined
}

const UNSURE_MS = 60_000

const MAX_PAUSE_MS = 1000
const pauseLonger = (tries: number) => Bun.sleep(Math.min(MAX_PAUSE_MS, 20 * 2 ** Math.min(tries, 6)))

export class LogWriter {
  readonly #deps: WriterDeps
  #last: Link | undefined
  #epoch: number
  #isStopped = false

  /** `last`: the company's newest message; undefined if there is none. */
  constructor(deps: WriterDeps, last: Link | undefined) {
    this.#deps = deps
    this.#last = last
    this.#epoch = last?.epoch ?? 0
  }

  get last(): Link | undefined {
    return this.#last
  }
  get epoch(): number {
    return this.#epoch
  }

  /** Lets no call wait for an answer any longer. */
  stop(): void {
    this.#isStopped = true
  }

  /** Claims the next epoch. Returns the record's link. Throws as `append`. */
  async claim(body: Uint8Array): Promise<Link> {
    this.#epoch++
    return this.append('epoch', body)
  }

  append = (kind: Exclude<RecordKind, 'frames'>, body: Uint8Array): Promise<Link> =>
    this.#part({ kind, n: this.#nextN(), part: 1, parts: 1 }, body)

  /** Returns the link of the last part, and how many bytes were stored. */
  async appendFrames(parts: number, bodies: AsyncIterable<Uint8Array>): Promise<{ link: Link; bytes: number }> {
    const n = this.#nextN()
    let [part, bytes] = [0, 0]
    let link: Link | undefined
    for await (const body of bodies) {
      part++
      link = await this.#part({ kind: 'frames', n, part, parts }, body, (size) => {
        bytes += size
      })
    }
    if (!link || part !== parts) throw new Error(`a record of ${parts} parts ended after ${part}`)
    return { link, bytes }
  }

  #nextN = () => (this.#last?.n ?? 0) + 1

  async #part(
    named: Pick<RecordHead, 'kind' | 'n' | 'part' | 'parts'>,
    body: Uint8Array,
    count?: (bytes: number) => void,
  ): Promise<Link> {
    const head: RecordHead = { ...named, epoch: this.#epoch, previous: this.#last?.hash ?? NO_HASH }
    const message: LogMessage = { headers: headersOf(head), body: this.#deps.sealing.seal(head, body) }
    const hash = hashOf(this.#deps.company, head, message.body)
    count?.(message.body.length)
    const seq = await this.#store(head, hash, message)
    const firstSeq = named.part === 1 ? seq : (this.#last?.firstSeq ?? seq)
    this.#last = { ...head, seq, hash, firstSeq }
    return this.#last
  }

  /** The same message again until there is evidence: a publish that timed out may be stored, now or later. */
  async #store(head: RecordHead, hash: string, message: LogMessage): Promise<number> {
    const { company, log, pause = pauseLonger } = this.#deps
    const expected = this.#last?.seq ?? 0
    const id = `${idOf(head)}.${hash}` // another owner's message of the same number is another message
    const began = performance.now()
    let toldAt = began
    for (let tries = 0; ; tries++) {
      if (this.#isStopped) throw new WriterStopped(`${company}: stopped before ${idOf(head)} was acknowledged`)
      const answer = await log.append(company, expected, id, message)
      if (answer.outcome === 'stored') {
        if (answer.seq <= expected)
          throw new ChainLost(`${company}: the log stored ${idOf(head)} before what it follows`)
        return answer.seq
      }
      if (answer.outcome === 'refused') {
        const found = await this.#evidence(head, hash, expected)
        if (found !== undefined) return found
      }
      if (performance.now() - toldAt >= UNSURE_MS) {
        toldAt = performance.now()
        const why = answer.outcome === 'unsure' ? answer.reason : 'it refuses what follows its newest record'
        this.#deps.onUnsure?.(Math.round((toldAt - began) / 1000), why)
      }
      await pause(tries)
    }
  }

  /** The sequence of our message if it is the newest one, undefined if the log cannot tell yet. */
  async #evidence(head: RecordHead, hash: string, expected: number): Promise<number | undefined> {
    const { company, log } = this.#deps
    let newest: StoredMessage | undefined
    try {
      newest = await log.last(company)
    } catch {
      return undefined
    }
    if (!newest && expected > 0) throw new ChainLost(`${company}: the log no longer has any of its records`)
    if (!newest || newest.seq <= expected) return undefined // read from a replica that is behind
    const stored = lastLink(company, newest)
    if (stored.hash === hash) return newest.seq
    throw new ChainLost(`${company}: ${idOf(readHead(newest))} stands where ${idOf(head)} should`)
  }
}
