/**
 * The state machine of flows. Pure, without clock or database: the server and the phone beside the canvas run the same
 * code. It walks from node to node until one waits: for an answer, for a time, or for the answer to a call.
 */

import type { Offer } from '../../channels/contract'
import { BudgetSpent } from '../../platform/budget'
import { readJson } from '../../platform/json'
import { understand } from '../bot/understand'
import { BRAZIL, type Locale } from './answers/place'
import { type Answer, readAnswer } from './answers/read'
import { type Reason, reasons } from './answers/reasons'
import { compare } from './compare'
import { type Filling, fill, fillText, fillUrl, inHeader, inJson, inUrl, type Lookup, valueAt } from './fill'
import { type Flow, type FlowNode, type NodeOf, nodeOf, type Part, targetOf } from './format/contract'
import { FOLDING_COST, keptPattern, matches } from './pattern'
import { createTurnBudget, type TurnBudget } from './turn-budget'

export { createTurnBudget }

/** Stored as JSON. */
export type FlowState = {
  /** The node that waits. */
  readonly node: string
  readonly wait: Wait | null
  readonly vars: Readonly<Record<string, string>>
  /** Answers that did not fit the waiting node, in a row. */
  readonly tries: number
  readonly seed: number
  /** Random numbers drawn. */
  readonly draws: number
  /** Nodes walked in all. */
  readonly walked: number
  /** Timers in a row without a word of the contact. */
  readonly silent: number
}

/** `until`: Unix milliseconds; null: for ever. `id` tells which call is waited for. */
export type Wait =
  | { readonly kind: 'input'; readonly until: number | null }
  | { readonly kind: 'timer'; readonly until: number }
  | { readonly kind: 'call'; readonly id: string }

export type FlowEvent =
  /** `tapped`: the id of a choice. */
  | ({ readonly kind: 'message'; readonly tapped?: string | undefined } & Answer)
  | { readonly kind: 'timer' }
  /** `status` and `body` as the other server answered; the answer of the AI is a body. */
  | { readonly kind: 'called'; readonly id: string; readonly status: number; readonly body: string }
  | { readonly kind: 'callFailed'; readonly id: string }

export type Surroundings = {
  readonly now: number
  /** Values of `givenVariables`. */
  readonly values: Readonly<Record<string, string>>
  /** Decides how answers are read; Brazil, without it. */
  readonly place?: Locale
  /** Values of `secret.…`, which only headers of calls may name. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Of a new session. */
  readonly seed: number
  /** Of a new session that another integration begins. */
  readonly vars?: Readonly<Record<string, string>>
  /** Whether it is within opening hours; always, without it. */
  readonly isOpen?: (of: Pick<NodeOf<'hours'>, 'whose' | 'queueId'>) => boolean
  /** Of the whole turn, which may take several steps. Absent: this step is the turn. */
  readonly budget?: TurnBudget
}

export type AiQuestion = { readonly prompt: string; readonly question: string; readonly readsTalk: boolean }

