/** What the attempts know about reports of our own messages. */
import { addressKey } from '../../contacts/address'
import type { Raw } from '../../platform/sqlite'
import { findOurs, listSentAfter } from './attempts'
import type { Report } from './product'

/**
 * An echo whose id Meta has already given to a request of ours names that request; it is no new message. A receipt's
 * time says nothing about what was sent after it, even if that was written before.
 */
export const recogniseOwn = (db: Raw, connectionId: number, reports: readonly Report[]): Report[] =>
  reports.map((report): Report => {
    if (report.to === 'incoming' && report.what.fromMe) {
      const { externalId } = report.what
      const ours = findOurs(db, connectionId, externalId)
      return ours === undefined ? report : { to: 'named', what: { ours, externalId } }
    }
    if (report.to !== 'receivedUpTo') return report
    const { chat, at } = report.what
    const except = chat.flatMap((address) => listSentAfter(db, connectionId, addressKey(address), at))
    return { ...report, what: { ...report.what, except } }
  })
