/**
 * The protocol of a fleet as a model: two nodes, one company, and a log, a bucket and a network that may be late, repeat
 * nothing, and lose answers. Every step that a node, a server or time can make is a function of the state.
 */

/** Lengths of time in ticks. A renewal is trusted for `VIEW` from its sending, and forgotten by the servers after `TTL`. */
const VIEW = 1
const TTL = 2

/** How far the exploration goes. */
export type Bounds = {
  readonly commits: number
  readonly crashes: number
  readonly moves: number
  /** Attempts to take the company. */
  readonly claims: number
  /** Repeated publishes of records without an answer. */
  readonly repeats: number
}

/** What a careless implementation might do. */
export type Mistake =
  | 'the gate opens before the acknowledgement'
  | 'the gate does not ask for the lease'
  | 'a timeout counts as a refusal'
  | 'a refusal is believed without looking'
  | 'a timeout lets the next record go'
  | 'the newest record is purged'
  | 'records are purged without a snapshot'
  | 'the lease counts from the answer'
  | 'the lease lasts as long as at the servers'
  | 'owners is set before the epoch'
  | 'sessions open before the epoch'
  | 'a taker does not wait for the lease'
  | 'a taker asks only owners'
  | 'the log has no fence'
  | 'ids do not name their writer'
  | 'what is unacknowledged is checkpointed'
  | 'lost files are used again'
  | 'after a crash the log is not cut'
  | 'records are applied without their hash'
  | 'the commit goes before its file'
  | 'the company is freed before the bye'
  | 'the gate stays open during a move'

export type Rec = {
  /** Unique: names its writer. */
  readonly id: string
  readonly kind: 'e' | 'f' | 'b'
  readonly epoch: number
  readonly by: number
  /** The incarnation of its writer. */
  readonly inc: number
  readonly commits: readonly number[]
  /** Id of the record before. */
  readonly prev: string
}
export type Phase = 'down' | 'standby' | 'claiming' | 'own' | 'draining' | 'lost'
export type NodeState = {
  phase: Phase
  inc: number
  epoch: number
  /** How many records of the log the node has applied or written. */
  copy: number
  /** The id of the last of them. */
  link: string
  /** Commits that are acknowledged, and those that are not. */
  acked: number[]
  pending: number[]
  /** Commits in the database file, that is without the write-ahead log. */
  file: number[]
  flying: Rec | null
  /** A record of this incarnation was sent, and what became of it is not known. */
  isOpen: boolean
  /** How many records precede the flying one. */
  expected: number
  /** Ticks for which the node trusts its lease. */
  view: number
  /** The answer to a renewal is still on its way. */
  hasLateAnswer: boolean
  session: boolean
}
export type State = {
  nodes: [NodeState, NodeState]
  log: Rec[]
  /** How many records are purged. */
  base: number
  /** How many records the snapshot contains. */
  snapshot: number
  hasFile: boolean
  /** Ticks until the servers forget each lease, and whose it is. */
  leases: [{ ttl: number; inc: number }, { ttl: number; inc: number }]
  owner: { node: number; inc: number; epoch: number; isFree: boolean }
  /** Publishes and answers on their way. */
  publishes: { readonly from: number; readonly expected: number; readonly rec: Rec }[]
  answers: { readonly to: number; readonly id: string; readonly isStored: boolean }[]
  told: number[]
  commits: number
  crashes: number
  moves: number
  repeats: number
  claims: number
  /** Found by a step that only the step itself can see. */
  fault: string
}

/** The commit that names a file in the object store. */
const WITH_FILE = 2

const node = (phase: Phase): NodeState => ({
  phase,
  inc: 1,
  epoch: 0,
  copy: 1,
  link: 'e1',
  acked: [],
  pending: [],
  file: [],
  flying: null,
  isOpen: false,
  expected: 0,
  view: VIEW,
  hasLateAnswer: false,
  session: false,
})

