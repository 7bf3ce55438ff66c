/**
 * A company on a simulated node: what commits, ships, answers and reads, without files. A commit is a name; a copy is the
 * list of commits that were applied. The chain and its writer are the real ones.
 */
import { anchor, follow, type Link } from '../../../../src/fleet/chain'
import type { AppendOutcome, CommitLog, LogMessage, StoredMessage } from '../../../../src/fleet/commit-log'
import { ChainLost, LogWriter } from '../../../../src/fleet/log-writer'
import type { Claimant, CompanyEffects, LastOwner } from '../../../../src/fleet/placement/company-runner'
import { pause, type Timers } from '../../../../src/fleet/placement/timers'
import { readHead } from '../../../../src/fleet/records'
import { createSealing, type Sealing } from '../../../../src/fleet/sealing'
import type { Judge } from './judge'
import type { Random } from './virtual-time'

type Copy = { link: Link | undefined; last: LastOwner | undefined; readonly commits: string[] }
type Work = {
  readonly epoch: number
  readonly unshipped: string[]
  isHeld: boolean
  isDropped: boolean
  shipping: Promise<void>
}

export type SimulatedDeps = {
  readonly node: string
  readonly timers: Timers
  readonly random: Random
  readonly log: CommitLog
  readonly judge: Judge
  /** Whether the gate lets anything of the company leave. */
  readonly owns: (company: string) => boolean
  readonly report: (company: string, event: 'unanswered' | 'acknowledged' | 'refused') => void
  /** Milliseconds between commits of a company, about. */
  readonly commitEveryMs: number
}

export class SimulatedCompanies implements CompanyEffects {
  readonly #deps: SimulatedDeps
  readonly #copies = new Map<string, Copy>()
  readonly #work = new Map<string, Work>()
  readonly #writers = new Map<string, LogWriter>()
  #count = 0

  constructor(deps: SimulatedDeps) {
    this.#deps = deps
  }

  async follow(company: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted)
      try {
        return await this.#catchUp(company)
      } catch {
        await pause(this.#deps.timers, 200)
      }
  }

  async unfollow(): Promise<void> {}

  async claim(company: string, { incarnation, mayFollow }: Claimant, signal: AbortSignal): Promise<number | undefined> {
    await this.#catchUp(company)
    const copy = this.#copy(company)
    if (!(await mayFollow(copy.last))) return undefined
    const writer = this.#writer(company, copy)
    const stop = () => writer.stop()
    signal.addEventListener('abort', stop)
    const body = { node: this.#deps.node, incarnation, version: '1.0.0', steps: {}, files: [] }
    try {
      copy.link = await writer.claim(Buffer.from(JSON.stringify(body)))
    } catch (error) {
      if (error instanceof ChainLost) return undefined
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
    copy.last = { node: body.node, incarnation, hasEnded: false }
    this.#writers.set(company, writer)
    return copy.link.epoch
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
    this.#writers.get(company)?.stop()
  }

  async part(company: string, signal: AbortSignal): Promise<void> {
    const work = this.#work.get(company)
    if (!work) throw new Error(`${company} is not open`)
    const copy = this.#copy(company)
    this.#ship(company, work)
    await work.shipping
    if (signal.aborted) return
    copy.link = await this.#writerOf(company).append('bye', Buffer.from(JSON.stringify({ files: [] })))
    if (copy.last) copy.last = { ...copy.last, hasEnded: true }
  }

  async close(company: string): Promise<void> {
    this.drop(company)
    this.#work.delete(company)
    this.#writers.delete(company)
  }

  async putAside(company: string): Promise<void> {
    this.#copies.delete(company)
  }

  #copy(company: string): Copy {
    const copy = this.#copies.get(company) ?? { link: undefined, last: undefined, commits: [] }
    this.#copies.set(company, copy)
    return copy
  }

  async #catchUp(company: string): Promise<void> {
    const copy = this.#copy(company)
    for await (const message of this.#deps.log.read(company, copy.link?.seq ?? 0)) apply(company, copy, message)
  }

  #writerOf(company: string): LogWriter {
    const writer = this.#writers.get(company)
    if (!writer) throw new Error(`${company} is not owned`)
    return writer
  }

