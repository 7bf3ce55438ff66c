/** The editor's own rules: changes of a flow, walking by keys, undo, trial, import. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { BRAZIL } from '../../src/features/flows/answers/place'
import { check } from '../../src/features/flows/check'
import {
  edgeKey,
  emptyFlow,
  exitsOf,
  Flow,
  type FlowNode,
  type NodeKind,
  readEdgeKey,
} from '../../src/features/flows/format/contract'
import { importFlow } from '../../src/features/flows/import'
import { sampleFlow } from '../../src/features/flows/sample'
import { arrange } from '../../ui/features/flows/arrange'
import { copyOf, pasteInto } from '../../ui/features/flows/copies'
import { tryFlow } from '../../ui/features/flows/dryRun'
import {
  addAfter,
  blankNode,
  changeNode,
  connect,
  duplicateNode,
  inOrder,
  NODE_WIDTH,
  neighbour,
  removeNode,
} from '../../ui/features/flows/edit'
import { historyOf, move } from '../../ui/features/flows/history'
import { kinds } from '../../ui/features/flows/kinds'
import { type Box, crosses, type Point, routeOf } from '../../ui/features/flows/route'
import { createRandom } from '../support/random'
import { ask, end, flowOf, http, known, menu, say, transfer } from './support'

const sample = sampleFlow({ sales: 1, service: 2, tag: 3 })

describe('adding a node', () => {
  test('joins it to the first loose exit', () => {
    const first = addAfter(emptyFlow, blankNode('if'), 'n1', {})
    expect(first.flow.edges).toEqual({ n1: 'n2' })
    const second = addAfter(first.flow, blankNode('end'), 'n2', {})
    expect(second.flow.edges).toEqual({ n1: 'n2', 'n2:true': 'n3' })
    expect(addAfter(second.flow, blankNode('end'), 'n2', {}).flow.edges['n2:false']).toBe('n4')
  })

  test('puts it between two nodes where there is a single exit', () => {
    const two = addAfter(emptyFlow, blankNode('end'), 'n1', {})
    expect(addAfter(two.flow, blankNode('say'), 'n1', {}).flow.edges).toEqual({ n1: 'n3', n3: 'n2' })
    expect(addAfter(two.flow, blankNode('http'), 'n1', {}).flow.edges).toEqual({ n1: 'n3', 'n3:ok': 'n2' })
    expect(addAfter(two.flow, blankNode('transfer'), 'n1', {}).flow.edges).toEqual({ n1: 'n2' })
  })

  test('never puts one over another', () => {
    let { flow } = addAfter(emptyFlow, blankNode('menu'), 'n1', {})
    for (let at = 0; at < 30; at++) flow = addAfter(flow, blankNode('end'), 'n2', {}).flow
    const spots = Object.values(flow.ui)
    const over = spots.filter(([x, y], at) =>
      spots.some(([a, b], n) => n < at && Math.abs(a - x) < NODE_WIDTH && Math.abs(b - y) < 80),
    )
    expect(over).toEqual([])
  })
})

test('removing a node joins what led to it with what follows', () => {
  const flow = flowOf({ a: say('1'), b: say('2'), c: end() }, { start: 'a', a: 'b', b: 'c' })
  expect(removeNode(flow, 'b').edges).toEqual({ start: 'a', a: 'c' })
  expect(removeNode(flow, 'start')).toBe(flow)
})

test('an exit that is gone takes its wire along', () => {
  const flow = flowOf({ a: menu('?', ['x', 'y']), b: end() }, { start: 'a', 'a:a': 'b', 'a:b': 'b', 'a:else': 'b' })
  expect(changeNode(flow, 'a', menu('?', ['x'])).edges).toEqual({ start: 'a', 'a:a': 'b', 'a:else': 'b' })
})

describe('arrow keys', () => {
  test('follow the wires, and move among the nodes behind the same one', () => {
    expect(neighbour(sample, 'n1', 'down')).toBe('n2')
    expect(neighbour(sample, 'n2', 'up')).toBe('n1')
    expect(neighbour(sample, 'n6', 'right')).toBe('n7')
    expect(neighbour(sample, 'n7', 'left')).toBe('n6')
  })

  test('reach every node of the sample', () => {
    const seen = new Set<string>()
    const open = ['n1']
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue
      seen.add(id)
      for (const way of ['up', 'down', 'left', 'right'] as const) {
        const next = neighbour(sample, id, way)
        if (next) open.push(next)
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(sample.nodes).sort())
  })
})

test('arranging puts each node below what leads to it, and none over another', () => {
  const { ui } = arrange({ ...sample, ui: {} }, {})
  const spots = Object.values(ui)
  expect(
    spots.some(([x, y], at) => spots.some(([a, b], n) => n !== at && b === y && Math.abs(a - x) < NODE_WIDTH)),
  ).toBe(false)
  for (const [key, target] of Object.entries(sample.edges)) {
    const from = ui[readEdgeKey(key).node]
    expect(ui[target]?.[1]).toBeGreaterThan(from?.[1] ?? 0)
  }
})

describe('wires', () => {
  const height = (node: FlowNode) => 96 + 28 * (exitsOf(node).length > 2 ? exitsOf(node).length : 1)
  /** As the canvas draws them: two exits side by side, more below each other at the right. */
  const exitAt = (node: FlowNode, exit: string, { left, top, right, bottom }: Box): [Point, 'bottom' | 'right'] => {
    const exits = exitsOf(node)
    const at = exits.indexOf(exit)
    if (exits.length > 2) return [[right, top + 96 + 28 * at + 14], 'right']
    return [[left + ((right - left) * (2 * at + 1)) / (2 * exits.length), bottom], 'bottom']
  }
  /** The wires that run behind a node. */
  function hiddenIn(flow: Flow): string[] {
    const boxOf = (id: string): Box => {
      const [left, top] = flow.ui[id] ?? [0, 0]
      return { left, top, right: left + NODE_WIDTH, bottom: top + height(flow.nodes[id] ?? end()) }
    }
    const boxes = Object.keys(flow.nodes).map(boxOf)
    return Object.entries(flow.edges)
      .filter(([key, target]) => {
        const { node: id, exit } = readEdgeKey(key)
        const node = flow.nodes[id]
        if (!node || !exitsOf(node).includes(exit) || !flow.nodes[target]) return false
        const [from, side] = exitAt(node, exit, boxOf(id))
        const { left, right, top } = boxOf(target)
        const { points } = routeOf(from, side, [(left + right) / 2, top], boxes, exitsOf(node).indexOf(exit))
        return points.some((to, at) => {
          const before = points[at - 1]
          return before && boxes.some((box) => crosses(before, to, box))
        })
      })
      .map(([key, target]) => `${key} → ${target}`)
  }
  const heightsIn = (flow: Flow) =>
    Object.fromEntries(Object.entries(flow.nodes).map(([id, node]) => [id, height(node)]))

  test('of an arranged flow never run behind a node, also of circles and of long ways', () => {
    expect(hiddenIn(arrange(sample, heightsIn(sample)))).toEqual([])
    const all = Object.keys(kinds).filter((kind) => kind !== 'start') as NodeKind[] // the keys of a record of kinds
    for (let walk = 0; walk < 300; walk++) {
      const random = createRandom(walk)
      let flow: Flow = emptyFlow
      for (let at = 0; at < 20; at++)
        flow = addAfter(flow, blankNode(random.pick(all)), random.pick(Object.keys(flow.nodes)), {}).flow
      const ids = Object.keys(flow.nodes)
      for (const [id, node] of Object.entries(flow.nodes))
        for (const exit of exitsOf(node))
          if (random.below(3) === 0) flow = connect(flow, id, exit, random.pick(ids.slice(1)))
      expect({ walk, hidden: hiddenIn(arrange(flow, heightsIn(flow))) }).toEqual({ walk, hidden: [] })
    }
  })

  test('around a node that stands in the way, and straight where none does', () => {
    const box = (left: number, top: number): Box => ({ left, top, right: left + NODE_WIDTH, bottom: top + 100 })
    expect(routeOf([104, 100], 'bottom', [104, 400], []).kind).toBe('curve')
    const led = routeOf([104, 100], 'bottom', [104, 400], [box(0, 200)])
    expect(led.kind).toBe('corners')
    expect(led.points[0]).toEqual([104, 100])
    expect(led.points.at(-1)).toEqual([104, 400])
    expect(led.points.some(([x]) => x < 0 || x > NODE_WIDTH)).toBe(true)
  })
})

