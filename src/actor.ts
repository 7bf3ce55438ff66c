/** Who makes a request or listens for events: the signed-in person as rules and visibility see them. */
export type Profile = 'admin' | 'supervisor' | 'user'

export type Actor = {
  readonly tenantId: number
  readonly tenantUuid: string
  readonly userId: number
  readonly name: string
  readonly profile: Profile
  /** The operator's own people: companies, plans and the machine itself. */
  readonly super: boolean
  /** Sees every ticket like an admin, without an admin's other rights. */
  readonly allUserChat: boolean
  readonly queueIds: readonly number[]
  /** Restricted queues this person is not a member of; none for admins. */
  readonly hiddenQueueIds: readonly number[]
  /** Connections this person is limited to; null when the company does not restrict channels. */
  readonly connectionIds: readonly number[] | null
  /** Limited to contacts with whom they see a conversation, or whose whole number they typed. */
  readonly onlyKnownContacts: boolean
  /** The company's subscription has expired: little is served and told. */
  readonly isOverdue: boolean
  readonly sessionId: string
}
