/**
 * Errors of the core: code and HTTP status. Their texts are in texts/. Features define their own with `defineErrors`.
 */
import { type Language, perLanguage, type TranslatedLanguage } from './texts/languages'

export const errors = {
  ERR_INVALID_INPUT: 400,
  ERR_SESSION_EXPIRED: 403,
  /** The user has signed in elsewhere since; there is one session per user. */
  ERR_SESSION_ELSEWHERE: 401,
  ERR_INVALID_CREDENTIALS: 401,
  /** An API token where the session of a user is needed. */
  ERR_API_TOKEN_HERE: 401,
  /** The user is inactive. */
  ERR_INVALID_ACTIVE: 403,
  /** Outside the user's working hours. */
  ERR_OUT_OF_HOURS: 403,
  /** The company is suspended. */
  ERR_COMPANY_BLOCKED: 403,
  ERR_NO_PERMISSION: 403,
  /** The company's plan lacks a feature, which `details` names. */
  ERR_PLAN_FEATURE: 403,
  /** The company has as many as its plan allows; `details` names the limit and its value. */
  ERR_PLAN_LIMIT: 409,
  /** The plan's storage is full; `details` has the bytes that are used and the limit. */
  ERR_STORAGE_QUOTA: 409,
  /** This person or token has uploaded its share of this hour; `details` has it in bytes, and the seconds to wait. */
  ERR_UPLOAD_RATE: 429,
  /** The company is past its due date. */
  ERR_SUBSCRIPTION_EXPIRED: 402,
  ERR_TOO_MANY_ATTEMPTS: 429,
  /** Too many requests of one user; `details` contains the seconds to wait. */
  ERR_TOO_MANY_REQUESTS: 429,
  /** The attendant has used up their share of a company limit, which `details` contains. */
  ERR_OWN_SHARE: 409,
  ERR_NOT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  /** The plan was made for one company. */
  ERR_PLAN_OF_OTHER: 409,
  ERR_NO_SETTING_FOUND: 404,
  /** Neither public https nor among the addresses the operator allows. */
  ERR_SETTING_ADDRESS: 400,
  ERR_NO_MERGE_FOUND: 404,
  /** The contact was merged again since; undo that merge first. */
  ERR_MERGE_NOT_LAST: 409,
  /** The contact has an active ticket; `details` names its owner. */
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_TICKET_NOT_PENDING: 409,
  ERR_TICKET_NOT_OPEN: 409,
  ERR_TICKET_NOT_CLOSED: 409,
  ERR_TICKET_CLOSED: 409,
  /** A ticket without a queue needs one of the user's own queues. */
  ERR_QUEUE_REQUIRED: 422,
  /** Neither a user nor a queue was chosen. */
  ERR_TRANSFER_TARGET: 422,
  ERR_QUEUE_NOT_OF_USER: 422,
  ERR_MESSAGE_EMPTY: 422,
  ERR_MESSAGE_NOT_EDITABLE: 409,
  ERR_EDIT_TOO_LATE: 409,
  ERR_MESSAGE_NOT_DELETABLE: 409,
  ERR_MESSAGE_NOT_REACTABLE: 409,
  ERR_MESSAGE_NOT_FORWARDABLE: 409,
  /** The connection has since been linked to another number. */
  ERR_MESSAGE_FORMER_NUMBER: 409,
  ERR_FORWARD_LIMIT: 422,
  /** It was sent or has failed, so it cannot be cancelled. */
  ERR_MESSAGE_NOT_WAITING: 409,
  /** It is being sent right now. */
  ERR_MESSAGE_ON_ITS_WAY: 409,
  /** Only group admins may write, and our number is not one. */
  ERR_GROUP_ANNOUNCE: 409,
  ERR_GROUP_NOT_MEMBER: 409,
  ERR_GROUP_COMMUNITY: 409,
  ERR_MENTION_NOT_MEMBER: 422,
  ERR_MEDIA_TOO_LARGE: 413,
  ERR_MEDIA_UNREADABLE: 422,
  /** `details` contains the file's type and the accepted ones. */
  ERR_MEDIA_TYPE: 422,
  /** Not a spreadsheet, or without readable content. */
  ERR_SPREADSHEET_UNREADABLE: 422,
  /** It needs a password. */
  ERR_SPREADSHEET_LOCKED: 422,
  /** `details` contains the maximum number of rows. */
  ERR_SPREADSHEET_TOO_LONG: 413,
  /** One backup at a time. */
  ERR_BACKUP_RUNNING: 409,
  ERR_DUPLICATED_CONTACT: 409,
  ERR_DUPLICATED_EMAIL: 409,
  ERR_DUPLICATED_NAME: 409,
  /** The company would have no other admin. */
  ERR_LAST_ADMIN: 409,
  /** Access of an inactive user cannot be changed. */
  ERR_INACTIVE_ACCESS: 409,
  ERR_QUEUE_COLOR_ALREADY_EXISTS: 409,
  /** A connection backfills into the queue. */
  ERR_QUEUE_OF_IMPORT: 409,
  /** The messenger has no account with this number. */
  ERR_CHECK_NUMBER: 422,
  /** The messenger did not answer a number lookup. */
  ERR_WAPP_CHECK_CONTACT: 503,
  /** The contact has no address. */
  ERR_WAPP_INVALID_CONTACT: 422,
  /** The connection is not open. */
  ERR_WAPP_NOT_INITIALIZED: 409,
  /** The account is linked to another connection. */
  ERR_WAPP_ALREADY_CONNECTED: 409,
  ERR_CONNECTION_HAS_TICKETS: 409,
  /** One connection must be the default; choose another instead. */
  ERR_NO_OTHER_WHATSAPP: 409,
  /** No connection is the default. */
  ERR_NO_DEF_WAPP_FOUND: 409,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_STORAGE_FULL: 507,
  /** The company's database is damaged or taken out of service. */
  ERR_TENANT_UNAVAILABLE: 503,
  /** Another process holds the company's database. */
  ERR_TENANT_BUSY: 503,
  /** A command has the company's folder; it comes back by itself. `details` has the kind of work, and the seconds to wait. */
  ERR_COMPANY_AWAY: 503,
  ERR_NOT_FOR_SUPPORT: 403,
  /** The installation was restored and not yet activated (standby). */
  ERR_PASSIVE: 409,
  ERR_PAYLOAD_TOO_LARGE: 413,
  ERR_UNSUPPORTED_MEDIA: 415,
  ERR_METHOD_NOT_ALLOWED: 405,
  ERR_INTERNAL: 500,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

/** An error of a feature, with its message in the four languages. */
export type DefinedError<Code extends string = string> = {
  readonly code: Code
  readonly status: number
  readonly texts: Readonly<Record<Language, string>>
}

type Texts<Code extends string> = Readonly<Record<Code, string>>

/**
 * `const tagErrors = defineErrors(translations, { ERR_TAG_X: { status: 409, text: '…' } })` with the text in Portuguese,
 * then `fail(tagErrors.ERR_TAG_X)`. The translations are the files beside it: `{ en, es, tr }`.
 */
export function defineErrors<const Code extends `ERR_${string}`>(
  translations: Readonly<Record<TranslatedLanguage, Texts<NoInfer<Code>>>>,
  errors: Readonly<Record<Code, { readonly status: number; readonly text: string }>>,
): { readonly [C in Code]: DefinedError<C> } {
  const codes = Object.keys(errors) as Code[] // the keys of a record with these keys
  const defined = codes.map((code) => {
    const { status, text } = errors[code]
    const texts = perLanguage((language) => (language === 'pt-BR' ? text : translations[language][code]))
    return [code, { code, status, texts }]
  })
  return Object.fromEntries(defined) as { readonly [C in Code]: DefinedError<C> } // one for each of them
}

/** An invalid field of a request: its path, and the reason as a translation key or the schema's own message. */
export type FieldFault = { field: string; message: string }

/** An error reported to the client. `details` is sent unchanged, so it must not contain secrets. */
export class AppError extends Error {
  readonly known: ErrorCode | DefinedError
  readonly code: string
  readonly details: unknown
  readonly status: number

  constructor(known: ErrorCode | DefinedError, details?: unknown, status = statusOf(known)) {
    const code = typeof known === 'string' ? known : known.code
    super(code)
    this.name = 'AppError'
    this.known = known
    this.code = code
    this.details = details
    this.status = status
  }
}

const statusOf = (known: ErrorCode | DefinedError): number => (typeof known === 'string' ? errors[known] : known.status)

/** Throws an error of the core, by its code, or one of a feature. */
export function fail(known: ErrorCode | DefinedError, details?: unknown): never {
  throw new AppError(known, details)
}
