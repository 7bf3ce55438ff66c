/** What keeps a flow from being published. Pure. */
import { getOrMake } from '../../platform/maps'
import { fold } from '../../platform/text'
import { misspelledVariables } from '../../tickets/variables/contract'
import { MOST_IN_A_ROW } from '../integrations/contract'
import { variablesIn } from './fill'
import { exitsOf, type Flow, type FlowNode, givenVariables, targetOf, variablesOf } from './format/contract'
import { MOST_MATCHED } from './machine'
import { readPattern, worstCost } from './pattern'
import { MOST_MATCHING } from './turn-budget'

/** What exists in the company. */
export type KnownTargets = {
  readonly queues: readonly number[]
  readonly users: readonly number[]
  readonly tags: readonly number[]
  readonly files: readonly number[]
  readonly secrets: readonly string[]
  /** What a flow may go on with. */
  readonly integrations: readonly number[]
}

export type Fault =
  | 'noStart'
  | 'looseExit'
  | 'unknownTarget'
  | 'unreachable'
  | 'loop'
  | 'empty'
  | 'noVariable'
  | 'unknownVariable'
  | 'noAddress'
  | 'unknownQueue'
  | 'unknownUser'
  | 'unknownTag'
  | 'unknownFile'
  | 'sameLabel'
  | 'badPattern'
  | 'costlyPattern'
  | 'costlyRun'
  | 'tooManyMessages'
  | 'misspelledVariable'
  | 'unknownIntegration'

/** `detail` names the exit, the variable or the expression, or counts messages. */
export type Problem = { readonly node: string; readonly fault: Fault; readonly detail: string }

/** Empty if the flow may be published. */
export function check(flow: Flow, known: KnownTargets): readonly Problem[] {
  const problems: Problem[] = []
  const add = (node: string, fault: Fault, detail = '') => problems.push({ node, fault, detail })
  if (flow.nodes[flow.start]?.t !== 'start') add(flow.start, 'noStart')
  const reachable = reachableFrom(flow, [flow.start])
  const variables = new Set<string>([...givenVariables, ...variablesOf(flow)])
  const loops = loopsOf(flow)
  const costs = new Map<string, number | undefined>()
  const costOf = (pattern: string): number | undefined => getOrMake(costs, pattern, () => readCost(pattern))
  const messages = runsOf(flow, messagesOf)
  const matching = runsOf(flow, (node) => patternsOf(node).reduce((sum, one) => sum + (costOf(one) ?? 0), 0))
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (!reachable.has(id)) add(id, 'unreachable')
    for (const exit of exitsOf(node)) {
      const target = targetOf(flow, id, exit)
      if (target === undefined) add(id, 'looseExit', exit)
      else if (!Object.hasOwn(flow.nodes, target)) add(id, 'unknownTarget', exit)
    }
    if (loops.has(id)) add(id, 'loop')
    for (const pattern of patternsOf(node)) {
      const cost = pattern === '' ? undefined : costOf(pattern)
      if (cost === undefined) add(id, 'badPattern')
      else if (cost > MOST_OF_A_PATTERN) add(id, 'costlyPattern', pattern)
    }
    const sent = messages.get(id)
    if (sent && sent.before <= MOST_IN_A_ROW && sent.after > MOST_IN_A_ROW) add(id, 'tooManyMessages', `${sent.after}`)
    const matched = matching.get(id)
    if (matched && matched.before <= MOST_IN_A_RUN && matched.after > MOST_IN_A_RUN) add(id, 'costlyRun')
    for (const { fault, detail } of faultsOf(node, known)) add(id, fault, detail)
    for (const name of new Set(textsOf(node).flatMap(variablesIn)))
      if (!variables.has(name) && !isSecret(node, name, known)) add(id, 'unknownVariable', name)
    for (const typed of new Set(textsOf(node).flatMap((text) => misspelledVariables(text, [...variables]))))
      if (variablesIn(typed).length === 0) add(id, 'misspelledVariable', typed)
  }
  return problems
}

/** A word that a condition compares as it is written, though a variable has it for a name. `detail` is that variable. */
export type Warning = { readonly node: string; readonly warning: 'bareWord'; readonly detail: string }

