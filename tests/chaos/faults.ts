/** All faults: how they are caused and ended, and how long they last. */
import type { Command, FaultName } from '../../src/simulator/contract'
import type { Customer } from './participants'
import type { Random } from './random'

/** One step of causing or ending a fault: a simulator command or another action. */
export type Step =
  | Command
  /** The phone removes its linked device. */
  | { readonly do: 'unlink'; readonly phone: string }
  /** Another process holds a company's file, and nobody else can write to it. */
  | { readonly do: 'lock' | 'unlock'; readonly company: number; readonly file: LockedFile }
export type LockedFile = 'tenant.db' | 'session.db'

type SuddenKind =
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
/** Passkey faults have no effect without a user; tests/channels/whatsapp/passkey covers them. */
type LastingKind = Exclude<FaultName, `passkey${'NoOptions' | 'Silent' | 'OtherCode' | 'Twice' | 'Late' | 'Cut'}`>
export type FaultKind = LastingKind | SuddenKind
/** A fault with several codes, such as HTTP's, has a variant for each. */
export type FaultVariant = { readonly kind: FaultKind; readonly code?: number }

/** The connection that a fault was drawn for: its phone, its company and its customers. */
export type FaultTarget = {
  readonly random: Random
  readonly phone: string
  readonly company: number
  readonly customers: readonly Customer[]
}
/** Steps that cause a fault, and steps that end it after `lasts` milliseconds. */
export type Injection = {
  /** The company phone that it concerns; null: all. */
  readonly phone: string | null
  readonly lasts: number
  readonly begin: readonly Step[]
  readonly end: readonly Step[]
}

/** Use of a simulator fault. */
type LastingFault = {
  /** Range of its duration in milliseconds; without it, until it has occurred `times` times. */
  readonly ms?: readonly [number, number]
  readonly times?: number
  /** The fault's value for the simulator; otherwise the code. */
  readonly value?: (random: Random) => number
  readonly codes?: readonly number[]
  /** It concerns all connections. */
  readonly everywhere?: true
  /**
   * Executed after switching it on, to open a connection, link a device or require keys, which triggers the fault.
   */
  readonly first?: 'dropConnections' | 'unlink' | 'spendPreKeys'
  /** Executed after switching it off, because only a new connection ends it. */
  readonly last?: 'dropConnections'
}
/** Longer, because files are rarer than texts. */
const RARE_MS = [7_000, 8_000] as const

