/** What the stand-in of Meta knows: apps, users, pages, Instagram accounts, business accounts, numbers and people. */

/** Apps of Meta itself, as they stand in echoes. */
export const INBOX_APP = '263902037430900'
export const INSTAGRAM_INBOX_APP = '1217981644879628'
export const BUSINESS_AI_APP = '622851382610562'

export const webhookObjects = ['page', 'instagram', 'whatsapp_business_account'] as const
export type WebhookObject = (typeof webhookObjects)[number]

export type MetaHabits = {
  /** The echo of a send is delivered, and answered, before the send itself is answered. */
  echoBeforeAnswer: boolean
  /** Each webhook is posted twice. */
  duplicateWebhooks: boolean
  /** `read` before `delivered` before `sent`. */
  scrambledStatuses: boolean
  /** A Cloud API message is reported as sent, and as delivered, without a person's doing. */
  reportsStatuses: boolean
  /** What stands for the phone number of somebody with a username. */
  hiddenPhones: 'omitted' | 'empty'
  /** A new template is approved after so many milliseconds; null: by hand. */
  approvesTemplatesAfterMs: number | null
}

export type MetaOptions = {
  readonly port?: number
  readonly hostname?: string
  now?(): number
  readonly habits?: Partial<MetaHabits>
  /** Waits before a webhook that was not answered 200 is posted again. */
  readonly retryAfterMs?: readonly number[]
  readonly webhookTimeoutMs?: number
  /** Service messages a number sends free of charge in a month. */
  readonly freeServiceMessages?: number
  /** Since when answers are charged; by default since 1 October 2026. */
  readonly chargesAnswersSince?: number
}

export type MetaApp = {
  readonly id: string
  readonly name: string
  secret: string
  callbackUrl: string | null
  verifyToken: string
  /** Fields of the app's webhook, by object. */
  readonly fields: Record<WebhookObject, readonly string[]>
  hasHumanAgent: boolean
  /** Not live: it reaches nobody but its testers. */
  isLive: boolean
  /** Calls without `appsecret_proof` are refused. */
  requiresProof: boolean
  /** Where the sign-in dialog may go back to; empty: anywhere. */
  redirectUris: readonly string[]
  deauthorizeUrl: string | null
  deletionUrl: string | null
  /** Configurations of Facebook Login for Business. */
  readonly loginConfigs: readonly LoginConfig[]
}

export type LoginConfig = {
  readonly id: string
  readonly scopes: readonly string[]
  /** Of the tokens it gives; null: they do not end. */
  readonly lastsMs: number | null
}

export type MetaUser = {
  readonly id: string
  readonly name: string
  /** By app. */
  readonly granted: Map<string, Set<string>>
  readonly declined: Map<string, Set<string>>
  /** Who writes to pages with this account. */
  person: MetaPerson | null
  /** Business accounts of WhatsApp that the person may grant to an app. */
  readonly businesses: Set<MetaBusiness>
  /** Changes with the password; tokens of an older one are refused. */
  passwordVersion: number
}

export type MetaPage = {
  readonly kind: 'page'
  readonly id: string
  readonly name: string
  readonly admins: Set<MetaUser>
  instagram: MetaInstagram | null
  /** Subscribed fields by app. */
  readonly subscriptions: Map<string, Set<string>>
  /** The app that holds the conversations; the others see them in standby. Null: all see all. */
  primaryApp: string | null
}

export type MetaInstagram = {
  readonly kind: 'instagram'
  readonly id: string
  readonly username: string
  readonly name: string
  readonly page: MetaPage
}

export type TemplateStatus =
  | 'APPROVED'
  | 'PENDING'
  | 'REJECTED'
  | 'PAUSED'
  | 'DISABLED'
  | 'IN_APPEAL'
  | 'LIMIT_EXCEEDED'
export type TemplateCategory = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'
export type TemplateButton = {
  readonly type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE' | 'CATALOG' | 'FLOW'
  readonly text?: string
  readonly url?: string
  readonly phone_number?: string
  readonly example?: readonly string[] | string
}
export type TemplateComponent = {
  readonly type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS' | 'CAROUSEL' | 'LIMITED_TIME_OFFER'
  readonly format?: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION'
  readonly text?: string
  readonly buttons?: readonly TemplateButton[]
  readonly example?: unknown
}
export type MetaTemplate = {
  readonly kind: 'template'
  readonly id: string
  readonly business: MetaBusiness
  readonly name: string
  readonly language: string
  category: TemplateCategory
  status: TemplateStatus
  rejectedReason: string
  quality: QualityRating
  components: readonly TemplateComponent[]
  /** When its text was changed. */
  readonly editedAt: number[]
  readonly format: 'POSITIONAL' | 'NAMED'
}