export function firstState(): State {
  const owner: NodeState = { ...node('own'), epoch: 1, session: true }
  return {
    nodes: [owner, { ...node('standby'), epoch: 1 }],
    log: [{ id: 'e1', kind: 'e', epoch: 1, by: 0, inc: 1, commits: [], prev: '' }],
    base: 0,
    snapshot: 0,
    hasFile: false,
    leases: [
      { ttl: TTL, inc: 1 },
      { ttl: TTL, inc: 1 },
    ],
    owner: { node: 0, inc: 1, epoch: 1, isFree: false },
    publishes: [],
    answers: [],
    told: [],
    commits: 0,
    crashes: 0,
    moves: 0,
    repeats: 0,
    claims: 0,
    fault: '',
  }
}

type Step = readonly [name: string, after: State]

export function stepsOf(bounds: Bounds, mistakes: ReadonlySet<Mistake>) {
  const has = (mistake: Mistake) => mistakes.has(mistake)
  return function* steps(state: State): Iterable<Step> {
    const after = (name: string, change: (s: State) => unknown): Step => {
      const next = copyOf(state)
      change(next)
      settleAtOnce(next, has)
      return [name, next]
    }
    yield* stepsOfTime(state, after)
    yield* stepsOfServers(state, after, has)
    for (const n of [0, 1] as const) {
      const name = 'AB'[n]
      const named = (what: string, change: (s: State, me: NodeState) => unknown): Step =>
        after(`${name} ${what}`, (s) => change(s, s.nodes[n]))
      yield* stepsOfLease(state, n, named, has)
      yield* stepsOfAnswers(state, n, named, has)
      yield* stepsOfOwner(state, n, named, has, bounds)
      yield* stepsOfTaker(state, n, named, has, bounds)
      yield* stepsOfFailure(state, n, named, has, bounds)
    }
  }
}

const copyOfNode = (me: NodeState): NodeState => ({
  ...me,
  acked: [...me.acked],
  pending: [...me.pending],
  file: [...me.file],
})
const copyOf = (s: State): State => ({
  ...s,
  nodes: [copyOfNode(s.nodes[0]), copyOfNode(s.nodes[1])],
  log: [...s.log],
  leases: [{ ...s.leases[0] }, { ...s.leases[1] }],
  owner: { ...s.owner },
  publishes: [...s.publishes],
  answers: [...s.answers],
  told: [...s.told],
})

/** Whether anything of the company may leave this node. */
const mayLeave = ({ phase, session, view }: NodeState, has: Has) =>
  session &&
  (phase === 'own' || (phase === 'draining' && has('the gate stays open during a move'))) &&
  (view > 0 || has('the gate does not ask for the lease'))

/**
 * What may happen at any moment and only makes faults worse happens at once: everything that may leave leaves, all that may
 * lie in the file lies there. What can have no effect any more is forgotten, so that states that differ by nothing else are one.
 */
function settleAtOnce(s: State, has: Has): void {
  for (const me of s.nodes) {
    if (me.phase === 'own') {
      me.file = has('what is unacknowledged is checkpointed') ? [...me.acked, ...me.pending] : [...me.acked]
    }
    if (!mayLeave(me, has)) continue
    const shown = has('the gate opens before the acknowledgement') ? [...me.acked, ...me.pending] : me.acked
    if (s.told.some((commit) => !shown.includes(commit))) s.fault = '2: an answer lacks what was told before'
    for (const commit of shown) if (!s.told.includes(commit)) s.told.push(commit)
  }
  s.told.sort()
  const isAwaited = (node: number, id: string) => s.nodes[node as 0 | 1].flying?.id === id
  s.answers = s.answers.filter(({ to, id }) => isAwaited(to, id))
  const end = s.base === s.log.length ? 0 : s.log.length
  const mayStore = (expected: number) => expected >= end || has('the log has no fence') || s.base === s.log.length
  s.publishes = s.publishes.filter(({ from, expected, rec }) => isAwaited(from, rec.id) || mayStore(expected))
  s.publishes.sort((a, b) => (a.rec.id < b.rec.id ? -1 : 1))
  s.answers.sort((a, b) => (a.id < b.id ? -1 : 1))
}

