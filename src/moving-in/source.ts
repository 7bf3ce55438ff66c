/**
 * An installation of another product, as the movers of our modules see it: typed rows, whatever the product's columns
 * are called. Each value may be absent, because forks differ: null then, never a guess.
 */

/** Products that are recognised, by the columns that exist. */
export const families = ['ticketz', 'community', 'saas', 'saas2025', 'izing'] as const
export type Family = (typeof families)[number]

/** Epoch milliseconds. */
type Instant = number
/** Text in JSON, as they stored it: a reader of ours checks its shape. */
type Json = string
/** A file's path under their `public/`, as resolved for this family; it may lead nowhere, and may try to climb. */
type FilePath = string

type Row = {
  /** Their id, unique for its kind. */
  readonly id: string
}
type DatedRow = Row & { readonly createdAt: Instant | null }

export type SourceCompany = DatedRow & {
  /** Empty where the product has no companies. */
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
  /** False: blocked. */
  readonly active: boolean
  readonly planId: string | null
  readonly dueAt: Instant | string | null
  readonly recurrence: string | null
  readonly timeZone: string | null
  readonly hours: Json | null
  readonly outOfHoursMessage: string | null
  /** Of products without plans; null: as many as they like. */
  readonly maxUsers: number | null
  readonly maxConnections: number | null
  /** Has users that are `super`: it is the operator's. */
  readonly isOperator: boolean
}

export type SourcePlan = DatedRow & {
  readonly name: string
  readonly users: number | null
  readonly connections: number | null
  readonly queues: number | null
  /** Cents. */
  readonly amount: number
  readonly isPublic: boolean
  /** Theirs, such as useCampaigns; null where the product has no such switches. */
  readonly features: Readonly<Record<string, boolean>> | null
}

