/** E-mails sent through the company's mail server. Each recipient gets a separate copy and sees no other address. */
import * as v from 'valibot'
import { defineEvent, type Subject } from '../../platform/events'
import { Id, Instant, list, text } from '../../platform/formats'
import { isMailAddress, parseAddress } from '../../platform/mail-address'
import { MailAccount, MailProvider } from '../../settings/mail-sign-in/contract'
import { can, definePermission } from '../../users/permissions'
import { HTML_LENGTH, htmlTo, SIGNATURE_LENGTH } from './formatted/contract'

/** See and change all users' e-mails; other users have only their own. */
export const manageEmails = definePermission('email-page:all', ['admin'])

export const EMAIL_PAGE = 5
export const PREVIEW_LENGTH = 100
export const MOST_RECIPIENTS = 100
export const SUBJECT_LENGTH = 200
export const EMAIL_LENGTH = 20_000
export const MOST_EMAILS = 50_000
/** Files of one e-mail, and the bytes of all of them: most mail servers take no more. */
export const MOST_EMAIL_FILES = 10
export const MOST_EMAIL_BYTES = 10_000_000
/** Refused for a while, a copy is tried again for this many milliseconds. */
export const TRIED_FOR = 86_400_000

/** `sending` includes copies that wait for a retry. */
export const EmailState = v.picklist(['scheduled', 'sending', 'done'])
export type EmailState = v.InferOutput<typeof EmailState>

/** `unknown`: handed over without the server's response. Only a user can resend it. */
export const RecipientState = v.picklist(['queued', 'sending', 'sent', 'failed', 'unknown'])
export type RecipientState = v.InferOutput<typeof RecipientState>

/**
 * Why a copy was not sent, or not yet: faults of `platform/mail.ts`, and our own. `interrupted`: the server stopped while
 * sending. `late`: the server was off for a day. `stopped`: by a person. `erased`: the recipient's data was erased.
 * `fileMissing`: a file of it is not on the disk. `hourlyLimit`: its person has sent to as many as an hour allows. `bounced`:
 * a mail server reported later that it did not arrive.
 */
export const EmailFailure = v.picklist([
  'notConfigured',
  'badAddress',
  'badHeader',
  'notPublic',
  'unknownHost',
  'unreachable',
  'timeout',
  'notSmtp',
  'noTls',
  'login',
  'account',
  'signedOut',
  'signIn',
  'sender',
  'recipient',
  'message',
  'unconfirmed',
  'cancelled',
  'noPassword',
  'interrupted',
  'late',
  'stopped',
  'erased',
  'restored',
  'fileMissing',
  'bounced',
  'hourlyLimit',
])
export type EmailFailure = v.InferOutput<typeof EmailFailure>

/**
 * Splits typed or pasted text at commas, semicolons and line breaks, and at spaces between plain addresses. Keeps
 * names and invalid addresses as typed, so that they can be shown.
 */
export function splitAddresses(typed: string): string[] {
  const parts = typed.match(/(?:"[^"\n]*"|[^,;\n"])+/g) ?? []
  return parts
    .flatMap((part) => (part.includes('<') ? [part] : part.split(/\s+/)))
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The plain address in a typed text such as `Ana <ana@loja.example>`; undefined without a valid address and domain. */
export function addressOf(typed: string): string | undefined {
  const address = parseAddress(typed)?.address
  return address !== undefined && /\.[a-z][a-z\d-]*[a-z\d]$/i.test(address) ? address : undefined
}

/** Every address once, ignoring case. Undefined if one is invalid. */
export function addressesOf(typed: string): string[] | undefined {
  const found = new Map<string, string>()
  for (const part of splitAddresses(typed)) {
    const address = addressOf(part)
    if (address === undefined) return undefined
    const key = address.toLowerCase()
    if (!found.has(key)) found.set(key, address)
  }
  return [...found.values()]
}

const Address = v.pipe(text(254, 'form.email.invalid'), v.trim(), v.check(isWithDomain, 'form.email.invalid'))
function isWithDomain(typed: string): boolean {
  return isMailAddress(typed) && addressOf(typed) !== undefined
}