type After = (name: string, change: (s: State) => unknown) => Step
type Named = (what: string, change: (s: State, me: NodeState) => unknown) => Step
type Has = (mistake: Mistake) => boolean

function* stepsOfTime(state: State, after: After): Iterable<Step> {
  if (state.nodes.every(({ view }) => view === 0) && state.leases.every(({ ttl }) => ttl === 0)) return
  yield after('a tick', (s) => {
    for (const n of s.nodes) n.view = Math.max(0, n.view - 1)
    for (const lease of s.leases) lease.ttl = Math.max(0, lease.ttl - 1)
  })
}

/** A publish arrives at the servers, and its answer arrives or does not. */
function* stepsOfServers(state: State, after: After, has: Has): Iterable<Step> {
  for (const [at, { from, expected, rec }] of state.publishes.entries()) {
    const sameId = (one: Rec) =>
      has('ids do not name their writer') ? shortId(one) === shortId(rec) : one.id === rec.id
    const isKnown = state.log.slice(state.base).some(sameId)
    const end = state.base === state.log.length ? 0 : state.log.length
    const isStored = isKnown || end === expected || has('the log has no fence')
    const arrive = (answer: boolean | undefined) => (s: State) => {
      s.publishes.splice(at, 1)
      if (isStored && !isKnown) s.log.push(rec)
      if (answer !== undefined) s.answers.push({ to: from, id: rec.id, isStored: answer })
    }
    if (state.nodes[from as 0 | 1].flying?.id === rec.id) {
      yield after(`${rec.id} arrives`, arrive(isStored))
      // Some servers compare the sequence first, and refuse what they have stored before.
      if (isKnown) yield after(`${rec.id} arrives again, and is refused`, arrive(false))
    }
    yield after(`${rec.id} arrives, without an answer`, arrive(undefined))
  }
}
const shortId = ({ kind, epoch, commits }: Rec) => `${kind}${epoch} ${commits.join()}`

/**
 * Of a node that keeps a copy, nothing depends on its lease until it claims; so a lease begins with a claim. An answer to a
 * renewal is of use only before the next tick, so a renewal is one step, with an answer or without.
 */
function* stepsOfLease(state: State, n: 0 | 1, named: Named, has: Has): Iterable<Step> {
  const me = state.nodes[n]
  const lease = state.leases[n]
  const isActive = me.phase === 'own' || me.phase === 'claiming' || me.phase === 'draining'
  if (!isActive || lease.inc !== me.inc) return
  if (lease.ttl > 0) {
    const renew = (isAnswered: boolean) => (s: State, my: NodeState) => {
      s.leases[n].ttl = TTL
      if (isAnswered) my.view = has('the lease lasts as long as at the servers') ? TTL + 1 : VIEW
      else my.hasLateAnswer = has('the lease counts from the answer')
    }
    yield named('renews its lease', renew(true))
    yield named('renews its lease, without an answer', renew(false))
  }
  if (me.hasLateAnswer)
    yield named('has its renewal answered late', (_, my) => {
      my.view = VIEW
      my.hasLateAnswer = false
    })
}

/** A new lease begins with the next claim. */
const goStandby = (s: State, n: 0 | 1) => {
  const me = s.nodes[n]
  Object.assign(me, { phase: 'standby', session: false, flying: null, isOpen: false, view: 0, hasLateAnswer: false })
  s.leases[n].ttl = 0
}

const goLost = (me: NodeState) => {
  me.phase = 'lost'
  me.flying = null
  me.isOpen = false
  me.session = false
}

