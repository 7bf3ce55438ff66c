/**
 * The bot's state machine. Pure, without clock or database, so that a screen can try out a menu before it is saved. Each
 * message gets at most one answer, with at most one menu.
 */

import type { Offer } from '../../channels/contract'
import type { BotPhrases } from './phrases'
import { type Meaning, understand } from './understand'

/** The company's configuration. */
export type BotSetup = {
  readonly greeting: string
  /** Null: no file. */
  readonly greetingFile: string | null
  /** Ids of the connection's queues in menu order. A single queue is chosen at once. */
  readonly menu: readonly number[]
  /** The queues of the menu and all that an option leads to. */
  readonly queues: readonly BotQueue[]
  /** Whether the only queue of a connection greets. */
  readonly greetsAlone: boolean
  /** How often in a row a menu is repeated; 0: without a limit, but the tenth unknown answer (`MOST_MISSES`) ends it. */
  readonly repeats: number
  /** Queue for tickets without a choice after this many minutes. */
  readonly redirection: { readonly queueId: number; readonly minutes: number } | null
  readonly words: BotPhrases
}

export type BotQueue = {
  readonly id: number
  readonly name: string
  readonly greeting: string
  /** Name of the file sent after the greeting. */
  readonly file: string | null
  readonly isOpen: boolean
  /** Empty: the bot's default text. */
  readonly outOfHours: string
  /** Whether an unknown answer repeats the menu; otherwise the bot falls silent. */
  readonly repeats: boolean
  /** Something else answers in this queue: its options are not shown. Absent: no. */
  readonly isTaken?: boolean
  readonly options: readonly BotOption[]
}

export type BotOption = {
  readonly id: number
  readonly title: string
  readonly message: string
  readonly optionType: 'Texto' | 'Arquivo' | 'Fila' | 'Atendente'
  readonly targetQueueId: number | null
  readonly targetUserId: number | null
  readonly file: string | null
  readonly children: readonly BotOption[]
}

/** Stored as JSON. */
export type BotState = {
  /** `silent`: says nothing more, the ticket waits for people. `ended`: people have taken over. */
  readonly phase: 'asking' | 'silent' | 'ended'
  /** Queue whose option tree is shown; null: the menu of queues. */
  readonly queueId: number | null
  /** Ids of the options that led to the current menu. */
  readonly path: readonly number[]
  /** Unknown answers in a row. */
  readonly misses: number
  readonly answers: number
  /** Times of answers within the last minute, in Unix milliseconds. Absent in states stored by earlier versions. */
  readonly recent?: readonly number[]
  /** Since when the contact has to choose a queue, in Unix milliseconds; null once chosen. */
  readonly askingSince: number | null
  /** The message from our own phone that ended it. */
  readonly endedBy?: number
}

export type BotInput =
  /** `text` is null for messages without one, such as pictures and stickers. `tapped`: the id of a choice. */
  | { readonly kind: 'message'; readonly text: string | null; readonly tapped?: string | undefined }
  /** The timeout for choosing a queue may have passed. */
  | { readonly kind: 'time' }
  /** A person has taken over, or the ticket was closed. */
  | { readonly kind: 'attended' }

/** The owner of a file. */
export type FileOwner = { readonly of: 'greeting' } | { readonly of: 'queue' | 'option'; readonly id: number }

export type BotEffect =
  /** `values`: variables of this text only. */
  | {
      readonly do: 'say'
      readonly text: string
      readonly values?: Readonly<Record<string, string>>
      readonly choices?: Offer
    }
  | { readonly do: 'sendFile'; readonly file: FileOwner; readonly name: string; readonly caption: string }
  /** Puts the ticket into this queue; null: into none. */
  | { readonly do: 'chooseQueue'; readonly queueId: number | null }
  /** Hands over to this person or, without one, to the people of the queue. */
  | { readonly do: 'handOver'; readonly queueId: number | null; readonly userId: number | null }
  /** Puts the ticket into this queue, where something else answers from now on (`isTaken`). */
  | { readonly do: 'giveOver'; readonly queueId: number }
  /** Leaves the ticket waiting for people in its queue. */
  | { readonly do: 'fallSilent'; readonly because: Silence }
  /** The words matched this option; shown to people trying out the bot. */
  | { readonly do: 'understood'; readonly number: number; readonly title: string }