export type CallRequest = {
  readonly method: NodeOf<'http'>['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Null without one. */
  readonly body: string | null
}

/** Why people take over without the flow saying so. */
export type StopReason = 'ended' | 'idle' | 'deadEnd' | 'tooManySteps' | 'tooLong' | 'tooCostly' | 'tooManyMessages'

export type FlowAction =
  | { readonly do: 'say'; readonly text: string; readonly choices?: Offer }
  | { readonly do: 'sendFile'; readonly part: Exclude<Part, { text: string }>; readonly caption: string }
  | { readonly do: 'tag'; readonly add: readonly number[]; readonly remove: readonly number[] }
  | { readonly do: 'note'; readonly text: string }
  /** A node computed too much and went on by its exit `false` or `error`. */
  | { readonly do: 'warn' }
  | { readonly do: 'call'; readonly id: string; readonly request: CallRequest }
  | { readonly do: 'think'; readonly id: string; readonly about: AiQuestion }
  /** These four end the session. */
  | { readonly do: 'goto'; readonly integrationId: number; readonly vars: Readonly<Record<string, string>> }
  | { readonly do: 'transfer'; readonly queueId: number | null; readonly userId: number | null }
  | { readonly do: 'close'; readonly text: string }
  | { readonly do: 'stop'; readonly because: StopReason }

/** What the machine met on its way, for the phone beside the canvas. */
export type Trace =
  | { readonly at: string; readonly met: 'node' }
  | { readonly at: string; readonly met: 'exit'; readonly exit: string }
  | { readonly at: string; readonly met: 'misfit'; readonly tries: number; readonly max: number }

export type FlowStep = {
  /** Null once the session has ended. */
  readonly state: FlowState | null
  readonly actions: readonly FlowAction[]
  readonly trace: readonly Trace[]
}

export const MOST_VALUE_LENGTH = 500
/** An answer of the AI. */
export const MOST_ANSWER_LENGTH = 1500
const MOST_VARIABLES = 40
/** Nodes of one session. */
export const MOST_WALKED = 2000
/** Timers in a row without a word of the contact. */
export const MOST_SILENT = 20
/** Actions of one step, before its last node. */
const MOST_ACTIONS = 16
const MOST_TEXT = 4096
/** Characters that a regular expression is matched with. */
export const MOST_MATCHED = 500
/** Values of an answer in JSON. */
const MOST_JSON_VALUES = 40_000
const MINUTE = 60_000

/** A null state begins a session. A stale event changes nothing. */
export function step(flow: Flow, state: FlowState | null, event: FlowEvent, around: Surroundings): FlowStep {
  const walk = new Walk(flow, state ?? beginning(flow, around), around)
  try {
    return walk.take(state, event)
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
    return walk.stop(walk.reasonOf(error))
  }
}

/** When the machine wants a timer; undefined: it does not. */
export const wakeAt = (state: FlowState | null): number | undefined =>
  state?.wait && state.wait.kind !== 'call' ? (state.wait.until ?? undefined) : undefined

const isDue = (wait: Wait, now: number) => wait.kind !== 'call' && wait.until !== null && now >= wait.until

const beginning = (flow: Flow, { seed, vars = {} }: Surroundings): FlowState => ({
  node: flow.start,
  wait: null,
  vars,
  tries: 0,
  seed,
  draws: 0,
  walked: 0,
  silent: 0,
})

class Walk {
  private readonly actions: FlowAction[] = []
  private readonly trace: Trace[] = []
  private steps = 0
  private readonly flow: Flow
  private state: FlowState
  private readonly around: Surroundings
  private readonly budget: TurnBudget
  private readonly filling: Filling

  constructor(flow: Flow, state: FlowState, around: Surroundings) {
    this.flow = flow
    this.state = state
    this.around = around
    this.budget = around.budget ?? createTurnBudget()
    this.filling = { lookup: this.valueOf, budget: this.budget.filling }
  }

  take(before: FlowState | null, event: FlowEvent): FlowStep {
    if (event.kind === 'message') this.hear(event.text)
    if (before === null) return this.enter(this.flow.start)
    const node = nodeOf(this.flow, before.node)
    if (!node || !before.wait) return this.stop('deadEnd')
    switch (event.kind) {
      case 'message':
        return before.wait.kind === 'input' ? this.answer(node, event) : this.stay()
      case 'timer':
        return isDue(before.wait, this.around.now) ? this.wake(node) : this.stay()
      case 'called':
      case 'callFailed':
        return before.wait.kind === 'call' && before.wait.id === event.id ? this.called(node, event) : this.stay()
    }
  }

  reasonOf(error: BudgetSpent): StopReason {
    return error.budget === this.budget.messages ? 'tooManyMessages' : 'tooCostly'
  }

  /** Keeps the contact's last words as `{{message}}`. */
  hear(text: string | null) {
    this.change({ silent: 0 })
    this.keep('message', text ?? '')
  }

  stay(): FlowStep {
    return { state: this.state, actions: this.actions, trace: this.trace }
  }

  stop(because: StopReason): FlowStep {
    return this.finish({ do: 'stop', because })
  }

  enter(first: string): FlowStep {
    let id = first
    for (;;) {
      const node = nodeOf(this.flow, id)
      if (!node) return this.stop('deadEnd')
      if (++this.steps > this.flow.limits.steps) return this.stop('tooManySteps')
      if (this.state.walked >= MOST_WALKED || this.actions.length > MOST_ACTIONS) return this.stop('tooLong')
      this.change({ node: id, wait: null, tries: 0, walked: this.state.walked + 1 })
      this.trace.push({ at: id, met: 'node' })
      const exit = this.visitWithin(node)
      if (typeof exit !== 'string') return exit
      const next = this.follow(exit)
      if (next === undefined) return this.stop('deadEnd')
      id = next
    }
  }

  answer(node: FlowNode, answer: Extract<FlowEvent, { kind: 'message' }>): FlowStep {
    if (node.t === 'ask') {
      const read = readAnswer(node.as, answer, { ...this.place, now: this.around.now, question: node.text })
      if ('wrong' in read) return this.misfit(node, 'fail', read.wrong)
      this.keep(node.var, read.value)
      return this.leave('')
    }
    if (node.t !== 'menu') return this.stop('deadEnd') // another version's node
    const item = node.items.find(({ k }) => answer.tapped === this.idOf(k)) ?? this.itemIn(node, answer.text)
    if (!item) return this.misfit(node, 'else')
    return this.leave(item.k)
  }

  private itemIn({ items }: NodeOf<'menu'>, text: string | null) {
    const labels = items.map(({ label }) => this.filled(label))
    const meant = understand(text, labels, NO_WAYS)
    return meant.kind === 'choice' ? items[meant.at] : undefined
  }

  /** Of a choice of the present node's menu. */
  private idOf(item: string): string {
    return `${this.state.node} ${item}`
  }

  /** The time of a waiting node is over. */
  wake(node: FlowNode): FlowStep {
    this.change({ silent: this.state.silent + 1 })
    if (this.state.silent > MOST_SILENT) return this.stop('tooLong')
    if (node.t === 'delay') return this.leave('')
    if (targetOf(this.flow, this.state.node, 'timeout') !== undefined && 'timeoutMin' in node && node.timeoutMin > 0)
      return this.leave('timeout')
    return this.stop('idle')
  }

  called(node: FlowNode, event: FlowEvent): FlowStep {
    if (node.t === 'ai' && event.kind === 'called' && event.body.trim() !== '') {
      this.keep(node.var, event.body.trim(), MOST_ANSWER_LENGTH)
      return this.leave('ok')
    }
    if (node.t !== 'http' || event.kind !== 'called') return this.leave('error')
    this.keep('http.status', String(event.status))
    if (event.status < 200 || event.status > 299) return this.leave('error')
    return this.leave(this.orElse('error', () => this.keepAll(node, event.body)))
  }

  private keepAll({ map }: NodeOf<'http'>, body: string): 'ok' | 'error' {
    if (map.length === 0) return 'ok'
    this.budget.filling.read(0) // spent before, it is not even read
    const json = readJson(body, MOST_JSON_VALUES)
    if (json === undefined) return 'error'
    for (const { path, var: name } of map) this.keep(name, valueAt(json, path, this.budget.filling) ?? '')
    return 'ok'
  }

  /** A node with an exit for failures goes on there when the budget is spent. */
  private visitWithin(node: FlowNode): string | FlowStep {
    return node.t === 'http' || node.t === 'ai' ? this.orElse('error', () => this.visit(node)) : this.visit(node)
  }

  private orElse<T>(exit: string, work: () => T): T | string {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      this.actions.push({ do: 'warn' })
      return exit
    }
  }

  /** The exit taken at once, or the end of the step. */
  private visit(node: FlowNode): string | FlowStep {
    switch (node.t) {
      case 'start':
        return ''
      case 'say':
        for (const part of node.parts) this.perform(part)
        return ''
      case 'ask':
        this.say(node.text)
        return this.waitForInput(node)
      case 'menu':
        this.offer(node, node.text)
        return this.waitForInput(node)
      case 'if':
        return this.decide(node)
      case 'split':
        return this.draw(node)
      case 'delay':
        return this.wait({ kind: 'timer', until: this.around.now + node.sec * 1000 })
      case 'set':
        for (const { var: name, value } of node.values) this.keep(name, this.filled(value))
        return ''
      case 'http':
        return this.call(node)
      case 'hours':
        return this.around.isOpen?.(node) === false ? 'closed' : 'open'
      case 'ai':
        return this.think(node)
      case 'goto':
        if (node.integrationId === null) return this.stop('deadEnd')
        return this.finish({ do: 'goto', integrationId: node.integrationId, vars: this.state.vars })
      case 'tag':
        this.actions.push({ do: 'tag', add: node.add, remove: node.remove })
        return ''
      case 'transfer': {
        const note = this.filled(node.note).trim()
        if (note !== '') this.actions.push({ do: 'note', text: note.slice(0, MOST_TEXT) })
        return this.finish({ do: 'transfer', queueId: node.queueId, userId: node.userId })
      }
      case 'end':
        if (node.close) return this.finish({ do: 'close', text: this.filled(node.text).slice(0, MOST_TEXT) })
        this.say(node.text)
        return this.stop('ended')
    }
  }

  private perform(part: Part) {
    if ('text' in part) return this.say(part.text)
    const url = 'url' in part ? fillUrl(part.url, this.filling) : ''
    if (url === undefined) return this.say(part.caption)
    this.budget.messages.step()
    const file = 'url' in part ? { ...part, url } : part
    this.actions.push({ do: 'sendFile', part: file, caption: this.filled(part.caption) })
  }

  private say(text: string, choices?: Offer) {
    const filled = this.filled(text).trim().slice(0, MOST_TEXT).toWellFormed()
    if (filled === '') return
    this.budget.messages.step()
    this.actions.push({ do: 'say', text: filled, ...(choices && { choices }) })
  }

  private offer(node: NodeOf<'menu'>, text: string) {
    const options = node.items.map(({ k, label }) => ({ id: this.idOf(k), title: this.filled(label).trim() }))
    this.say(this.menuOf(node, text), { prompt: this.filled(text).trim().slice(0, MOST_TEXT), options })
  }

  private menuOf({ items }: NodeOf<'menu'>, text: string): string {
    return [text.trim(), items.map(({ label }, at) => `*${at + 1}* ${label}`).join('\n')].filter(Boolean).join('\n\n')
  }

  /** The reason is said unless the flow has words of its own, which may name it as `{{answer.problem}}`. */
  private misfit(node: NodeOf<'ask' | 'menu'>, exit: string, reason?: Reason): FlowStep {
    const tries = this.state.tries + 1
    this.trace.push({ at: this.state.node, met: 'misfit', tries, max: node.again.max })
    const problem = reason === undefined ? '' : reasons[this.place.language][reason]
    if (reason !== undefined) this.keep('answer.problem', problem)
    if (tries >= node.again.max) return this.leave(exit)
    this.change({ tries })
    const again = node.again.text.trim() || [problem, node.text].filter(Boolean).join('\n\n')
    if (node.t === 'menu') this.offer(node, again)
    else this.say(again)
    return this.waitForInput(node)
  }

  private waitForInput({ timeoutMin }: NodeOf<'ask' | 'menu'>): FlowStep {
    const minutes = timeoutMin || this.flow.limits.idleMin
    return this.wait({ kind: 'input', until: minutes === 0 ? null : this.around.now + minutes * MINUTE })
  }

  private wait(wait: Wait): FlowStep {
    this.change({ wait })
    return this.stay()
  }

  private leave(exit: string): FlowStep {
    const next = this.follow(exit)
    return next === undefined ? this.stop('deadEnd') : this.enter(next)
  }

  private follow(exit: string): string | undefined {
    this.trace.push({ at: this.state.node, met: 'exit', exit })
    return targetOf(this.flow, this.state.node, exit)
  }

  private finish(action: FlowAction): FlowStep {
    return { state: null, actions: [...this.actions, action], trace: this.trace }
  }

  private call(node: NodeOf<'http'>): FlowStep {
    const url = fillUrl(node.url.trim(), this.filling)
    if (url === undefined) return this.leave('error')
    const id = `${this.state.node}.${this.state.walked}`
    const body = node.method === 'GET' || node.body.trim() === '' ? null : this.bodyOf(node.body)
    const headers: Record<string, string> = {}
    const inHeaders: Lookup = (name) =>
      name.startsWith('secret.') ? own(this.around.secrets ?? {}, name.slice('secret.'.length)) : this.valueOf(name)
    for (const { name, value } of node.headers)
      if (isHeaderName(name)) headers[name] = inHeader(fill(value, { ...this.filling, lookup: inHeaders })).trim()
    this.actions.push({
      do: 'call',
      id,
      request: { method: node.method, url, headers, body },
    })
    return this.wait({ kind: 'call', id })
  }

  private think({ prompt, question, readsTalk }: NodeOf<'ai'>): FlowStep {
    const id = `${this.state.node}.${this.state.walked}`
    const about = { prompt: this.filled(prompt).trim(), question: this.filled(question).trim(), readsTalk }
    this.actions.push({ do: 'think', id, about })
    return this.wait({ kind: 'call', id })
  }

  private bodyOf(template: string): string {
    const isJson = /^\s*[{[]/.test(template)
    return fill(template, this.filling, isJson ? inJson : inUrl)
  }

  private decide(node: NodeOf<'if'>): string {
    return this.orElse('false', () => (this.holds(node) ? 'true' : 'false'))
  }

  private holds({ mode, tests }: NodeOf<'if'>): boolean {
    const test = (one: (typeof tests)[number]) => this.isMet(one)
    return mode === 'all' ? tests.every(test) : tests.some(test)
  }

  private isMet({ l, op, r }: NodeOf<'if'>['tests'][number]): boolean {
    const left = this.filled(l).slice(0, MOST_TEXT)
    if (op === 'matches') return this.matches(left, r)
    const right = this.filled(r).slice(0, MOST_TEXT)
    this.budget.matching.step((left.length + right.length) * FOLDING_COST)
    const asked = { ...this.place, now: this.around.now }
    return compare(this.flow, { written: l, text: left }, op, { written: r, text: right }, asked)
  }

  /** The pattern is taken as it is written: a value of the contact never becomes part of it. */
  private matches(text: string, source: string): boolean {
    const pattern = keptPattern(source, this.budget.matching)
    return pattern !== undefined && matches(pattern, text.slice(0, MOST_MATCHED), this.budget.matching)
  }

  private draw({ arms }: NodeOf<'split'>): string {
    const total = arms.reduce((sum, { w }) => sum + w, 0)
    let left = randomAt(this.state.seed, this.state.draws) * total
    this.change({ draws: this.state.draws + 1 })
    for (const { k, w } of arms) {
      left -= w
      if (left < 0) return k
    }
    return arms.at(-1)?.k ?? ''
  }

  private keep(name: string, value: string, most = MOST_VALUE_LENGTH) {
    if (name === '') return
    const { vars } = this.state
    if (!Object.hasOwn(vars, name) && Object.keys(vars).length >= MOST_VARIABLES) return
    const clean = value
      .slice(0, 4 * most)
      .replace(/(?!\n)\p{Cc}/gu, '')
      .slice(0, most)
      .toWellFormed()
    this.change({ vars: { ...vars, [name]: clean } })
  }

  private readonly valueOf: Lookup = (name) => own(this.state.vars, name) ?? own(this.around.values, name)

  private get place(): Locale {
    return this.around.place ?? BRAZIL
  }

  private filled(text: string): string {
    return fillText(text, this.filling)
  }

  private change(change: Partial<FlowState>) {
    this.state = { ...this.state, ...change }
  }
}

/** Menus of flows have neither a way back nor a main menu. */
const NO_WAYS = { back: '', main: '' }

const own = (values: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

const isHeaderName = (name: string): boolean =>
  /^[A-Za-z0-9-]{1,100}$/.test(name) && !/^(host|content-length|transfer-encoding|connection)$/i.test(name)

/** From 0 to below 1: the number `at` of a sequence (mulberry32). */
function randomAt(seed: number, at: number): number {
  let n = (seed + Math.imul(at + 1, 0x6d2b79f5)) | 0
  n = Math.imul(n ^ (n >>> 15), n | 1)
  n ^= n + Math.imul(n ^ (n >>> 7), n | 61)
  return ((n ^ (n >>> 14)) >>> 0) / 4_294_967_296
}