function* stepsOfAnswers(state: State, n: 0 | 1, named: Named, has: Has): Iterable<Step> {
  for (const [at, { to, id, isStored }] of state.answers.entries()) {
    if (to !== n) continue
    yield named(`hears that ${id} is ${isStored ? 'stored' : 'refused'}`, (s, me) => {
      s.answers.splice(at, 1)
      if (me.flying?.id !== id) return
      const rec = s.log[me.expected]
      const isOurs = isStored || (rec?.id === id && !has('a refusal is believed without looking'))
      settle(s, n, isOurs, has)
    })
  }
  const me = state.nodes[n]
  if (me.flying && has('a timeout counts as a refusal'))
    yield named('hears nothing in time, and gives up', (s) => settle(s, n, false, has))
  if (me.flying && has('a timeout lets the next record go'))
    yield named('hears nothing in time, and goes on', (_, my) => {
      my.flying = null
    })
}

/** What the flying record has become is known. */
function settle(s: State, n: 0 | 1, isStored: boolean, has: Has): void {
  const me = s.nodes[n]
  const rec = me.flying
  if (!rec) return
  me.flying = null
  me.isOpen = false
  const inLog = s.log[me.expected]
  if (isStored !== (inLog?.id === rec.id) && !has('ids do not name their writer'))
    s.fault = `9: ${rec.id} is taken for ${isStored ? 'stored' : 'refused'}, but the log has ${inLog?.id ?? 'nothing'} there`
  if (!isStored) {
    if (me.phase === 'claiming') goStandby(s, n)
    else goLost(me)
    return
  }
  me.copy = me.expected + 1
  me.link = rec.id
  if (rec.kind === 'e') {
    me.phase = 'own'
    me.epoch = rec.epoch
    me.session = true
  }
  if (rec.kind === 'f') {
    me.acked.push(...rec.commits)
    me.pending = me.pending.filter((commit) => !rec.commits.includes(commit))
  }
  if (rec.kind === 'b') {
    goStandby(s, n)
    if (s.owner.node === n && s.owner.epoch === me.epoch) s.owner.isFree = true
  }
}

function publish(s: State, n: 0 | 1, kind: Rec['kind'], epoch: number, commits: readonly number[]): void {
  const me = s.nodes[n]
  const id = `${kind}${epoch}.${me.copy}${commits.map((commit) => ` c${commit}`).join('')} of ${'AB'[n]}${me.inc}`
  const rec: Rec = { id, kind, epoch, by: n, inc: me.inc, commits, prev: me.link }
  if (me.isOpen) s.fault = `8: ${id} is sent while ${me.flying?.id ?? 'another record'} has no answer`
  me.flying = rec
  me.isOpen = true
  me.expected = me.copy
  s.publishes.push({ from: n, expected: me.copy, rec })
}

function* stepsOfOwner(state: State, n: 0 | 1, named: Named, has: Has, bounds: Bounds): Iterable<Step> {
  const me = state.nodes[n]
  const isOwner = me.phase === 'own'
  if (isOwner && state.commits < bounds.commits) {
    const isWithFile = state.commits + 1 === WITH_FILE
    if (!isWithFile || state.hasFile || has('the commit goes before its file'))
      yield named('commits', (s, my) => {
        my.pending.push(++s.commits)
      })
    else
      yield named('stores a file', (s) => {
        s.hasFile = true
      })
  }
  if (isOwner && !me.flying && me.pending.length > 0)
    yield named('ships', (s, my) => publish(s, n, 'f', my.epoch, my.pending))
  const { flying } = me
  const isUnsure = flying !== null && !state.publishes.some(({ rec }) => rec.id === flying.id)
  if (flying && isUnsure && state.repeats < bounds.repeats)
    yield named('hears nothing in time, and sends it again', (s, my) => {
      s.repeats++
      s.publishes.push({ from: n, expected: my.expected, rec: flying })
    })
  const most = state.log.length - (has('the newest record is purged') ? 0 : 1)
  const contained = has('records are purged without a snapshot') ? most : Math.min(me.copy, most)
  if (isOwner && !me.flying && state.base < contained)
    yield named('purges below its snapshot', (s, my) => {
      if (!has('records are purged without a snapshot')) s.snapshot = my.copy
      s.base = contained
    })
  const isAnnounced = state.owner.node === n && state.owner.epoch >= me.epoch
  if (isOwner && !isAnnounced && state.owner.epoch < me.epoch)
    yield named('announces itself', (s, my) => {
      s.owner = { node: n, inc: my.inc, epoch: my.epoch, isFree: false }
    })
  if (isOwner && isAnnounced && !me.flying && me.pending.length === 0 && state.moves < bounds.moves)
    yield named('hands over', (s, my) => {
      s.moves++
      my.phase = 'draining'
      publish(s, n, 'b', my.epoch, [])
      if (has('the company is freed before the bye')) s.owner.isFree = true
    })
  if ((isOwner || me.phase === 'draining') && state.owner.epoch > me.epoch)
    yield named('sees another owner', (_, my) => goLost(my))
  if ((isOwner || me.phase === 'draining' || me.phase === 'claiming') && me.view === 0)
    yield named('sees its lease end', (s, my) => (my.phase === 'claiming' ? goStandby(s, n) : goLost(my)))
}