/** What is worth a look before a flow is published, and does not keep it from being. */
export const warn = (flow: Flow): readonly Warning[] => {
  const names = variablesOf(flow)
  return Object.entries(flow.nodes).flatMap(([id, node]) =>
    wordsOf(node).flatMap((word) => {
      const detail = variableMeant(word, names)
      return detail === undefined ? [] : { node: id, warning: 'bareWord' as const, detail }
    }),
  )
}

const wordsOf = (node: FlowNode): readonly string[] => {
  if (node.t === 'if') return node.tests.flatMap(({ l, op, r }) => (op === 'matches' ? l : [l, r]))
  return node.t === 'set' ? node.values.map(({ value }) => value) : []
}

/** The variable that a bare word names, as it is stored or as screens show it. */
export function variableMeant(
  word: string,
  names: readonly string[],
  shown: (name: string) => string = (name) => name,
): string | undefined {
  const typed = fold(word)
  return typed === '' ? undefined : names.find((name) => typed === fold(name) || typed === fold(shown(name)))
}

const isSecret = (node: FlowNode, name: string, { secrets }: KnownTargets) =>
  node.t === 'http' &&
  name.startsWith('secret.') &&
  secrets.includes(name.slice('secret.'.length)) &&
  node.headers.some(({ value }) => variablesIn(value).includes(name))

/** Targets of the exits that a node has. */
const nextOf = (flow: Flow, id: string): readonly string[] => {
  const node = flow.nodes[id]
  return node ? exitsOf(node).flatMap((exit) => targetOf(flow, id, exit) ?? []) : []
}

export function reachableFrom(flow: Flow, from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id) || !Object.hasOwn(flow.nodes, id)) continue
    seen.add(id)
    open.push(...nextOf(flow, id))
  }
  return seen
}

/** The nodes of circles in which nobody waits for the contact: each of them can be reached from itself. */
function loopsOf(flow: Flow): ReadonlySet<string> {
  const goes = (id: string) => (flow.nodes[id]?.t === 'ask' || flow.nodes[id]?.t === 'menu' ? [] : nextOf(flow, id))
  return new Set(
    Object.keys(flow.nodes).filter((start) => {
      const seen = new Set<string>()
      const open = [...goes(start)]
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (id === start) return true
        if (seen.has(id)) continue
        seen.add(id)
        open.push(...goes(id))
      }
      return false
    }),
  )
}

/** Steps that one pattern may cost in the worst case, and all patterns of a run, for which no text is the worst at once. */
const MOST_OF_A_PATTERN = MOST_MATCHING / 2
const MOST_IN_A_RUN = 2 * MOST_MATCHING

const patternsOf = (node: FlowNode): readonly string[] =>
  node.t === 'if' ? node.tests.flatMap(({ op, r }) => (op === 'matches' ? [r] : [])) : []

/** Undefined if it is no pattern. */
function readCost(source: string): number | undefined {
  const pattern = readPattern(source)
  return pattern && worstCost(pattern, MOST_MATCHED)
}

function messagesOf(node: FlowNode): number {
  if (node.t === 'say') return node.parts.length
  return node.t === 'ask' || node.t === 'menu' || (node.t === 'end' && !isBlank(node.text)) ? 1 : 0
}

/** Where a turn ends. */
const isWaiting = ({ t }: FlowNode) => t === 'ask' || t === 'menu' || t === 'delay'

type Run = { readonly before: number; readonly after: number }

/** The most that a turn has of something when it comes to each node, and when it has passed it. Circles count once. */
function runsOf(flow: Flow, amountOf: (node: FlowNode) => number): ReadonlyMap<string, Run> {
  const sources = new Map<string, string[]>()
  for (const [id, node] of Object.entries(flow.nodes))
    if (!isWaiting(node)) for (const next of nextOf(flow, id)) getOrMake(sources, next, () => []).push(id)
  const runs = new Map<string, Run>()
  const runTo = (id: string): Run => {
    const known = runs.get(id)
    const node = flow.nodes[id]
    if (known || !node) return known ?? { before: 0, after: 0 }
    runs.set(id, { before: 0, after: 0 }) // while it is being counted
    const before = Math.max(0, ...(sources.get(id) ?? []).map((source) => runTo(source).after))
    const run = { before, after: before + amountOf(node) }
    runs.set(id, run)
    return run
  }
  for (const id of Object.keys(flow.nodes)) runTo(id)
  return runs
}

