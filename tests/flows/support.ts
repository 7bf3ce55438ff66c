import { emptyFlow, type Flow, type FlowNode } from '../../src/features/flows/format/contract'
import {
  type FlowEvent,
  type FlowState,
  type FlowStep,
  type Surroundings,
  step,
} from '../../src/features/flows/machine'

export const flowOf = (nodes: Record<string, FlowNode>, edges: Record<string, string>, limits = {}): Flow => ({
  ...emptyFlow,
  start: 'start',
  limits: { ...emptyFlow.limits, ...limits },
  nodes: { start: { t: 'start', name: '' }, ...nodes },
  edges,
  ui: {},
})

export const say = (text: string): FlowNode => ({ t: 'say', name: '', parts: [{ text }] })
export const end = (text = '', close = false): FlowNode => ({ t: 'end', name: '', close, text })
export const ask = (text: string, name: string, rest: Partial<Extract<FlowNode, { t: 'ask' }>> = {}): FlowNode => ({
  t: 'ask',
  name: '',
  text,
  var: name,
  as: 'text',
  again: { text: '', max: 3 },
  timeoutMin: 0,
  ...rest,
})
export const menu = (
  text: string,
  labels: readonly string[],
  rest: Partial<Extract<FlowNode, { t: 'menu' }>> = {},
): FlowNode => ({
  t: 'menu',
  name: '',
  text,
  items: labels.map((label, at) => ({ k: 'abcdefghijkl'[at] ?? 'z', label })),
  again: { text: 'Não entendi', max: 3 },
  timeoutMin: 0,
  ...rest,
})
export const transfer = (queueId: number | null = null, note = ''): FlowNode => ({
  t: 'transfer',
  name: '',
  queueId,
  userId: null,
  note,
})
export const http = (rest: Partial<Extract<FlowNode, { t: 'http' }>> = {}): FlowNode => ({
  t: 'http',
  name: '',
  method: 'GET',
  url: 'https://erp.example/',
  headers: [],
  body: '',
  map: [],
  example: '',
  ...rest,
})

export const known = { queues: [1, 2], users: [7], tags: [3], files: [5], secrets: ['erp'], integrations: [40] }

/** A conversation with a flow. Each call returns the actions of one event. */
export function talk(flow: Flow, around: Partial<Surroundings> = {}) {
  let state: FlowState | null = null
  let now = 1_000_000
  let last: FlowStep | undefined
  const happens = (event: FlowEvent, later = 0) => {
    now += later
    last = step(flow, state, event, { seed: 7, values: {}, ...around, now })
    state = last.state && (JSON.parse(JSON.stringify(last.state)) as FlowState)
    return last.actions.map((action) => ('text' in action ? `${action.do}: ${action.text}` : action))
  }
  return {
    says: (text: string | null, fileUrl: string | null = null) => happens({ kind: 'message', text, fileUrl }),
    waits: (ms: number) => happens({ kind: 'timer' }, ms),
    happens,
    state: () => state,
    last: () => last,
  }
}
