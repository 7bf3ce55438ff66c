/** Share of the requested history that a phone has announced, in per cent. */
import type { ImportScope } from '../../backfill'
import type { Notification } from './notification'
import { RECENT_MS } from './recent'

/** `proto.HistorySync.HistorySyncType` of the last part, which comes only if the whole history was requested. */
const FULL = 2
/** Share that is done when the recent part is imported and the full one is still to come. */
const RECENT_SHARE = 0.3

/** WhatsApp sends more than recent messages only if the device requested the whole history when it was linked. */
export const wantsAll = (scope: ImportScope | null, now: number): boolean =>
  scope !== null && scope.from < now - RECENT_MS

/** The progress after this part; `announced` is the progress before it. */
export function progressAfter(
  { syncType, progress }: Notification,
  { announced, isWhole }: { readonly announced: number; readonly isWhole: boolean },
): number {
  const said = Math.min(100, progress ?? 0)
  if (!isWhole) return Math.max(announced, said)
  const share = syncType === FULL ? 100 * RECENT_SHARE + said * (1 - RECENT_SHARE) : said * RECENT_SHARE
  return Math.max(announced, share)
}
