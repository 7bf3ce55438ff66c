/** A commit log in memory that answers late, twice, never, and with "stored but timed out", as the real one may. */
import type {
  AppendOutcome,
  CommitLog,
  Following,
  FoundObject,
  LogMessage,
  ObjectStore,
  StoredMessage,
} from '../../../src/fleet/commit-log'
import { createRandom } from '../../support/random'

export type Unkindness = {
  /** One answer in so many does not come, though the message is stored. 0: never. */
  readonly lostAnswers?: number
  /** One message in so many is not stored, and no answer comes. */
  readonly lostMessages?: number
  /** One message in so many is stored only after later tries of it. */
  readonly lateMessages?: number
  /** One answer in so many is "refused" although the message was stored before. */
  readonly forgottenIds?: number
  /** One `last` in so many throws. */
  readonly unreadable?: number
  /** One `last` in so many comes from a replica that is one message behind. */
  readonly stale?: number
  /** Milliseconds until an answer; 0: at once. */
  readonly delayMs?: number
}

type Subject = { messages: StoredMessage[]; ids: Map<string, number>; late: (() => void)[] }

export function createUnkindLog(seed = 1, unkindness: Unkindness = {}) {
  const random = createRandom(seed)
  const happens = (cases: number | undefined) => cases !== undefined && cases > 0 && random.oneIn(cases)
  const subjects = new Map<string, Subject>()
  const followers = new Set<() => void>()
  let seq = 0
  const of = (company: string): Subject => {
    const known = subjects.get(company)
    if (known) return known
    const made: Subject = { messages: [], ids: new Map(), late: [] }
    subjects.set(company, made)
    return made
  }

  const store = (company: string, expected: number, id: string, message: LogMessage): AppendOutcome => {
    const subject = of(company)
    const key = `${expected} ${id} ${Bun.hash(JSON.stringify(message.headers))} ${Bun.hash(message.body)}`
    const before = subject.ids.get(key)
    if (before !== undefined && !happens(unkindness.forgottenIds)) return { outcome: 'stored', seq: before }
    if ((subject.messages.at(-1)?.seq ?? 0) !== expected) return { outcome: 'refused' }
    seq += 1 + random.below(3) // other companies share the stream
    subject.messages.push({ seq, headers: { ...message.headers }, body: new Uint8Array(message.body) })
    subject.ids.set(key, seq)
    for (const wake of followers) wake()
    return { outcome: 'stored', seq }
  }

  const log: CommitLog = {
    async append(company, expected, id, message) {
      if (unkindness.delayMs) await Bun.sleep(unkindness.delayMs)
      else await Promise.resolve()
      const subject = of(company)
      for (const late of subject.late.splice(0)) if (random.oneIn(2)) late()
      if (happens(unkindness.lostMessages)) return { outcome: 'unsure', reason: 'no answer; not stored' }
      if (happens(unkindness.lateMessages)) {
        subject.late.push(() => store(company, expected, id, message))
        return { outcome: 'unsure', reason: 'no answer; stored later' }
      }
      const answer = store(company, expected, id, message)
      return happens(unkindness.lostAnswers) ? { outcome: 'unsure', reason: 'no answer' } : answer
    },
    async last(company) {
      if (happens(unkindness.unreadable)) throw new Error('the log cannot be read')
      return of(company).messages.at(happens(unkindness.stale) ? -2 : -1)
    },
    async *read(company, after) {
      const end = of(company).messages.at(-1)?.seq ?? 0
      for (const message of [...of(company).messages]) if (message.seq > after && message.seq <= end) yield message
    },
    follow(company, after, take): Following {
      let [isStopped, at] = [false, after]
      let wake = () => {}
      const run = async () => {
        while (!isStopped) {
          const next = of(company).messages.find((one) => one.seq > at)
          if (next) {
            at = next.seq
            await take(next)
          } else
            await new Promise<void>((go) => {
              wake = go
            })
        }
      }
      const woken = () => wake()
      followers.add(woken)
      const running = run()
      return {
        async stop() {
          isStopped = true
          followers.delete(woken)
          wake()
          await running
        },
      }
    },
    async purgeBelow(company, below) {
      const subject = of(company)
      const newest = subject.messages.at(-1)
      subject.messages = subject.messages.filter((one) => one.seq >= below || one === newest)
    },
    objects: createObjects(),
  }

  return {
    log,
    /** Begins with what another log had. */
    load(company: string, messages: readonly StoredMessage[]): void {
      of(company).messages = [...messages]
      seq = messages.at(-1)?.seq ?? 0
    },
    messages: (company: string): readonly StoredMessage[] => of(company).messages,
    /** Replaces what is stored, as a disk that lies would. */
    damage(company: string, change: (messages: StoredMessage[]) => StoredMessage[]): void {
      of(company).messages = change(of(company).messages)
    },
  }
}
export type UnkindLog = ReturnType<typeof createUnkindLog>

export function createObjects(now: () => number = Date.now): ObjectStore {
  type Kept = FoundObject & { readonly bytes: Buffer }
  const objects = new Map<string, Kept>()
  const shown = ({ bytes: _, ...found }: Kept): FoundObject => found
  return {
    async put(name, bytes, { contentSize } = {}) {
      const all = Buffer.concat(await Array.fromAsync(bytes))
      const stored = { size: all.length, sha256: new Bun.CryptoHasher('sha256').update(all).digest('hex') }
      objects.set(name, { ...stored, bytes: all, at: now(), contentSize })
      return stored
    },
    async get(name) {
      const found = objects.get(name)?.bytes
      if (!found) return undefined
      return (async function* () {
        for (let at = 0; at < found.length; at += 128 * 1024) yield found.subarray(at, at + 128 * 1024)
      })()
    },
    async find(name) {
      const found = objects.get(name)
      return found && shown(found)
    },
    async remove(name, before) {
      const found = objects.get(name)
      if (found && (before === undefined || found.at < before)) objects.delete(name)
    },
    async *list(company) {
      for (const [name, found] of [...objects]) if (name.startsWith(`${company}/`)) yield { name, ...shown(found) }
    },
    async removeAll(company) {
      for (const name of [...objects.keys()]) if (name.startsWith(`${company}/`)) objects.delete(name)
    },
  }
}