type FoundFault = { readonly fault: Fault; readonly detail: string }
const when = (isFaulty: boolean, fault: Fault, detail = ''): readonly FoundFault[] =>
  isFaulty ? [{ fault, detail }] : []
const isBlank = (text: string) => text.trim() === ''

function faultsOf(node: FlowNode, known: KnownTargets): readonly FoundFault[] {
  switch (node.t) {
    case 'say':
      return [
        ...when(node.parts.length === 0 || node.parts.some((part) => 'text' in part && isBlank(part.text)), 'empty'),
        ...node.parts.flatMap((part) => {
          if ('file' in part) return when(!known.files.includes(part.file), 'unknownFile')
          return 'url' in part ? when(!isAddress(part.url), 'noAddress') : []
        }),
      ]
    case 'ask':
      return [...when(isBlank(node.text), 'empty'), ...when(node.var === '', 'noVariable')]
    case 'menu': {
      const labels = node.items.map(({ label }) => label.trim().toLowerCase())
      return [
        ...when(isBlank(node.text) || labels.length === 0 || labels.includes(''), 'empty'),
        ...when(new Set(labels).size < labels.length, 'sameLabel'),
      ]
    }
    case 'if':
      return when(node.tests.length === 0 || node.tests.some(({ l }) => isBlank(l)), 'empty')
    case 'split':
      return when(node.arms.reduce((sum, { w }) => sum + w, 0) === 0, 'empty')
    case 'set':
      return when(node.values.length === 0 || node.values.some((one) => one.var === ''), 'noVariable')
    case 'http':
      return [
        ...when(!isAddress(node.url), 'noAddress'),
        ...when(
          node.map.some((one) => one.var === '' || isBlank(one.path)),
          'noVariable',
        ),
      ]
    case 'tag':
      return [
        ...when(node.add.length + node.remove.length === 0, 'empty'),
        ...when(
          [...node.add, ...node.remove].some((id) => !known.tags.includes(id)),
          'unknownTag',
        ),
      ]
    case 'transfer':
      return [
        ...when(node.queueId !== null && !known.queues.includes(node.queueId), 'unknownQueue'),
        ...when(node.userId !== null && !known.users.includes(node.userId), 'unknownUser'),
      ]
    case 'hours':
      return when(
        node.whose === 'queue' && node.queueId !== null && !known.queues.includes(node.queueId),
        'unknownQueue',
      )
    case 'ai':
      return [...when(isBlank(node.question), 'empty'), ...when(node.var === '', 'noVariable')]
    case 'goto':
      if (node.integrationId === null) return when(true, 'empty')
      return when(!known.integrations.includes(node.integrationId), 'unknownIntegration')
    case 'start':
    case 'delay':
    case 'end':
      return []
  }
}

/** Variables may stand only behind the host, so that no answer chooses whom we ask. */
const isAddress = (url: string): boolean => /^https?:\/\/[^\s/?#{}$@]+([/?#]|$)/.test(url.trim())

export function textsOf(node: FlowNode): readonly string[] {
  switch (node.t) {
    case 'say':
      return node.parts.flatMap((part) =>
        'text' in part ? [part.text] : 'url' in part ? [part.url, part.caption] : [part.caption],
      )
    case 'ask':
      return [node.text, node.again.text]
    case 'menu':
      return [node.text, node.again.text, ...node.items.map(({ label }) => label)]
    case 'if':
      return node.tests.flatMap(({ l, op, r }) => (op === 'matches' ? [l] : [l, r]))
    case 'set':
      return node.values.map(({ value }) => value)
    case 'http':
      return [node.url, node.body, ...node.headers.map(({ value }) => value)]
    case 'ai':
      return [node.prompt, node.question]
    case 'transfer':
      return [node.note]
    case 'end':
      return [node.text]
    default:
      return []
  }
}
