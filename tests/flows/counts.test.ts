/** Counts at each node: what they say of talks that were walked, and when a turn counts. */
import { describe, expect, test } from 'bun:test'
import type { FlowCounts, NodeCounts } from '../../src/features/flows/contract'
import { exitsOf, type Flow, type FlowNode, targetOf } from '../../src/features/flows/format/contract'
import { flowRunner } from '../../src/features/flows/run'
import { company } from '../integrations/support'
import { SUPPORT } from '../support/company-world'
import { inSuite } from '../support/long'
import { createRandom, type Random } from '../support/random'
import { running } from './running'
import { ask, end, flowOf, http, menu, say, transfer } from './support'

const DAY = 86_400_000
const HOUR = 3_600_000

function randomNode(random: Random): FlowNode {
  const max = random.between(1, 2)
  switch (random.below(8)) {
    case 0:
      return say('Oi')
    case 1:
      return ask('Quantos?', 'n', { as: 'number', again: { text: '', max }, timeoutMin: random.pick([0, 5]) })
    case 2:
      return menu('Qual?', ['vendas', 'suporte'], { again: { text: '', max }, timeoutMin: 0 })
    case 3:
      return { t: 'if', name: '', mode: 'all', tests: [{ l: '{{n}}', op: 'gt', r: '5' }] }
    case 4:
      return { t: 'split', name: '', arms: ['a', 'b'].map((k) => ({ k, w: 1 })) }
    case 5:
      return { t: 'delay', name: '', sec: 60 }
    case 6:
      return http()
    default:
      return random.pick([transfer(), end(), end('Tchau', true)])
  }
}

/** Each exit leads further down; the last node ends. */
function randomFlow(random: Random): Flow {
  const size = random.between(3, 10)
  const ids = Array.from({ length: size }, (_, at) => `n${at}`)
  const nodes = Object.fromEntries(ids.map((id, at) => [id, at === size - 1 ? end() : randomNode(random)]))
  const edges: Record<string, string> = { start: 'n0' }
  for (const [at, id] of ids.entries())
    for (const exit of exitsOf(nodes[id] ?? end()))
      edges[exit === '' ? id : `${id}:${exit}`] = random.pick(ids.slice(at + 1))
  return flowOf(nodes, edges, { steps: 200 })
}

test('the counts of each node are those of the talks that were walked', async () => {
  for (let walk = 0; walk < inSuite(25, 200); walk++) {
    const random = createRandom(walk)
    const flow = randomFlow(random)
    const { w, id, says, turn, setState, state } = running(flow)
    /** Recounted from what each talk was seen to do. */
    const seen = { talks: 0, left: 0, ended: 0 }
    const waiting: Record<string, number> = {}
    const left: Record<string, number> = {}
    for (let talk = 0; talk < 6; talk++) {
      setState(null)
      seen.talks++
      for (let at = 0; ; at++) {
        const before = state()
        const take = () =>
          at > 0 && random.below(4) === 0 ? turn({ kind: 'timer' }) : says(random.pick(['7', '2', 'vendas', 'x']))
        let outcome = await take()
        if (random.below(4) === 0) {
          // A crash before the turn was stored: it is taken again.
          setState(before)
          outcome = await take()
        }
        w.cx.transaction((cx) => outcome.whenStored?.(cx))
        const kept = outcome.state as { state: { node: string } } | null // as the runner keeps it
        if (!kept) {
          const isLeft = outcome.actions.some(({ do: what }) => what === 'note')
          if (isLeft) seen.left++
          else seen.ended++
          break
        }
        const { node } = kept.state
        if (random.below(8) === 0) {
          w.cx.transaction((cx) => flowRunner.leftAt?.(cx, id, outcome.state))
          left[node] = (left[node] ?? 0) + 1
          seen.left++
          break
        }
        if (random.below(8) === 0) {
          waiting[node] = (waiting[node] ?? 0) + 1
          break
        }
        w.clock.forward(random.pick([1_000, 60_000, HOUR]))
      }
    }
    const { data } = await w
      .admin()
      .api.flows({ id })
      .counts.get({ query: { period: '7' } })
    const counts = data?.nodes ?? {}
    const of = (node: string) => counts[node] ?? { came: 0, left: 0, exits: {} }
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
    let ended = 0
    for (const [node, { t }] of Object.entries(flow.nodes)) {
      const { came, left: gone, exits } = of(node)
      // Whoever came, came by an exit of another node, or began.
      const arrivals = Object.entries(flow.nodes).flatMap(([from, other]) =>
        exitsOf(other).map((exit) => (targetOf(flow, from, exit) === node ? (of(from).exits[exit] ?? 0) : 0)),
      )
      expect([walk, node, came]).toEqual([walk, node, sum(arrivals) + (node === flow.start ? seen.talks : 0)])
      // And went on, gave up, is still there, or was at an end.
      const isEnd = t === 'end' || t === 'transfer'
      if (isEnd) ended += came
      else expect([walk, node, came]).toEqual([walk, node, sum(Object.values(exits)) + gone + (waiting[node] ?? 0)])
      expect(gone).toBeGreaterThanOrEqual(left[node] ?? 0)
    }
    expect([walk, ended]).toEqual([walk, seen.ended])
    expect([walk, sum(Object.values(counts).map((one) => one.left))]).toEqual([walk, seen.left])
  }
})

