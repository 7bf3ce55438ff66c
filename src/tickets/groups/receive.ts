/** News about a group: stored with its contact, applied to and logged on its tickets, and sent to the screens. */
import type { GroupMember, GroupNews } from '../../channels/channel'
import { findConnection } from '../../channels/connections/queries'
import { groupDue } from '../../channels/events'
import { learnUsernames, recogniseContact } from '../../contacts/actions'
import { groupAudience } from '../../contacts/announce'
import { changeFacts, replaceMembers, saveFacts, setMember, setOwnRole } from '../../contacts/groups/actions'
import { groupChanged } from '../../contacts/groups/contract'
import type { MemberRole } from '../../contacts/groups/group'
import { findGroup } from '../../contacts/groups/queries'
import { findContactIdByAddress } from '../../contacts/queries'
import type { Cx } from '../../platform/cx'
import { changeMark } from '../../platform/sqlite'
import { isEnabled } from '../../settings/settings'
import { announceTicket } from '../announce'
import { findTicket } from '../queries'
import { type HeardGroup, logNews } from './log-lines'
import { copyBlocks } from './queries'

/** Ignores groups without messages: the first message will request the description. */
export function receiveGroups(cx: Cx, connectionId: number, news: readonly GroupNews[]) {
  if (isEnabled(cx.db, 'CheckMsgIsGroup')) return
  cx.transaction((cx) => {
    if (!findConnection(cx.db, connectionId)) return
    for (const one of news) {
      const groupId = findContactIdByAddress(cx.db, one.group)
      if (groupId !== undefined) receiveNews(cx, { groupId, connectionId }, one)
    }
  })
}

function receiveNews(cx: Cx, heard: HeardGroup, news: GroupNews) {
  const before = changeMark(cx.db.$client)
  keep(cx, heard, news)
  if (changeMark(cx.db.$client) === before) return
  for (const id of copyBlocks(cx.db, heard.groupId)) {
    const ticket = findTicket(cx.db, id)
    if (ticket) announceTicket(cx, null, ticket)
  }
  logNews(cx, heard, news)
  cx.emit(groupChanged({ contactId: heard.groupId }), groupAudience(cx.db, heard.groupId))
}

function keep(cx: Cx, heard: HeardGroup, news: GroupNews) {
  const { db } = cx
  const { groupId } = heard
  switch (news.type) {
    case 'all': {
      const since = findGroup(db, groupId) ? cx.now() : 0 // members in the first description count as having always been there
      nameAfterSubject(cx, news, news.facts.subject)
      for (const { addresses } of news.members) learnUsernames(cx, addresses)
      const ids = replaceMembers(db, groupId, news.members, since)
      // The facts are stored last: until then the group counts as not described.
      if (!ids) return cx.happened(groupDue({ connectionId: heard.connectionId, contactId: groupId }))
      saveFacts(db, groupId, news.facts)
      const us = news.members.findIndex(({ isUs }) => isUs)
      return setOwnRole(db, heard, news.members[us]?.role ?? 'left', ids[us] ?? null)
    }
    case 'facts':
      changeFacts(db, groupId, news.facts)
      return nameAfterSubject(cx, news, news.facts.subject)
    case 'members':
      for (const member of news.members) move(cx, heard, member, news.change === 'left' ? 'left' : member.role)
      return
    case 'gone':
      return setOwnRole(db, heard, 'left', null)
  }
}

function nameAfterSubject(cx: Cx, { group }: GroupNews, subject: string | undefined) {
  if (subject) recogniseContact(cx, { addresses: [group], name: subject, isGroup: true })
}

function move(cx: Cx, heard: HeardGroup, { addresses, isUs }: GroupMember, role: MemberRole) {
  learnUsernames(cx, addresses)
  const id = setMember(cx.db, heard.groupId, { addresses, role }, cx.now())
  if (isUs) setOwnRole(cx.db, heard, role, id)
}