  #writer(company: string, { link }: Copy): LogWriter {
    const { log, timers, report } = this.#deps
    let isUnsure = false
    const append = async (...args: Parameters<CommitLog['append']>): Promise<AppendOutcome> => {
      const answer = await log.append(...args)
      const isOpen = this.#work.has(company)
      if (answer.outcome === 'unsure' && isOpen) report(company, 'unanswered')
      else if (isUnsure && isOpen && answer.outcome === 'stored') report(company, 'acknowledged')
      isUnsure = answer.outcome === 'unsure'
      return answer
    }
    const pauseBetween = () => pause(timers, 100)
    return new LogWriter({ company, log: { ...log, append }, sealing: sealingOf(company), pause: pauseBetween }, link)
  }

  #commitNow(company: string, work: Work): void {
    const { timers, random, node, commitEveryMs, judge } = this.#deps
    if (work.isDropped) return
    if (!work.isHeld) {
      const commit = `${node}:${company}:${work.epoch}:${this.#count++}`
      work.unshipped.push(commit)
      judge.committed(company, commit)
      this.#ship(company, work)
    }
    timers.after(random.between(0.2, 1.8) * commitEveryMs, () => this.#commitNow(company, work))
  }

  /** An answer that shows the company as it is here, at an instant when nothing is unacknowledged. */
  #readNow(company: string, work: Work): void {
    const { timers, random, commitEveryMs, judge, owns } = this.#deps
    if (work.isDropped) return
    if (!work.isHeld && work.unshipped.length === 0 && owns(company))
      judge.shown(company, this.#copy(company).commits.length)
    timers.after(random.between(0.2, 1.8) * commitEveryMs, () => this.#readNow(company, work))
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
      const body = async function* () {
        yield Buffer.from(JSON.stringify(commits))
      }
      try {
        copy.link = (await this.#writerOf(company).appendFrames(1, body())).link
      } catch (error) {
        if (error instanceof ChainLost && !work.isDropped) report(company, 'refused')
        throw error
      }
      copy.commits.push(...commits)
      work.unshipped.splice(0, commits.length)
      if (!work.isDropped && owns(company)) for (const commit of commits) judge.told(company, commit)
    }
  }
}

const sealings = new Map<string, Sealing>()
function sealingOf(company: string): Sealing {
  const sealing = sealings.get(company) ?? createSealing(new Uint8Array(32), company)
  sealings.set(company, sealing)
  return sealing
}

export type Content =
  | { readonly kind: 'epoch'; readonly epoch: number; readonly node: string; readonly incarnation: string }
  | { readonly kind: 'frames'; readonly epoch: number; readonly commits: readonly string[] }
  | { readonly kind: 'bye'; readonly epoch: number }

export function contentOf(company: string, message: LogMessage): Content {
  const head = readHead(message)
  const body = JSON.parse(Buffer.from(sealingOf(company).open(head, message.body)).toString())
  const { kind, epoch } = head
  if (kind === 'epoch') return { kind, epoch, node: body.node, incarnation: body.incarnation }
  return kind === 'frames' ? { kind, epoch, commits: body } : { kind: 'bye', epoch }
}

function apply(company: string, copy: Copy, message: StoredMessage): void {
  copy.link = copy.link ? follow(company, copy.link, message) : anchor(company, message)
  const content = contentOf(company, message)
  if (content.kind === 'epoch') copy.last = { node: content.node, incarnation: content.incarnation, hasEnded: false }
  if (content.kind === 'bye' && copy.last) copy.last = { ...copy.last, hasEnded: true }
  if (content.kind === 'frames') copy.commits.push(...content.commits)
}
