/** What the page says about versions and updates. Pure. */
import type {
  InstallationUpdate,
  UpdateAttempt,
  UpdatedMachine,
  UpdateStep,
} from '../../../../src/operator/update/contract'
import type { Language } from '../../../shared/i18n/languages'

export type Head =
  | 'rolling'
  | 'heldUp'
  | 'halted'
  | 'running'
  | 'good'
  | 'back'
  | 'broken'
  | 'failed'
  | 'noKey'
  | 'elsewhere'
  | 'standby'
  | 'noAddress'
  | 'planned'
  | 'offer'
  | 'fault'
  | 'current'
  | 'never'

export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export const isUnderWay = (attempt: UpdateAttempt | null): boolean => attempt !== null && attempt.end === null

/** How long the outcome of an update leads the page. */
const SHOWN = { good: 24 * 3_600_000, other: 30 * 24 * 3_600_000 }

/** The newest attempt while it runs, and afterwards until something newer is known. */
export function shownAttempt({ attempt, offer, plan }: InstallationUpdate, now: number): UpdateAttempt | null {
  if (!attempt || attempt.end === null) return attempt
  if (plan || (offer && offer.version !== attempt.version) || attempt.fault === 'cancelled') return null
  const age = now - Date.parse(attempt.endedAt ?? attempt.startedAt)
  return age < (attempt.end === 'good' ? SHOWN.good : SHOWN.other) ? attempt : null
}

export function headOf(data: InstallationUpdate, now: number): Head {
  if (data.fleet?.stopped) return 'halted'
  if (data.fleet && data.fleet.heldUpBy.length > 0) return 'heldUp'
  if (data.fleet?.machine) return 'rolling'
  const shown = shownAttempt(data, now)
  if (shown) return shown.end ?? 'running'
  if (data.obstacle) return data.obstacle
  if (data.plan) return 'planned'
  if (data.offer) return 'offer'
  if (data.looked === null) return 'never'
  return data.looked.fault ? 'fault' : 'current'
}

const tones: Readonly<Partial<Record<Head, Tone>>> = {
  good: 'good',
  current: 'good',
  back: 'warn',
  halted: 'warn',
  heldUp: 'warn',
  failed: 'warn',
  broken: 'bad',
  fault: 'warn',
}
export const toneOf = (head: Head): Tone => tones[head] ?? 'plain'

export type StepRow = {
  readonly step: UpdateStep
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  /** When it ended; of one that runs, when it began. */
  readonly at: string | null
  /** How long it took, in seconds. */
  readonly took: number | null
  readonly detail: string | null
}

const usual: readonly UpdateStep[] = [
  'download',
  'verify',
  'backup',
  'drain',
  'stop',
  'copy',
  'start',
  'migrate',
  'check',
  'open',
  'steady',
]
/** Only where databases change; without that they are checked in place of it. */
const ofChangedData: ReadonlySet<UpdateStep> = new Set(['copy', 'migrate'])
/** Only in a fleet, where nobody waits for it. */
const ofFleet: UpdateStep = 'drain'

/** What was done, and what is still to come while the attempt runs. */
export function rowsOf(attempt: UpdateAttempt): StepRow[] {
  let before = Date.parse(attempt.startedAt)
  const done = attempt.steps.flatMap(({ step, state, at, detail }): StepRow[] => {
    const took = Math.max(0, (Date.parse(at) - before) / 1000)
    before = Date.parse(at)
    if (state === 'skipped') return []
    return [{ step, state, at, took: state === 'running' ? null : took, detail: state === 'failed' ? detail : null }]
  })
  if (attempt.end !== null) return done
  const known = new Set(attempt.steps.map(({ step }) => step))
  const last = Math.max(-1, ...attempt.steps.map(({ step }) => usual.indexOf(step)))
  const { changesData } = attempt
  const isNext = (step: UpdateStep, at: number) =>
    at > last && !known.has(step) && step !== ofFleet && (changesData ? step !== 'check' : !ofChangedData.has(step))
  const waiting = usual
    .filter(isNext)
    .map((step): StepRow => ({ step, state: 'waiting', at: null, took: null, detail: null }))
  return [...done, ...waiting]
}

/** The machine of a fleet that alone knows the newest data: no other could take its companies over. */
export function findLoneMachine(machines: readonly UpdatedMachine[] | null): UpdatedMachine | undefined {
  const running = machines?.filter(({ isRunning }) => isRunning) ?? []
  const newest = Math.max(...running.map(({ schema }) => schema))
  const [first, ...others] = running.filter(({ schema }) => schema === newest)
  return others.length === 0 && running.length > 1 ? first : undefined
}

/** Seconds without service; null if nobody noticed, or nothing says. */
export function outageOf({ steps, endedAt }: UpdateAttempt): number | null {
  const at = (wanted: UpdateStep) => steps.find(({ step }) => step === wanted)?.at
  const [from, to] = [at('stop'), at('back') ?? at('open') ?? endedAt]
  return from && to ? Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000) : null
}

/** The lines in the reader's language, or in English. */
export function changesIn(
  changes: { readonly en: string[]; readonly 'pt-BR'?: string[] | undefined },
  language: Language,
) {
  const own = language === 'pt-BR' ? changes['pt-BR'] : undefined
  return { lines: own ?? changes.en, lang: own ? 'pt-BR' : 'en' }
}

/** `9f2c…41ab` */
export const shortKey = (fingerprint: string): string => `${fingerprint.slice(0, 4)}…${fingerprint.slice(-4)}`

export const knownCauses = [
  'space',
  'unhealthy',
  'silent',
  'hung',
  'slow',
  'died',
  'notRunnable',
  'stopped',
  'interrupted',
  'noStop',
  'replaced',
  'system',
] as const
export type KnownCause = (typeof knownCauses)[number]

const patterns: Readonly<Record<KnownCause, RegExp>> = {
  space: /too full|no space|ENOSPC|disk is full|not enough space|SQLITE_FULL/i,
  unhealthy: /not report that it is in order|was not in order/,
  silent: /did not answer within/,
  hung: /gave no answer/,
  slow: /did not finish its trial/,
  died: /ended unexpectedly/,
  notRunnable: /does not run here/,
  stopped: /server was stopped/,
  interrupted: /was interrupted before/,
  noStop: /did not stop in time/,
  replaced: /executable was replaced/,
  system: /cannot be replaced on this system/,
}

/** A cause that the program writes in English, by a name; null if it is none of those that are known. */
export const causeIn = (words: string): KnownCause | null =>
  knownCauses.find((cause) => patterns[cause].test(words)) ?? null

/** What helps before the next attempt. */
export function adviceFor({ fault, cause, end }: UpdateAttempt): 'space' | 'backup' | 'look' | null {
  if (end === null || end === 'good' || end === 'broken') return null
  if (fault === 'noSpace' || causeIn(cause ?? '') === 'space') return 'space'
  if (fault === 'backup') return 'backup'
  return fault === 'notFound' || fault === 'hash' || fault === 'tooLong' ? 'look' : null
}
