import { fail } from './errors'

/** The signed-in user behind a request or socket, as rules and visibility need it. */
export type Profile = 'admin' | 'supervisor' | 'user'

export type Actor = {
  readonly tenantId: number
  readonly tenantUuid: string
  readonly userId: number
  readonly name: string
  readonly profile: Profile
  /** Belongs to the operator: manages companies, plans and the machine. */
  readonly super: boolean
  /** Sees every ticket like an admin, without the other rights. */
  readonly allUserChat: boolean
  /** Sees the live wall of their queues. */
  readonly allowRealTime: boolean
  readonly queueIds: readonly number[]
  /** Restricted queues of which the user is not a member; none for admins. */
  readonly hiddenQueueIds: readonly number[]
  /** Connections the user is limited to; null if the company does not restrict channels. */
  readonly connectionIds: readonly number[] | null
  /** Sees only contacts with a visible conversation, or whose complete number they entered. */
  readonly onlyKnownContacts: boolean
  /** The company's subscription has expired: few routes and events remain available. */
  readonly isOverdue: boolean
  readonly sessionId: string
  /** A person of the operator, in the company by consent of its admin. */
  readonly support?: true
}

/** What a route's gate `own` does, for a part of a route or of an action. */
export function refuseSupport({ support }: Pick<Actor, 'support'>) {
  if (support) fail('ERR_NOT_FOR_SUPPORT')
}
