/** Groups, as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id } from '../../platform/formats'
import { ContactWithInfo } from '../contract'

/** Why nobody can write: only admins may and we are not one; we are not a member; it is a community, which has no chat of its own. */
export const SendingBlock = v.picklist(['announce', 'notMember', 'community'])
export type SendingBlock = v.InferOutput<typeof SendingBlock>

export const GroupParticipant = v.object({
  /** Of this member in this group; `mentionedContacts` refers to it. */
  id: Id,
  /** Set when this person is a contact too. */
  contactId: v.nullable(Id),
  name: v.string(),
  /** Null while WhatsApp hides it. */
  number: v.nullable(v.string()),
  username: v.nullable(v.string()),
  profilePicUrl: v.nullable(v.string()),
  role: v.picklist(['member', 'admin', 'superadmin']),
  /** One of the company's own numbers. */
  isUs: v.boolean(),
  /** What stands behind the @ when this person is mentioned. */
  token: v.string(),
})
export type GroupParticipant = v.InferOutput<typeof GroupParticipant>

/** A contact in full. `groups` is filled for a person, the rest for a group; otherwise they are empty. */
export const ContactDetail = v.object({
  ...ContactWithInfo.entries,
  /** Where messages to it go, in WhatsApp's form; null without any address. */
  remoteJid: v.nullable(v.string()),
  /** Its LID in WhatsApp's form, as far as it is known. */
  senderLid: v.nullable(v.string()),
  /** The groups this person is in, as far as the asker sees a conversation with them. */
  groups: v.array(v.object({ id: Id, name: v.string(), profilePicUrl: v.nullable(v.string()) })),
  /** Admins first, then by name. */
  participants: v.array(GroupParticipant),
  descGroup: v.string(),
  /** One of the company's numbers is an admin. */
  adminGroup: v.boolean(),
  /** Only admins may write. */
  announce: v.boolean(),
  /** Only admins may change the group. */
  restrict: v.boolean(),
  isCommunity: v.boolean(),
  isCommunityAnnounce: v.boolean(),
  /** Name of the community it belongs to. */
  community: v.nullable(v.string()),
  /** Joining by the link needs an admin's approval. */
  joinApprovalMode: v.boolean(),
  /** Every member may add people. */
  memberAddMode: v.boolean(),
})
export type ContactDetail = v.InferOutput<typeof ContactDetail>

/** Something about a group has changed: screens that show more than its name fetch it again. */
export const groupChanged = defineEvent('contact.group', v.object({ contactId: Id }))