describe('copies', () => {
  const names = (flow: Flow) => Object.keys(flow.nodes).length
  const pasted = (flow: Flow, text: string | undefined) => {
    const result = pasteInto(flow, text ?? '')
    if (typeof result === 'string') throw new Error(result)
    return result
  }

  test('keep the wires between them, also in another flow, and never the start', () => {
    const text = copyOf(sample, Object.keys(sample.nodes))
    const { flow, ids } = pasted(emptyFlow, text)
    expect(names(flow)).toBe(names(sample))
    expect(Object.values(flow.nodes).filter(({ t }) => t === 'start')).toHaveLength(1)
    const inner = Object.keys(sample.edges).filter((key) => readEdgeKey(key).node !== sample.start)
    expect(Object.keys(flow.edges)).toHaveLength(inner.length)
    expect(ids).not.toContain(emptyFlow.start)
    expect(copyOf(sample, [sample.start])).toBeUndefined()
  })

  test('of any nodes of any flow can be saved, and leave what was there alone', () => {
    const all = Object.keys(kinds).filter((kind) => kind !== 'start') as NodeKind[] // the keys of a record of kinds
    for (let walk = 0; walk < 200; walk++) {
      const random = createRandom(walk)
      let flow: Flow = emptyFlow
      for (let at = 0; at < 12; at++)
        flow = addAfter(flow, blankNode(random.pick(all)), random.pick(Object.keys(flow.nodes)), {}).flow
      const chosen = Object.keys(flow.nodes).filter(() => random.below(2) === 0)
      const text = copyOf(flow, chosen)
      if (text === undefined) continue
      const { flow: after, ids } = pasted(flow, text)
      expect(v.safeParse(Flow, after).success).toBe(true)
      expect(names(after)).toBe(names(flow) + ids.length)
      for (const [id, node] of Object.entries(flow.nodes)) expect(after.nodes[id]).toBe(node)
      for (const [key, target] of Object.entries(flow.edges)) expect(after.edges[key]).toBe(target)
    }
  })

  test('refuse what is no copy of blocks, and more than a flow may have', () => {
    const kind = 'balcao-flow-blocks'
    const text = copyOf(sample, Object.keys(sample.nodes)) ?? ''
    const bad = [
      '',
      'olá',
      'null',
      '{}',
      JSON.stringify(sample),
      JSON.stringify({ kind }),
      JSON.stringify({ kind, nodes: {}, edges: {}, ui: {} }),
      JSON.stringify({ kind, nodes: { n1: { t: 'start', name: '' } }, edges: {}, ui: {} }),
      JSON.stringify({ kind, nodes: { n1: { t: 'say', name: 5 } }, edges: {}, ui: {} }),
      JSON.stringify({ kind, nodes: { '<b>': end() }, edges: {}, ui: {} }),
      `{"kind":"${kind}","nodes":{"__proto__":{}},"edges":{},"ui":{}}`,
      '['.repeat(100_000),
      text.padEnd(400_000),
    ]
    for (const one of bad) expect([one.slice(0, 80), pasteInto(sample, one)]).toEqual([one.slice(0, 80), 'notBlocks'])
    let full: Flow = sample
    for (let at = 0; at < 40; at++) {
      const result = pasteInto(full, text)
      if (result === 'tooMany') break
      if (result !== 'notBlocks') full = result.flow
    }
    expect(names(full)).toBeLessThanOrEqual(200)
    expect(pasteInto(full, text)).toBe('tooMany')
  })
})