/** What each kind of row holds. `companyId` is not repeated: rows are asked for one company. */
export type SourceRows = {
  users: DatedRow & {
    readonly name: string
    readonly email: string
    readonly passwordHash: string | null
    readonly profile: string | null
    readonly super: boolean
    readonly active: boolean
    /** HH:MM; both null: any time. */
    readonly startWork: string | null
    readonly endWork: string | null
    readonly farewellMessage: string | null
    readonly allUserChat: boolean
    readonly connectionId: string | null
  }
  userQueues: { readonly userId: string; readonly queueId: string }
  queues: DatedRow & {
    readonly name: string
    readonly color: string | null
    readonly greetingMessage: string | null
    readonly outOfHoursMessage: string | null
    readonly hours: Json | null
    readonly position: number | null
    readonly active: boolean
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
    /** Distribution among attendants; minutes. */
    readonly distributes: boolean
    readonly distributesAfter: number | null
    readonly isRandom: boolean
  }
  queueOptions: DatedRow & {
    /** Null below the first level where only the parent is named. */
    readonly queueId: string | null
    readonly parentId: string | null
    readonly title: string
    readonly message: string | null
    /** What the customer types. */
    readonly option: string | null
    readonly kind: 'text' | 'queue' | 'user' | 'file' | 'integration'
    readonly targetId: string | null
    /** They close the conversation after it; we have no such option. */
    readonly closes: boolean
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
  }
  connections: DatedRow & {
    readonly name: string
    readonly channel: 'whatsapp' | 'whatsapp_official' | 'facebook' | 'instagram' | 'telegram' | 'other'
    readonly number: string | null
    readonly isDefault: boolean
    readonly isDeleted: boolean
    /** Of the API, in clear text. */
    readonly token: string | null
    readonly greetingMessage: string | null
    readonly completionMessage: string | null
    readonly outOfHoursMessage: string | null
    readonly ratingMessage: string | null
    readonly farewellMessage: string | null
    readonly transferMessage: string | null
    /** Hours until idle conversations are closed; 0 or null never. */
    readonly expiresAfter: number | null
    readonly maxUseBotQueues: number | null
    readonly timeSendQueue: number | null
    readonly sendIdQueue: string | null
    /** Stored credentials, where this family keeps them here. */
    readonly session: Json | null
  }
  connectionQueues: { readonly connectionId: string; readonly queueId: string }
  contacts: DatedRow & {
    readonly name: string | null
    /** As they call themselves, where it is stored beside the name. */
    readonly pushName: string | null
    /** As stored: digits, `<digits>@lid`, a group's id, or an id of Facebook and others. */
    readonly number: string
    readonly remoteJid: string | null
    readonly lid: string | null
    readonly email: string | null
    readonly isGroup: boolean
    readonly channel: SourceRows['connections']['channel']
    readonly active: boolean
    readonly acceptsAudio: boolean
    readonly disableBot: boolean
    readonly birthDate: string | null
    readonly picture: FilePath | null
    readonly connectionId: string | null
  }
  contactFields: Row & { readonly contactId: string; readonly name: string; readonly value: string }
  lidMaps: { readonly lid: string; readonly contactId: string }
  tags: DatedRow & {
    readonly name: string
    readonly color: string | null
    readonly isKanban: boolean
    readonly active: boolean
    readonly position: number | null
  }
  ticketTags: { readonly ticketId: string; readonly tagId: string }
  contactTags: { readonly contactId: string; readonly tagId: string }
  tickets: DatedRow & {
    readonly uuid: string | null
    readonly status: 'pending' | 'open' | 'closed'
    /** With a bot, or with a rating that was asked. */
    readonly isBot: boolean
    readonly isRatingAsked: boolean
    readonly contactId: string | null
    readonly connectionId: string | null
    readonly queueId: string | null
    readonly userId: string | null
    readonly isGroup: boolean
    readonly unread: number | null
    readonly lastMessage: string | null
    readonly protocol: string | null
    readonly updatedAt: Instant | null
    readonly lastMessageAt: Instant | null
    readonly startedAt: Instant | null
    readonly closedAt: Instant | null
  }
  /** Several rows for a ticket: one for each time it was opened. */
  trackings: DatedRow & {
    readonly ticketId: string
    readonly userId: string | null
    readonly queueId: string | null
    readonly connectionId: string | null
    readonly queuedAt: Instant | null
    readonly botEndedAt: Instant | null
    readonly startedAt: Instant | null
    readonly finishedAt: Instant | null
    readonly ratingAt: Instant | null
    readonly rated: boolean
  }
  ticketLogs: DatedRow & {
    readonly ticketId: string
    readonly userId: string | null
    readonly queueId: string | null
    readonly type: string
  }
  /** Of one contact after the other, each from the oldest: `contactId` is the ticket's, not the author's. */
  messages: Row & {
    /** WhatsApp's; null where none is stored. */
    readonly externalId: string | null
    readonly ticketId: string | null
    /** Whose conversation it is: the ticket's contact. */
    readonly contactId: string | null
    /** Through which it came: the ticket's. */
    readonly connectionId: string | null
    /** Who wrote in a group: their contact. */
    readonly authorId: string | null
    /** A JID. */
    readonly participant: string | null
    readonly remoteJid: string | null
    readonly fromMe: boolean
    readonly body: string
    /** Of our scale: 0 failed, 1 clock, 2 sent, 3 delivered, 4 read, 5 played. Of messages of others: 0. */
    readonly ack: number
    readonly failure: Json | null
    readonly mediaType: string | null
    readonly mediaPath: FilePath | null
    readonly thumbnailPath: FilePath | null
    readonly isDeleted: boolean
    readonly isEdited: boolean
    readonly isForwarded: boolean
    /** An internal note. */
    readonly isPrivate: boolean
    /** Repeats a message of an earlier ticket, because it was quoted; no message of its own, and `quotedId` leads past it. */
    readonly isQuotedCopy: boolean
    /** Their id of the quoted message, or of a reaction's target. */
    readonly quotedId: string | null
    /** WhatsApp's message in JSON; sometimes cut. */
    readonly dataJson: Json | null
    readonly storedAt: Instant
    /** When it was said: from WhatsApp where it is known. */
    readonly saidAt: Instant
    /** Who wrote it on the screen. */
    readonly userId: string | null
    /** campaign, chat, external, schedule, bot or sync, where it is known. */
    readonly sendType: string | null
  }
  /** Former texts of edited messages, the oldest first. */
  formerTexts: DatedRow & { readonly messageId: string; readonly ticketId: string | null; readonly body: string }
  ratings: DatedRow & {
    readonly ticketId: string | null
    readonly userId: string | null
    readonly rate: number | null
    /** The scale's highest. */
    readonly top: 3 | 5 | 10
  }
  notes: DatedRow & {
    readonly ticketId: string | null
    readonly contactId: string | null
    readonly userId: string | null
    readonly note: string
  }
  quickMessages: DatedRow & {
    readonly shortcode: string
    readonly message: string | null
    /** Null: everybody's. */
    readonly userId: string | null
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
    readonly isShared: boolean
  }
  schedules: DatedRow & {
    readonly body: string | null
    readonly sendAt: Instant | null
    readonly sentAt: Instant | null
    readonly contactId: string | null
    readonly userId: string | null
    readonly connectionId: string | null
    readonly queueId: string | null
    readonly status: 'pending' | 'sent' | 'failed'
    readonly repeats: boolean
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
  }
  campaigns: DatedRow & {
    readonly name: string
    readonly messages: readonly string[]
    readonly confirmations: readonly string[]
    readonly asksConfirmation: boolean
    readonly status: 'INATIVA' | 'PROGRAMADA' | 'EM_ANDAMENTO' | 'CANCELADA' | 'FINALIZADA'
    readonly scheduledAt: Instant | null
    readonly completedAt: Instant | null
    readonly listId: string | null
    /** Of a fork whose campaigns reach a tag. */
    readonly tagId?: string | null
    readonly connectionId: string | null
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
  }
  campaignDeliveries: DatedRow & {
    readonly campaignId: string
    readonly number: string | null
    readonly message: string | null
    /** Of `contactListItems`. */
    readonly itemId: string | null
    /** Of `contacts`, where campaigns have no lists. */
    readonly contactId: string | null
    readonly deliveredAt: Instant | null
    readonly confirmationRequestedAt: Instant | null
    readonly confirmedAt: Instant | null
    readonly confirmation: boolean | null
    readonly ack: number | null
    readonly externalId: string | null
  }
  campaignSettings: { readonly key: string; readonly value: string }
  contactLists: DatedRow & { readonly name: string }
  contactListItems: DatedRow & {
    readonly listId: string
    readonly name: string | null
    readonly number: string | null
    readonly email: string | null
    readonly isValid: boolean | null
  }
  chats: DatedRow & { readonly title: string | null; readonly ownerId: string | null; readonly uuid: string | null }
  chatMembers: { readonly chatId: string; readonly userId: string }
  chatMessages: DatedRow & {
    readonly chatId: string
    readonly senderId: string | null
    readonly message: string | null
    readonly isDeleted: boolean
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
  }
  announcements: DatedRow & {
    readonly title: string
    readonly text: string | null
    readonly priority: number | null
    readonly active: boolean
    readonly mediaPath: FilePath | null
    readonly mediaName: string | null
  }
  invoices: DatedRow & {
    readonly detail: string | null
    /** Cents. */
    readonly amount: number
    readonly isPaid: boolean
    /** YYYY-MM-DD. */
    readonly dueDate: string | null
    readonly updatedAt: Instant | null
  }
  /** Izing's: each is an address of its API, with a token that sends through one connection. */
  apiAccesses: DatedRow & {
    readonly name: string | null
    readonly connectionId: string | null
    /** In clear text. */
    readonly token: string | null
    readonly active: boolean
    /** It reports the state of messages to an address of theirs. */
    readonly reports: boolean
  }
  settings: { readonly key: string; readonly value: string }
}
export type Kind = keyof SourceRows

