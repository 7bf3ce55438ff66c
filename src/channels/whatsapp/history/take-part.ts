/** Imports one part of a history: fetched, searched for pairs of addresses, and handed to the house slice by slice. */
import type { Address } from '../../channel'
import type { ImportScope, Missed, PastSlice } from '../../past'
import { addressesOf, addressOf } from '../address'
import type { Baileys } from '../baileys/baileys'
import type { Limits } from '../limits'
import { DownloadFailed } from '../media/download'
import { originOf } from '../media/private-server'
import type { Me } from '../receiving/open-row'
import type { Turns } from '../session/turns'
import type { Credentials } from '../storage/credentials'
import { isStorage } from '../storage/storage'
import { layoutOf } from './layout'
import { fetchPart, type Packed, unpack } from './load'
import type { Notification } from './notification'
import { createBudget, inTurn, restAfter } from './pace'
import { RECENT_MS } from './recent'
import { createRelations } from './relations'
import { slicesOf } from './slices'
import type { Range } from './wire'

export type TakerHouse = {
  readonly past: {
    /** Null: nothing. */
    scope(): ImportScope | null
    position(part: string): number | null
    take(slice: PastSlice): boolean
    missed(missed: Missed): void
    names(people: readonly { readonly address: Address; readonly name: string }[]): void
  }
  readonly turns: Turns
  readonly limits: Limits
  readonly url: string | null
  now(): number
}
export type ToTake = {
  readonly packed: Packed
  readonly notification: Notification
  /** The id of the part. */
  readonly part: string
  /** How much of its history the phone had announced before, in per cent. */
  readonly told: number
  /** Aborted when the rest is not needed any more. */
  readonly gone: AbortSignal
}

/** Older than recent messages come only if the device asked for the whole history when it was linked. */
export const wantsAll = (scope: ImportScope | null, now: number): boolean =>
  scope !== null && scope.from < now - RECENT_MS

/** `proto.HistorySync.HistorySyncType`: comes last, and only if the whole history was requested. */
const FULL = 2
/** The share of the whole that is done when the recent part is imported and the full one is still to come. */
const RECENT_SHARE = 0.3
const TRIES = 4
/** Names, or pairs of number and LID, per transaction. */
const PEOPLE_AT_ONCE = 200

type Opened = {
  readonly baileys: Baileys
  readonly credentials: Credentials
  me(): Me
  /** From when on the account's messages were missed, because it was not linked; null: none were. */
  since(): number | null
}

export function createTaker(house: TakerHouse, { baileys, credentials, me, since: missedSince }: Opened) {
  const { past, limits } = house
  const relations = createRelations(credentials, baileys)
  const budget = createBudget()

  /** Returns how much of its history the phone has announced, in per cent. Throws `DownloadFailed` when the part cannot be read. */
  async function take({ packed, notification, part, told, gone }: ToTake): Promise<number> {
    const bytes = await unpack(packed)
    if (gone.aborted) return told
    const { conversations, pushNames, pairs } = reading(() => layoutOf(bytes))
    await learnPairs(bytes, pairs, gone)
    const scope = past.scope()
    const done = scope && past.position(part)
    const reach = reachOf(scope, notification, told)
    const since = missedSince()
    const around = { otherHalf: credentials.otherHalf, me: addressesOf(me().id, me().lid) }
    const taken = { part, bytes, conversations, baileys, reach, since, around, size: budget.size }
    const met: Parameters<typeof slicesOf>[0]['met'] = (header) => {
      relations.learnPair(header.id, header.lidJid || header.pnJid || header.accountLid)
      relations.learnToken(header)
    }
    const isRequested = scope !== null && done !== null
    const slices = slicesOf({ ...taken, met, done: done ?? 0, scope: isRequested ? scope : null })
    await takeSlices(slices, { isRequested, since, gone })
    if (isRequested || since !== null) await tellNames(bytes, pushNames, gone)
    return reach.to
  }

  /** Null when aborted meanwhile. Throws `DownloadFailed` when the file cannot be fetched. */
  async function fetch(notification: Notification, gone: AbortSignal): Promise<Packed | null> {
    const home = house.url ? originOf(house.url) : null
    const bounds = { ms: limits.download, bytes: limits.downloadBytes }
    for (let attempt = 1; !gone.aborted; attempt++) {
      try {
        return await fetchPart(notification, { baileys, home, bounds, gone })
      } catch (error) {
        if (gone.aborted) return null
        const mayPass = error instanceof DownloadFailed && error.why === 'unavailable'
        if (!mayPass || attempt === TRIES) throw error
        await Bun.sleep(limits.historyRetry)
      }
    }
    return null
  }

  /** The progress before and after this part, in per cent. */
  function reachOf(scope: ImportScope | null, { syncType, progress }: Notification, told: number) {
    const said = Math.min(100, progress ?? 0)
    const share = syncType === FULL ? 100 * RECENT_SHARE + said * (1 - RECENT_SHARE) : said * RECENT_SHARE
    return { from: told, to: Math.max(told, wantsAll(scope, house.now()) ? share : said) }
  }

  /** After the import is stopped, the rest is only searched for pairs of addresses and missed messages. */
  async function takeSlices(
    slices: Iterator<PastSlice>,
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
      // Before the position is stored: a crash in between brings them again, and they are recognised.
      if (since !== null && slice.missed.length > 0) past.missed({ since, chats: slice.missed })
      if (isWanted) isWanted = past.take(slice)
      return true
    }
    for (let isMore = true; isMore; ) {
      const { result, took } = await inTurn(house.turns, takeOne)
      isMore = result
      budget.took(took)
      await restAfter(took)
    }
  }

  async function learnPairs(bytes: Uint8Array, ranges: readonly Range[], gone: AbortSignal): Promise<void> {
    const { PhoneNumberToLIDMapping } = baileys.proto
    for (const some of inSome(ranges)) {
      if (gone.aborted) return
      const { took } = await inTurn(house.turns, () => {
        for (const range of some) {
          const pair = orNull(() => PhoneNumberToLIDMapping.decode(bytes.subarray(...range)))
          relations.learnPair(pair?.pnJid, pair?.lidJid)
        }
        relations.write()
      })
      await restAfter(took)
    }
  }

  async function tellNames(bytes: Uint8Array, ranges: readonly Range[], gone: AbortSignal): Promise<void> {
    for (const some of inSome(ranges)) {
      if (gone.aborted) return
      const { took } = await inTurn(house.turns, () =>
        past.names(
          some.flatMap((range) => {
            const person = orNull(() => baileys.proto.Pushname.decode(bytes.subarray(...range)))
            const address = addressOf(person?.id)
            return address && person?.pushname ? { address, name: person.pushname } : []
          }),
        ),
      )
      await restAfter(took)
    }
  }

  return { fetch, take }
}

/** A part that cannot be read is given up; errors of session.db are retried. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw isStorage(error) ? error : new DownloadFailed('corrupt')
  }
}

/** A pair or a name that cannot be read is none, and costs the part nothing. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function* inSome(ranges: readonly Range[]): Generator<readonly Range[]> {
  for (let from = 0; from < ranges.length; from += PEOPLE_AT_ONCE) yield ranges.slice(from, from + PEOPLE_AT_ONCE)
}
