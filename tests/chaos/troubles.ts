/** Everything that can break, and for how long it stays broken. */
import { type Command, FaultName } from '../../src/simulator/contract'
import type { Customer } from './cast'
import type { Dice } from './dice'

/** What breaks or mends something: a command to WhatsApp, or what happens beside it. */
export type Step =
  | Command
  /** The phone removes the device that is linked to it. */
  | { readonly do: 'unlink'; readonly phone: string }
  /** Another process holds a company's file, and nobody else can write to it. */
  | { readonly do: 'lock' | 'unlock'; readonly company: number; readonly file: LockedFile }
export type LockedFile = 'tenant.db' | 'session.db'

type Sudden =
  | 'dropped'
  | 'allDropped'
  | 'streamEnded'
  | 'streamError'
  | 'redirected'
  | 'replaced'
  | 'removed'
  | 'removedWhileAway'
  | 'banned'
  | 'restricted'
  | 'keysSpent'
  | 'mediaExpired'
  | 'phonesOff'
  | 'slowReceipts'
  | 'readdressed'
  | 'reinstalled'
  | 'fileLocked'
  | 'sessionsLocked'
export type Trouble = FaultName | Sudden
/** Of what comes in several forms, each is a card of its own. */
export type Card = { readonly name: Trouble; readonly value?: number }

export type Struck = {
  readonly chance: Dice
  readonly phone: string
  readonly company: number
  readonly customers: readonly Customer[]
}
export type Blow = {
  /** The line it strikes; null: all. */
  readonly phone: string | null
  readonly lasts: number
  readonly begin: readonly Step[]
  readonly end: readonly Step[]
}

/** How each fault of the simulator is used. `everywhere`: it is not of one line. */
type Use = {
  readonly ms?: readonly [number, number]
  readonly times?: number
  readonly value?: (chance: Dice) => number
  readonly forms?: readonly number[]
  readonly everywhere?: true
  /** It strikes only who comes anew, who is linked anew, who needs new keys, or who refuses something. */
  readonly first?: 'dropConnections' | 'unlink' | 'spendPreKeys' | 'duplicate'
  /** It is helped only by coming anew. */
  readonly last?: 'dropConnections'
}
/** Files are rarer than words. */
const RARE_MS = [7_000, 8_000] as const

const lasting: Record<FaultName, Use> = {
  outage: { ms: [1_500, 5_000], everywhere: true },
  silent: { ms: [3_000, 6_000] },
  handshakeSilent: { ms: [2_000, 5_000], everywhere: true, first: 'dropConnections' },
  loginFailure: { ms: [2_000, 5_000], forms: [503, 500, 405, 403], first: 'dropConnections' },
  passkey: { ms: [8_000, 9_000], times: 1, first: 'unlink' },
  cutHistory: { ms: [8_000, 9_000], times: 1, value: () => 1, first: 'unlink' },
  delay: { ms: [3_000, 5_000], value: (chance) => chance.between(300, 2_500) },
  swap: { times: 3 },
  duplicate: { times: 5 },
  undecryptable: { times: 2 },
  unreadable: { times: 3 },
  ackMissing: { times: 4 },
  ackLate: { ms: [4_000, 6_000], value: (chance) => chance.between(1_000, 6_000) },
  ackError: { times: 1, forms: [479, 463] },
  dropOnMessage: { times: 2 },
  refuseUpload: { ms: RARE_MS, times: 2, everywhere: true },
  refuseDownload: { ms: RARE_MS, times: 3, forms: [404, 500, 503], everywhere: true },
  corruptMedia: { ms: RARE_MS, times: 3, everywhere: true },
  usyncSilent: { ms: [3_000, 5_000] },
  prekeyError: { ms: [2_000, 5_000] },
  halfOpen: { ms: [3_000, 6_000], last: 'dropConnections' },
  slowNetwork: { ms: [3_000, 5_000], value: () => 20_000 },
  duplicateAnew: { times: 4 },
  nackKept: { ms: [3_000, 5_000], first: 'duplicate' },
  retryStorm: { times: 2, value: () => 3 },
  rateLimit: { ms: [2_000, 3_000], value: () => 2 },
  receiptsLost: { ms: [3_000, 5_000] },
  receiptsDoubled: { times: 8 },
  receiptsSwapped: { times: 4 },
  preKeysRefused: { ms: [3_000, 5_000], first: 'spendPreKeys' },
  slowUpload: { ms: [3_000, 5_000], value: () => 20_000, everywhere: true },
  slowDownload: { ms: [3_000, 5_000], value: () => 20_000, everywhere: true },
  cutUpload: { ms: RARE_MS, times: 2, everywhere: true },
  cutDownload: { ms: RARE_MS, times: 3, everywhere: true },
  wrongHash: { ms: RARE_MS, times: 2, everywhere: true },
}

const USED_UP_WITHIN_MS = 5_000

const isLasting = (name: Trouble): name is FaultName => name in lasting

export const blowOf = ({ name, value }: Card, struck: Struck): Blow =>
  isLasting(name) ? lastingBlow(name, value, struck) : sudden[name].blow(struck, value ?? 0)

