/** Groups, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id } from '../../platform/formats'
import { ContactSummary } from '../contract'

/** Why nobody can write: only admins may and we are none; we are not in it; it is the roof of a community. */
export const SendingBlock = v.picklist(['announce', 'notMember', 'community'])
export type SendingBlock = v.InferOutput<typeof SendingBlock>

export const GroupParticipant = v.object({
  /** Of this member in this group: what `mentionedContacts` names. */
  id: Id,
  /** When this person is a contact too. */
  contactId: v.nullable(Id),
  name: v.string(),
  /** Null while WhatsApp hides it. */
  number: v.nullable(v.string()),
  profilePicUrl: v.nullable(v.string()),
  role: v.picklist(['member', 'admin', 'superadmin']),
  /** One of the company's own numbers. */
  isUs: v.boolean(),
  /** What stands behind the @ when this person is mentioned. */
  token: v.string(),
})
export type GroupParticipant = v.InferOutput<typeof GroupParticipant>

/** A contact with all there is to know. Of a person `groups`, of a group the rest; elsewhere they are empty. */
export const ContactDetail = v.object({
  ...ContactSummary.entries,
  /** Groups this person is in, of those whose conversation the asker sees. */
  groups: v.array(v.object({ id: Id, name: v.string(), profilePicUrl: v.nullable(v.string()) })),
  /** Admins first, then by name. */
  participants: v.array(GroupParticipant),
  descGroup: v.string(),
  /** One of the company's numbers is an admin. */
  adminGroup: v.boolean(),
  /** Only admins write. */
  announce: v.boolean(),
  /** Only admins change the group. */
  restrict: v.boolean(),
  isCommunity: v.boolean(),
  isCommunityAnnounce: v.boolean(),
  /** Name of the community it belongs to. */
  community: v.nullable(v.string()),
  /** Who joins by the link needs an admin's yes. */
  joinApprovalMode: v.boolean(),
  /** Everybody may add people. */
  memberAddMode: v.boolean(),
})
export type ContactDetail = v.InferOutput<typeof ContactDetail>

/** Something about a group is different: who shows more of it than its name asks again. */
export const groupChanged = defineEvent('contact.group', v.object({ contactId: Id }))
