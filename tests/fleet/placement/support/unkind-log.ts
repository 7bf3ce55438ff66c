/** A commit log in memory, as unkind as a real one. */
import type { AppendOutcome, CommitLog, LogMessage, ObjectStore, StoredMessage } from '../../../../src/fleet/commit-log'
import type { Link } from './network'

const TIMEOUT_MS = 5000

export class LogServer {
  readonly #kept = new Map<string, StoredMessage[]>()
  readonly #ids = new Map<string, number>()
  #seq = 0

  messages = (company: string): readonly StoredMessage[] => this.#kept.get(company) ?? []

  /** Like a server's, an id belongs to what it was first sent with: the expectation and the content. */
  append(company: string, expected: number, id: string, message: LogMessage): AppendOutcome {
    const key = JSON.stringify([company, expected, id, message.headers, Buffer.from(message.body).toString('base64')])
    const known = this.#ids.get(key)
    if (known !== undefined) return { outcome: 'stored', seq: known }
    const all = this.#kept.get(company) ?? []
    if ((all.at(-1)?.seq ?? 0) !== expected) return { outcome: 'refused' }
    const seq = ++this.#seq
    all.push({ ...message, seq })
    this.#kept.set(company, all)
    this.#ids.set(key, seq)
    return { outcome: 'stored', seq }
  }

  /** The log as one node sees it. */
  client(link: Link): CommitLog {
    const read = <T>(work: () => T) => link.call(work, TIMEOUT_MS, () => new Error('the log cannot be read'))
    const messages = this.messages
    const append = (company: string, expected: number, id: string, message: LogMessage) =>
      link.call(
        () => this.append(company, expected, id, message),
        TIMEOUT_MS,
        () => new Error('no answer'),
      )
    return {
      append: (company, expected, id, message) =>
        append(company, expected, id, message).catch(
          (error: unknown): AppendOutcome => ({ outcome: 'unsure', reason: String(error) }),
        ),
      last: (company) => read(() => messages(company).at(-1)),
      async *read(company, after) {
        yield* await read(() => messages(company).filter(({ seq }) => seq > after))
      },
      follow(company, after, take) {
        let isOver = false
        let at = after
        const look = async () => {
          if (isOver) return
          try {
            for (const message of await read(() => messages(company).filter(({ seq }) => seq > at))) {
              if (isOver) return
              await take(message)
              at = message.seq
            }
          } catch {
            // asked again below
          }
          link.process.after(50, () => void look())
        }
        void look()
        return {
          stop: async () => {
            isOver = true
          },
        }
      },
      purgeBelow: async () => {},
      objects: {} as ObjectStore,
    }
  }
}
