/** Who does what, when: drawn from the seed beforehand, to the millisecond. Pure. */
import { type Cast, type Chat, COMPANIES, type Size } from './cast'
import { type Dice, dice } from './dice'
import { type Gust, weatherFor } from './weather'

/** `n` names what was done; later deeds speak of it by that number. */
export type Deed = {
  readonly n: number
  /** Milliseconds from the beginning of the play. */
  readonly at: number
  /** `owner`: on the company's own phone. */
  readonly by: 'customer' | 'attendant' | 'owner'
  readonly chat: number
  /** Which customer, by index: of a group's several. */
  readonly customer: number
  readonly action: Action
}
export type Action =
  | { readonly do: 'say'; readonly text: string; readonly quotes: number | null }
  | { readonly do: 'file'; readonly kind: FileKind; readonly text: string }
  | { readonly do: 'card'; readonly text: string }
  | { readonly do: 'react'; readonly to: number; readonly emoji: string }
  | { readonly do: 'edit'; readonly of: number; readonly text: string }
  | { readonly do: 'revoke'; readonly of: number }
  | { readonly do: 'read' }
  | { readonly do: 'call'; readonly seconds: number }
export type FileKind = 'image' | 'voice' | 'document'

export type Death = { readonly at: number; readonly by: 'kill' | 'stop' }

/** An attendant's page loses its line: of the company, the first or the second. */
export type Loss = { readonly at: number; readonly company: number; readonly attendant: 0 | 1 }

export type Script = {
  readonly losses: readonly Loss[]
  readonly deeds: readonly Deed[]
  readonly gusts: readonly Gust[]
  readonly deaths: readonly Death[]
}

/** Stands in everything that is said, so that it is known again wherever it turns up. */
export const canaryOf = (seed: number) => `segredo-${seed}-`

/** One of them does something so often. */
const EVERY_MS = { customer: 12_000, attendant: 25_000, owner: 400_000 }
const DEATHS_MS = { from: 8_000, to: 18_000 }
/** Some come while the server still starts, or fetches what it missed. */
const SOON_MS = { from: 200, to: 1_500 }
/** Just before each death everybody speaks at once: there must be much on its way. */
const LAST_WORDS = { customer: 15, attendant: 15, owner: 1 }
const LAST_WORDS_MS = 400

export function scriptFor(cast: Cast, size: Size): Script {
  const deaths = deathsFor(size)
  return {
    deeds: deedsFor(cast, size, deaths),
    losses: lossesFor(size),
    gusts: [...weatherFor(cast, size), ...deaths.map(slowed)],
    deaths,
  }
}

/** WhatsApp takes its time to confirm, so that nobody knows how far things had come. */
const slowed = ({ at }: Death): Gust => {
  const set = { do: 'setFault', name: 'ackLate' } as const
  const [begin, end] = [[{ ...set, on: true, value: 600 }], [{ ...set, on: false }]]
  return { at: at - LAST_WORDS_MS, name: 'ackLate', value: null, phone: null, lasts: LAST_WORDS_MS + 100, begin, end }
}

function deathsFor({ seed, seconds }: Size): Death[] {
  const chance = dice(seed, 'deaths')
  const deaths: Death[] = []
  const next = () => (chance.maybe(0.3) ? SOON_MS : DEATHS_MS)
  for (let at = 5_000; at < seconds * 1_000; ) {
    deaths.push({ at, by: chance.maybe(0.8) ? 'kill' : 'stop' })
    const { from, to } = next()
    at += chance.between(from, to)
  }
  return deaths
}

function lossesFor({ seed, seconds }: Size): Loss[] {
  const chance = dice(seed, 'losses')
  const losses: Loss[] = []
  for (let at = 2_000; at < seconds * 1_000; at += chance.between(1_000, 6_000))
    losses.push({ at, company: chance.between(0, COMPANIES.length), attendant: chance.pick([0, 1] as const) })
  return losses
}

/** What was said, as far as something can still be done to it. */
type Said = Pick<Deed, 'n' | 'at' | 'by' | 'customer'> & { readonly isText: boolean; readonly isVoice: boolean }
type Moment = {
  readonly n: number
  readonly at: number
  readonly by: Deed['by']
  readonly chat: number
  readonly customer: number
}

