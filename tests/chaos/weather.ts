/** Everything that can break, and for how long it stays broken. Dealt like cards: none comes again before all have come. */
import { type Command, FaultName } from '../../src/simulator/contract'
import type { Cast, Customer, Size } from './cast'
import { type Dice, dice } from './dice'

export type Gust = {
  readonly at: number
  readonly name: Trouble
  /** The line it strikes; null: all. */
  readonly phone: string | null
  readonly lasts: number
  readonly begin: readonly Command[]
  readonly end: readonly Command[]
}

/** Met only while a device is linked, which this play does before it begins; they have tests of their own. */
const WHILE_LINKING = ['passkey', 'cutHistory'] as const
type Lasting = Exclude<FaultName, (typeof WHILE_LINKING)[number]>
type Sudden =
  | 'dropped'
  | 'allDropped'
  | 'restart515'
  | 'unavailable503'
  | 'replaced'
  | 'banned'
  | 'restricted'
  | 'mediaExpired'
  | 'phonesOff'
  | 'slowReceipts'
  | 'readdressed'
export type Trouble = Lasting | Sudden

type Struck = { readonly chance: Dice; readonly phone: string; readonly customers: readonly Customer[] }
type Blow = Pick<Gust, 'phone' | 'lasts' | 'begin' | 'end'>

const GAP_MS = { from: 2_500, to: 4_500 }
/** The last of them is over before the play is. */
const CALM_BEFORE_END_MS = 6_000

export function weatherFor({ lines, customers }: Cast, { seed, seconds }: Size): Gust[] {
  const chance = dice(seed, 'weather')
  const gusts: Gust[] = []
  let cards: Trouble[] = []
  for (let at = 3_000; at < seconds * 1_000 - CALM_BEFORE_END_MS; at += chance.between(GAP_MS.from, GAP_MS.to)) {
    if (cards.length === 0) cards = chance.shuffled(troubles)
    const name = cards.shift()
    const line = chance.between(0, lines.length)
    const struck = { chance, phone: lines[line]?.number ?? '', customers: customers.filter((one) => one.line === line) }
    if (name) gusts.push({ at, name, ...blowOf(name, struck) })
  }
  return gusts
}

const blowOf = (name: Trouble, struck: Struck): Blow =>
  name in sudden ? sudden[name as Sudden](struck) : lastingBlow(name as Lasting, struck) // one of the two tables has it

/** How each fault of the simulator is used. `everywhere`: it is not of one line. */
type Use = {
  readonly ms?: readonly [number, number]
  readonly times?: number
  readonly value?: (chance: Dice) => number
  readonly everywhere?: true
  /** Struck only by who comes anew, or helped only so: the line is cut at the beginning, or at the end. */
  readonly cut?: 'first' | 'last'
}
const lasting: Record<Lasting, Use> = {
  outage: { ms: [1_500, 5_000], everywhere: true },
  silent: { ms: [3_000, 6_000] },
  handshakeSilent: { ms: [2_000, 5_000], everywhere: true, cut: 'first' },
  loginFailure: { ms: [2_000, 5_000], value: (chance) => chance.pick([503, 500, 405]), cut: 'first' },
  delay: { ms: [3_000, 5_000], value: (chance) => chance.between(300, 2_500) },
  swap: { times: 3 },
  duplicate: { times: 5 },
  undecryptable: { times: 2 },
  unreadable: { times: 3 },
  ackMissing: { times: 4 },
  ackLate: { ms: [4_000, 6_000], value: (chance) => chance.between(1_000, 6_000) },
  ackError: { times: 1 },
  dropOnMessage: { times: 2 },
  refuseUpload: { times: 2, everywhere: true },
  refuseDownload: { times: 3, value: (chance) => chance.pick([404, 500, 503]), everywhere: true },
  corruptMedia: { times: 3, everywhere: true },
  usyncSilent: { ms: [2_000, 4_000] },
  prekeyError: { ms: [2_000, 5_000] },
  halfOpen: { ms: [3_000, 6_000], cut: 'last' },
  slowNetwork: { ms: [3_000, 5_000], value: () => 20_000 },
  duplicateAnew: { times: 4 },
  nackKept: { ms: [3_000, 5_000] },
  retryStorm: { times: 2, value: () => 3 },
  rateLimit: { ms: [2_000, 3_000], value: () => 2 },
  receiptsLost: { ms: [3_000, 5_000] },
  receiptsDoubled: { times: 8 },
  receiptsSwapped: { times: 4 },
  preKeysRefused: { ms: [3_000, 5_000] },
  slowUpload: { ms: [3_000, 5_000], value: () => 20_000, everywhere: true },
  slowDownload: { ms: [3_000, 5_000], value: () => 20_000, everywhere: true },
  cutUpload: { times: 2, everywhere: true },
  cutDownload: { times: 3, everywhere: true },
  wrongHash: { times: 2, everywhere: true },
}

