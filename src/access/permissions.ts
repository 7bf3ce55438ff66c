/** What each profile may do beyond its own tickets, for server and screens alike. */
import type { Actor, Profile } from '../actor'

const profilesWith = {
  'dashboard:view': ['admin', 'supervisor'],
  'drawer-admin-items:view': ['admin'],
  'tickets-manager:showall': ['admin', 'supervisor'],
  /** A key of ours: the list of people with their e-mail addresses. */
  'users-page:view': ['admin', 'supervisor'],
  'user-modal:editProfile': ['admin', 'supervisor'],
  'user-modal:editQueues': ['admin', 'supervisor'],
  'ticket-options:deleteTicket': ['admin'],
  /** A key of ours: by the specification attendants see that a message was deleted, admins also its text. */
  'ticket-messages:seeDeleted': ['admin'],
  'ticket-options:transferWhatsapp': ['admin', 'supervisor'],
  'contacts-page:deleteContact': ['admin'],
  /** A key of ours: undoing the merge of two contacts. */
  'contacts-page:mergeContacts': ['admin', 'supervisor'],
  'contacts-page:exportContacts': ['admin'],
  'connections-page:actionButtons': ['admin'],
  'connections-page:addConnection': ['admin'],
  'connections-page:editOrDeleteConnection': ['admin'],
  /** A key of ours: the specification names none for queues. */
  'queues-page:change': ['admin'],
  'user-modal:connectionAccess': ['admin'],
  'settings-page:change': ['admin'],
  'tickets-manager:filterUsers': ['admin'],
  'tickets-manager:preview': ['admin'],
  /** A key of ours: the simulated WhatsApp's phones and faults, in company 1. */
  'simulator-page:use': ['admin'],
} as const satisfies Record<string, readonly Profile[]>

export type Permission = keyof typeof profilesWith

export function can(who: Pick<Actor, 'profile' | 'allUserChat'>, permission: Permission): boolean {
  if (permission === 'tickets-manager:showall' && who.allUserChat) return true
  const profiles: readonly Profile[] = profilesWith[permission]
  return profiles.includes(who.profile)
}

export type Attended = { readonly status: string; readonly isGroup: boolean; readonly userId: number | null }

/** Whether a person may answer and move a conversation: a colleague's is only read. A group's is everybody's. */
export const mayAttend = (
  who: Pick<Actor, 'userId' | 'profile' | 'allUserChat'>,
  { status, isGroup, userId }: Attended,
): boolean =>
  status !== 'open' || isGroup || userId === null || userId === who.userId || can(who, 'tickets-manager:showall')