const lasting: Record<LastingKind, LastingFault> = {
  outage: { ms: [1_500, 5_000], everywhere: true },
  silent: { ms: [3_000, 6_000] },
  handshakeSilent: { ms: [2_000, 5_000], everywhere: true, first: 'dropConnections' },
  loginFailure: { ms: [2_000, 5_000], codes: [503, 500, 405, 403], first: 'dropConnections' },
  passkey: { ms: [8_000, 9_000], times: 1, first: 'unlink' },
  cutHistory: { ms: [8_000, 9_000], times: 1, value: () => 1, first: 'unlink' },
  delay: { ms: [3_000, 5_000], value: (random) => random.between(300, 2_500) },
  swap: { times: 3 },
  duplicate: { times: 5 },
  undecryptable: { times: 2 },
  unreadable: { times: 3 },
  ackMissing: { times: 4 },
  ackLate: { ms: [4_000, 6_000], value: (random) => random.between(1_000, 6_000) },
  ackError: { times: 1, codes: [479, 463] },
  dropOnMessage: { times: 2 },
  refuseUpload: { ms: RARE_MS, times: 2, everywhere: true },
  refuseDownload: { ms: RARE_MS, times: 3, codes: [404, 500, 503], everywhere: true },
  corruptMedia: { ms: RARE_MS, times: 3, everywhere: true },
  usyncSilent: { ms: [3_000, 5_000] },
  prekeyError: { ms: [2_000, 5_000] },
  halfOpen: { ms: [3_000, 6_000], last: 'dropConnections' },
  slowNetwork: { ms: [3_000, 5_000], value: () => 20_000 },
  duplicateAnew: { times: 4 },
  offlineEndMissing: { ms: [3_000, 5_000], first: 'dropConnections' },
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

const isLasting = (kind: FaultKind): kind is LastingKind => kind in lasting

export const injectionOf = ({ kind, code }: FaultVariant, target: FaultTarget): Injection =>
  isLasting(kind) ? lastingInjection(kind, code, target) : sudden[kind].inject(target, code ?? 0)

function lastingInjection(
  name: LastingKind,
  code: number | undefined,
  { random, phone: target }: FaultTarget,
): Injection {
  const { ms, times, value = () => code, everywhere, first, last } = lasting[name]
  const phone = everywhere ? null : target
  const whose = phone === null ? {} : { phone }
  const set = { do: 'setFault', name, ...whose } as const
  const amount = value(random)
  const on: Command = { ...set, on: true, ...(amount !== undefined && { value: amount }), ...(times && { times }) }
  const off: Command = { ...set, on: false }
  return {
    phone,
    lasts: ms ? random.between(...ms) : USED_UP_WITHIN_MS,
    begin: [on, ...stepsToOccur(first, target, whose)],
    end: [off, ...(last ? [{ do: last, ...whose }] : [])],
  }
}

function stepsToOccur(first: LastingFault['first'], phone: string, whose: { readonly phone?: string }): Step[] {
  if (first === undefined) return []
  if (first === 'dropConnections') return [{ do: first, ...whose }]
  return [{ do: first, phone }]
}

/** A fault that is one command, or several of them. */
type SuddenFault = { readonly codes?: readonly number[]; inject(target: FaultTarget, code: number): Injection }

const MOMENT_MS = 500
const once = (phone: string | null, ...begin: Step[]): Injection => ({ phone, lasts: MOMENT_MS, begin, end: [] })

const sudden: Record<SuddenKind, SuddenFault> = {
  dropped: { inject: ({ phone }) => once(phone, { do: 'dropConnections', phone }) },
  allDropped: { inject: () => once(null, { do: 'dropConnections' }) },
  streamEnded: { inject: ({ phone }) => once(phone, { do: 'endStream', phone }) },
  streamError: { codes: [515, 503, 500], inject: ({ phone }, code) => once(phone, { do: 'streamError', phone, code }) },
  redirected: { inject: ({ phone }) => once(phone, { do: 'redirect', phone }) },
  replaced: { inject: ({ phone }) => once(phone, { do: 'replaced', phone }) },
  /** 401 on the open connection. */
  removed: { inject: ({ phone }) => once(phone, { do: 'unlink', phone }) },
  /** 401 at the next login. */
  removedWhileAway: {
    inject: ({ phone }) => once(phone, { do: 'dropConnections', phone }, { do: 'unlink', phone }),
  },
  banned: {
    inject: ({ phone }) => ({
      phone,
      lasts: 3_000,
      begin: [{ do: 'ban', phone }],
      end: [{ do: 'ban', phone, on: false }],
    }),
  },
  restricted: {
    inject: ({ phone }) => ({
      phone,
      lasts: 4_000,
      begin: [{ do: 'restrict', phone }],
      end: [{ do: 'restrict', phone, hours: 0 }],
    }),
  },
  keysSpent: { inject: ({ phone }) => once(phone, { do: 'spendPreKeys', phone }) },
  mediaExpired: { inject: () => once(null, { do: 'expireMedia' }) },
  phonesOff: {
    inject: ({ phone, random, customers }) => {
      const some = random.shuffled(customers).slice(0, 5)
      const setOnline = (on: boolean) => some.map(({ number }): Command => ({ do: 'setOnline', phone: number, on }))
      return { phone, lasts: random.between(3_000, 6_000), begin: setOnline(false), end: setOnline(true) }
    },
  },
  /** "Delivered" is delayed, so that "read" may arrive before it. */
  slowReceipts: {
    inject: ({ phone, customers }) => {
      const confirm = (slowly: boolean) =>
        customers.map(
          ({ number, after }): Command => ({ do: 'setHabits', phone: number, after: slowly ? 3_000 : after }),
        )
      return { phone, lasts: 5_000, begin: confirm(true), end: confirm(false) }
    },
  },
  /** The same people write with their other address. */
  readdressed: {
    inject: ({ phone, customers }) => {
      const writeFrom = (other: boolean) =>
        customers.map(({ number, addressing }): Command => {
          return { do: 'setHabits', phone: number, addressing: (addressing === 'pn') === other ? 'lid' : 'pn' }
        })
      return { phone, lasts: 6_000, begin: writeFrom(true), end: writeFrom(false) }
    },
  },
  /** Customers with a new phone, which invalidates encrypted sessions. */
  reinstalled: {
    inject: ({ phone, random, customers }) => {
      const some = random.shuffled(customers).slice(0, 3)
      return once(phone, ...some.map(({ number }): Command => ({ do: 'reinstall', phone: number })))
    },
  },
  fileLocked: { inject: (target) => locked('tenant.db', target) },
  sessionsLocked: { inject: (target) => locked('session.db', target) },
}

const locked = (file: LockedFile, { company, random }: FaultTarget): Injection => ({
  phone: null,
  lasts: random.between(1_000, 3_000),
  begin: [{ do: 'lock', company, file }],
  end: [{ do: 'unlock', company, file }],
})

/** The phone has to be linked again afterwards. */
export const isUnlinking = ({ kind }: FaultVariant): boolean =>
  isLasting(kind) ? lasting[kind].first === 'unlink' : kind === 'removed' || kind === 'removedWhileAway'

const variantsOf = (kind: FaultKind, codes: readonly number[] | undefined): FaultVariant[] =>
  codes ? codes.map((code) => ({ kind, code })) : [{ kind }]

export const faultVariants: readonly FaultVariant[] = [
  ...(Object.keys(lasting) as LastingKind[]).flatMap((kind) => variantsOf(kind, lasting[kind].codes)),
  ...(Object.keys(sudden) as SuddenKind[]).flatMap((kind) => variantsOf(kind, sudden[kind].codes)), // the keys of a record are its type's keys
]
