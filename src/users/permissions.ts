/**
 * What each profile may do beyond its own tickets, shared by server and screens: the core's table, and permissions that
 * features define.
 */
import type { Actor, Profile } from '../actor'

const profilesWith = {
  'dashboard:view': ['admin', 'supervisor'],
  /** A key of ours: the live wall; also of people with `allowRealTime`, for their queues. */
  'moments:view': ['admin', 'supervisor'],
  'drawer-admin-items:view': ['admin'],
  'tickets-manager:showall': ['admin', 'supervisor'],
  /** Not in the specification: list users with their e-mail addresses. */
  'users-page:view': ['admin', 'supervisor'],
  /** Not in the specification: create and delete users. `user.ts` has the rules for changes. */
  'users-page:change': ['admin'],
  'ticket-options:deleteTicket': ['admin'],
  /** Not in the specification: read the text of deleted messages. Attendants see only that a message was deleted. */
  'ticket-messages:seeDeleted': ['admin'],
  'ticket-options:transferWhatsapp': ['admin', 'supervisor'],
  'contacts-page:deleteContact': ['admin'],
  /** Not in the specification: undo the merge of two contacts. */
  'contacts-page:mergeContacts': ['admin', 'supervisor'],
  'contacts-page:exportContacts': ['admin'],
  /** Not in the specification: create, change and delete contact categories. Everybody may assign them. */
  'parameters-page:change': ['admin', 'supervisor'],
  /** Not in the specification: import contacts from a spreadsheet or the phone. */
  'contacts-page:importContacts': ['admin', 'supervisor'],
  'connections-page:actionButtons': ['admin'],
  'connections-page:addConnection': ['admin'],
  'connections-page:editOrDeleteConnection': ['admin'],
  /** Not in the specification, which has no key for queues. */
  'queues-page:change': ['admin'],
  'user-modal:connectionAccess': ['admin'],
  'settings-page:change': ['admin'],
  /** Not in the specification: read the audit log. */
  'audit-log:view': ['admin'],
  'tickets-manager:filterUsers': ['admin'],
  'tickets-manager:preview': ['admin'],
  /** Not in the specification: use the simulated WhatsApp's phones and faults, in company 1. */
  'simulator-page:use': ['admin'],
} as const satisfies Record<string, readonly Profile[]>

/** Permission of the core, by its key. */
export type SpinePermission = keyof typeof profilesWith

/** Permission of a feature, defined in its contract. */
export type DefinedPermission = { readonly key: string; readonly profiles: readonly Profile[] }
export type Permission = SpinePermission | DefinedPermission

/** `export const changeTags = definePermission('tags-page:change', ['admin', 'supervisor'])`; the key is the specification's. */
export const definePermission = (key: string, profiles: readonly Profile[]): DefinedPermission => ({ key, profiles })

export const profilesOf = (permission: Permission): readonly Profile[] =>
  typeof permission === 'string' ? profilesWith[permission] : permission.profiles

type Who = Pick<Actor, 'profile' | 'allUserChat'> & Partial<Pick<Actor, 'allowRealTime'>>

export function can(who: Who, permission: Permission): boolean {
  if (permission === 'moments:view' && who.allowRealTime) return true
  if (permission === 'tickets-manager:showall' && who.allUserChat) return true
  return profilesOf(permission).includes(who.profile)
}

export type TicketStatus = { readonly status: string; readonly isGroup: boolean; readonly userId: number | null }

/** Whether a user may reply to and move a conversation. A colleague's is read-only; a group's is open to everybody. */
export const mayAttend = (
  who: Pick<Actor, 'userId' | 'profile' | 'allUserChat'>,
  { status, isGroup, userId }: TicketStatus,
): boolean =>
  status !== 'open' || isGroup || userId === null || userId === who.userId || can(who, 'tickets-manager:showall')

/** Admins, supervisors and users who may see everybody's conversations have access to every unrestricted queue. */
export const hasAllQueues = ({ profile, allUserChat }: Pick<Actor, 'profile' | 'allUserChat'>): boolean =>
  profile !== 'user' || allUserChat

type QueueUser = Pick<Actor, 'profile' | 'allUserChat' | 'queueIds'>
export type QueueRef = { readonly id: number; readonly isRestricted: boolean }
/** `use`: opens conversations in it and takes those without a queue into it. `see`: no more than others' conversations. */
export type QueueAccess = 'use' | 'see' | null

/**
 * Restricted queues are for members and admins only. Users with queues of their own use no others; users without any
 * use every unrestricted one.
 */
export function queueAccess(user: QueueUser, { id, isRestricted }: QueueRef): QueueAccess {
  if (user.profile === 'admin' || user.queueIds.includes(id)) return 'use'
  if (isRestricted) return null
  if (user.profile === 'supervisor' || user.queueIds.length === 0) return 'use'
  return user.allUserChat ? 'see' : null
}

/**
 * Whether a user sees others' conversations in a queue, and can be given conversations in it: all that they may use,
 * except that users without queues of their own do not see others' conversations.
 */
export const seesQueue = (user: QueueUser, queue: QueueRef): boolean =>
  queueAccess(user, queue) !== null && (hasAllQueues(user) || user.queueIds.includes(queue.id))

/** A queue as `queueAccess` needs it, for a user whose hidden queues are known instead. */
export const queueFor = ({ hiddenQueueIds }: Pick<Actor, 'hiddenQueueIds'>, id: number): QueueRef => ({
  id,
  isRestricted: hiddenQueueIds.includes(id),
})

/** Whether a user may use a connection; some users are limited to certain ones. */
export const mayUseConnection = ({ connectionIds }: Pick<Actor, 'connectionIds'>, connectionId: number): boolean =>
  connectionIds === null || connectionIds.includes(connectionId)