/** Too many unknown answers in a row, more than `MOST_IN_A_MINUTE` answers, or more than `MOST_ANSWERS` in all. */
export type Silence = 'unknownAnswers' | 'tooFast' | 'tooMany'

export type BotStep = { readonly state: BotState; readonly effects: readonly BotEffect[] }

/** Limits against another bot at the other end: beyond them the bot falls silent. */
export const MOST_ANSWERS = 100
export const MOST_IN_A_MINUTE = 10
export const MOST_MISSES = 10

const MINUTE = 60_000

/** `state` is null before the first message, whose text answers no menu. */
export function step(setup: BotSetup, state: BotState | null, input: BotInput, now: number): BotStep {
  if (input.kind === 'attended') return { state: ended(state ?? beginning), effects: [] }
  if (input.kind === 'time') return state && isDue(setup, state, now) ? redirect(setup, state) : nothing(state)
  if (state === null) return begin(setup, now)
  return state.phase === 'asking' ? answer(setup, state, input, now) : nothing(state)
}

/** Whether the timeout for choosing a queue has passed. */
export const isDue = ({ redirection, queues }: BotSetup, { phase, queueId, askingSince }: BotState, now: number) =>
  redirection !== null &&
  phase !== 'ended' &&
  queueId === null &&
  askingSince !== null &&
  now - askingSince >= redirection.minutes * MINUTE &&
  queues.some(({ id }) => id === redirection.queueId)

export const beginning: BotState = {
  phase: 'asking',
  queueId: null,
  path: [],
  misses: 0,
  answers: 0,
  recent: [],
  askingSince: null,
}

const nothing = (state: BotState | null): BotStep => ({ state: state ?? beginning, effects: [] })
export const ended = (state: BotState): BotState => ({ ...state, phase: 'ended', askingSince: null })
const join = (...texts: readonly string[]) => texts.filter((text) => text.trim() !== '').join('\n')
const say = (text: string): readonly BotEffect[] => (text.trim() === '' ? [] : [{ do: 'say', text }])

const findQueue = (setup: BotSetup, id: number | null) => setup.queues.find((queue) => queue.id === id)
const queuesOf = (setup: BotSetup): readonly BotQueue[] => setup.menu.flatMap((id) => findQueue(setup, id) ?? [])

/** A menu and its position in the tree. */
type MenuPosition = {
  readonly queue: BotQueue | null
  readonly path: readonly BotOption[]
  readonly titles: readonly string[]
  readonly options: readonly BotOption[]
}

const inMenu = (setup: BotSetup): MenuPosition => ({
  queue: null,
  path: [],
  titles: queuesOf(setup).map(({ name }) => name),
  options: [],
})

/** Follows the path as far as its options still exist. */
function inTree(queue: BotQueue, ids: readonly number[]): MenuPosition {
  const path: BotOption[] = []
  let options = queue.options
  for (const id of ids) {
    const option = options.find((one) => one.id === id)
    if (!option || option.children.length === 0) break
    path.push(option)
    options = option.children
  }
  return { queue, path, options, titles: options.map(({ title }) => title) }
}

/** Number of steps back to the top menu. */
const depthOf = (setup: BotSetup, { queue, path }: MenuPosition) =>
  queue === null ? 0 : path.length + (isChosen(setup) ? 1 : 0)
const hasNoMenu = ({ isTaken, options }: BotQueue) => isTaken || options.length === 0
const isChosen = (setup: BotSetup) => queuesOf(setup).length > 1