test('random edits always give a flow that can be saved', () => {
  const all = Object.keys(kinds).filter((kind) => kind !== 'start') as NodeKind[] // the keys of a record of kinds
  for (let walk = 0; walk < 200; walk++) {
    const random = createRandom(walk)
    let flow: Flow = emptyFlow
    for (let at = 0; at < 25; at++) {
      const ids = Object.keys(flow.nodes)
      const id = random.pick(ids)
      const node = flow.nodes[id]
      switch (random.below(6)) {
        case 0:
          flow = removeNode(flow, id)
          break
        case 1:
          flow = duplicateNode(flow, id, {}).flow
          break
        case 2:
          flow = arrange(flow, {})
          break
        case 3: {
          const exit = node && exitsOf(node)[0]
          if (exit !== undefined) flow = connect(flow, id, exit, random.pick([null, ...ids]))
          break
        }
        default:
          flow = addAfter(flow, blankNode(random.pick(all)), id, {}).flow
      }
    }
    expect(v.safeParse(Flow, flow).success).toBe(true)
    expect(Object.values(flow.edges).every((target) => target in flow.nodes)).toBe(true)
    expect(inOrder(flow).sort()).toEqual(Object.keys(flow.nodes).sort())
    check(flow, known)
  }
})

test('undo takes back typing into one field at once, and redo brings it again', () => {
  let history = historyOf('')
  for (const to of ['O', 'Ol', 'Olá']) history = move(history, { do: 'change', to, key: 'a text' })
  history = move(history, { do: 'change', to: 'Olá!', key: 'b text' })
  history = move(history, { do: 'undo' })
  expect(history.now).toBe('Olá')
  history = move(history, { do: 'undo' })
  expect([history.now, history.past]).toEqual(['', []])
  history = move(move(history, { do: 'redo' }), { do: 'redo' })
  expect([history.now, history.future]).toEqual(['Olá!', []])
})

