/**
 * An installation of any product of the family, told without one: what people typed, said and set. It is the truth that
 * a moved-in installation is compared with, and each family's tables are made from it (`tables.ts`).
 *
 * Keys are names within a company; whatever refers to something uses its key.
 */

/** ISO with a zone. */
type Moment = string
type Key = string

export type NeutralInstallation = {
  readonly companies: readonly NeutralCompany[]
  readonly plans: readonly NeutralPlan[]
  readonly helps: readonly { readonly title: string; readonly description: string; readonly video: string }[]
}

export type NeutralPlan = {
  readonly name: string
  readonly users: number
  readonly connections: number
  readonly queues: number
  readonly cents: number
  readonly isPublic: boolean
}

export type NeutralCompany = {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly active: boolean
  readonly plan: string | null
  /** Last day that is paid. */
  readonly dueOn: string | null
  /** Seven days from Monday: spans of a day, none if closed. */
  readonly hours: readonly (readonly (readonly [from: string, to: string])[])[]
  readonly holidays: readonly string[]
  readonly people: readonly NeutralPerson[]
  readonly queues: readonly NeutralQueue[]
  readonly connections: readonly NeutralConnection[]
  readonly contacts: readonly NeutralContact[]
  readonly tags: readonly { readonly name: string; readonly color: string; readonly isKanban: boolean }[]
  readonly tickets: readonly NeutralTicket[]
  readonly quickMessages: readonly NeutralQuickMessage[]
  readonly schedules: readonly NeutralSchedule[]
  readonly lists: readonly NeutralList[]
  readonly campaigns: readonly NeutralCampaign[]
  readonly chats: readonly NeutralChat[]
  readonly announcements: readonly { readonly title: string; readonly text: string; readonly active: boolean }[]
  readonly invoices: readonly {
    readonly detail: string
    readonly cents: number
    readonly isPaid: boolean
    readonly dueDate: string
  }[]
  readonly settings: Readonly<Record<string, string>>
}

export type NeutralPerson = {
  readonly key: Key
  readonly name: string
  readonly email: string
  readonly password: keyof typeof import('./passwords').hashes | null
  readonly profile: 'admin' | 'user'
  readonly isSuper?: boolean
  readonly queues: readonly Key[]
  readonly shift?: readonly [from: string, to: string]
}

export type NeutralQueue = {
  readonly key: Key
  readonly name: string
  readonly color: string
  readonly greeting: string | null
  readonly options: readonly NeutralOption[]
}
export type NeutralOption = {
  readonly title: string
  readonly message: string | null
  readonly leadsTo?: Key
  readonly options?: readonly NeutralOption[]
}

export type NeutralConnection = {
  readonly key: Key
  readonly name: string
  readonly number: string
  readonly isDefault: boolean
  readonly token: string | null
  readonly greeting: string | null
  readonly completion: string | null
  readonly queues: readonly Key[]
}

export type NeutralContact = {
  readonly key: Key
  /** As people read it; `stored` where the product holds it broken. */
  readonly name: string
  readonly stored?: string
  /** Digits, a group's id, or null where only the LID is known. */
  readonly number: string | null
  readonly lid?: string
  readonly email?: string
  readonly isGroup?: boolean
  readonly fields?: Readonly<Record<string, string>>
  readonly tags?: readonly string[]
  /** The same person as this one: only the ninth digit differs. */
  readonly sameAs?: Key
}

export type NeutralTicket = {
  readonly key: Key
  readonly contact: Key | null
  readonly connection: Key | null
  readonly status: 'pending' | 'open' | 'closed'
  readonly queue?: Key
  readonly attendant?: Key
  readonly unread?: number | null
  readonly isBot?: boolean
  readonly tags?: readonly string[]
  readonly openedAt: Moment
  readonly acceptedAt?: Moment
  readonly closedAt?: Moment
  readonly rating?: number
  readonly notes?: readonly { readonly by: Key | null; readonly text: string; readonly at: Moment }[]
  readonly transfers?: readonly { readonly to: Key; readonly at: Moment }[]
  readonly messages: readonly NeutralMessage[]
}

export type Author =
  /** The contact of the ticket, or in a group one of its members. */
  | { readonly kind: 'contact'; readonly member?: Key }
  /** On the screen. */
  | { readonly kind: 'person'; readonly key: Key }
  /** With the phone itself. */
  | { readonly kind: 'phone' }
  /** A greeting, a menu. */
  | { readonly kind: 'bot' }

export type NeutralFile = { readonly name: string; readonly mimetype: string; readonly content: string | null }

export type NeutralMessage = {
  readonly key: Key
  readonly at: Moment
  /** When it was stored, if much later or by a wrong clock. */
  readonly storedAt?: Moment
  readonly by: Author
  readonly kind:
    | 'text'
    | 'image'
    | 'video'
    | 'voice'
    | 'audio'
    | 'document'
    | 'sticker'
    | 'location'
    | 'card'
    | 'cards'
    | 'call'
    | 'unknown'
  /** Text or caption, as it reads now. */
  readonly text?: string
  readonly file?: NeutralFile
  readonly location?: { readonly latitude: number; readonly longitude: number; readonly name?: string }
  readonly cards?: readonly { readonly name: string; readonly number: string }[]
  /** Contacts whose names stand in the text as @name. */
  readonly mentions?: readonly Key[]
  readonly quotes?: Key
  /** Former wordings, the oldest first, each with when it was replaced. */
  readonly formerly?: readonly { readonly text: string; readonly until: Moment }[]
  readonly isDeleted?: boolean
  readonly isForwarded?: boolean
  readonly isNote?: boolean
  readonly reactions?: readonly { readonly by: Author; readonly emoji: string; readonly at: Moment }[]
  /** Of own messages. */
  readonly delivery?: 'failed' | 'clock' | 'sent' | 'delivered' | 'read' | 'played'
  /** The product kept no `dataJson`. */
  readonly isOld?: boolean
}

export type NeutralQuickMessage = {
  readonly shortcut: string
  readonly text: string
  readonly owner: Key
  readonly file?: NeutralFile
}
export type NeutralSchedule = {
  readonly contact: Key
  readonly by: Key
  readonly text: string
  readonly sendAt: Moment
  readonly sentAt?: Moment
  readonly state: 'pending' | 'sent' | 'failed' | 'taken'
}
export type NeutralList = {
  readonly name: string
  readonly entries: readonly { readonly name: string; readonly number: string; readonly isValid: boolean }[]
}
export type NeutralCampaign = {
  readonly name: string
  readonly list: string
  readonly connection: Key
  readonly texts: readonly string[]
  readonly state: 'draft' | 'scheduled' | 'running' | 'canceled' | 'finished'
  readonly at: Moment
  readonly sentTo: readonly { readonly number: string; readonly at: Moment | null }[]
}
export type NeutralChat = {
  readonly title: string
  readonly owner: Key
  readonly members: readonly Key[]
  readonly messages: readonly { readonly by: Key; readonly text: string; readonly at: Moment }[]
}
