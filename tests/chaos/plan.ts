/** The plan: operations, faults and restarts, drawn from the seed before the run, to the millisecond. Pure. */
import { type ScheduledFault, scheduleFaults } from './fault-schedule'
import { type Chat, COMPANIES, type Participants, type Size } from './participants'
import { type Random, randomFor } from './random'

/** One operation of a person. Later operations refer to it by its number `n`. */
export type Operation = {
  readonly n: number
  /** Milliseconds since the start of the run. */
  readonly at: number
  /** `owner`: on the company's own phone. */
  readonly by: 'customer' | 'attendant' | 'owner'
  readonly chat: number
  /** Index of the chat's customer; NOBODY in a chat without. */
  readonly customer: number
  readonly action: Action
}
/** `quotes`, `to` and `of` are numbers of earlier operations. */
export type Action =
  | { readonly do: 'say'; readonly text: string; readonly quotes: number | null }
  | { readonly do: 'file'; readonly kind: FileKind; readonly text: string }
  | { readonly do: 'location'; readonly text: string }
  | { readonly do: 'react'; readonly to: number; readonly emoji: string }
  | { readonly do: 'edit'; readonly of: number; readonly text: string }
  | { readonly do: 'revoke'; readonly of: number }
  | { readonly do: 'read' }
  | { readonly do: 'call'; readonly seconds: number }
export type FileKind = 'image' | 'voice' | 'document'

/** The server is ended by kill -9 or SIGTERM and started again. */
export type Restart = { readonly at: number; readonly by: 'kill' | 'stop' }

/** The page of the company's first or second attendant loses its socket. */
export type Disconnection = { readonly at: number; readonly company: number; readonly attendant: 0 | 1 }

export type Plan = {
  readonly disconnections: readonly Disconnection[]
  readonly operations: readonly Operation[]
  readonly faults: readonly ScheduledFault[]
  readonly restarts: readonly Restart[]
}

/** Part of every text, so that leaks are recognised. */
export const canaryOf = (seed: number) => `segredo-${seed}-`

/** Mean time between two operations of one person. */
const EVERY_MS = { customer: 12_000, attendant: 25_000, owner: 400_000 }
const RESTART_AFTER_MS = { from: 8_000, to: 18_000 }
/** Some restarts begin as soon as the server responds, while it opens its connections and catches up. */
const RESTART_SOON_MS = { from: 200, to: 1_500 }
/** Number of operations just before each restart, so that many messages are in flight. */
const BURST = { customer: 15, attendant: 15, owner: 1 }
const BURST_MS = 400

export function planFor(participants: Participants, size: Size): Plan {
  const restarts = restartsFor(size)
  return {
    operations: operationsFor(participants, size, restarts),
    disconnections: disconnectionsFor(size),
    faults: [...scheduleFaults(participants, size), ...restarts.map(confirmSlowlyBefore)],
    restarts,
  }
}

/** WhatsApp's confirmations are delayed, so that messages are unconfirmed when the server ends. */
const confirmSlowlyBefore = ({ at }: Restart): ScheduledFault => {
  const set = { do: 'setFault', name: 'ackLate' } as const
  const [begin, end] = [[{ ...set, on: true, value: 600 }], [{ ...set, on: false }]]
  return { at: at - BURST_MS, kind: 'ackLate', code: null, phone: null, lasts: BURST_MS + 100, begin, end }
}

function restartsFor({ seed, seconds }: Size): Restart[] {
  const random = randomFor(seed, 'restarts')
  const restarts: Restart[] = []
  const interval = () => (random.maybe(0.3) ? RESTART_SOON_MS : RESTART_AFTER_MS)
  for (let at = 5_000; at < seconds * 1_000; ) {
    restarts.push({ at, by: random.maybe(0.8) ? 'kill' : 'stop' })
    const { from, to } = interval()
    at += random.between(from, to)
  }
  return restarts
}

function disconnectionsFor({ seed, seconds }: Size): Disconnection[] {
  const random = randomFor(seed, 'disconnections')
  const disconnections: Disconnection[] = []
  for (let at = 2_000; at < seconds * 1_000; at += random.between(1_000, 6_000))
    disconnections.push({ at, company: random.between(0, COMPANIES.length), attendant: random.pick([0, 1] as const) })
  return disconnections
}

/** An earlier message of the chat that can still be quoted, edited, deleted or reacted to. */
type Said = Pick<Operation, 'n' | 'at' | 'by' | 'customer'> & { readonly isText: boolean; readonly isVoice: boolean }
/** Person, time and place of an operation, before its action is drawn. */
type Slot = Omit<Operation, 'action'>