const Recipients = v.pipe(
  text(40_000, 'form.list.long'),
  v.trim(),
  v.minLength(1, 'form.required'),
  v.check((typed) => addressesOf(typed) !== undefined, 'form.email.invalid'),
  v.check((typed) => (addressesOf(typed)?.length ?? 0) <= MOST_RECIPIENTS, 'form.list.long'),
)
const Title = v.pipe(
  text(SUBJECT_LENGTH),
  v.trim(),
  v.minLength(1, 'form.required'),
  v.regex(/^\P{Cc}*$/u, 'form.invalid'),
)
const Message = v.pipe(
  text(EMAIL_LENGTH),
  v.regex(/\S/, 'form.required'),
  v.check((said) => !said.includes('\0'), 'form.invalid'),
)
/** Used for this e-mail only, if the company has stored no password; never stored. */
const Password = v.optional(v.nullable(text(500)))

const Fields = {
  /** Comma-separated. */
  email: Recipients,
  assunto: Title,
  /** Plain text. Not needed with `html`, from which it is derived. */
  mensagem: v.optional(Message),
  /** Formatted text; sanitised. Null makes an e-mail plain again. */
  html: v.optional(v.nullable(htmlTo(HTML_LENGTH))),
  /** Ends with the sender's signature. */
  sign: v.optional(v.boolean()),
  /** Of files that were uploaded by `POST /emails/files`. */
  fileIds: v.optional(list(Id, { most: MOST_EMAIL_FILES })),
}
/** The contact that it is written to, and the conversation in whose log it stands. */
const About = { contactId: v.optional(v.nullable(Id)), ticketId: v.optional(v.nullable(Id)) }
export const SendEmail = v.object({ ...Fields, ...About, tokenSenha: Password })
export type SendEmail = v.InferOutput<typeof SendEmail>
export const ScheduleEmail = v.object({ ...Fields, ...About, tokenSenha: Password, sendAt: Instant })
export type ScheduleEmail = v.InferOutput<typeof ScheduleEmail>
/** Only before it is due. */
export const UpdateEmail = v.partial(v.object({ ...Fields, sendAt: Instant }))
export type UpdateEmail = v.InferOutput<typeof UpdateEmail>
/** Without ids: all failed copies. Copies with an unknown outcome are resent only by id. */
export const RetryEmail = v.object({
  recipientIds: v.optional(list(Id, { least: 1, most: MOST_RECIPIENTS })),
  tokenSenha: Password,
})
export type RetryEmail = v.InferOutput<typeof RetryEmail>
export const CorrectRecipient = v.object({ email: Address, tokenSenha: Password })
export type CorrectRecipient = v.InferOutput<typeof CorrectRecipient>
export const SendNow = v.object({ tokenSenha: Password })

const Failed = {
  failure: v.nullable(EmailFailure),
  /** The server's response text. */
  answer: v.nullable(v.string()),
}

export const Email = v.object({
  id: Id,
  subject: v.string(),
  /** The first recipient; the name is the specification's. */
  sender: v.string(),
  /** Its first characters. */
  message: v.string(),
  user: v.object({ id: Id, name: v.string() }),
  state: EmailState,
  sendAt: Instant,
  recipients: v.number(),
  sent: v.number(),
  failed: v.number(),
  unknown: v.number(),
  /** How many files it has. */
  files: v.number(),
  /** Answers in its conversation, and those that its sender has not read. */
  answers: v.number(),
  unread: v.number(),
  /** Of the first copy that failed or waits for another try. */
  ...Failed,
  /** Time of the next retry of a temporarily refused copy. */
  nextAt: v.nullable(Instant),
  updatedAt: Instant,
})
export type Email = v.InferOutput<typeof Email>

export const EmailRecipient = v.object({
  id: Id,
  /** Empty: erased. */
  email: v.string(),
  state: RecipientState,
  ...Failed,
  tries: v.number(),
  nextAt: v.nullable(Instant),
  sentAt: v.nullable(Instant),
})
export type EmailRecipient = v.InferOutput<typeof EmailRecipient>

