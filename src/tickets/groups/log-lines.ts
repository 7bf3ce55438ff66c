/** Logs group events on the group's ticket, so that attendants see why something has changed. */
import type { Address, GroupMember, GroupNews } from '../../channels/channel'
import { learnMemberName } from '../../contacts/groups/actions'
import { memberNameOf, membersAt } from '../../contacts/groups/queries'
import type { Cx } from '../../platform/cx'
import type { Db } from '../../platform/sqlite'
import { type LogData, writeLog } from '../log/log'
import { findActiveTicket } from '../queries'

/** A group as reported over one of our connections. */
export type HeardGroup = { readonly groupId: number; readonly connectionId: number }

const MOST_NAMES = 10

/** The first description of a group is its state, not an event, and is not logged. */
export function logNews(cx: Cx, { groupId, connectionId }: HeardGroup, news: GroupNews) {
  const ticket = news.type === 'all' ? undefined : findActiveTicket(cx.db, groupId, connectionId)
  if (!ticket) return
  learnMemberName(cx, groupId, news.by)
  const by = news.by && nameIn(cx.db, groupId, news.by.addresses)
  for (const line of linesOf(cx.db, groupId, news))
    writeLog(cx, ticket.id, { kind: 'groupChanged', userId: null, data: { ...line, by } })
}

function linesOf(db: Db, groupId: number, news: GroupNews): readonly LogData[] {
  switch (news.type) {
    case 'all':
      return []
    case 'facts':
      return Object.entries(news.facts).map(([change, value]) => ({
        change,
        value: typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? value : null,
      }))
    case 'members':
      return [{ change: news.change, ...peopleIn(db, groupId, news.members) }]
    case 'gone':
      return [{ change: 'left', us: 1 }]
  }
}

function peopleIn(db: Db, groupId: number, members: readonly GroupMember[]): LogData {
  const others = members.filter(({ isUs }) => !isUs)
  const names = others.slice(0, MOST_NAMES).map(({ addresses }) => nameIn(db, groupId, addresses))
  return {
    who: names.join(', ') || null,
    ...(others.length > MOST_NAMES && { more: others.length - MOST_NAMES }),
    ...(others.length < members.length && { us: 1 }),
  }
}

const nameIn = (db: Db, groupId: number, addresses: readonly Address[]): string =>
  memberNameOf(db, addresses, membersAt(db, groupId, addresses)[0]?.name ?? null)
