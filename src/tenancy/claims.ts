/**
 * Values that belong to one company of the installation: e-mails to sign in with, and messenger accounts. A claim is taken
 * before the company's transaction and released after it. A crash in between leaves a claim that nobody uses; it is taken
 * over when somebody else wants the value, after the holder's folder was asked.
 */
import type { Cx } from '../platform/cx'
import type { Databases } from '../platform/databases'
import { createFairQueues } from '../platform/fair-queues'
import type { Log } from '../platform/log'
import { atOnce } from '../platform/promises'
import type { Db } from '../platform/sqlite'
import { type Clock, MINUTE } from '../platform/time'
import { type Claim, type ClaimBucket, type ClaimHolder, type ClaimKind, createControlBucket } from './claim-bucket'
import { findCompanyByUuid } from './companies'

export type { Claim, ClaimHolder, ClaimKind }

/** Says whether the company's data use the value for which it holds a claim. */
export type ClaimUse = {
  readonly kind: ClaimKind
  isUsed(db: Db, value: string, holder: ClaimHolder): boolean
}

declare module '../platform/module' {
  interface Services {
    readonly claims: Claims
  }
}

/** `new`: it was free. `held`: this holder had it already. `taken`: another one has it. */
export type ClaimOutcome = 'new' | 'held' | 'taken'

/** Values of one kind that a change takes and frees. */
export type ClaimChange = { readonly takes?: string | undefined; readonly frees?: string | undefined }

export type Claims = ReturnType<typeof createClaims>

type Deps = {
  readonly bucket: ClaimBucket
  readonly log: Log
  readonly clock: Clock
  /** Claims from before this instant may be doubted at once: no change of theirs is under way. */
  readonly startedAt: number
  /** Asks the holder's folder. True also where it cannot be asked. */
  isUsed(kind: ClaimKind, value: string, claim: ClaimHolder): Promise<boolean>
}

/** Younger claims may belong to a change that is under way in another process. */
const DOUBTED_AFTER = MINUTE

const isSame = (a: ClaimHolder, b: ClaimHolder): boolean =>
  a.tenantUuid === b.tenantUuid && a.connectionId === b.connectionId

const keyOf = (kind: ClaimKind, value: string, { tenantUuid }: ClaimHolder) => `${kind} ${tenantUuid} ${value}`

export function createClaims({ bucket, log, clock, startedAt, isUsed }: Deps) {
  const relied = createReliance()
  const turns = createFairQueues({ atOnce: Number.POSITIVE_INFINITY, each: 1 })

  const isYoung = ({ takenAt }: Claim): boolean => takenAt >= startedAt && Math.abs(clock() - takenAt) < DOUBTED_AFTER

  async function isAbandoned(kind: ClaimKind, value: string, claim: Claim): Promise<boolean> {
    const key = keyOf(kind, value, claim)
    if (relied.has(key) || isYoung(claim)) return false
    return !(await isUsed(kind, value, claim)) && !relied.has(key)
  }

  async function takeOver(kind: ClaimKind, value: string, holder: ClaimHolder, other: Claim): Promise<ClaimOutcome> {
    if (!(await isAbandoned(kind, value, other))) return 'taken'
    log.info({ kind, tenant: other.tenantUuid }, 'a claim that nobody uses was taken over')
    await bucket.remove(kind, value, other)
    const { claim, isNew } = await bucket.create(kind, value, holder)
    return isNew ? 'new' : isSame(claim, holder) ? 'held' : 'taken'
  }

  const take = (kind: ClaimKind, value: string, holder: ClaimHolder): Promise<ClaimOutcome> =>
    atOnce(bucket.create(kind, value, holder), ({ claim, isNew }) =>
      isNew ? 'new' : isSame(claim, holder) ? 'held' : takeOver(kind, value, holder, claim),
    )

  /** Does nothing if another holder has it. */
  const release = (kind: ClaimKind, value: string, holder: ClaimHolder): Promise<void> =>
    atOnce(bucket.find(kind, value), (claim) =>
      claim && isSame(claim, holder) ? bucket.remove(kind, value, claim) : undefined,
    )

  /** Never fails: a claim that stays is taken over when somebody else wants the value. */
  async function releaseUnused(kind: ClaimKind, value: string, holder: ClaimHolder): Promise<void> {
    try {
      if (!(await isUsed(kind, value, holder))) await release(kind, value, holder)
    } catch (error) {
      log.warn({ err: error, kind, tenant: holder.tenantUuid }, 'a claim could not be released')
    }
  }

  async function change<T>(
    kind: ClaimKind,
    holder: ClaimHolder,
    { takes, frees, work, refused }: ClaimChange & ChangeWork<T>,
  ): Promise<T> {
    const isNew = takes !== undefined && (await outcomeOf(kind, takes, holder, refused)) === 'new'
    let done: T
    try {
      done = await work()
    } catch (error) {
      if (isNew) await releaseUnused(kind, takes, holder)
      throw error
    }
    if (takes !== undefined) await confirm(kind, takes, holder)
    if (frees !== undefined) await releaseUnused(kind, frees, holder)
    return done
  }

  async function outcomeOf(kind: ClaimKind, value: string, holder: ClaimHolder, refused: (value: string) => never) {
    const known = await take(kind, value, holder)
    const outcome = known === 'held' ? await renewed(kind, value, holder) : known
    return outcome === 'taken' ? refused(value) : outcome
  }

  /** Whoever has seen that nobody used a claim may be about to delete it. They delete only the one that they have seen. */
  async function renewed(kind: ClaimKind, value: string, holder: ClaimHolder): Promise<ClaimOutcome> {
    if (await isUsed(kind, value, holder)) return 'held'
    await release(kind, value, holder)
    return take(kind, value, holder)
  }

  /** A command may have released it while the change was under way. */
  async function confirm(kind: ClaimKind, value: string, holder: ClaimHolder): Promise<void> {
    try {
      if ((await take(kind, value, holder)) !== 'taken') return
      log.error({ kind, tenant: holder.tenantUuid }, 'another company took a value that this company uses')
    } catch (error) {
      log.warn({ err: error, kind, tenant: holder.tenantUuid }, 'a claim could not be confirmed')
    }
  }

  return {
    take,
    release,
    find: bucket.find,

    /** Whether somebody has the value, so that it cannot be taken. */
    async isTaken(kind: ClaimKind, value: string): Promise<boolean> {
      const claim = await bucket.find(kind, value)
      return claim !== undefined && !(await isAbandoned(kind, value, claim))
    },

    /** Whether the holder, a company of this process, uses the value or is about to. */
    isInUse: async (kind: ClaimKind, value: string, holder: ClaimHolder): Promise<boolean> =>
      relied.has(keyOf(kind, value, holder)) || (await isUsed(kind, value, holder)),

    /** Releases a value that the holder's data do not use any more. */
    releaseUnused,

    /**
     * Runs `work`, the company's transaction, after taking and before freeing a value, and gives the taken one back if it fails.
     * Such changes of a company wait for each other, and `change` reads what it changes when its turn comes. `refused` throws
     * what people are told when another company has the value.
     */
    changing: <T>(kind: ClaimKind, holder: ClaimHolder, plan: () => ClaimChange & ChangeWork<T>): Promise<T> =>
      turns.run(`${kind} ${holder.tenantUuid}`, () => {
        const planned = plan()
        const run = () => change(kind, holder, planned)
        return planned.takes === undefined ? run() : relied.during(keyOf(kind, planned.takes, holder), run)
      }),
  }
}

