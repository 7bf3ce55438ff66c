/** How much of a node each company takes, as its owner measures it, so that `rebalance` levels work and not numbers. */
import * as v from 'valibot'
import type { MeasuredLoad } from '../../fleet/placement/rebalance'
import { MINUTE } from '../../platform/time'
import { UnknownQuestion } from './internal'

/** How fast what was written is forgotten: bursts of a minute must not move a company. */
const MEMORY_MS = 10 * MINUTE
/** Before that, what was written says little about a minute. */
const LEAST_MS = MINUTE
/** Of the log, as a company with 600 messages in a working day writes them. */
const USUAL_BYTES_A_MINUTE = 20 * 1024
const USUAL_CONNECTIONS = 3
/** A company that does nothing has files, a copy, and pages that are open. */
const IDLE = 1 / 4
/** A company that has moved stays for this time: its load is measured anew, and people have waited once. */
const RESTS_MS = 10 * MINUTE

/** Bytes that a company writes in a minute, the newest of them with the most weight. `now` is in milliseconds. */
export class WriteMeter {
  readonly #began: number
  #bytes = 0
  #at: number

  constructor(now: number) {
    this.#began = now
    this.#at = now
  }

  add(bytes: number, now: number): void {
    this.#bytes = this.#bytes * remaining(now - this.#at) + bytes
    this.#at = now
  }

  /** Milliseconds without anything written. */
  quietFor = (now: number): number => now - this.#at

  bytesPerMinute(now: number): number {
    const bytes = this.#bytes * remaining(now - this.#at)
    const time = MEMORY_MS * (1 - remaining(Math.max(now - this.#began, LEAST_MS)))
    return (bytes / time) * MINUTE
  }
}

const remaining = (ms: number): number => Math.exp(-Math.max(0, ms) / MEMORY_MS)

/** 1 is a company of usual size. */
export const loadOf = (facts: { readonly bytesPerMinute: number; readonly connections: number }): number =>
  Math.max(IDLE, facts.connections / USUAL_CONNECTIONS, facts.bytesPerMinute / USUAL_BYTES_A_MINUTE)

/** A company that is owned here, as its load is measured. */
export type MeasuredCompany = {
  readonly company: string
  readonly written: WriteMeter
  /** When it came here by a move; undefined if it was taken from nobody or from a node that died. */
  readonly movedAt: number | undefined
}

export type CompanyLoadsDeps = {
  /** The name of this node. */
  readonly node: string
  /** Companies that are owned here. */
  listOwn(): Iterable<MeasuredCompany>
  /** How many connections each company that is open here has. */
  connections(): ReadonlyMap<string, number>
  /** Nodes that live, and the companies of each. */
  listNodes(): Iterable<string>
  companiesOf(node: string): Iterable<string>
  /** Asks another node for its `own`. */
  askNode(node: string): Promise<unknown>
  now(): number
}

export type CompanyLoads = {
  /** Of companies that are owned here; what other nodes are answered. */
  own(): OwnLoads
  /** Their sum. */
  busy(): number
  /** Of all companies whose owners answer. */
  listAll(): Promise<ReadonlyMap<string, MeasuredLoad>>
}

const OwnLoads = v.array(v.tuple([v.string(), v.number(), v.boolean()]))
type OwnLoads = readonly (readonly [company: string, load: number, isResting: boolean])[]

export function createCompanyLoads(deps: CompanyLoadsDeps): CompanyLoads {
  const { node, listOwn, connections, listNodes, companiesOf, askNode } = deps

  function own(): OwnLoads {
    const now = deps.now()
    const counts = connections()
    return Array.from(listOwn(), ({ company, written, movedAt }) => {
      const facts = { bytesPerMinute: written.bytesPerMinute(now), connections: counts.get(company) ?? 0 }
      return [
        company,
        Math.round(loadOf(facts) * 100) / 100,
        movedAt !== undefined && now - movedAt < RESTS_MS,
      ] as const
    })
  }

  /** Companies of a node that does not answer are left alone; one whose program measures nothing has usual ones. */
  async function listOf(name: string): Promise<OwnLoads> {
    try {
      return name === node ? own() : v.parse(OwnLoads, await askNode(name))
    } catch (error) {
      return error instanceof UnknownQuestion ? Array.from(companiesOf(name), (company) => [company, 1, false]) : []
    }
  }

  return {
    own,
    busy: () => own().reduce((sum, [, load]) => sum + load, 0),
    async listAll() {
      const all = await Promise.all(Array.from(listNodes(), listOf))
      return new Map(all.flat().map(([company, load, isResting]) => [company, { load, isResting }]))
    },
  }
}