function* stepsOfTaker(state: State, n: 0 | 1, named: Named, has: Has, bounds: Bounds): Iterable<Step> {
  const me = state.nodes[n]
  if (me.phase === 'lost')
    yield named('puts its files aside', (s, my) => {
      // Closing moves everything into the file.
      if (has('lost files are used again')) my.file = my.acked = [...my.acked, ...my.pending]
      else {
        my.acked = []
        my.file = []
        my.copy = 0
        my.link = ''
      }
      my.pending = []
      goStandby(s, n)
    })
  if (me.phase === 'standby') yield* stepsOfFollower(state, n, named, has)
  // The copy may be behind; then the fence refuses the claim.
  const { owner, log } = state
  const isOver = (by: number, inc: number) => {
    const lease = state.leases[by as 0 | 1]
    return lease.inc !== inc || lease.ttl === 0
  }
  const seen = log.slice(0, me.copy)
  const ended = seen.at(-1)?.kind === 'b'
  const last = seen.findLast(({ kind }) => kind === 'e')
  const isVacant = owner.isFree || ended || isOver(owner.node, owner.inc)
  const isLastOver =
    ended ||
    (owner.isFree && has('the company is freed before the bye')) ||
    last === undefined ||
    isOver(last.by, last.inc)
  const mayTry =
    has('a taker does not wait for the lease') || (isVacant && (isLastOver || has('a taker asks only owners')))
  const epoch = me.epoch + 1
  if (me.phase === 'standby' && mayTry && state.claims < bounds.claims)
    yield named('claims', (s, my) => {
      s.claims++
      my.phase = 'claiming'
      my.inc++
      my.view = VIEW
      s.leases[n] = { ttl: TTL, inc: my.inc }
      publish(s, n, 'e', epoch, [])
      if (has('owners is set before the epoch')) s.owner = { node: n, inc: my.inc, epoch, isFree: false }
      if (has('sessions open before the epoch')) my.session = true
    })
}

function* stepsOfFollower(state: State, n: 0 | 1, named: Named, has: Has): Iterable<Step> {
  const me = state.nodes[n]
  const { log, base, snapshot } = state
  const contents = (count: number) => log.slice(0, count).flatMap(({ commits }) => commits)
  if (me.copy < base && snapshot >= base)
    yield named('fetches the snapshot', (_, my) => {
      my.acked = contents(snapshot)
      my.file = [...my.acked]
      my.copy = snapshot
      my.link = log[snapshot - 1]?.id ?? ''
      my.epoch = log[snapshot - 1]?.epoch ?? 0
    })
  const apply = (rec: Rec, at: number) => (_: State, my: NodeState) => {
    my.acked.push(...rec.commits)
    my.copy = at + 1
    my.link = rec.id
    my.epoch = rec.epoch
  }
  const following = me.copy >= base ? log[me.copy] : undefined
  if (following && following.prev === me.link) yield named(`applies ${following.id}`, apply(following, me.copy))
  // A replica with a hole: the next record but one, which only its hash tells apart.
  const damaged = log[me.copy + 1]
  if (damaged && me.copy >= base && has('records are applied without their hash'))
    yield named(`applies ${damaged.id} after a hole`, apply(damaged, me.copy + 1))
}

