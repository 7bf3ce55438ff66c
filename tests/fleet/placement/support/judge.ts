/** Remembers what was promised to somebody, and compares it with the log. */
import { anchor, follow, type Link } from '../../../../src/fleet/chain'
import type { StoredMessage } from '../../../../src/fleet/commit-log'
import { contentOf } from './simulated-company'

export class Judge {
  readonly #committed = new Map<string, Set<string>>()
  readonly #told = new Map<string, string[]>()
  readonly faults: string[] = []

  committed(company: string, commit: string): void {
    const all = this.#committed.get(company) ?? new Set()
    all.add(commit)
    this.#committed.set(company, all)
  }

  /** Somebody has been told that a commit is stored. */
  told(company: string, commit: string): void {
    const all = this.#told.get(company) ?? []
    all.push(commit)
    this.#told.set(company, all)
  }

  /** Somebody has been shown the company with so many commits. */
  shown(company: string, commits: number): void {
    const told = this.#told.get(company)?.length ?? 0
    if (commits < told) this.faults.push(`${company}: an answer shows ${commits} commits after ${told} were confirmed`)
  }

  countTold = (company: string): number => this.#told.get(company)?.length ?? 0

  /** Compares everything with the log at the end. */
  verify(company: string, messages: readonly StoredMessage[]): void {
    let link: Link | undefined
    let epoch = 0
    let isEnded = true
    const inChain: string[] = []
    for (const message of messages) {
      link = link ? follow(company, link, message) : anchor(company, message) // throws if the chain is broken
      const content = contentOf(company, message)
      if (content.kind === 'epoch' && content.epoch !== epoch + 1)
        this.faults.push(`${company}: epoch ${content.epoch} follows ${epoch}`)
      if (content.kind !== 'epoch' && content.epoch !== epoch)
        this.faults.push(`${company}: a record of epoch ${content.epoch} stands in epoch ${epoch}`)
      if (content.kind !== 'epoch' && isEnded)
        this.faults.push(`${company}: a record follows the end of epoch ${epoch}`)
      epoch = content.epoch
      isEnded = content.kind === 'bye'
      if (content.kind === 'frames') inChain.push(...content.commits)
    }
    if (new Set(inChain).size !== inChain.length) this.faults.push(`${company}: a commit is in the chain twice`)
    const told = this.#told.get(company) ?? []
    const positions = new Map(inChain.map((commit, at) => [commit, at]))
    let last = -1
    for (const commit of told) {
      const at = positions.get(commit)
      if (at === undefined) this.faults.push(`${company}: ${commit} was confirmed and is lost`)
      else if (at <= last) this.faults.push(`${company}: ${commit} was confirmed out of order`)
      last = at ?? last
    }
    for (const commit of inChain)
      if (!this.#committed.get(company)?.has(commit)) this.faults.push(`${company}: nobody committed ${commit}`)
  }
}