test('the trial runs the machine, with a made-up clock and made-up answers', () => {
  const flow = flowOf(
    {
      a: ask('Nome?', 'nome'),
      b: { t: 'delay', name: '', sec: 60 },
      c: http({ map: [{ path: 'total', var: 'total' }], example: '{"total": 3}' }),
      d: end('{{nome}}: {{total}}'),
      e: transfer(1),
    },
    { start: 'a', a: 'b', 'a:fail': 'e', b: 'c', 'c:ok': 'd', 'c:error': 'e' },
  )
  const begin = [{ do: 'say', text: 'oi' }, { do: 'say', text: 'Ana' }, { do: 'wait' }] as const
  const good = tryFlow(
    flow,
    [...begin, { do: 'answer', isGood: true }],
    {},
    { begin: 1_000, isOpen: true, place: BRAZIL },
  )
  expect(good.lines.slice(-2)).toEqual([
    { by: 'flow', text: 'Ana: 3' },
    { by: 'stopped', because: 'ended' },
  ])
  expect([...good.edges]).toContain(edgeKey('c', 'ok'))
  const bad = tryFlow(
    flow,
    [...begin, { do: 'answer', isGood: false }],
    {},
    { begin: 1_000, isOpen: true, place: BRAZIL },
  )
  expect(bad.lines.at(-1)).toEqual({ by: 'people', queueId: 1, userId: null })
})

describe('importing', () => {
  test('reads what was exported', () => {
    expect(importFlow(JSON.parse(JSON.stringify(sample)))).toEqual({ flow: sample, skipped: [] })
  })

  test('maps nodes and connections of other systems, and names the types it does not know', () => {
    const found = importFlow({
      nodes: [
        { id: 's', type: 'start', position: { x: 3, y: 5 }, data: {} },
        {
          id: 'm',
          type: 'menu',
          position: { x: 0, y: 100 },
          data: {
            message: 'Escolha',
            arrayOption: [
              { number: 1, value: 'Vendas' },
              { number: 2, value: 'Suporte' },
            ],
          },
        },
        { id: 'q', type: 'question', data: { typebotIntegration: { message: 'Nome?', answerKey: 'nome' } } },
        { id: 'c', type: 'condition', data: { key: 'nome', condition: 1, value: 'Ana' } },
        { id: 'x', type: 'fileUpload', data: {} },
        { id: 't', type: 'ticket', data: { data: { id: 2 } } },
        { id: 'w', type: 'text', data: { label: `Oi, $${'{nome}'}` } },
      ],
      connections: [
        { source: 's', sourceHandle: 'a', target: 'm' },
        { source: 'm', sourceHandle: 'a1', target: 'q' },
        { source: 'm', sourceHandle: 'a2', target: 't' },
        { source: 'q', target: 'c' },
        { source: 'c', sourceHandle: 'true', target: 'x' },
        { source: 'c', sourceHandle: 'false', target: 'w' },
      ],
    })
    expect(found?.skipped).toEqual(['fileUpload'])
    expect(v.safeParse(Flow, found?.flow).success).toBe(true)
    expect(found?.flow.edges).toEqual({
      n1: 'n2',
      'n2:i1': 'n3',
      'n2:i2': 'n6',
      n3: 'n4',
      'n4:true': 'n5',
      'n4:false': 'n7',
    })
    expect(found?.flow.nodes.n7).toMatchObject({ t: 'say', parts: [{ text: 'Oi, {{nome}}' }] })
    expect(check(found?.flow ?? emptyFlow, known).some(({ node, fault }) => node === 'n5' && fault === 'empty')).toBe(
      true,
    )
  })

  test('refuses what is no flow', () => {
    const given = [null, 5, [], {}, { nodes: [] }, { nodes: 'x', connections: [] }]
    expect(given.map(importFlow)).toEqual(given.map(() => undefined))
  })

  test('whatever data another system has, the result can be saved', () => {
    const types = [
      'message',
      'img',
      'menu',
      'question',
      'interval',
      'randomizer',
      'condition',
      'ticket',
      'tag',
      'variable',
      'httpRequest',
      'singleBlock',
    ]
    const odd = [
      null,
      5,
      'x'.repeat(9000),
      [],
      {},
      [{}],
      { id: 'a' },
      Number.NaN,
      '$' + '{a-b}',
      [{ type: 'img', value: 'https://x' }],
    ]
    const keys = [
      'label',
      'message',
      'arrayOption',
      'question',
      'variableName',
      'sec',
      'percent',
      'key',
      'value',
      'data',
      'tag',
      'url',
      'headersString',
      'responseVariables',
      'elements',
    ]
    for (let walk = 0; walk < 300; walk++) {
      const random = createRandom(walk)
      const nodes = types.map((type, id) => ({
        id,
        type,
        data: Object.fromEntries(keys.map((key) => [key, random.pick(odd)])),
      }))
      const found = importFlow({ nodes, connections: [{ source: 0, sourceHandle: 'a', target: 1 }] })
      expect(v.safeParse(Flow, found?.flow).issues).toBeUndefined()
    }
  })
})