function deedsFor(cast: Cast, size: Size, deaths: readonly Death[]): Deed[] {
  const said = cast.chats.map((): Said[] => [])
  return moments(cast, size, deaths).map((moment) => {
    const talk = said[moment.chat] ?? []
    const action = actionFor(moment, { talk, seed: size.seed, isGroup: cast.chats[moment.chat]?.isGroup ?? false })
    if (action.do === 'revoke')
      talk.splice(
        talk.findIndex(({ n }) => n === action.of),
        1,
      )
    if (action.do === 'say' || action.do === 'file')
      talk.push({ ...moment, isText: action.do === 'say', isVoice: action.do === 'file' && action.kind === 'voice' })
    return { ...moment, action }
  })
}

function moments(cast: Cast, { seed, seconds }: Size, deaths: readonly Death[]): Moment[] {
  const all = (['customer', 'attendant', 'owner'] as const).flatMap((by) => {
    const chance = dice(seed, by)
    const pause = EVERY_MS[by] / cast.customers.length
    const times = deaths.flatMap(({ at }) =>
      Array.from({ length: LAST_WORDS[by] }, () => at - chance.between(0, LAST_WORDS_MS)),
    )
    for (let at = chance.wait(pause); at < seconds * 1_000; at += chance.wait(pause)) times.push(Math.round(at))
    return times.map((at): Omit<Moment, 'n'> => {
      const chat = chatFor(cast, by, chance)
      const { customers = [] } = cast.chats[chat] ?? {}
      return { at, by, chat, customer: customers.length === 0 ? NOBODY : chance.pick(customers) }
    })
  })
  return all.sort((a, b) => a.at - b.at).map((moment, n) => ({ ...moment, n }))
}

const NOBODY = -1
const SHARE_OF_GROUPS = 0.15

function chatFor({ chats }: Cast, by: Deed['by'], chance: Dice): number {
  const isOpenTo = ({ isAttended, stranger }: Chat) =>
    by === 'attendant' ? isAttended : stranger === null && (by === 'customer' || isAttended)
  const inGroup = chance.maybe(SHARE_OF_GROUPS) && chats.some(({ isGroup }) => isGroup)
  return chance.pick(chats.flatMap((chat, index) => (chat.isGroup === inGroup && isOpenTo(chat) ? [index] : [])))
}

const ACTIONS = {
  customer: { say: 60, file: 12, card: 2, react: 9, edit: 6, revoke: 4, read: 13, call: 1 },
  attendant: { say: 60, file: 9, card: 0, react: 9, edit: 8, revoke: 5, read: 9, call: 0 },
  owner: { say: 80, file: 20, card: 0, react: 0, edit: 0, revoke: 0, read: 0, call: 0 },
} as const
const EMOJI = ['👍', '❤️', '😂', '🙏', '😮', ''] as const
const WORDS = 'bom dia tudo bem ainda tem azul chega amanhã obrigado quanto custa o frete pode ser pix já saiu'.split(
  ' ',
)

type Context = { readonly talk: readonly Said[]; readonly seed: number; readonly isGroup: boolean }

/** What cannot be done yet, because nothing was said, becomes something said. */
function actionFor({ n, at, by, customer }: Moment, { talk, seed, isGroup }: Context): Action {
  const chance = dice(seed, `deed ${n}`)
  const text = `${canaryOf(seed)}${n} ${Array.from({ length: chance.between(1, 12) }, () => chance.pick(WORDS)).join(' ')}`
  const recent = talk.filter((one) => at - one.at > 2_500 && at - one.at < 60_000)
  const own = recent.filter((one) => one.by === by && (by !== 'customer' || one.customer === customer))
  const action = chance.weighed(ACTIONS[by])
  const subjects = {
    react: recent.filter(({ isVoice }) => !isVoice),
    edit: own.filter(({ isText }) => isText),
    revoke: own,
  }
  if (action === 'read') return { do: 'read' }
  if (action === 'call' && !isGroup) return { do: 'call', seconds: chance.between(1, 4) }
  if (action === 'card') return { do: 'card', text }
  if (action === 'file') return { do: 'file', kind: chance.pick(['image', 'voice', 'document']), text }
  if (action !== 'say' && action !== 'call' && subjects[action].length > 0) {
    const { n: subject } = chance.pick(subjects[action])
    if (action === 'react') return { do: 'react', to: subject, emoji: chance.pick(EMOJI) }
    return action === 'edit' ? { do: 'edit', of: subject, text: `${text} (corrigido)` } : { do: 'revoke', of: subject }
  }
  const quotable = recent.filter(({ isText }) => isText)
  return { do: 'say', text, quotes: quotable.length > 0 && chance.maybe(0.15) ? chance.pick(quotable).n : null }
}
