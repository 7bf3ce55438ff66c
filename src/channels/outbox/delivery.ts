/** Sends outbox rows and stores their outcomes. The only caller of `channel.send` and `channel.sendAction`. */
import { eq } from 'drizzle-orm'
import { createBatcher } from '../../platform/batcher'
import type { Cx } from '../../platform/cx'
import type { Log } from '../../platform/log'
import { execute } from '../../platform/sql'
import { isSqliteError } from '../../platform/sqlite'
import { HOUR, SECOND } from '../../platform/time'
import type { Channel, ConnectionRef, Outgoing, OutgoingAction, SendResult } from '../channel'
import { channelOf } from '../connections/queries'
import { type OutboxRow, outbox } from '../connections/tables'
import { isInPlan } from '../plan'
import { LONGEST_WAIT } from './due'
import { askedAgainFor, forgetAskedAgain, noteTried } from './queue'

const MOST_TRIES = 5
/** An older message would surprise the contact, so it fails instead. */
export const OUTBOX_LIFE = 24 * HOUR
/** A larger transaction would block everybody else. */
const RESULTS_AT_ONCE = 32

/** Final outcome of a message. A null `failure`: confirmed by the messenger, perhaps under an id of its own. */
export type Outcome = { readonly failure: string | null; readonly externalId?: string | undefined }

/** The messenger's response to a row, or its outcome without being sent. */
type DeliveryResult = {
  readonly row: OutboxRow
  readonly result: SendResult | Outcome
  /** Whether the company has left this node: the row is there with it, and its next owner sends it again under the same id. */
  isElsewhere(): boolean
  readonly stored: () => void
}

export type DeliveryDeps = {
  readonly log: Log
  cxOf(tenantUuid: string): Cx
  /** Undefined if the file that the row sends is on this disk, or is nowhere. */
  bringFile(cx: Cx, row: OutboxRow): Promise<void> | undefined
  /** Returns what to send for the row, or why it can never be sent. */
  describe(cx: Cx, row: OutboxRow): Outgoing | OutgoingAction | { readonly failure: string }
  /** Stores the outcome on the message, in the transaction that removes the row. */
  settle(cx: Cx, row: OutboxRow, outcome: Outcome): void
  /** A phone requested this again while it was being sent. */
  resend(cx: Cx, connectionId: number, externalId: string): void
}

