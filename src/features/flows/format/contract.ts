/** A flow: nodes joined by edges, one JSON document. The server, the editor and its trial read it with the same code. Pure. */
import * as v from 'valibot'
import { Id, list, text } from '../../../platform/formats'

export const MOST_NODES = 200
/** Characters of the stored JSON. */
export const MOST_FLOW_LENGTH = 262_144
export const MOST_EXITS = 12
const MOST_PARTS = 10
const TEXT_LENGTH = 4000
const LABEL_LENGTH = 60
/** Of a variable's name, and of a node's. */
const WORD_LENGTH = 40

const NodeId = v.pipe(text(24, 'form.invalid'), v.regex(/^[a-z0-9]+$/, 'form.invalid'))
const ExitKey = v.pipe(text(12, 'form.invalid'), v.regex(/^[a-z0-9]+$/, 'form.invalid'))
/** May be empty in a draft. A dot separates levels, as in `order.total`. */
const VariableName = v.pipe(text(WORD_LENGTH, 'form.text.long'), v.regex(/^[\p{L}\p{N}_.]*$/u, 'form.invalid'))
const FlowText = text(TEXT_LENGTH)
const Short = text(200)
const whole = (least: number, most: number) =>
  v.pipe(
    v.number('form.invalid'),
    v.integer('form.invalid'),
    v.minValue(least, 'form.invalid'),
    v.maxValue(most, 'form.invalid'),
  )

/** What a file is sent as. */
export const fileKinds = ['image', 'video', 'audio', 'voice', 'document'] as const
const FileKind = v.picklist(fileKinds)
/** `file`: id of a stored file of the flow; `url`: one that is fetched when it is sent. */
const Part = v.union([
  v.object({ text: FlowText }),
  v.object({ file: Id, as: FileKind, caption: text(1000) }),
  v.object({ url: text(2000), as: FileKind, caption: text(1000) }),
])
export type Part = v.InferOutput<typeof Part>

/** The answer that a question wants. */
export const answerKinds = [
  'text',
  'number',
  'email',
  'phone',
  'cpf',
  'cnpj',
  'cpfcnpj',
  'cep',
  'date',
  'time',
  'yesNo',
  'file',
] as const
export type AnswerKind = (typeof answerKinds)[number]
export const comparisons = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'starts',
  'ends',
  'empty',
  'filled',
  'matches',
] as const
export type Comparison = (typeof comparisons)[number]
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Asked again with `text` after an answer that does not fit, `max` times in all. */
const Retry = v.object({ text: FlowText, max: whole(1, 10) })
/** Minutes until the exit `timeout`; 0: never. */
const Minutes = whole(0, 1440)
const named = { name: text(LABEL_LENGTH) }

const nodeSchemas = {
  start: v.object({ t: v.literal('start'), ...named }),
  say: v.object({ t: v.literal('say'), ...named, parts: list(Part, { most: MOST_PARTS }) }),
  ask: v.object({
    t: v.literal('ask'),
    ...named,
    text: FlowText,
    var: VariableName,
    as: v.picklist(answerKinds),
    again: Retry,
    timeoutMin: Minutes,
  }),
  menu: v.object({
    t: v.literal('menu'),
    ...named,
    text: FlowText,
    items: list(v.object({ k: ExitKey, label: text(LABEL_LENGTH) }), { most: MOST_EXITS }),
    again: Retry,
    timeoutMin: Minutes,
  }),
  if: v.object({
    t: v.literal('if'),
    ...named,
    mode: v.picklist(['all', 'any']),
    tests: list(v.object({ l: Short, op: v.picklist(comparisons), r: Short }), { most: 10 }),
  }),
  split: v.object({
    t: v.literal('split'),
    ...named,
    arms: list(v.object({ k: ExitKey, w: whole(0, 1000) }), { most: MOST_EXITS }),
  }),
  delay: v.object({ t: v.literal('delay'), ...named, sec: whole(1, 86_400) }),
  set: v.object({
    t: v.literal('set'),
    ...named,
    values: list(v.object({ var: VariableName, value: FlowText }), { most: 10 }),
  }),
  http: v.object({
    t: v.literal('http'),
    ...named,
    method: v.picklist(httpMethods),
    url: text(2000),
    headers: list(v.object({ name: text(100), value: text(1000) }), { most: 20 }),
    body: text(10_000),
    map: list(v.object({ path: text(200), var: VariableName }), { most: 20 }),
    /** A sample answer, for trying the flow out. */
    example: text(10_000),
  }),
  /** The company's opening hours, or those of a queue; null: the queue that the conversation is in. */
  hours: v.object({
    t: v.literal('hours'),
    ...named,
    whose: v.picklist(['queue', 'company']),
    queueId: v.nullable(Id),
  }),
  ai: v.object({
    t: v.literal('ai'),
    ...named,
    /** What the model is to be and to know. */
    prompt: FlowText,
    question: FlowText,
    /** Whether it reads the latest messages of the conversation as well. */
    readsTalk: v.boolean(),
    var: VariableName,
    /** A sample answer, for trying the flow out. */
    example: FlowText,
  }),
  /** Goes on with another integration, such as another flow. */
  goto: v.object({ t: v.literal('goto'), ...named, integrationId: v.nullable(Id) }),
  tag: v.object({ t: v.literal('tag'), ...named, add: list(Id, { most: 20 }), remove: list(Id, { most: 20 }) }),
  transfer: v.object({
    t: v.literal('transfer'),
    ...named,
    queueId: v.nullable(Id),
    userId: v.nullable(Id),
    /** For the attendants, in the ticket's log. */
    note: text(1000),
  }),
  end: v.object({ t: v.literal('end'), ...named, close: v.boolean(), text: FlowText }),
} as const