function operationsFor(participants: Participants, size: Size, restarts: readonly Restart[]): Operation[] {
  const said = participants.chats.map((): Said[] => [])
  return slotsFor(participants, size, restarts).map((slot) => {
    const earlier = said[slot.chat] ?? []
    const action = actionFor(slot, {
      earlier,
      seed: size.seed,
      isGroup: participants.chats[slot.chat]?.isGroup ?? false,
    })
    if (action.do === 'revoke')
      earlier.splice(
        earlier.findIndex(({ n }) => n === action.of),
        1,
      )
    if (action.do === 'say' || action.do === 'file')
      earlier.push({ ...slot, isText: action.do === 'say', isVoice: action.do === 'file' && action.kind === 'voice' })
    return { ...slot, action }
  })
}

function slotsFor(participants: Participants, { seed, seconds }: Size, restarts: readonly Restart[]): Slot[] {
  const all = (['customer', 'attendant', 'owner'] as const).flatMap((by) => {
    const random = randomFor(seed, by)
    const pause = EVERY_MS[by] / participants.customers.length
    const times = restarts.flatMap(({ at }) =>
      Array.from({ length: BURST[by] }, () => at - random.between(0, BURST_MS)),
    )
    for (let at = random.wait(pause); at < seconds * 1_000; at += random.wait(pause)) times.push(Math.round(at))
    return times.map((at): Omit<Slot, 'n'> => {
      const chat = chatFor(participants, by, random)
      const { customers = [] } = participants.chats[chat] ?? {}
      return { at, by, chat, customer: customers.length === 0 ? NOBODY : random.pick(customers) }
    })
  })
  return all.sort((a, b) => a.at - b.at).map((slot, n) => ({ ...slot, n }))
}

const NOBODY = -1
const SHARE_OF_GROUPS = 0.15

function chatFor({ chats }: Participants, by: Operation['by'], random: Random): number {
  const isOpenTo = ({ isAttended, unregistered }: Chat) =>
    by === 'attendant' ? isAttended : unregistered === null && (by === 'customer' || isAttended)
  const inGroup = random.maybe(SHARE_OF_GROUPS) && chats.some(({ isGroup }) => isGroup)
  return random.pick(chats.flatMap((chat, index) => (chat.isGroup === inGroup && isOpenTo(chat) ? [index] : [])))
}

const ACTIONS = {
  customer: { say: 60, file: 12, location: 2, react: 9, edit: 6, revoke: 4, read: 13, call: 1 },
  attendant: { say: 60, file: 9, location: 0, react: 9, edit: 8, revoke: 5, read: 9, call: 0 },
  owner: { say: 80, file: 20, location: 0, react: 0, edit: 0, revoke: 0, read: 0, call: 0 },
} as const
const EMOJI = ['👍', '❤️', '😂', '🙏', '😮', ''] as const
const WORDS = 'bom dia tudo bem ainda tem azul chega amanhã obrigado quanto custa o frete pode ser pix já saiu'.split(
  ' ',
)

type Context = { readonly earlier: readonly Said[]; readonly seed: number; readonly isGroup: boolean }

/** Without a possible target a message is written instead. */
function actionFor({ n, at, by, customer }: Slot, { earlier, seed, isGroup }: Context): Action {
  const random = randomFor(seed, `operation ${n}`)
  const text = `${canaryOf(seed)}${n} ${Array.from({ length: random.between(1, 12) }, () => random.pick(WORDS)).join(' ')}`
  const recent = earlier.filter((one) => at - one.at > 2_500 && at - one.at < 60_000)
  const own = recent.filter((one) => one.by === by && (by !== 'customer' || one.customer === customer))
  const action = random.weighed(ACTIONS[by])
  const possible = {
    react: recent.filter(({ isVoice }) => !isVoice),
    edit: own.filter(({ isText }) => isText),
    revoke: own,
  }
  if (action === 'read') return { do: 'read' }
  if (action === 'call' && !isGroup) return { do: 'call', seconds: random.between(1, 4) }
  if (action === 'location') return { do: 'location', text }
  if (action === 'file') return { do: 'file', kind: random.pick(['image', 'voice', 'document']), text }
  if (action !== 'say' && action !== 'call' && possible[action].length > 0) {
    const { n: target } = random.pick(possible[action])
    if (action === 'react') return { do: 'react', to: target, emoji: random.pick(EMOJI) }
    return action === 'edit' ? { do: 'edit', of: target, text: `${text} (corrigido)` } : { do: 'revoke', of: target }
  }
  const quotable = recent.filter(({ isText }) => isText)
  return { do: 'say', text, quotes: quotable.length > 0 && random.maybe(0.15) ? random.pick(quotable).n : null }
}
