/**
 * A company on a simulated node: what commits, ships, answers and reads, without files. A commit is a name; a copy is the
 * list of records that were applied.
 */
import type { CommitLog, LogMessage, StoredMessage } from '../../../../src/fleet/commit-log'
import type { Claimant, CompanyEffects, LastOwner } from '../../../../src/fleet/placement/company-runner'
import { pause } from '../../../../src/fleet/placement/timers'
import type { Judge } from './judge'
import type { Link } from './network'

type Copy = { seq: number; epoch: number; last: LastOwner | undefined; commits: string[] }
type Work = {
  readonly epoch: number
  readonly unshipped: string[]
  isHeld: boolean
  isDropped: boolean
  shipping: Promise<void>
}

export type SimulatedDeps = {
  readonly node: string
  readonly link: Link
  readonly log: CommitLog
  readonly judge: Judge
  /** Whether the gate lets anything of the company leave. */
  readonly owns: (company: string) => boolean
  readonly report: (company: string, event: 'unanswered' | 'acknowledged' | 'refused') => void
  /** Milliseconds between commits of a company, about. */
  readonly commitEveryMs: number
}

class Refused extends Error {}

export class SimulatedCompanies implements CompanyEffects {
  readonly #deps: SimulatedDeps
  readonly #copies = new Map<string, Copy>()
  readonly #work = new Map<string, Work>()
  #count = 0

  constructor(deps: SimulatedDeps) {
    this.#deps = deps
  }

  async follow(company: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted)
      try {
        return await this.#catchUp(company)
      } catch {
        await pause(this.#deps.link.process, 200)
      }
  }

  async unfollow(): Promise<void> {}

  async claim(company: string, { incarnation, mayFollow }: Claimant, signal: AbortSignal): Promise<number | undefined> {
    await this.#catchUp(company)
    const copy = this.#copy(company)
    if (!(await mayFollow(copy.last))) return undefined
    const epoch = copy.epoch + 1
    const message = toMessage({ kind: 'epoch', epoch, node: this.#deps.node, incarnation })
    try {
      copy.seq = await this.#append(company, copy.seq, `${epoch}.${copy.seq}`, message, () => signal.aborted)
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
    copy.epoch = epoch
    copy.last = { node: this.#deps.node, incarnation, hasEnded: false }
    return epoch
  }

  async open(company: string, epoch: number): Promise<void> {
    const work: Work = { epoch, unshipped: [], isHeld: false, isDropped: false, shipping: Promise.resolve() }
    this.#work.set(company, work)
    this.#commitNow(company, work)
    this.#readNow(company, work)
  }

  hold(company: string): void {
    const work = this.#work.get(company)
    if (work) work.isHeld = true
  }

  drop(company: string): void {
    const work = this.#work.get(company)
    if (!work) return
    work.isHeld = true
    work.isDropped = true
  }

  async part(company: string, signal: AbortSignal): Promise<void> {
    const work = this.#work.get(company)
    if (!work) throw new Error(`${company} is not open`)
    const copy = this.#copy(company)
    this.#ship(company, work)
    await work.shipping
    const message = toMessage({ kind: 'bye', epoch: work.epoch })
    copy.seq = await this.#append(company, copy.seq, `bye ${work.epoch}`, message, () => signal.aborted)
  }

  async close(company: string): Promise<void> {
    this.drop(company)
    this.#work.delete(company)
  }

  async putAside(company: string): Promise<void> {
    this.#copies.delete(company)
  }

  #copy(company: string): Copy {
    const copy = this.#copies.get(company) ?? { seq: 0, epoch: 0, last: undefined, commits: [] }
    this.#copies.set(company, copy)
    return copy
  }

  async #catchUp(company: string): Promise<void> {
    const copy = this.#copy(company)
    for await (const message of this.#deps.log.read(company, copy.seq)) apply(copy, message)
  }

  #commitNow(company: string, work: Work): void {
    const { link, node, commitEveryMs, judge } = this.#deps
    if (work.isDropped) return
    if (!work.isHeld) {
      const commit = `${node}:${company}:${work.epoch}:${this.#count++}`
      work.unshipped.push(commit)
      judge.committed(company, commit)
      this.#ship(company, work)
    }
    link.process.after(link.random.between(0.2, 1.8) * commitEveryMs, () => this.#commitNow(company, work))
  }

  /** An answer that shows the company as it is here, at an instant when nothing is unacknowledged. */
  #readNow(company: string, work: Work): void {
    const { link, commitEveryMs, judge, owns } = this.#deps
    if (work.isDropped) return
    if (!work.isHeld && work.unshipped.length === 0 && owns(company))
      judge.shown(company, this.#copy(company).commits.length)
    link.process.after(link.random.between(0.2, 1.8) * commitEveryMs, () => this.#readNow(company, work))
  }

  #ship(company: string, work: Work): void {
    work.shipping = work.shipping.then(() => this.#shipAll(company, work))
    work.shipping.catch(() => {})
  }

  async #shipAll(company: string, work: Work): Promise<void> {
    const { report, owns, judge } = this.#deps
    const copy = this.#copy(company)
    while (work.unshipped.length > 0 && !work.isDropped) {
      const commits = [...work.unshipped]
      const message = toMessage({ kind: 'frames', epoch: work.epoch, commits })
      try {
        copy.seq = await this.#append(company, copy.seq, `${work.epoch}.${copy.seq}`, message, () => work.isDropped)
      } catch (error) {
        if (error instanceof Refused && !work.isDropped) report(company, 'refused')
        throw error
      }
      copy.commits.push(...commits)
      work.unshipped.splice(0, commits.length)
      if (!work.isDropped && owns(company)) for (const commit of commits) judge.told(company, commit)
    }
  }

  /** The same message again until there is evidence. */
  async #append(
    company: string,
    expected: number,
    id: string,
    message: LogMessage,
    isOver: () => boolean,
  ): Promise<number> {
    const { log, link, report } = this.#deps
    for (let isFirst = true; ; isFirst = false) {
      if (isOver()) throw new Error('stopped before there was an answer')
      const answer = await log.append(company, expected, id, message)
      if (answer.outcome === 'stored') {
        if (!isFirst && this.#work.has(company)) report(company, 'acknowledged')
        return answer.seq
      }
      if (answer.outcome === 'refused') throw new Refused()
      if (this.#work.has(company)) report(company, 'unanswered')
      await pause(link.process, 100)
    }
  }
}

export type Content =
  | { readonly kind: 'epoch'; readonly epoch: number; readonly node: string; readonly incarnation: string }
  | { readonly kind: 'frames'; readonly epoch: number; readonly commits: readonly string[] }
  | { readonly kind: 'bye'; readonly epoch: number }

const toMessage = (content: Content): LogMessage => ({ headers: {}, body: Buffer.from(JSON.stringify(content)) })
export const contentOf = ({ body }: LogMessage): Content => JSON.parse(Buffer.from(body).toString())

function apply(copy: Copy, message: StoredMessage): void {
  const content = contentOf(message)
  copy.seq = message.seq
  copy.epoch = content.epoch
  if (content.kind === 'epoch') copy.last = { node: content.node, incarnation: content.incarnation, hasEnded: false }
  if (content.kind === 'bye' && copy.last) copy.last = { ...copy.last, hasEnded: true }
  if (content.kind === 'frames') copy.commits.push(...content.commits)
}
