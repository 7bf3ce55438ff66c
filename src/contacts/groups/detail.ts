/** A contact with all there is to know of it, for who may see that. */
import { fail } from '../../errors'
import type { Db } from '../../platform/sqlite'
import { findContactOrFail, summarizeContact } from '../queries'
import type { ContactDetail } from './contract'
import { isAdmin } from './group'
import { findGroup, groupsOf, listParticipants } from './queries'

/** `maySee` is asked for groups: who is in one is known to those who see its conversation. */
export function readContact(db: Db, id: number, maySee: (groupId: number) => boolean): ContactDetail {
  const contact = findContactOrFail(db, id)
  if (contact.isGroup && !maySee(id)) return fail('ERR_NO_CONTACT_FOUND')
  const facts = contact.isGroup ? findGroup(db, id) : undefined
  const participants = facts ? listParticipants(db, id, facts.addressing) : []
  return {
    ...summarizeContact(contact),
    groups: contact.isGroup ? [] : groupsOf(db, id).filter((group) => maySee(group.id)),
    participants,
    descGroup: facts?.description ?? '',
    adminGroup: participants.some(({ isUs, role }) => isUs && isAdmin(role)),
    announce: facts?.announce ?? false,
    restrict: facts?.restrict ?? false,
    isCommunity: facts?.isCommunity ?? false,
    isCommunityAnnounce: facts?.isCommunityAnnounce ?? false,
    community: facts?.parent?.subject ?? null,
    joinApprovalMode: facts?.joinApproval ?? false,
    memberAddMode: facts?.membersAdd ?? false,
  }
}