/** Of the whole installation, not of a company. */
export type SourceHelp = DatedRow & {
  readonly title: string
  readonly description: string | null
  readonly video: string
}

/** Rows that no mover takes: their table, how many, and the company they belong to, if one. */
export type LeftRows = {
  readonly table: string
  readonly companyId: string | null
  readonly count: number
  /** Absent: there is no counterpart. */
  readonly reason?: 'keysTypedAnew' | 'scanAgain'
  /** What people called rows whose keys are typed anew, as many as a report lists. Never a key. */
  readonly names?: readonly string[]
}

/** A staged dump that was recognised. It is read, never written, and rows are streamed: a table may have millions. */
export interface Source {
  readonly family: Family
  /** Their latest applied step or the like, as far as it tells a version. */
  readonly version: string | null
  listCompanies(): readonly SourceCompany[]
  listPlans(): readonly SourcePlan[]
  listHelps(): readonly SourceHelp[]
  /**
   * Their contacts that are one here: from now on, `rows('messages')` has the messages of both together, by when they
   * were said. The first of a pair joins the second; it may be said again. Not while messages are read.
   */
  joinContacts(companyId: string, pairs: Iterable<readonly [contact: string, into: string]>): void
  /** Rows of a company in the order of their ids; messages as said above. */
  rows<K extends Kind>(kind: K, companyId: string): Iterable<SourceRows[K]>
  count(kind: Kind, companyId: string): number
  /** One row by their id, for what refers to it. */
  find<K extends 'messages' | 'contacts' | 'tickets'>(kind: K, companyId: string, id: string): SourceRows[K] | undefined
  /** Keys of a connection's linked device, where they are in a table of their own; `value` is JSON. */
  sessionKeys?(connectionId: string): Iterable<{ readonly type: string; readonly id: string; readonly value: string }>
  /** Tables that have no counterpart here, and rows without a company or a parent. */
  listLeft(): readonly LeftRows[]
  /** Columns of a fork that nobody reads: `Tickets.kanbanOld`. */
  listUnknownColumns(): readonly string[]
  close(): void
}

/** Their `public/`: a folder, or an archive of one. Never leads outside it. */
export interface SourceFiles {
  /** Bytes; null if it is not there, or the path climbs. */
  sizeOf(path: string): number | null
  /** Its content as a file on this machine, valid until the next call; null as above. */
  open(path: string): Promise<string | null>
}
