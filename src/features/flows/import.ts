/** Reads a flow from a file: our own format, or the one of other systems with `nodes` and `connections`. Pure. */

import * as v from 'valibot'
import { readJson } from '../../platform/json'
import { cut } from '../../platform/text'
import {
  type Comparison,
  edgeKey,
  emptyFlow,
  exitsOf,
  Flow,
  type FlowNode,
  MOST_FLOW_LENGTH,
  MOST_NODES,
  type Part,
} from './format/contract'

export type ImportResult = {
  readonly flow: Flow
  /** Types of nodes that have no counterpart. Each became an empty message, so that its wires stay. */
  readonly skipped: readonly string[]
}

/** Undefined if it is no flow. */
export function importFlow(json: unknown): ImportResult | undefined {
  const own = v.safeParse(Flow, json)
  if (own.success) return { flow: own.output, skipped: [] }
  const read = v.safeParse(Foreign, json)
  return read.success ? converted(read.output) : undefined
}

/** Marks copied blocks among other texts on the clipboard. */
export const BLOCKS = 'balcao-flow-blocks'
const MOST_VALUES = 40_000

/** The blocks of a copy, as a flow without limits of its own; undefined if the text is no such copy. */
export function readBlocks(text: string): Flow | undefined {
  const read = text.length > MOST_FLOW_LENGTH ? undefined : readJson(text, MOST_VALUES)
  if (typeof read !== 'object' || read === null || !('kind' in read) || read.kind !== BLOCKS) return undefined
  const { v: version, start, limits } = emptyFlow
  const flow = v.safeParse(Flow, { ...read, v: version, start, limits })
  return flow.success ? flow.output : undefined
}

const Anything = v.record(v.string(), v.unknown())
const Foreign = v.object({
  nodes: v.pipe(
    v.array(
      v.object({
        id: v.union([v.string(), v.number()]),
        type: v.string(),
        position: v.optional(v.object({ x: v.number(), y: v.number() })),
        data: v.optional(v.nullable(Anything)),
      }),
    ),
    v.minLength(1),
    v.maxLength(MOST_NODES),
  ),
  connections: v.pipe(
    v.array(
      v.object({
        source: v.union([v.string(), v.number()]),
        sourceHandle: v.optional(v.nullable(v.string())),
        target: v.union([v.string(), v.number()]),
      }),
    ),
    v.maxLength(2000),
  ),
})
type Foreign = v.InferOutput<typeof Foreign>
type Data = Readonly<Record<string, unknown>>

function converted({ nodes, connections }: Foreign): ImportResult {
  const ids = new Map(nodes.map(({ id }, at) => [String(id), `n${at + 1}`]))
  const skipped: string[] = []
  const made: Record<string, FlowNode> = {}
  for (const { id, type, data } of nodes) {
    const node = nodeFrom(type, data ?? {})
    if (!node) skipped.push(cut(type, 40))
    made[ids.get(String(id)) ?? ''] = node ?? { t: 'say', name: cut(type, 60), parts: [] }
  }
  const start = Object.entries(made).find(([, node]) => node.t === 'start')?.[0]
  const first = start ?? `n${nodes.length + 1}`
  if (!start) made[first] = { t: 'start', name: '' }
  const edges: Record<string, string> = {}
  if (!start) edges[first] = 'n1'
  for (const { source, sourceHandle, target } of connections) {
    const from = ids.get(String(source))
    const to = ids.get(String(target))
    const node = from === undefined ? undefined : made[from]
    if (from === undefined || to === undefined || !node) continue
    const exit = exitFrom(node, sourceHandle ?? '')
    if (exit !== undefined) edges[edgeKey(from, exit)] = to
  }
  const ui = Object.fromEntries(
    nodes.map(({ id, position }, at): [string, [number, number]] => [
      ids.get(String(id)) ?? '',
      [snapped(position?.x ?? 0), snapped(position?.y ?? at * 144)],
    ]),
  )
  if (!start) ui[first] = [0, -96]
  return {
    flow: { v: 1, start: first, limits: { steps: 50, idleMin: 60 }, nodes: made, edges, ui },
    skipped: [...new Set(skipped)],
  }
}

const snapped = (at: number): number =>
  Number.isFinite(at) ? Math.max(-90_000, Math.min(90_000, Math.round(at / 16) * 16)) : 0

function exitFrom(node: FlowNode, handle: string): string | undefined {
  const exits = exitsOf(node)
  const plain = handle.toLowerCase()
  if (exits.includes('') && node.t !== 'ask') return ''
  if (node.t === 'ask') return /else|fail|invalid/.test(plain) ? 'fail' : ''
  if (node.t === 'if') return /false|b$|no$/.test(plain) ? 'false' : 'true'
  if (node.t === 'hours') return /closed|false|no$/.test(plain) ? 'closed' : 'open'
  if (node.t === 'http' || node.t === 'ai') return /error|false|fail/.test(plain) ? 'error' : 'ok'
  // `a1`, `a2` … of menus, `a` and `b` of draws
  return exits.includes(plain) ? plain : exits.find((exit) => exit === plain.replace(/^a(?=\d)/, 'i'))
}

const word = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? cut(value.replace(/\$\{([\w.]+)\}/g, '{{$1}}'), most)
    : typeof value === 'number'
      ? String(value)
      : ''
