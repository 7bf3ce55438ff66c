/**
 * The protocol as a small machine of states, explored to the end: two nodes, one company, and a log that stores a message
 * and says so, stores it and does not, loses it, or stores it later. Any node may claim at any time, so no clock is
 * trusted. Each rule of the protocol is also left out once, and then something that was told is lost or doubled.
 */
import { expect, test } from 'bun:test'
import { inSuite } from '../support/long'

type Commit = number
type Message = {
  readonly seq: number
  readonly epoch: number
  readonly by: number
  readonly id: string
  readonly commits: readonly Commit[]
  readonly isClaim: boolean
}
/** A message on its way, with the sequence that it must follow. */
type Publish = Message & { readonly expected: number }
type NodeState = {
  readonly role: 'none' | 'claiming' | 'own' | 'lost'
  readonly epoch: number
  /** Sequence of the newest message that it knows. */
  readonly known: number
  /** What its files have. */
  readonly files: readonly Commit[]
  /** What of it is acknowledged. */
  readonly acknowledged: readonly Commit[]
  /** The one publish that has no answer yet. */
  readonly flying: Publish | null
}
type State = {
  readonly log: readonly Message[]
  /** Commits in messages that were purged, and are in the snapshot. */
  readonly snapshot: readonly Commit[]
  readonly late: readonly Publish[]
  readonly nodes: readonly [NodeState, NodeState]
  readonly told: readonly Commit[]
  /** Epochs in the order in which their claims were stored. */
  readonly claims: readonly number[]
  readonly next: Commit
  readonly seq: number
}

/** Rules that the protocol needs. */
const RULES = {
  fence: 'a message is stored only directly after the one that it expects',
  gate: 'nothing is told before it is acknowledged',
  unsure: 'no answer is no answer: the same message again, until there is evidence',
  cut: 'after a crash, what the chain has not is cut off',
  lost: 'an owner that is refused by another one’s message says nothing more',
  keepNewest: 'a purge leaves the newest message',
} as const
type Rule = keyof typeof RULES

const cold: NodeState = { role: 'none', epoch: 0, known: 0, files: [], acknowledged: [], flying: null }

const start: State = {
  log: [{ seq: 1, epoch: 1, by: 0, id: '1.1', commits: [], isClaim: true }],
  snapshot: [],
  late: [],
  nodes: [{ ...cold, role: 'own', epoch: 1, known: 1 }, cold],
  told: [],
  claims: [1],
  next: 1,
  seq: 1,
}

const inChain = ({ log, snapshot }: State): Commit[] => [...snapshot, ...log.flatMap(({ commits }) => commits)]
const newestSeq = ({ log }: State): number => log.at(-1)?.seq ?? 0
const withNode = (state: State, at: number, node: NodeState): State => ({
  ...state,
  nodes: at === 0 ? [node, state.nodes[1]] : [state.nodes[0], node],
})

class Model {
  readonly #broken: Rule | undefined

  constructor(broken?: Rule) {
    this.#broken = broken
  }

  #holds = (rule: Rule) => this.#broken !== rule

  /** What the log makes of a publish. It may have forgotten that it knows the id. */
  #store(state: State, publish: Publish): { state: State; answer: number | 'refused' }[] {
    const before = state.log.find(({ id, by }) => id === publish.id && by === publish.by)
    const known = before ? [{ state, answer: before.seq }] : []
    if (newestSeq(state) !== publish.expected && this.#holds('fence')) return [...known, { state, answer: 'refused' }]
    const { expected: _expected, ...message } = publish
    const seq = state.seq + 1
    const claims = publish.isClaim ? [...state.claims, publish.epoch] : state.claims
    return [...known, { state: { ...state, seq, claims, log: [...state.log, { ...message, seq }] }, answer: seq }]
  }