export const EmailFile = v.object({ id: Id, name: v.string(), mimetype: v.string(), size: v.number() })
export type EmailFile = v.InferOutput<typeof EmailFile>

/** The whole message, its recipients and its files. */
export const EmailDetails = v.object({
  ...Email.entries,
  /** Null: plain text. */
  html: v.nullable(v.string()),
  /** Formatted, too; null: none. */
  signature: v.nullable(v.string()),
  contact: v.nullable(v.object({ id: Id, name: v.string() })),
  to: v.array(EmailRecipient),
  attachments: v.array(EmailFile),
})
export type EmailDetails = v.InferOutput<typeof EmailDetails>

export const EmailPage = v.object({ emails: v.array(Email), hasMore: v.boolean(), count: v.number() })
export type EmailPage = v.InferOutput<typeof EmailPage>

/** An e-mail in the pane of its contact, whoever wrote it. */
export const ContactEmail = v.object({
  id: Id,
  subject: v.string(),
  user: v.object({ id: Id, name: v.string() }),
  state: EmailState,
  sendAt: Instant,
  recipients: v.number(),
  sent: v.number(),
  failed: v.number(),
})
export type ContactEmail = v.InferOutput<typeof ContactEmail>
export const ContactEmails = v.object({ emails: v.array(ContactEmail), hasMore: v.boolean() })
export const CONTACT_EMAILS = 10

/** Null: none. */
export const EmailSignature = v.object({ html: v.nullable(v.string()) })
export type EmailSignature = v.InferOutput<typeof EmailSignature>
export const SetSignature = v.object({ html: htmlTo(SIGNATURE_LENGTH) })
export type SetSignature = v.InferOutput<typeof SetSignature>

/** The mail server. `host` and `user` only for admins. */
export const EmailServer = v.object({
  isConfigured: v.boolean(),
  /** Address that recipients see; null if none is set. */
  from: v.nullable(v.string()),
  /** Each e-mail needs the password because none is stored. */
  needsPassword: v.boolean(),
  /** The provider no longer accepts the account: an admin has to sign in again. */
  isSignedOut: v.boolean(),
  host: v.nullable(v.string()),
  user: v.nullable(v.string()),
  /** The account that sends instead of the server of the settings; null if there is none, and for others than admins. */
  account: v.nullable(MailAccount),
  /** Providers whose accounts may sign in; for admins. */
  offered: v.array(MailProvider),
})
export type EmailServer = v.InferOutput<typeof EmailServer>

/** Response of `POST /emails/server/test`: whether connection and sign-in succeeded. */
export const EmailTest = v.object({ ok: v.boolean(), ms: v.number(), ...Failed })
export type EmailTest = v.InferOutput<typeof EmailTest>
export const TestServer = v.object({ tokenSenha: Password })

type Viewer = Parameters<typeof can>[0] & { readonly userId: number }
export const maySee = (who: Viewer, { user }: Pick<Email, 'user'>): boolean =>
  user.id === who.userId || can(who, manageEmails)

const subjectOf = (id: number): Subject => `email ${id}`
const RecordEvent = v.object({ record: Email })
const about = ({ record }: v.InferOutput<typeof RecordEvent>) => [subjectOf(record.id)]
export const emailCreated = defineEvent('email.create', RecordEvent, { about })
export const emailUpdated = defineEvent('email.update', RecordEvent, { about })
export const emailDeleted = defineEvent('email.delete', v.object({ id: Id }), { takesBack: ({ id }) => subjectOf(id) })
/** An e-mail of this contact was written, changed or removed. */
export const contactEmailed = defineEvent('email.contact', v.object({ contactId: Id }))
/** One's own. */
export const emailSignatureChanged = defineEvent('email.signature', v.object({}))
/** The mail server's settings changed. */
export const emailServerChanged = defineEvent('email.server', v.object({}))
