/** A contact in full, for users who may see it. */
import type { Db } from '../../platform/sqlite'
import type { Address } from '../address'
import { addressesOf, showContact } from '../queries'
import type { Contact } from '../tables'
import type { ContactDetail } from './contract'
import { isAdmin } from './group'
import { findGroup, groupsOf, listParticipants } from './queries'

/** `maySee`: whether the requester may see a conversation with the group. */
export function readContact(db: Db, contact: Contact, maySee: (groupId: number) => boolean): ContactDetail {
  const { id } = contact
  const facts = contact.isGroup ? findGroup(db, id) : undefined
  const addresses = addressesOf(db, id)
  const participants = facts ? listParticipants(db, id, facts.addressing) : []
  return {
    ...showContact(db, contact),
    remoteJid: jidOf(addresses[0]),
    senderLid: jidOf(addresses.find(({ kind }) => kind === 'lid')),
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

const servers: Partial<Record<Address['kind'], string>> = { phone: 's.whatsapp.net', lid: 'lid', group: 'g.us' }
/** Null for people who are known on other messengers only. */
function jidOf(address: Address | undefined): string | null {
  const server = address && servers[address.kind]
  return address && server ? `${address.value}@${server}` : null
}