  /** All states that one step leads to. */
  next(state: State): State[] {
    const found: State[] = []
    for (const [at, node] of state.nodes.entries()) {
      if (node.role === 'own') found.push(...this.#ownerSteps(state, at, node))
      if (node.flying) found.push(...this.#publishSteps(state, at, node, node.flying))
      if (node.role !== 'own' && !node.flying) found.push(this.#claim(state, at, node))
      if (node.role !== 'none') found.push(withNode(state, at, { ...cold, files: node.files }))
    }
    for (const late of state.late) {
      const rest = { ...state, late: state.late.filter((one) => one !== late) }
      found.push(rest, ...this.#store(rest, late).map((one) => one.state))
    }
    const [newest] = state.log.slice(-1)
    if (newest && state.log.length > 1) {
      const kept = this.#holds('keepNewest') ? [newest] : []
      const purged = state.log.filter((one) => !kept.includes(one))
      found.push({ ...state, log: kept, snapshot: [...state.snapshot, ...purged.flatMap(({ commits }) => commits)] })
    }
    return found
  }

  #ownerSteps(state: State, at: number, node: NodeState): State[] {
    const commit = state.next
    const committed = { ...node, files: [...node.files, commit] }
    const told = this.#holds('gate') ? state.told : [...state.told, commit]
    const found = [withNode({ ...state, next: commit + 1, told }, at, committed)]
    const fresh = node.files.filter((one) => !node.acknowledged.includes(one))
    if (fresh.length > 0 && !node.flying) {
      const id = `${node.epoch}.${node.known + 1}`
      const flying = { seq: 0, epoch: node.epoch, by: at, id, commits: fresh, isClaim: false, expected: node.known }
      found.push(withNode(state, at, { ...node, flying }))
    }
    return found
  }

  /** Copies what the chain has, and begins to claim: the publish decides. */
  #claim(state: State, at: number, node: NodeState): State {
    const epoch = Math.max(0, ...state.log.map((one) => one.epoch)) + 1
    const chain = inChain(state)
    const files = this.#holds('cut') ? chain : [...chain, ...node.files.filter((one) => !chain.includes(one))]
    const known = newestSeq(state)
    const flying = { seq: 0, epoch, by: at, id: `${epoch}.${known + 1}`, commits: [], isClaim: true, expected: known }
    return withNode(state, at, { role: 'claiming', epoch, known, files, acknowledged: files, flying })
  }

  #publishSteps(state: State, at: number, node: NodeState, flying: Publish): State[] {
    const outcomes = this.#store(state, flying)
    const answered = outcomes.map(({ state: stored, answer }) => this.#answered(stored, at, node, flying, answer))
    const silent = [...outcomes.map(({ state: stored }) => stored), { ...state, late: [...state.late, flying] }]
    if (this.#holds('unsure')) return [...answered, ...silent]
    // It takes no answer for a no, and goes on as if the message were not stored.
    return [...answered, ...silent.map((one) => withNode(one, at, { ...node, flying: null }))]
  }

  #answered(state: State, at: number, node: NodeState, flying: Publish, answer: number | 'refused'): State {
    const newest = state.log.at(-1)
    const isOurs = newest !== undefined && newest.id === flying.id && newest.by === at
    const seq = answer === 'refused' ? (isOurs ? newest.seq : undefined) : answer
    if (seq === undefined && this.#holds('lost')) return withNode(state, at, { ...node, role: 'lost', flying: null })
    const acknowledged = [...new Set([...node.acknowledged, ...flying.commits])]
    const told = [...state.told, ...flying.commits.filter((one) => !state.told.includes(one))]
    return withNode({ ...state, told }, at, {
      ...node,
      role: 'own',
      known: seq ?? newestSeq(state),
      acknowledged,
      flying: null,
    })
  }
}

/** What must hold in every state. */
function faultIn(state: State): string | undefined {
  const chain = inChain(state)
  if (state.told.some((commit) => !chain.includes(commit))) return 'what was told is not in the chain'
  if (new Set(chain).size !== chain.length) return 'the chain has a commit twice'
  if (state.log.some(({ epoch }, at) => epoch < (state.log[at - 1]?.epoch ?? 0))) return 'an epoch falls'
  if (state.claims.some((epoch, at) => epoch <= (state.claims[at - 1] ?? 0))) return 'an epoch is claimed again'
  for (const { role, epoch, acknowledged } of state.nodes) {
    if (role === 'own' && acknowledged.some((commit) => !chain.includes(commit)))
      return 'an owner’s files have what the chain has not'
    const isNewest = epoch === Math.max(...state.log.map((one) => one.epoch))
    if (
      role === 'own' &&
      isNewest &&
      chain.some((commit) => !acknowledged.includes(commit) && !isFlying(state, commit))
    )
      return 'the owner’s files lack what the chain has'
  }
  return undefined
}
const isFlying = ({ nodes, late }: State, commit: Commit) =>
  [...nodes.flatMap(({ flying }) => flying ?? []), ...late].some(({ commits }) => commits.includes(commit))

function explore(model: Model, steps: number): { states: number; fault?: string } {
  const seen = new Set([JSON.stringify(start)])
  let level: State[] = [start]
  for (let step = 0; step < steps; step++) {
    const next: State[] = []
    for (const state of level)
      for (const one of model.next(state)) {
        const key = JSON.stringify(one)
        if (seen.has(key)) continue
        seen.add(key)
        const fault = faultIn(one)
        if (fault !== undefined) return { states: seen.size, fault }
        next.push(one)
      }
    level = next
  }
  return { states: seen.size }
}

test('nothing that was told is lost or doubled, whatever happens in six steps and more', () => {
  const { states, fault } = explore(new Model(), inSuite(7, 9))
  expect(fault).toBeUndefined()
  expect(states).toBeGreaterThan(1000)
})

test.each(Object.entries(RULES) as [Rule, string][])('without the rule %s (%s) something goes wrong', (rule) => {
  expect(explore(new Model(rule), 8).fault).toBeDefined()
})
