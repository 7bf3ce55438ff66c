/** A trial conversation with the flow on the screen: replays what was typed. The clock and other servers are made up. Pure. */
import type { Locale } from '../../../src/features/flows/answers/place'
import { edgeKey, type Flow, nodeOf } from '../../../src/features/flows/format/contract'
import {
  createTurnBudget,
  type FlowAction,
  type FlowEvent,
  type FlowState,
  type StopReason,
  step,
  type Trace,
  wakeAt,
} from '../../../src/features/flows/machine'

export type DryRunInput =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'file' }
  /** The time that the flow waits for passes. */
  | { readonly do: 'wait' }
  /** The other server answers with the example of the node, or fails. */
  | { readonly do: 'answer'; readonly isGood: boolean }

export type DryRunLine =
  | { readonly by: 'customer' | 'flow'; readonly text: string }
  | { readonly by: 'customerFile' }
  | { readonly by: 'file'; readonly file: number | null; readonly url: string; readonly text: string }
  | { readonly by: 'misfit'; readonly tries: number; readonly max: number }
  | { readonly by: 'time' }
  | { readonly by: 'call'; readonly method: string; readonly url: string }
  | { readonly by: 'ai'; readonly question: string }
  | { readonly by: 'goto'; readonly integrationId: number }
  | { readonly by: 'tag'; readonly add: readonly number[]; readonly remove: readonly number[] }
  | { readonly by: 'note'; readonly text: string }
  | { readonly by: 'warn' }
  | { readonly by: 'people'; readonly queueId: number | null; readonly userId: number | null }
  | { readonly by: 'closed' }
  | { readonly by: 'stopped'; readonly because: StopReason }

export type DryRun = {
  readonly lines: readonly DryRunLine[]
  /** Null before the first word and after the end. */
  readonly state: FlowState | null
  readonly isOver: boolean
  /** What the conversation has passed, as ids and `edgeKey`s. */
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

const EXAMPLE_FILE = 'https://example.com/foto.jpg'

export function tryFlow(
  flow: Flow,
  inputs: readonly DryRunInput[],
  values: Readonly<Record<string, string>>,
  { begin, isOpen, place }: { readonly begin: number; readonly isOpen: boolean; readonly place: Locale },
): DryRun {
  const lines: DryRunLine[] = []
  const trace: Trace[] = []
  let state: FlowState | null = null
  let isOver = false
  let now = begin
  let budget = createTurnBudget()
  for (const [at, input] of inputs.entries()) {
    if (isOver) break
    now = input.do === 'wait' ? Math.max(now, wakeAt(state) ?? now) : now + 1000
    lines.push(...lineOf(input))
    const event = eventOf(flow, state, input)
    if (input.do !== 'answer') budget = createTurnBudget()
    const turn = step(flow, at === 0 ? null : state, event, {
      now,
      values,
      secrets: {},
      seed: begin,
      place,
      isOpen: () => isOpen,
      budget,
    })
    lines.push(
      ...turn.trace.flatMap((one) => (one.met === 'misfit' ? [{ by: one.met, tries: one.tries, max: one.max }] : [])),
    )
    lines.push(...turn.actions.flatMap(linesOf))
    trace.push(...turn.trace)
    state = turn.state
    isOver = state === null
  }
  return {
    lines,
    state,
    isOver,
    nodes: new Set(trace.flatMap((one) => (one.met === 'node' ? [one.at] : []))),
    edges: new Set(trace.flatMap((one) => (one.met === 'exit' ? [edgeKey(one.at, one.exit)] : []))),
  }
}

function lineOf(input: DryRunInput): DryRunLine[] {
  if (input.do === 'say') return [{ by: 'customer', text: input.text }]
  if (input.do === 'file') return [{ by: 'customerFile' }]
  return input.do === 'wait' ? [{ by: 'time' }] : []
}

function eventOf(flow: Flow, state: FlowState | null, input: DryRunInput): FlowEvent {
  switch (input.do) {
    case 'say':
      return { kind: 'message', text: input.text, fileUrl: null }
    case 'file':
      return { kind: 'message', text: null, fileUrl: EXAMPLE_FILE }
    case 'wait':
      return { kind: 'timer' }
    case 'answer': {
      const id = state?.wait?.kind === 'call' ? state.wait.id : ''
      const node = state ? nodeOf(flow, state.node) : undefined
      const example = node?.t === 'http' || node?.t === 'ai' ? node.example.trim() : ''
      const body = example || (node?.t === 'ai' ? '…' : '{}')
      return input.isGood ? { kind: 'called', id, status: 200, body } : { kind: 'callFailed', id }
    }
  }
}

function linesOf(action: FlowAction): DryRunLine | DryRunLine[] {
  switch (action.do) {
    case 'say':
      return { by: 'flow', text: action.text }
    case 'sendFile': {
      const { part, caption: text } = action
      return 'file' in part
        ? { by: 'file', file: part.file, url: '', text }
        : { by: 'file', file: null, url: part.url, text }
    }
    case 'tag':
      return { by: 'tag', add: action.add, remove: action.remove }
    case 'note':
      return { by: 'note', text: action.text }
    case 'warn':
      return { by: 'warn' }
    case 'call':
      return { by: 'call', method: action.request.method, url: action.request.url }
    case 'think':
      return { by: 'ai', question: action.about.question }
    case 'goto':
      return { by: 'goto', integrationId: action.integrationId }
    case 'transfer':
      return { by: 'people', queueId: action.queueId, userId: action.userId }
    case 'close':
      return [...(action.text === '' ? [] : [{ by: 'flow' as const, text: action.text }]), { by: 'closed' }]
    case 'stop':
      return { by: 'stopped', because: action.because }
  }
}
