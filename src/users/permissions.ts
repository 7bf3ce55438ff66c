/** What each profile may do beyond its own tickets, for server and screens alike: the spine's table, and what features define. */
import type { Actor, Profile } from '../actor'

const profilesWith = {
  'dashboard:view': ['admin', 'supervisor'],
  'drawer-admin-items:view': ['admin'],
  'tickets-manager:showall': ['admin', 'supervisor'],
  /** A key of ours: the list of people with their e-mail addresses. */
  'users-page:view': ['admin', 'supervisor'],
  /** A key of ours: creating and deleting people. What may be changed about whom is in user.ts. */
  'users-page:change': ['admin'],
  'ticket-options:deleteTicket': ['admin'],
  /** A key of ours: by the specification attendants see that a message was deleted, admins also its text. */
  'ticket-messages:seeDeleted': ['admin'],
  'ticket-options:transferWhatsapp': ['admin', 'supervisor'],
  'contacts-page:deleteContact': ['admin'],
  /** A key of ours: undoing the merge of two contacts. */
  'contacts-page:mergeContacts': ['admin', 'supervisor'],
  'contacts-page:exportContacts': ['admin'],
  /** A key of ours: making, changing and deleting categories of contacts. Everybody gives them to contacts. */
  'parameters-page:change': ['admin', 'supervisor'],
  /** A key of ours: bringing contacts in a spreadsheet, or from the phone. */
  'contacts-page:importContacts': ['admin', 'supervisor'],
  'connections-page:actionButtons': ['admin'],
  'connections-page:addConnection': ['admin'],
  'connections-page:editOrDeleteConnection': ['admin'],
  /** A key of ours: the specification names none for queues. */
  'queues-page:change': ['admin'],
  'user-modal:connectionAccess': ['admin'],
  'settings-page:change': ['admin'],
  /** A key of ours: who changed what in the company. */
  'audit-log:view': ['admin'],
  'tickets-manager:filterUsers': ['admin'],
  'tickets-manager:preview': ['admin'],
  /** A key of ours: the simulated WhatsApp's phones and faults, in company 1. */
  'simulator-page:use': ['admin'],
} as const satisfies Record<string, readonly Profile[]>

/** Of the spine, by its key. */
export type SpinePermission = keyof typeof profilesWith

/** Of a feature, defined in its contract. */
export type DefinedPermission = { readonly key: string; readonly profiles: readonly Profile[] }
export type Permission = SpinePermission | DefinedPermission

/** `export const changeTags = definePermission('tags-page:change', ['admin', 'supervisor'])`; the key is the specification's. */
export const definePermission = (key: string, profiles: readonly Profile[]): DefinedPermission => ({ key, profiles })

export const profilesOf = (permission: Permission): readonly Profile[] =>
  typeof permission === 'string' ? profilesWith[permission] : permission.profiles

export function can(who: Pick<Actor, 'profile' | 'allUserChat'>, permission: Permission): boolean {
  if (permission === 'tickets-manager:showall' && who.allUserChat) return true
  return profilesOf(permission).includes(who.profile)
}

export type Attended = { readonly status: string; readonly isGroup: boolean; readonly userId: number | null }

/** Whether a person may answer and move a conversation: a colleague's is only read. A group's is everybody's. */
export const mayAttend = (
  who: Pick<Actor, 'userId' | 'profile' | 'allUserChat'>,
  { status, isGroup, userId }: Attended,
): boolean =>
  status !== 'open' || isGroup || userId === null || userId === who.userId || can(who, 'tickets-manager:showall')