const dataOf = (value: unknown): Data => (v.is(Anything, value) ? value : {})
const listOf = (value: unknown): readonly Data[] => (Array.isArray(value) ? value.slice(0, 200).map(dataOf) : [])
const idOf = (value: unknown): number | null => {
  const id = Number(dataOf(value).id ?? value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
const variable = (value: unknown): string => word(value, 40).replace(/[^\p{L}\p{N}_.]/gu, '')
const seconds = (value: unknown): number => Math.min(86_400, Math.max(1, Math.round(Number(value)) || 1))

const kindsOf: Readonly<Record<string, 'image' | 'video' | 'audio'>> = {
  img: 'image',
  image: 'image',
  audio: 'audio',
  video: 'video',
}

const partFrom = (type: string, value: string): Part | undefined => {
  const as = kindsOf[type]
  if (as) return /^https?:/.test(value) ? { url: cut(value, 2000), as, caption: '' } : undefined
  return value === '' ? undefined : { text: value }
}

function nodeFrom(type: string, data: Data): FlowNode | undefined {
  const name = cut(word(data.title, 60) || type, 60)
  const again = { text: '', max: 3 }
  switch (type) {
    case 'start':
      return { t: 'start', name: '' }
    case 'message':
    case 'text':
    case 'img':
    case 'audio':
    case 'video': {
      const part = partFrom(type, word(data.label ?? data.url, 4000))
      return part && { t: 'say', name, parts: [part] }
    }
    case 'singleBlock': {
      const parts = listOf(data.elements).flatMap((one) => partFrom(word(one.type, 20), word(one.value, 4000)) ?? [])
      return { t: 'say', name, parts: parts.slice(0, 10) }
    }
    case 'menu':
      return {
        t: 'menu',
        name,
        text: word(data.message, 4000),
        again,
        timeoutMin: 0,
        items: listOf(data.arrayOption)
          .slice(0, 12)
          .map((one, at) => ({
            k: `i${word(one.number, 4).replace(/\W/g, '') || at + 1}`,
            label: word(one.value, 60),
          })),
      }
    case 'input':
    case 'question': {
      const { message, answerKey } = dataOf(data.typebotIntegration)
      const text = word(data.question ?? message, 4000)
      return { t: 'ask', name, text, var: variable(data.variableName ?? answerKey), as: 'text', again, timeoutMin: 0 }
    }
    case 'openai': {
      const ai = dataOf(data.typebotIntegration)
      return {
        t: 'ai',
        name,
        prompt: word(data.prompt ?? ai.prompt, 4000),
        question: '{{message}}',
        readsTalk: true,
        var: variable(data.variableName) || 'ia',
        example: '',
      }
    }
    case 'interval':
      return { t: 'delay', name, sec: seconds(data.sec) }
    case 'randomizer': {
      const share = Math.min(100, Math.max(0, Math.round(Number(data.percent)) || 0))
      return {
        t: 'split',
        name,
        arms: [
          { k: 'a', w: share },
          { k: 'b', w: 100 - share },
        ],
      }
    }
    case 'condition':
      return {
        t: 'if',
        name,
        mode: 'all',
        tests: [
          {
            l: word(data.leftValue, 200) || `{{${variable(data.key)}}}`,
            op: comparisonFrom(data.operator ?? data.condition),
            r: word(data.rightValue ?? data.value, 200),
          },
        ],
      }
    case 'ticket':
      return { t: 'transfer', name, queueId: idOf(data.data ?? data.queue), userId: null, note: '' }
    case 'attendant':
      return { t: 'transfer', name, queueId: null, userId: idOf(data.user ?? data.data), note: '' }
    case 'tag':
    case 'removeTag': {
      const id = idOf(data.tag ?? data.data)
      const ids = id === null ? [] : [id]
      return { t: 'tag', name, add: type === 'tag' ? ids : [], remove: type === 'tag' ? [] : ids }
    }
    case 'variable':
      return { t: 'set', name, values: [{ var: variable(data.variableName), value: word(data.variableValue, 4000) }] }
    case 'httpRequest':
      return httpFrom(name, data)
    default:
      return undefined
  }
}

function httpFrom(name: string, data: Data): FlowNode {
  const method = word(data.method, 10).toUpperCase()
  const headers = headersFrom(data.headersString)
  return {
    t: 'http',
    name,
    url: word(data.url, 2000),
    headers,
    body: word(data.requestBody, 10_000),
    example: '',
    method: method === 'POST' || method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? method : 'GET',
    map: listOf(data.responseVariables)
      .slice(0, 20)
      .map((one) => ({ path: word(one.path, 200), var: variable(one.variableName) })),
  }
}

/** JSON, or one `Name: value` per line. */
function headersFrom(text: unknown): { name: string; value: string }[] {
  const written = word(text, 10_000)
  const pairs = Object.entries(dataOf(readJson(written))).map(([name, value]) => ({ name, value: word(value, 1000) }))
  const lines = written.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at > 0 ? [{ name: line.slice(0, at).trim(), value: cut(line.slice(at + 1).trim(), 1000) }] : []
  })
  return (pairs.length > 0 ? pairs : written.startsWith('{') ? [] : lines)
    .slice(0, 20)
    .map(({ name, value }) => ({ name: cut(name, 100), value }))
}

const comparisonsFrom: Readonly<Record<string, Comparison>> = {
  '1': 'eq',
  '2': 'gte',
  '3': 'lte',
  '4': 'lt',
  '5': 'gt',
  '==': 'eq',
  '===': 'eq',
  '!=': 'ne',
  '>=': 'gte',
  '<=': 'lte',
  '<': 'lt',
  '>': 'gt',
  equals: 'eq',
  contains: 'contains',
  startsWith: 'starts',
  endsWith: 'ends',
}
const comparisonFrom = (written: unknown): Comparison => comparisonsFrom[String(written)] ?? 'eq'