export const FlowNode = v.variant('t', [
  nodeSchemas.start,
  nodeSchemas.say,
  nodeSchemas.ask,
  nodeSchemas.menu,
  nodeSchemas.if,
  nodeSchemas.split,
  nodeSchemas.delay,
  nodeSchemas.set,
  nodeSchemas.http,
  nodeSchemas.hours,
  nodeSchemas.ai,
  nodeSchemas.goto,
  nodeSchemas.tag,
  nodeSchemas.transfer,
  nodeSchemas.end,
])
export type FlowNode = v.InferOutput<typeof FlowNode>
export type NodeKind = FlowNode['t']
export type NodeOf<K extends NodeKind> = Extract<FlowNode, { t: K }>

/** At most `most` entries; checked before any of them is read. */
const bounded = <Key extends v.GenericSchema<string, string>, Value extends v.GenericSchema>(
  key: Key,
  value: Value,
  most: number,
) =>
  v.pipe(
    v.custom<Record<string, v.InferInput<Value>>>(
      (given) => typeof given === 'object' && given !== null && !Array.isArray(given),
      'form.invalid',
    ),
    v.maxEntries(most, 'form.list.long'),
    v.record(key, value),
  )

export const Flow = v.object({
  v: v.literal(1),
  start: NodeId,
  /** `steps` without a wait end the session; so do `idleMin` minutes without an answer (0: never). */
  limits: v.object({ steps: whole(10, 200), idleMin: whole(0, 10_080) }),
  nodes: bounded(NodeId, FlowNode, MOST_NODES),
  /** From a node, or from one of its exits as `node:exit`, to a node. */
  edges: bounded(v.pipe(text(40, 'form.invalid'), v.regex(/^[a-z0-9]+(:[a-z0-9]+)?$/, 'form.invalid')), NodeId, 2000),
  /** Where the editor shows each node. */
  ui: bounded(NodeId, v.tuple([whole(-100_000, 100_000), whole(-100_000, 100_000)]), MOST_NODES),
})
export type Flow = v.InferOutput<typeof Flow>

/** The plain exit has the empty key. */
export const edgeKey = (node: string, exit: string): string => (exit === '' ? node : `${node}:${exit}`)
export const readEdgeKey = (key: string): { readonly node: string; readonly exit: string } => {
  const at = key.indexOf(':')
  return at < 0 ? { node: key, exit: '' } : { node: key.slice(0, at), exit: key.slice(at + 1) }
}

/** All must lead somewhere. */
export function exitsOf(node: FlowNode): readonly string[] {
  switch (node.t) {
    case 'start':
    case 'say':
    case 'delay':
    case 'set':
    case 'tag':
      return ['']
    case 'ask':
      return ['', 'fail', ...(node.timeoutMin > 0 ? ['timeout'] : [])]
    case 'menu':
      return [...node.items.map(({ k }) => k), 'else', ...(node.timeoutMin > 0 ? ['timeout'] : [])]
    case 'if':
      return ['true', 'false']
    case 'split':
      return node.arms.map(({ k }) => k)
    case 'http':
    case 'ai':
      return ['ok', 'error']
    case 'hours':
      return ['open', 'closed']
    case 'goto':
    case 'transfer':
    case 'end':
      return []
  }
}

export const targetOf = (flow: Flow, node: string, exit: string): string | undefined => {
  const key = edgeKey(node, exit)
  return Object.hasOwn(flow.edges, key) ? flow.edges[key] : undefined
}
export const nodeOf = (flow: Flow, id: string): FlowNode | undefined =>
  Object.hasOwn(flow.nodes, id) ? flow.nodes[id] : undefined

/** Variables that the flow itself fills. */
export const variablesOf = (flow: Flow): readonly string[] => [
  ...new Set(
    Object.values(flow.nodes)
      .flatMap((node) => {
        if (node.t === 'ask' || node.t === 'ai') return [node.var]
        if (node.t === 'set') return node.values.map((one) => one.var)
        return node.t === 'http' ? node.map.map((one) => one.var) : []
      })
      .filter((name) => name !== ''),
  ),
]

/** Variables known without asking. `secret.…` besides, in the headers of calls. */
export const givenVariables = [
  'firstName',
  'name',
  'ms',
  'protocol',
  'date',
  'hour',
  'contact.firstName',
  'contact.name',
  'contact.number',
  'contact.email',
  'connection.name',
  'company.name',
  'message',
  'answer.problem',
  'http.status',
] as const

export const emptyFlow: Flow = {
  v: 1,
  start: 'n1',
  limits: { steps: 50, idleMin: 60 },
  nodes: { n1: { t: 'start', name: '' } },
  edges: {},
  ui: { n1: [176, 32] },
}