/** Values that a company of this process is about to use. */
function createReliance() {
  const counts = new Map<string, number>()
  return {
    has: (key: string): boolean => counts.has(key),
    async during<T>(key: string, work: () => Promise<T>): Promise<T> {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      try {
        return await work()
      } finally {
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

type ChangeWork<T> = { work(): T | Promise<T>; refused(value: string): never }

type OneProcess = {
  readonly databases: Databases
  readonly log: Log
  readonly clock: Clock
  /** Commands and nodes of a fleet leave it out: a change of another process may be under way. */
  readonly startedAt?: number | undefined
  /** By default in control.db. */
  readonly bucket?: ClaimBucket | undefined
  readonly uses: readonly ClaimUse[]
  /** Asks the node of a fleet that owns the holder's company. By default the holder's folder is on this machine. */
  readonly askHolder?: AskHolder | undefined
  /** Of a command in a fleet, which may take hours: finds out whether the company is on this node now, for `databases`. */
  readonly look?: ((tenantUuid: string) => Promise<void>) | undefined
}

/** Whether the holder uses the value, or is about to. */
export type AskHolder = (kind: ClaimKind, value: string, holder: ClaimHolder) => Promise<boolean>

/** Claims of one process, or of a command beside it. */
export const createOwnClaims = ({
  databases,
  log,
  clock,
  startedAt = Number.NEGATIVE_INFINITY,
  bucket = createControlBucket(databases.writableControl(), clock),
  uses,
  askHolder,
  look,
}: OneProcess) =>
  createClaims({
    bucket,
    log,
    clock,
    startedAt,
    async isUsed(kind, value, holder) {
      await look?.(holder.tenantUuid)
      const isElsewhere = askHolder && !databases.isAvailable(holder.tenantUuid)
      if (!isElsewhere) return isUsedIn(databases, uses, kind, value, holder)
      const isKnown = findCompanyByUuid(databases.control, holder.tenantUuid) !== undefined
      return isKnown && askHolder(kind, value, holder).catch(() => true) // its node cannot be asked
    },
  })

function isUsedIn(
  databases: Databases,
  uses: readonly ClaimUse[],
  kind: ClaimKind,
  value: string,
  holder: ClaimHolder,
): boolean {
  const { tenantUuid } = holder
  if (!findCompanyByUuid(databases.control, tenantUuid)) return false
  try {
    return databases.peek(tenantUuid, (db) => uses.some((use) => use.kind === kind && use.isUsed(db, value, holder)))
  } catch {
    return true // it is damaged, or handed over to a command
  }
}

/** The company's holder in its own `cx`. */
export const holderIn = ({ tenant }: Pick<Cx, 'tenant'>): ClaimHolder => ({ tenantUuid: tenant.uuid })