export function createDelivery(channel: Channel, deps: DeliveryDeps) {
  const underWay = new Set<Promise<void>>()
  const results = createBatcher(storeTogether, RESULTS_AT_ONCE)
  let isStopping = false
  /** The company's file may be closed. */
  let isOver = false

  async function handOver(cx: Cx, ref: ConnectionRef, row: OutboxRow): Promise<SendResult | Outcome> {
    if (cx.now() - row.createdAt > OUTBOX_LIFE) return { failure: 'expired' }
    if (!isInPlan(cx, channelOf(cx.db, row.connectionId))) return { failure: 'notInPlan' }
    try {
      const bringing = deps.bringFile(cx, row)
      if (bringing && !(await isBrought(bringing, deps.log))) return { outcome: 'notNow' }
      const outgoing = deps.describe(cx, row)
      if ('failure' in outgoing) return outgoing
      noteTried(cx.db, row)
      return await ('do' in outgoing ? channel.sendAction(ref, outgoing) : channel.send(ref, outgoing))
    } catch (error) {
      deps.log.warn({ err: error, message: row.messageId }, 'send failed, will be tried again')
      return { outcome: isSqliteError(error) ? 'notNow' : 'unknown' }
    }
  }

  /**
   * Resolves when the result is stored. Results of one event loop turn share a commit, so a slow disk costs one delay
   * for all.
   */
  function store({ tenantUuid }: ConnectionRef, outcome: Omit<DeliveryResult, 'stored'>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    results.add(tenantUuid, { ...outcome, stored: resolve })
    return promise
  }

  function storeTogether(tenantUuid: string, all: readonly DeliveryResult[]): void {
    if (isOver) return
    const [left, results] = [all.filter((one) => one.isElsewhere()), all.filter((one) => !one.isElsewhere())]
    for (const { stored } of left) stored()
    if (results.length === 0) return
    try {
      deps.cxOf(tenantUuid).transaction((cx) => {
        for (const { row, result } of results) conclude(cx, row, result)
      })
    } catch {
      // One of them may be the cause.
      for (const one of results) void storeAlone(tenantUuid, one).then(one.stored)
      return
    }
    for (const { stored } of results) stored()
  }

  /** Retries until the result is stored; otherwise an accepted message would be sent again. */
  async function storeAlone(tenantUuid: string, { row, result, isElsewhere }: DeliveryResult): Promise<void> {
    for (let isFirst = true; !isOver && !isElsewhere(); isFirst = false) {
      try {
        return conclude(deps.cxOf(tenantUuid), row, result)
      } catch (error) {
        if (isFirst)
          deps.log.error({ err: error, message: row.messageId }, 'the outcome of a message is not stored yet')
        if (isStopping) return
        await Bun.sleep(SECOND)
      }
    }
  }

  function conclude(cx: Cx, row: OutboxRow, result: SendResult | Outcome) {
    if ('failure' in result) return settle(cx, row, result)
    switch (result.outcome) {
      case 'sent':
        return settle(cx, row, { failure: null, externalId: result.externalId })
      case 'refused':
        return settle(cx, row, { failure: result.reason })
      case 'notNow':
        return postpone(cx, row, row.attempts)
      case 'later':
        return wait(cx, row, result.after)
      case 'unknown':
        return row.attempts + 1 >= MOST_TRIES
          ? settle(cx, row, { failure: 'noAnswer' })
          : postpone(cx, row, row.attempts + 1)
    }
  }

  /** Removes the row and reports the outcome to the message's author. */
  function settle(cx: Cx, row: OutboxRow, outcome: Outcome) {
    cx.transaction((cx) => {
      const { changes } = execute(cx.db, 'DELETE FROM outbox WHERE id = ?', row.id)
      noteTried(cx.db, row)
      deps.settle(cx, row, outcome)
      const externalId = askedAgainFor(cx.db, row)
      if (changes > 0 && outcome.failure === null && externalId) deps.resend(cx, row.connectionId, externalId)
    })
  }

  return {
    /** Resolves when the result is stored: the message is settled, or postponed until its next attempt. */
    deliver(cx: Cx, ref: ConnectionRef, row: OutboxRow, isElsewhere: () => boolean): Promise<void> {
      forgetAskedAgain(cx.db, row)
      const delivered = handOver(cx, ref, row)
        .then((result) => store(ref, { row, result, isElsewhere }))
        .finally(() => underWay.delete(delivered))
      underWay.add(delivered)
      return delivered
    },

    settle,

    /**
     * Waits at most `patience` ms for messages in flight. Messages without an answer by then are sent again under the
     * same id.
     */
    async stop(patience: number) {
      isStopping = true
      const over = Promise.withResolvers<void>()
      const timer = setTimeout(over.resolve, patience)
      await Promise.race([Promise.allSettled([...underWay]), over.promise])
      clearTimeout(timer) // otherwise it keeps the process alive
      isOver = true
    },
  }
}

const isBrought = (bringing: Promise<void>, log: Log): Promise<boolean> =>
  bringing.then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'the file of a message cannot be brought yet')
      return false
    },
  )

/** Waits 2, 4, 8, 16 s between the attempts after a temporary failure. */
const postpone = (cx: Cx, row: OutboxRow, attempts: number) =>
  change(cx, row, { attempts, nextAt: cx.now() + 2 ** Math.max(1, attempts) * SECOND })

const wait = (cx: Cx, row: OutboxRow, ms: number) =>
  change(cx, row, { nextAt: cx.now() + Math.min(LONGEST_WAIT, Math.max(1, ms)) })

const change = (cx: Cx, row: OutboxRow, values: Partial<Pick<OutboxRow, 'attempts' | 'nextAt'>>) =>
  cx.transaction((cx) => void cx.db.update(outbox).set(values).where(eq(outbox.id, row.id)).run())
