/** Groups in the wire format. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id } from '../../platform/formats'
import { ContactWithInfo } from '../contract'

/**
 * Why nobody can send: only admins may and we are not one, we are not a member, or it is a community, which has no chat
 * of its own.
 */
export const SendingBlock = v.picklist(['announce', 'notMember', 'community'])
export type SendingBlock = v.InferOutput<typeof SendingBlock>

export const GroupParticipant = v.object({
  /** The member's id in this group; `mentionedContacts` refers to it. */
  id: Id,
  /** Set if this person is also a contact. */
  contactId: v.nullable(Id),
  name: v.string(),
  /** Null while WhatsApp hides it. */
  number: v.nullable(v.string()),
  username: v.nullable(v.string()),
  profilePicUrl: v.nullable(v.string()),
  role: v.picklist(['member', 'admin', 'superadmin']),
  /** One of the company's own numbers. */
  isUs: v.boolean(),
  /** The text after the @ when this person is mentioned. */
  token: v.string(),
})
export type GroupParticipant = v.InferOutput<typeof GroupParticipant>

/** A contact in full. `groups` is filled for a person and the other fields for a group; otherwise they are empty. */
export const ContactDetail = v.object({
  ...ContactWithInfo.entries,
  /** The address messages are sent to, in WhatsApp's form; null without any address. */
  remoteJid: v.nullable(v.string()),
  /** The LID in WhatsApp's form, if known. */
  senderLid: v.nullable(v.string()),
  /** The groups this person is in, limited to those whose conversation the requester may see. */
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
  /** The name of the community the group belongs to. */
  community: v.nullable(v.string()),
  /** Joining by the link needs an admin's approval. */
  joinApprovalMode: v.boolean(),
  /** Every member may add people. */
  memberAddMode: v.boolean(),
})
export type ContactDetail = v.InferOutput<typeof ContactDetail>

/** A group has changed: screens that show more than its name refetch it. */
export const groupChanged = defineEvent('contact.group', v.object({ contactId: Id }))