describe('in a queue', () => {
  const flow = flowOf({ a: ask('Nome?', 'nome'), b: end('Oi, {{nome}}', true) }, { start: 'a', a: 'b', 'a:fail': 'b' })
  async function inQueue() {
    const all = await company()
    const { data: made } = await all.admin.api['queue-integration'].post({ type: 'flowbuilder', name: 'Fluxo' })
    const routes = all.admin.api.flows({ id: made?.id ?? 0 })
    await routes.put({ flow, revision: 0 })
    await routes.publish.post({ revision: 1 })
    await all.admin.api.queue({ id: SUPPORT }).put({ integrationId: made?.id ?? 0 })
    const counts = async (period: 'published' | '7' | '30' = 'published') =>
      (await routes.counts.get({ query: { period } })).data
    return { ...all, routes, counts }
  }
  const at = (found: FlowCounts | null | undefined, node: string): NodeCounts[string] | undefined => found?.nodes[node]

  test('a turn counts once with its state, and a person who takes over where the contact was', async () => {
    const { maria, settled, counts, w, ana } = await inQueue()
    maria.says('oi')
    await settled()
    expect(at(await counts(), 'a')).toEqual({ came: 1, left: 0, exits: {} })
    const [ticket] = w.rows<{ id: number }>('SELECT id FROM tickets')
    await ana.api.tickets({ id: ticket?.id ?? 0 }).put({ status: 'open', userId: ana.userId })
    expect(at(await counts(), 'a')).toEqual({ came: 1, left: 1, exits: {} })
  })

  test('a talk that the flow ends leaves nowhere', async () => {
    const { maria, settled, counts } = await inQueue()
    for (const text of ['oi', 'Maria']) {
      maria.says(text)
      await settled()
    }
    expect(await counts()).toMatchObject({
      version: 1,
      nodes: { a: { came: 1, left: 0, exits: { '': 1 } }, b: { came: 1, left: 0 } },
    })
  })

  test('periods: a new version begins anew, days count all versions, and old days go', async () => {
    const { maria, settled, counts, routes, w } = await inQueue()
    maria.says('oi')
    await settled()
    await routes.publish.post({ revision: 1 })
    expect((await counts())?.nodes).toEqual({})
    expect(at(await counts('7'), 'a')?.came).toBe(1)
    w.clock.forward(8 * DAY)
    expect((await counts('7'))?.nodes).toEqual({})
    expect(at(await counts('30'), 'a')?.came).toBe(1)
  })
})
