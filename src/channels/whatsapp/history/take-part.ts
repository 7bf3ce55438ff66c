/** Imports one part of a history: fetches it, extracts address pairs, and hands it to our server slice by slice. */

import type { BackfillSlice, KnownChat } from '../../backfill'
import { DownloadFailed } from '../../download-failed'
import { isStorageError } from '../../storage-error'
import { addressesOf, addressOf, withUsername } from '../address'
import type { Baileys } from '../baileys/baileys'
import type { PackedBlob } from '../media/fetch-blob'
import type { Me } from '../receiving/inbox-rows'
import type { SessionContext } from '../session/context'
import type { Scheduler } from '../session/scheduler'
import type { Credentials } from '../storage/credentials'
import { layoutOf } from './layout'
import { fetchPart, unpack } from './load'
import type { Notification } from './notification'
import { createBudget, restAfter, runScheduled } from './pace'
import { progressAfter, wantsAll } from './progress'
import { createRelations } from './relations'
import { slicesOf } from './slices'
import type { Range } from './wire'

type Context = Pick<SessionContext, 'url' | 'wait' | 'limits' | 'backfill' | 'historyQueue' | 'scheduler' | 'now'>
export type ToTake = {
  readonly notification: Notification
  /** The id of the part. */
  readonly part: string
  /** Share of the history announced before this part, in per cent. */
  readonly announced: number
  /** Aborted when the rest is no longer needed. */
  readonly gone: AbortSignal
}

/** Names, or pairs of number and LID, per transaction. */
const PEOPLE_AT_ONCE = 200

type OpenSession = {
  readonly baileys: Baileys
  readonly credentials: Credentials
  me(): Me
  /** Start of the time in which the account was not linked, so that messages were missed; null: none were. */
  since(): number | null
}

export function createTaker(context: Context, { baileys, credentials, me, since: missedSince }: OpenSession) {
  const { backfill, scheduler } = context
  const relations = createRelations(credentials, baileys)
  const budget = createBudget()

  /**
   * Returns the share of the history announced so far, in per cent. Throws `DownloadFailed` when the part cannot be
   * read.
   */
  async function take(what: ToTake): Promise<number> {
    const { notification, announced, gone } = what
    // Fetched before queuing, so that it does not delay other histories.
    const packed = await fetchPart(context, notification, { baileys, gone })
    if (!packed) return announced
    try {
      return await context.historyQueue(async () => (gone.aborted ? announced : takePacked(packed, what)))
    } finally {
      await packed.drop()
    }
  }

  async function takePacked(packed: PackedBlob, { notification, part, announced, gone }: ToTake): Promise<number> {
    const bytes = await unpack(packed)
    if (gone.aborted) return announced
    const { conversations, pushNames, pairs, nctSalt } = reading(() => layoutOf(bytes))
    if (nctSalt) relations.learnSalt(bytes.slice(...nctSalt))
    await learnPairs(bytes, pairs, gone)
    const scope = backfill.scope()
    const done = scope && backfill.position(part)
    const reach = {
      from: announced,
      to: progressAfter(notification, { announced, isWhole: wantsAll(scope, context.now()) }),
    }
    const since = missedSince()
    const around = { otherHalf: credentials.otherHalf, me: addressesOf(me().id, me().lid) }
    const taken = { part, bytes, conversations, baileys, reach, since, around, size: budget.size }
    const chats: KnownChat[] = []
    const met: Parameters<typeof slicesOf>[0]['met'] = (header) => {
      relations.learnPair(header.id, header.lidJid || header.pnJid || header.accountLid)
      relations.learnToken(header)
      const named = addressesOf(header.id, header.pnJid, header.lidJid || header.accountLid)
      const addresses = withUsername(named, header.username)
      if (addresses.length > 0 && addresses.every(({ kind }) => kind !== 'group'))
        chats.push({ addresses, name: header.name || header.displayName || null })
    }
    const isRequested = scope !== null && done !== null
    const slices = slicesOf({ ...taken, met, done: done ?? 0, scope: isRequested ? scope : null })
    await takeSlices(slices, { isRequested, since, gone })
    await reportChats(chats, gone)
    if (isRequested || since !== null) await reportNames(bytes, pushNames, gone)
    return reach.to
  }

  /** After the import is stopped, the rest is only read for address pairs and missed messages. */
  async function takeSlices(
    slices: Iterator<BackfillSlice>,
    {
      isRequested,
      since,
      gone,
    }: { readonly isRequested: boolean; readonly since: number | null; readonly gone: AbortSignal },
  ): Promise<void> {
    let isWanted = isRequested
    const takeOne = (): boolean => {
      if (gone.aborted) return false
      const { value: slice } = reading(() => slices.next())
      if (!slice) return false
      relations.write()
      // Before the position is stored: after a crash in between they come again and are recognised.
      if (since !== null && slice.missed.length > 0) backfill.missed({ since, chats: slice.missed })
      if (isWanted) isWanted = backfill.take(slice)
      return true
    }
    for (let isMore = true; isMore; ) {
      const { result, took } = await runScheduled(scheduler, takeOne)
      isMore = result
      budget.took(took)
      await restAfter(took)
    }
  }

  const learnPairs = (bytes: Uint8Array, ranges: readonly Range[], gone: AbortSignal): Promise<void> =>
    forSome(ranges, { scheduler, gone }, (some) => {
      for (const range of some) {
        const pair = orNull(() => baileys.proto.PhoneNumberToLIDMapping.decode(bytes.subarray(...range)))
        relations.learnPair(pair?.pnJid, pair?.lidJid)
      }
      relations.write()
    })

  const reportNames = (bytes: Uint8Array, ranges: readonly Range[], gone: AbortSignal): Promise<void> =>
    forSome(ranges, { scheduler, gone }, (some) =>
      backfill.names(
        some.flatMap((range) => {
          const person = orNull(() => baileys.proto.Pushname.decode(bytes.subarray(...range)))
          const address = addressOf(person?.id)
          return address && person?.pushname ? { address, name: person.pushname } : []
        }),
      ),
    )

  const reportChats = (chats: readonly KnownChat[], gone: AbortSignal): Promise<void> =>
    forSome(chats, { scheduler, gone }, (some) => backfill.chats(some))

  return { take }
}

/** An unreadable part is given up; errors of session.db are retried. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isStorageError(error) ? error : new DownloadFailed('corrupt')
  }
}

/** Skips an unreadable pair or name, so that it does not fail the part. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Processes a few people per task, with pauses in between. */
async function forSome<T>(
  ranges: readonly T[],
  { scheduler, gone }: { readonly scheduler: Scheduler; readonly gone: AbortSignal },
  work: (some: readonly T[]) => void,
): Promise<void> {
  for (let from = 0; from < ranges.length && !gone.aborted; from += PEOPLE_AT_ONCE) {
    const { took } = await runScheduled(scheduler, () => work(ranges.slice(from, from + PEOPLE_AT_ONCE)))
    await restAfter(took)
  }
}