function* stepsOfFailure(state: State, n: 0 | 1, named: Named, has: Has, bounds: Bounds): Iterable<Step> {
  const me = state.nodes[n]
  if (me.phase !== 'down' && state.crashes < bounds.crashes)
    yield named('crashes', (s, my) => {
      s.crashes++
      // What was committed here lies in the write-ahead log, acknowledged or not.
      Object.assign(my, {
        phase: 'down',
        flying: null,
        view: 0,
        renewal: -1,
        isRenewalStored: false,
        session: false,
        isOpen: false,
      })
      s.answers = s.answers.filter(({ to }) => to !== n)
    })
  if (me.phase === 'down')
    yield named('starts', (s, my) => {
      my.phase = 'standby'
      if (has('after a crash the log is not cut')) {
        my.acked.push(...my.pending)
        my.file = [...my.acked]
      } else if (s.log[my.copy]?.commits.some((commit) => my.pending.includes(commit)) && s.log[my.copy]?.by === n) {
        // The log's last record of ours tells up to which frame the write-ahead log is in the chain.
        const rec = s.log[my.copy]
        if (rec) {
          my.acked.push(...rec.commits)
          my.copy++
          my.link = rec.id
        }
      }
      my.pending = []
    })
}

/** The nine invariants of the design, and that no two nodes let anything leave. */
export const findFaultOf =
  (mistakes: ReadonlySet<Mistake>) =>
  (s: State): string | undefined => {
    const has = (mistake: Mistake) => mistakes.has(mistake)
    if (s.fault) return s.fault
    for (const [at, { prev, epoch, kind, by }] of s.log.entries()) {
      const before = s.log[at - 1]
      if (!before) continue
      if (prev !== before.id) return `1: the chain is broken at record ${at}`
      if (epoch < before.epoch) return `1: the epoch falls at record ${at}`
      if (kind !== 'e' && (epoch !== before.epoch || by !== before.by)) return `1: a record of another owner at ${at}`
      if (kind === 'e' && epoch !== before.epoch + 1) return `1: an epoch is used twice at ${at}`
    }
    const chain = s.log.flatMap(({ commits }) => commits)
    if (new Set(chain).size !== chain.length) return '1: a commit is in the chain twice'
    for (const commit of s.told)
      if (!chain.includes(commit)) return `2: commit ${commit} was told, and the chain does not have it`
    const leaving = s.nodes.filter((me) => mayLeave(me, has))
    if (leaving.length > 1) return '2: two nodes let something leave'
    for (const [n, me] of s.nodes.entries()) {
      for (const commit of me.file)
        if (!chain.includes(commit)) return `3: the file of ${'AB'[n]} has commit ${commit}, which the chain has not`
      const epochIsStored = s.log.some(({ kind, epoch, by }) => kind === 'e' && by === n && epoch === me.epoch)
      if (me.session && !(epochIsStored && me.phase !== 'claiming'))
        return `4: ${'AB'[n]} has sessions without its epoch in the chain`
      const applied = s.log.slice(0, me.copy).flatMap(({ commits }) => commits)
      if (me.phase !== 'down' && applied.join() !== me.acked.join())
        return `5: ${'AB'[n]} has ${me.acked.join()} applied instead of ${applied.join()}`
    }
    if (s.base > 0 && s.snapshot < s.base) return '6: purged without a snapshot'
    if (s.base === s.log.length) return '6: the newest record is purged'
    if (chain.includes(WITH_FILE) && !s.hasFile) return '7: a commit in the chain names a file that is not stored'
    const ofOwners = s.log.some(({ kind, epoch, by }) => kind === 'e' && epoch === s.owner.epoch && by === s.owner.node)
    if (!ofOwners) return '4: owners names an owner that the chain does not have'
    return undefined
  }
