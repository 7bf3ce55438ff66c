/** Applies a company's records to copies of its databases: on a standby as they come, and on an empty disk from a snapshot on. */
import { createBudget } from '../platform/budget'
import { BrokenChain, follow, type Link, RecordsMissing } from './chain'
import type { CommitLog, StoredMessage } from './commit-log'
import type { Copies, CopyState } from './copies'
import { readPart } from './frames'
import { BadRecord, idOf, readSnapshot } from './records'
import type { Sealing } from './sealing'

export type FollowerDeps = {
  readonly company: string
  readonly folder: string
  readonly log: CommitLog
  readonly sealing: Sealing
}

export class Follower {
  readonly #deps: FollowerDeps
  readonly #copies: Copies
  #link: Link

  constructor(deps: FollowerDeps, copies: Copies) {
    this.#deps = deps
    this.#copies = copies
    this.#link = copies.state.link
  }

  /** The last whole record that is applied. */
  get state(): CopyState {
    return this.#copies.state
  }

  /** The last message that was taken, perhaps a part of a record that has not ended. */
  get link(): Link {
    return this.#link
  }

  /**
   * Applies the next message. Throws `BrokenChain`, and nothing after it may be applied; `RecordsMissing` if the owner
   * purged what this follower lacks, or shipped its files anew: then it must be rebuilt, which tells whether the log is
   * whole.
   */
  async take(message: StoredMessage): Promise<void> {
    const { company, sealing } = this.#deps
    const link = follow(company, this.#link, message)
    try {
      const body = sealing.open(link, message.body)
      const part = link.kind === 'frames' ? readPart(body) : undefined
      if (link.kind === 'snapshot' && readSnapshot(body).contains === null)
        throw new RecordsMissing(company, message.seq, `the chain goes on from the snapshot ${idOf(link)}`)
      await this.#copies.apply(link, part?.files, part?.pages ?? [])
    } catch (error) {
      if (error instanceof BadRecord) throw new BrokenChain(company, message.seq, error.message)
      throw error
    }
    this.#link = link
  }

  /** Applies what the log has now. */
  async catchUp(): Promise<void> {
    const { log, company } = this.#deps
    const budget = createBudget()
    for await (const message of log.read(company, this.#link.seq)) {
      await this.take(message)
      await budget.rest()
    }
  }

  /** As `Copies.observe`. */
  observe: Copies['observe'] = (observe) => this.#copies.observe(observe)
  settle = (): Promise<void> => this.#copies.settle()

  /** Makes the copies files that SQLite may open. Nothing may be applied afterwards. */
  async finish(): Promise<void> {
    await this.#copies.finish()
    this.#copies.close()
  }

  close(): void {
    this.#copies.close()
  }
}