function linesOf(setup: BotSetup, place: MenuPosition): string {
  const depth = depthOf(setup, place)
  const lines = place.titles.map((title, at) => `*${at + 1}* ${title}`)
  if (depth > 0) lines.push(`*0* ${setup.words.back}`)
  if (depth > 1) lines.push(`*#* ${setup.words.main}`)
  return lines.join('\n')
}

/** Ids that stay the same while a menu is shown, whatever is put before them. */
const BACK = 'back'
const MAIN = 'main'
const idsOf = (setup: BotSetup, { queue, options }: MenuPosition): readonly string[] =>
  queue ? options.map(({ id }) => `option ${id}`) : queuesOf(setup).map(({ id }) => `queue ${id}`)

function choicesOf(setup: BotSetup, place: MenuPosition, prompt: string): Offer {
  const depth = depthOf(setup, place)
  const ids = idsOf(setup, place)
  const options = place.titles.map((title, at) => ({ id: ids[at] ?? '', title }))
  if (depth > 0) options.push({ id: BACK, title: setup.words.back })
  if (depth > 1) options.push({ id: MAIN, title: setup.words.main })
  return { prompt, options }
}

/** Undefined for a choice of another menu: its title says what is meant. */
function tappedIn(setup: BotSetup, place: MenuPosition, tapped: string | undefined): Meaning | undefined {
  if (tapped === BACK || tapped === MAIN) return { kind: tapped }
  const at = tapped === undefined ? -1 : idsOf(setup, place).indexOf(tapped)
  return at < 0 ? undefined : { kind: 'choice', at, isNumber: true }
}

type Lead = { readonly text: string; readonly file?: readonly BotEffect[] }

/** Text and menu in one message; with a file, two messages around it. */
function present(setup: BotSetup, place: MenuPosition, { text, file = [] }: Lead): readonly BotEffect[] {
  const lines = linesOf(setup, place)
  const offer = (text: string, prompt: string): readonly BotEffect[] =>
    say(text).map((said) => ({ ...said, choices: choicesOf(setup, place, prompt) }))
  return file.length > 0 ? [...say(text), ...file, ...offer(lines, '')] : offer(join(text, lines), text)
}

/** Moves the bot to this menu. */
const asking = (state: BotState, { queue, path }: MenuPosition): BotState => ({
  ...state,
  phase: 'asking',
  queueId: queue?.id ?? null,
  path: path.map(({ id }) => id),
  misses: 0,
  askingSince: queue === null ? state.askingSince : null,
})

function begin(setup: BotSetup, now: number): BotStep {
  const [first, ...others] = queuesOf(setup)
  const start = { ...beginning, recent: [now] }
  if (!first) return { state: ended(beginning), effects: [{ do: 'handOver', queueId: null, userId: null }] }
  if (others.length === 0) return enter(setup, start, first, { greets: setup.greetsAlone, lead: '', isAsked: false })
  const { greeting, greetingFile } = setup
  const file = fileOf({ of: 'greeting' }, greetingFile)
  const place = inMenu(setup)
  return {
    state: asking({ ...start, askingSince: now }, place),
    effects: present(setup, place, { text: greeting || setup.words.choose, file }),
  }
}

const fileOf = (file: FileOwner, name: string | null, caption = ''): readonly BotEffect[] =>
  name === null ? [] : [{ do: 'sendFile', file, name, caption }]

type Entrance = {
  readonly lead: string
  readonly greets: boolean
  /** The contact chose it and expects an answer. */
  readonly isAsked: boolean
}