export type MetaBusiness = {
  readonly kind: 'business'
  readonly id: string
  readonly name: string
  readonly numbers: Set<MetaNumber>
  readonly templates: Set<MetaTemplate>
  /** Deleted names, which cannot be used again for 30 days. */
  readonly deletedTemplates: Map<string, number>
  /** Callback address and verify token of its own by app; null: those of the app. */
  readonly subscriptions: Map<string, { readonly url: string } | null>
}

export type QualityRating = 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
export type MetaNumber = {
  readonly kind: 'number'
  readonly id: string
  readonly business: MetaBusiness
  /** Digits only. */
  readonly phone: string
  displayPhone: string
  verifiedName: string
  quality: QualityRating
  messagingLimit: string
  /** The number stays on the WhatsApp Business app of a phone. */
  isOnBizApp: boolean
  isRegistered: boolean
  /** Another provider has it, which must let it go first. */
  isElsewhere: boolean
  /** Messages are accepted and then fail with this code; null: they do not. */
  failsWith: number | null
  pin: string | null
  /** Service messages sent, by month. */
  readonly serviceMessages: Map<string, number>
  /** What the phone's app holds, for `smb_app_data`. */
  readonly phoneBook: PhoneBookEntry[]
  readonly phoneHistory: HistoryThread[]
  readonly synced: Set<string>
  sharesHistory: boolean
  /** People the number wants no messages from. */
  readonly blocked: Set<MetaPerson>
}
export type PhoneBookEntry = { readonly person: MetaPerson; readonly name: string }
export type HistoryThread = {
  readonly person: MetaPerson
  readonly lines: readonly HistoryLine[]
}
export type HistoryLine = {
  readonly by: 'person' | 'business'
  readonly text: string
  readonly at: number
  /** A picture, whose caption the text is. It follows in a webhook of its own. */
  readonly image?: { readonly bytes: Uint8Array; readonly mimetype: string }
}

export type PersonInput = {
  readonly name: string
  /** Digits with the country's code; without: not on WhatsApp. */
  readonly phone?: string
  /** As WhatsApp knows the phone, in Brazil sometimes without the ninth digit. */
  readonly waId?: string
  readonly bsuid?: string
  /** Adopted on WhatsApp, which hides the phone. */
  readonly username?: string
  readonly instagramUsername?: string
  readonly psid?: string
  readonly igsid?: string
}
export type MetaPerson = {
  readonly key: string
  name: string
  phone: string | null
  waId: string | null
  readonly bsuid: string
  username: string | null
  readonly instagramUsername: string
  readonly psid: string
  readonly igsid: string
  /** Ids of the accounts whose messages the person refuses. */
  readonly blocked: Set<string>
  /** Out of reach: messages are sent, not delivered. */
  isAway: boolean
  /** Lets apps read name and picture. */
  sharesProfile: boolean
  /** Refuses marketing templates. */
  refusesMarketing: boolean
  /** Came by an ad, so that three days are free. */
  cameByAdAt: number | null
  isTester: boolean
}

export type MetaAccount = MetaPage | MetaInstagram | MetaNumber
/** What a person has on the screen. */
export type MetaMessage = {
  readonly id: string
  readonly account: MetaAccount
  readonly person: MetaPerson
  readonly by: 'person' | 'business'
  readonly at: number
  readonly type: string
  /** As it was sent to Meta, or told by Meta. */
  readonly content: Record<string, unknown>
  /** Of the app that sent it, if one did. */
  readonly appId: string | null
  /** `biz_opaque_callback_data` or `metadata`. */
  readonly callbackData: string | null
  status: 'accepted' | 'sent' | 'delivered' | 'read' | 'failed' | 'dropped'
  isUnsent: boolean
  edits: number
}

export type MetaCall = {
  readonly method: string
  /** Without the version. */
  readonly path: string
  readonly version: string | null
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly token: string | null
  readonly at: number
  status: number
}

export type MetaDelivery = {
  readonly url: string
  readonly app: string
  readonly body: string
  readonly attempt: number
  /** Null: no answer. */
  status: number | null
}
