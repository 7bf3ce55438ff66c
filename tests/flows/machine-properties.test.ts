/** Properties of the machine over random flows, texts, times and answers. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { check } from '../../src/features/flows/check'
import {
  answerKinds,
  comparisons,
  edgeKey,
  exitsOf,
  Flow,
  type FlowNode,
  nodeOf,
} from '../../src/features/flows/format/contract'
import { type FlowEvent, type FlowState, step, wakeAt } from '../../src/features/flows/machine'
import { MOST_STATE } from '../../src/features/integrations/runner'
import { inSuite } from '../support/long'
import { createRandom, type Random } from '../support/random'
import { known } from './support'

const WALKS = inSuite(1_000, 20_000)
const texts = [
  'oi',
  '1',
  '2',
  '9',
  '',
  'vendas',
  '529.982.247-25',
  'a@b.com',
  '12/03/1990',
  '{{message}}',
  'x'.repeat(5000),
  '\uD800"\u0000\n',
]
const names = ['x', 'y', 'order.total']

function randomNode(random: Random): FlowNode {
  const text = random.pick(['', 'Olá, {{contact.firstName}}', '{{message}} {{x}} {{nada}}', 'y'.repeat(4000)])
  const again = { text: random.pick(['', 'De novo?']), max: random.between(1, 4) }
  const timeoutMin = random.pick([0, 0, 5])
  const keys = ['a', 'b', 'c'].slice(random.below(3))
  const name = random.pick(names)
  switch (random.below(12)) {
    case 0:
    case 1:
      return { t: 'say', name: '', parts: [{ text }, { file: 5, as: 'image', caption: text.slice(0, 900) }] }
    case 2:
      return { t: 'ask', name: '', text, var: name, as: random.pick(answerKinds), again, timeoutMin }
    case 3:
      return { t: 'menu', name: '', text, items: keys.map((k) => ({ k, label: `Vendas ${k}` })), again, timeoutMin }
    case 4:
      return {
        t: 'if',
        name: '',
        mode: random.pick(['all', 'any']),
        tests: [{ l: '{{x}}', op: random.pick(comparisons), r: random.pick(['', '5', 'vendas']) }],
      }
    case 5:
      return { t: 'split', name: '', arms: keys.map((k) => ({ k, w: random.below(3) })) }
    case 6:
      return { t: 'delay', name: '', sec: random.between(1, 100) }
    case 7:
      return { t: 'set', name: '', values: [{ var: name, value: `{{x}}{{x}}${text}`.slice(0, 4000) }] }
    case 8:
      return {
        t: 'http',
        name: '',
        method: 'POST',
        url: 'https://erp.example/{{x}}',
        body: '{"a":"{{x}}"}',
        example: '',
        headers: [{ name: 'X-A', value: '{{x}}' }],
        map: [{ path: 'a.0', var: name }],
      }
    case 9:
      return { t: 'tag', name: '', add: [3], remove: [] }
    case 10:
      return { t: 'transfer', name: '', queueId: random.pick([null, 1, 99]), userId: null, note: text.slice(0, 900) }
    default:
      return { t: 'end', name: '', close: random.oneIn(2), text }
  }
}

function randomFlow(random: Random): Flow {
  const ids = Array.from({ length: random.between(1, 14) }, (_, at) => `n${at + 2}`)
  const nodes: Record<string, FlowNode> = { n1: { t: 'start', name: '' } }
  for (const id of ids) nodes[id] = randomNode(random)
  const edges: Record<string, string> = {}
  for (const [id, node] of Object.entries(nodes))
    for (const exit of exitsOf(node))
      if (!random.oneIn(25)) edges[edgeKey(id, exit)] = random.pick([...ids, ...ids, 'gone'])
  return {
    v: 1,
    start: 'n1',
    limits: { steps: random.between(10, 60), idleMin: random.pick([0, 60]) },
    nodes,
    edges,
    ui: {},
  }
}

function randomEvent(random: Random, state: FlowState | null): FlowEvent {
  const wait = state?.wait
  if (wait?.kind === 'call' && !random.oneIn(3)) {
    const id = random.oneIn(4) ? 'stale' : wait.id
    if (random.oneIn(3)) return { kind: 'callFailed', id }
    return {
      kind: 'called',
      id,
      status: random.pick([200, 204, 500]),
      body: random.pick(['{"a":["1"]}', '<html>', '', 'null']),
    }
  }
  if (random.oneIn(3)) return { kind: 'timer' }
  return {
    kind: 'message',
    text: random.oneIn(6) ? null : random.pick(texts),
    fileUrl: random.oneIn(6) ? 'https://f.example/1' : null,
  }
}

const ends = ['transfer', 'close', 'stop']

test(`random flows never throw, stay in bounds, end once and last, and repeat exactly (${WALKS} walks)`, () => {
  const faults: string[] = []
  for (let walk = 0; walk < WALKS && faults.length < 5; walk++) {
    const random = createRandom(walk)
    const flow = randomFlow(random)
    const fault = (words: string) => faults.push(`walk ${walk}: ${words}`)
    let state: FlowState | null = null
    let now = 1_000_000_000
    for (let turn = random.between(1, 15); turn > 0; turn--) {
      now += random.pick([0, 1000, 60_000, 600_000, -1000])
      const event: FlowEvent = state
        ? randomEvent(random, state)
        : { kind: 'message', text: random.pick(texts), fileUrl: null }
      const around = { now, seed: walk, values: { 'contact.firstName': random.pick(['', 'Ana']) } }
      const result = step(flow, state, event, around)
      if (!Bun.deepEquals(result, step(flow, structuredClone(state), event, around), true)) fault('another result')
      const { actions } = result
      const at = actions.findIndex((action) => ends.includes(action.do))
      if (at >= 0 && at !== actions.length - 1) fault('something after the end')
      if (at >= 0 !== (result.state === null)) fault('an end without ending')
      if (actions.length > 28) fault(`${actions.length} actions`)
      if (
        actions.some(
          (one) => one.do === 'say' && (one.text.trim() === '' || one.text.length > 4096 || !one.text.isWellFormed()),
        )
      )
        fault('a text that cannot be sent')
      if (result.state) {
        const size = JSON.stringify(result.state).length
        if (size > MOST_STATE - 1000) fault(`${size} characters of state`)
        if (result.state.wait === null) fault('neither waiting nor ended')
        if (!nodeOf(flow, result.state.node)) fault('at no node')
        const calls = actions.filter((action) => action.do === 'call').length
        if ((result.state.wait?.kind === 'call') !== (calls === 1) && calls > 0) fault('a call nobody waits for')
      }
      state = result.state && (JSON.parse(JSON.stringify(result.state)) as FlowState)
      if (!state) break
    }
  }
  expect(faults).toEqual([])
})

test('a flow that passes the check never runs into a dead end or too many steps', () => {
  let published = 0
  const faults: string[] = []
  for (let walk = 0; walk < WALKS * 4 && faults.length < 5; walk++) {
    const random = createRandom(walk)
    const flow = { ...randomFlow(random), limits: { steps: 200, idleMin: 60 } }
    const problems = check(flow, known).filter(({ fault }) =>
      ['looseExit', 'unknownTarget', 'loop', 'noStart'].includes(fault),
    )
    if (problems.length > 0) continue
    published++
    let state: FlowState | null = null
    let now = 1_000_000_000
    for (let turn = 0; turn < 30; turn++) {
      const event: FlowEvent = state ? randomEvent(random, state) : { kind: 'message', text: 'oi', fileUrl: null }
      now = event.kind === 'timer' ? (wakeAt(state) ?? now) : now + 1000
      const result = step(flow, state, event, { now, seed: walk, values: {} })
      const last = result.actions.at(-1)
      if (last?.do === 'stop' && (last.because === 'deadEnd' || last.because === 'tooManySteps'))
        faults.push(`walk ${walk}: ${last.because}`)
      state = result.state
      if (!state) break
    }
  }
  expect(faults).toEqual([])
  expect(published).toBeGreaterThan(20)
})

test('random flows are flows', () => {
  for (let walk = 0; walk < 100; walk++) expect(v.is(Flow, randomFlow(createRandom(walk)))).toBe(true)
})