function enter(setup: BotSetup, state: BotState, queue: BotQueue, { lead, greets, isAsked }: Entrance): BotStep {
  const { id: queueId, isOpen, greeting, options } = queue
  const chosen: BotEffect = { do: 'chooseQueue', queueId }
  const inIt = { ...state, queueId, path: [], misses: 0, askingSince: null }
  const waits: BotStep['effects'] = [{ do: 'handOver', queueId, userId: null }]
  if (!isOpen) return { state: ended(inIt), effects: [chosen, ...say(join(lead, queue.outOfHours)), ...waits] }
  const text = join(lead, greets ? greeting : '')
  const file = greets ? fileOf({ of: 'queue', id: queueId }, queue.file) : []
  if (queue.isTaken)
    return { state: ended(inIt), effects: [chosen, ...say(text), ...file, { do: 'giveOver', queueId }] }
  if (options.length === 0) {
    const said = [...say(text), ...file]
    const heard = said.length > 0 || !isAsked ? said : say(setup.words.waiting)
    return { state: ended(inIt), effects: [chosen, ...heard, ...waits] }
  }
  const place = inTree(queue, [])
  return {
    state: asking(inIt, place),
    effects: [chosen, ...present(setup, place, { text: text || setup.words.choose, file })],
  }
}

type BotMessage = Extract<BotInput, { kind: 'message' }>

function answer(setup: BotSetup, before: BotState, { text, tapped }: BotMessage, now: number): BotStep {
  const recent = (before.recent ?? []).filter((at) => Math.abs(now - at) < MINUTE)
  const state = { ...before, answers: before.answers + 1, recent: [...recent, now] }
  if (recent.length >= MOST_IN_A_MINUTE) return fallSilent(before, 'tooFast')
  if (state.answers > MOST_ANSWERS) return fallSilent(state, 'tooMany')
  const queue = findQueue(setup, state.queueId)
  // The current menu was deleted, has no options any more, or something else answers there now.
  if (queue ? hasNoMenu(queue) : state.queueId !== null || !isChosen(setup))
    return queue ? enter(setup, state, queue, { lead: '', greets: false, isAsked: true }) : toMain(setup, state, now)
  // The queue has closed since.
  if (queue && !queue.isOpen) return enter(setup, state, queue, { lead: '', greets: false, isAsked: true })
  const place = queue ? inTree(queue, state.path) : inMenu(setup)
  const meant = tappedIn(setup, place, tapped) ?? understand(text, place.titles, setup.words)
  if (meant.kind === 'main') return toMain(setup, state, now)
  if (meant.kind === 'back' && depthOf(setup, place) > 0) return goBack(setup, state, place, now)
  if (meant.kind !== 'choice') return miss(setup, state, place)
  const { at } = meant
  const turn = place.queue ? choose(setup, state, { ...place, queue: place.queue }, at) : chooseQueue(setup, state, at)
  if (meant.isNumber) return turn
  const understood: BotEffect = { do: 'understood', number: at + 1, title: place.titles[at] ?? '' }
  return { ...turn, effects: [understood, ...turn.effects] }
}

/** The menu of queues, after something else has answered in one; undefined where there is nothing to choose. */
export const offerMenu = (setup: BotSetup, now: number): BotStep | undefined =>
  isChosen(setup) ? toMain(setup, { ...beginning, queueId: OTHER }, now) : undefined
/** No queue's id: the ticket has to leave its queue. */
const OTHER = 0

function toMain(setup: BotSetup, state: BotState, now: number): BotStep {
  const [only, ...others] = queuesOf(setup)
  if (!only) {
    const waits: BotEffect = { do: 'handOver', queueId: null, userId: null }
    return { state: ended({ ...state, queueId: null }), effects: [...say(setup.words.waiting), waits] }
  }
  if (others.length === 0) {
    if (state.queueId !== only.id || hasNoMenu(only))
      return enter(setup, state, only, { lead: '', greets: false, isAsked: true })
    const top = inTree(only, [])
    return { state: asking(state, top), effects: present(setup, top, { text: setup.words.choose }) }
  }
  const menu = inMenu(setup)
  const left: BotStep['effects'] = state.queueId === null ? [] : [{ do: 'chooseQueue', queueId: null }]
  const since = state.queueId === null ? state.askingSince : now
  return {
    state: asking({ ...state, askingSince: since }, menu),
    effects: [...left, ...present(setup, menu, { text: setup.words.choose })],
  }
}