function lastingBlow(name: FaultName, form: number | undefined, { chance, phone: struck }: Struck): Blow {
  const { ms, times, value = () => form, everywhere, first, last } = lasting[name]
  const phone = everywhere ? null : struck
  const whose = phone === null ? {} : { phone }
  const set = { do: 'setFault', name, ...whose } as const
  const amount = value(chance)
  const on: Command = { ...set, on: true, ...(amount !== undefined && { value: amount }), ...(times && { times }) }
  const off: Command = { ...set, on: false }
  return {
    phone,
    lasts: ms ? chance.between(...ms) : USED_UP_WITHIN_MS,
    begin: [on, ...before(first, struck, whose)],
    end: [off, ...(last ? [{ do: last, ...whose }] : [])],
  }
}

function before(first: Use['first'], phone: string, whose: { readonly phone?: string }): Step[] {
  if (first === undefined) return []
  if (first === 'dropConnections') return [{ do: first, ...whose }]
  return first === 'duplicate' ? [{ do: 'setFault', name: first, phone, on: true, times: 2 }] : [{ do: first, phone }]
}

type Stroke = { readonly forms?: readonly number[]; blow(struck: Struck, form: number): Blow }

const MOMENT_MS = 500
const once = (phone: string | null, ...begin: Step[]): Blow => ({ phone, lasts: MOMENT_MS, begin, end: [] })

const sudden: Record<Sudden, Stroke> = {
  dropped: { blow: ({ phone }) => once(phone, { do: 'dropConnections', phone }) },
  allDropped: { blow: () => once(null, { do: 'dropConnections' }) },
  streamEnded: { blow: ({ phone }) => once(phone, { do: 'endStream', phone }) },
  streamError: { forms: [515, 503, 500], blow: ({ phone }, code) => once(phone, { do: 'streamError', phone, code }) },
  redirected: { blow: ({ phone }) => once(phone, { do: 'redirect', phone }) },
  replaced: { blow: ({ phone }) => once(phone, { do: 'replaced', phone }) },
  /** 401 on the open line. */
  removed: { blow: ({ phone }) => once(phone, { do: 'unlink', phone }) },
  /** 401 at the next login. */
  removedWhileAway: {
    blow: ({ phone }) => once(phone, { do: 'dropConnections', phone }, { do: 'unlink', phone }),
  },
  banned: {
    blow: ({ phone }) => ({
      phone,
      lasts: 3_000,
      begin: [{ do: 'ban', phone }],
      end: [{ do: 'ban', phone, on: false }],
    }),
  },
  restricted: {
    blow: ({ phone }) => ({
      phone,
      lasts: 4_000,
      begin: [{ do: 'restrict', phone }],
      end: [{ do: 'restrict', phone, hours: 0 }],
    }),
  },
  keysSpent: { blow: ({ phone }) => once(phone, { do: 'spendPreKeys', phone }) },
  mediaExpired: { blow: () => once(null, { do: 'expireMedia' }) },
  phonesOff: {
    blow: ({ phone, chance, customers }) => {
      const some = chance.shuffled(customers).slice(0, 5)
      const turn = (on: boolean) => some.map(({ number }): Command => ({ do: 'setOnline', phone: number, on }))
      return { phone, lasts: chance.between(3_000, 6_000), begin: turn(false), end: turn(true) }
    },
  },
  /** "Delivered" takes its time, so that "read" may come before it. */
  slowReceipts: {
    blow: ({ phone, customers }) => {
      const take = (slow: boolean) =>
        customers.map(({ number, after }): Command => ({ do: 'setHabits', phone: number, after: slow ? 3_000 : after }))
      return { phone, lasts: 5_000, begin: take(true), end: take(false) }
    },
  },
  /** The same people under their other address. */
  readdressed: {
    blow: ({ phone, customers }) => {
      const write = (turned: boolean) =>
        customers.map(({ number, addressing }): Command => {
          return { do: 'setHabits', phone: number, addressing: (addressing === 'pn') === turned ? 'lid' : 'pn' }
        })
      return { phone, lasts: 6_000, begin: write(true), end: write(false) }
    },
  },
  /** Customers with a new phone: nobody's old session fits. */
  reinstalled: {
    blow: ({ phone, chance, customers }) => {
      const some = chance.shuffled(customers).slice(0, 3)
      return once(phone, ...some.map(({ number }): Command => ({ do: 'reinstall', phone: number })))
    },
  },
  fileLocked: { blow: (struck) => locked('tenant.db', struck) },
  sessionsLocked: { blow: (struck) => locked('session.db', struck) },
}

const locked = (file: LockedFile, { company, chance }: Struck): Blow => ({
  phone: null,
  lasts: chance.between(1_000, 3_000),
  begin: [{ do: 'lock', company, file }],
  end: [{ do: 'unlock', company, file }],
})

/** The line has to be linked anew. */
export const isUnlinking = ({ name }: Card): boolean =>
  isLasting(name) ? lasting[name].first === 'unlink' : name === 'removed' || name === 'removedWhileAway'

const formsOf = (name: Trouble, forms: readonly number[] | undefined): Card[] =>
  forms ? forms.map((value) => ({ name, value })) : [{ name }]

export const deck: readonly Card[] = [
  ...FaultName.options.flatMap((name) => formsOf(name, lasting[name].forms)),
  ...(Object.keys(sudden) as Sudden[]).flatMap((name) => formsOf(name, sudden[name].forms)), // the keys of a record are its type's keys
]