const USED_UP_WITHIN_MS = 5_000

function lastingBlow(name: Lasting, { chance, phone: struck }: Struck): Blow {
  const { ms, times, value, everywhere, cut } = lasting[name]
  const phone = everywhere ? null : struck
  const whose = phone === null ? {} : { phone }
  const set = { do: 'setFault', name, ...whose } as const
  const drop: Command = { do: 'dropConnections', ...whose }
  const on: Command = { ...set, on: true, ...(value && { value: value(chance) }), ...(times && { times }) }
  return {
    phone,
    lasts: ms ? chance.between(...ms) : USED_UP_WITHIN_MS,
    begin: cut === 'first' ? [on, drop] : [on],
    end: cut === 'last' ? [{ ...set, on: false }, drop] : [{ ...set, on: false }],
  }
}

const MOMENT_MS = 500
const once = (phone: string | null, ...begin: Command[]): Blow => ({ phone, lasts: MOMENT_MS, begin, end: [] })

const sudden: Record<Sudden, (struck: Struck) => Blow> = {
  dropped: ({ phone }) => once(phone, { do: 'dropConnections', phone }),
  allDropped: () => once(null, { do: 'dropConnections' }),
  restart515: ({ phone }) => once(phone, { do: 'streamError', phone, code: 515 }),
  unavailable503: ({ phone }) => once(phone, { do: 'streamError', phone, code: 503 }),
  replaced: ({ phone }) => once(phone, { do: 'replaced', phone }),
  banned: ({ phone }) => ({
    phone,
    lasts: 3_000,
    begin: [{ do: 'ban', phone }],
    end: [{ do: 'ban', phone, on: false }],
  }),
  restricted: ({ phone }) => ({
    phone,
    lasts: 4_000,
    begin: [{ do: 'restrict', phone }],
    end: [{ do: 'restrict', phone, hours: 0 }],
  }),
  mediaExpired: () => once(null, { do: 'expireMedia' }),
  phonesOff: ({ phone, chance, customers }) => {
    const some = chance.shuffled(customers).slice(0, 5)
    const turn = (on: boolean) => some.map(({ number }): Command => ({ do: 'setOnline', phone: number, on }))
    return { phone, lasts: chance.between(3_000, 6_000), begin: turn(false), end: turn(true) }
  },
  /** "Delivered" takes its time, so that "read" may come before it. */
  slowReceipts: ({ phone, customers }) => {
    const take = (slow: boolean) =>
      customers.map(({ number, after }): Command => ({ do: 'setHabits', phone: number, after: slow ? 3_000 : after }))
    return { phone, lasts: 5_000, begin: take(true), end: take(false) }
  },
  /** The same people under their other address. */
  readdressed: ({ phone, customers }) => {
    const write = (turned: boolean) =>
      customers.map(({ number, addressing }): Command => {
        return { do: 'setHabits', phone: number, addressing: (addressing === 'pn') === turned ? 'lid' : 'pn' }
      })
    return { phone, lasts: 6_000, begin: write(true), end: write(false) }
  },
}

const isMetInPlay = (name: FaultName): name is Lasting => !WHILE_LINKING.some((other) => other === name)
export const troubles: readonly Trouble[] = [
  ...FaultName.options.filter(isMetInPlay),
  ...(Object.keys(sudden) as Sudden[]), // the keys of a record are its type's keys
]