function goBack(setup: BotSetup, state: BotState, { queue, path }: MenuPosition, now: number): BotStep {
  if (queue === null || path.length === 0) return toMain(setup, state, now)
  const place = inTree(
    queue,
    path.slice(0, -1).map(({ id }) => id),
  )
  const text = path.at(-2)?.message || setup.words.choose
  return { state: asking(state, place), effects: present(setup, place, { text }) }
}

function chooseQueue(setup: BotSetup, state: BotState, at: number): BotStep {
  const queue = queuesOf(setup)[at]
  return queue ? enter(setup, state, queue, { lead: '', greets: true, isAsked: true }) : nothing(state)
}

function choose(
  setup: BotSetup,
  state: BotState,
  place: MenuPosition & { readonly queue: BotQueue },
  at: number,
): BotStep {
  const option = place.options[at]
  if (!option) return nothing(state)
  const { words } = setup
  const next = option.children.length > 0 ? inTree(place.queue, [...place.path.map(({ id }) => id), option.id]) : place
  const goOn = (lead: Lead): BotStep => ({ state: asking(state, next), effects: present(setup, next, lead) })
  const stay = (text: string): BotStep => ({ state: asking(state, place), effects: present(setup, place, { text }) })
  switch (option.optionType) {
    case 'Texto':
      return goOn({ text: option.message })
    case 'Arquivo': {
      const file = fileOf({ of: 'option', id: option.id }, option.file, option.message)
      return file.length > 0 ? goOn({ text: '', file }) : goOn({ text: option.message || words.unavailable })
    }
    case 'Fila': {
      const target = findQueue(setup, option.targetQueueId)
      return target
        ? enter(setup, state, target, { lead: option.message, greets: true, isAsked: true })
        : stay(words.unavailable)
    }
    case 'Atendente':
      return handOver(setup, state, place.queue, option)
  }
}

function handOver(setup: BotSetup, state: BotState, present: BotQueue, option: BotOption): BotStep {
  const queue = findQueue(setup, option.targetQueueId) ?? present
  const text = queue.isOpen ? option.message.trim() || setup.words.waiting : queue.outOfHours
  return {
    state: { ...ended(state), queueId: queue.id, path: [] },
    effects: [...say(text), { do: 'handOver', queueId: queue.id, userId: queue.isOpen ? option.targetUserId : null }],
  }
}

function miss(setup: BotSetup, state: BotState, place: MenuPosition): BotStep {
  const misses = state.misses + 1
  const mayRepeat =
    (place.queue?.repeats ?? true) && (setup.repeats > 0 ? misses <= setup.repeats : misses < MOST_MISSES)
  if (!mayRepeat) return fallSilent({ ...state, misses }, 'unknownAnswers')
  const effects = present(setup, place, { text: setup.words.unknown })
  return { state: { ...asking(state, place), misses }, effects }
}

/** The ticket waits for people; the timeout for choosing a queue keeps running. */
const fallSilent = (state: BotState, because: Silence): BotStep => ({
  state: { ...state, phase: 'silent' },
  effects: [{ do: 'fallSilent', because }],
})

function redirect(setup: BotSetup, state: BotState): BotStep {
  const queue = findQueue(setup, setup.redirection?.queueId ?? null)
  if (!queue) return nothing(state)
  const texts: readonly BotEffect[] = queue.isOpen
    ? [{ do: 'say', text: setup.words.redirected, values: { queue: queue.name } }]
    : say(queue.outOfHours)
  const waits: BotEffect = { do: 'handOver', queueId: queue.id, userId: null }
  return {
    state: { ...ended(state), queueId: queue.id },
    effects: state.phase === 'silent' ? [waits] : [...texts, waits],
  }
}
