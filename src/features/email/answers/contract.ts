/** Answers to e-mails: read from the company's mailbox, or from one that the operator keeps for all companies. */
import * as v from 'valibot'
import { defineEvent } from '../../../platform/events'
import { Id, Instant, list, text } from '../../../platform/formats'
import { isHostName } from '../../../platform/mail-address'
import { Email, EmailFile, SendEmail } from '../contract'

export const MOST_ANSWERS = 500
export const PREVIEW_LENGTH = 250
/** In the bell, and of a contact: the latest. */
export const MOST_LISTED = 100

/** `automatic`: written by a machine, such as an absence. `bounce`: the mail server's report that a copy did not arrive. */
export const AnswerKind = v.picklist(['reply', 'automatic', 'bounce'])
export type AnswerKind = v.InferOutput<typeof AnswerKind>
/** `tooLarge`: only the beginning was read. `unreadable`: it breaks the rules of mail too badly. */
export const AnswerFault = v.picklist(['tooLarge', 'unreadable'])
export type AnswerFault = v.InferOutput<typeof AnswerFault>

const Person = v.object({ name: v.string(), address: v.string() })

export const EmailAnswerHead = v.object({
  id: Id,
  /** The e-mail that it answers, and the first one of the conversation. */
  emailId: Id,
  threadId: Id,
  kind: AnswerKind,
  from: Person,
  subject: v.string(),
  /** Its first characters, without what it repeats. */
  preview: v.string(),
  receivedAt: Instant,
  /** By the person who sent the e-mail. */
  isRead: v.boolean(),
})
export type EmailAnswerHead = v.InferOutput<typeof EmailAnswerHead>

export const EmailAnswer = v.object({
  ...EmailAnswerHead.entries,
  /** Where it wants to be answered. */
  replyTo: v.string(),
  /** What its writer says, and what the mail program repeats below it. */
  message: v.string(),
  quoted: v.string(),
  fault: v.nullable(AnswerFault),
  /** Files that were not stored. */
  leftOut: v.number(),
  /** By its sender's clock. */
  sentAt: v.nullable(Instant),
  files: v.array(EmailFile),
})
export type EmailAnswer = v.InferOutput<typeof EmailAnswer>

/** One of our e-mails in a conversation. */
export const ThreadEmail = v.object({
  id: Id,
  /** The answer that it answers; null for the first one. */
  answeredId: v.nullable(Id),
  message: v.string(),
  /** Null: plain text. */
  html: v.nullable(v.string()),
  signature: v.nullable(v.string()),
  to: v.array(v.string()),
  user: v.object({ name: v.string() }),
  state: Email.entries.state,
  failed: v.number(),
  sendAt: Instant,
})
export type ThreadEmail = v.InferOutput<typeof ThreadEmail>

/** Oldest first. */
export const EmailThread = v.object({ emails: v.array(ThreadEmail), answers: v.array(EmailAnswer) })
export type EmailThread = v.InferOutput<typeof EmailThread>

export const EmailAnswers = v.object({ answers: v.array(EmailAnswerHead) })

export const SeenAnswers = v.object({ ids: list(Id, { least: 1, most: MOST_LISTED }) })
export type SeenAnswers = v.InferOutput<typeof SeenAnswers>

const { mensagem, html, sign, fileIds, tokenSenha } = SendEmail.entries
export const ReplyToAnswer = v.object({ mensagem, html, sign, fileIds, tokenSenha })
export type ReplyToAnswer = v.InferOutput<typeof ReplyToAnswer>

/** `imap`: the company's mailbox is read. `operator`: answers go to the operator's mailbox. */
export const MailboxWay = v.picklist(['off', 'imap', 'operator'])
export type MailboxWay = v.InferOutput<typeof MailboxWay>

/**
 * Why a mailbox was not read: faults of `platform/imap.ts`, and our own. `notConfigured`: no server, or no login.
 * `noPassword`: the company stores none. `otherServer`: the login of sending is only for that server's own mailbox.
 */
export const MailboxFault = v.picklist([
  'notConfigured',
  'noPassword',
  'otherServer',
  'notPublic',
  'unknownHost',
  'unreachable',
  'timeout',
  'notImap',
  'noTls',
  'login',
  'folder',
  'busy',
  'tooMuch',
  'refused',
  'cancelled',
  'signedOut',
  'signIn',
])
export type MailboxFault = v.InferOutput<typeof MailboxFault>

const HOST_LENGTH = 253
const Host = v.pipe(
  text(HOST_LENGTH, 'form.invalid'),
  v.trim(),
  v.check((typed) => typed === '' || isHostName(typed), 'form.invalid'),
)
const Port = v.pipe(
  v.number('form.invalid'),
  v.integer('form.invalid'),
  v.minValue(1, 'form.invalid'),
  v.maxValue(65_535, 'form.invalid'),
)
const OneLine = (most: number) => v.pipe(text(most, 'form.text.long'), v.trim(), v.regex(/^\P{Cc}*$/u, 'form.invalid'))

export const ChangeMailbox = v.object({
  way: MailboxWay,
  host: Host,
  port: Port,
  /** False: the login of sending. */
  ownLogin: v.boolean(),
  user: OneLine(254),
  /** Undefined keeps the stored one. */
  password: v.optional(OneLine(500)),
  folder: v.pipe(OneLine(200), v.minLength(1, 'form.required')),
  plusAddress: v.boolean(),
})
export type ChangeMailbox = v.InferOutput<typeof ChangeMailbox>

/** For admins. */
export const EmailMailbox = v.object({
  way: MailboxWay,
  host: v.string(),
  port: v.number(),
  ownLogin: v.boolean(),
  user: v.string(),
  hasPassword: v.boolean(),
  folder: v.string(),
  plusAddress: v.boolean(),
  /** Domain of the operator's mailbox; null without one. */
  operatorDomain: v.nullable(v.string()),
  /** Null until it was read. */
  readAt: v.nullable(Instant),
  failure: v.nullable(MailboxFault),
  /** The server's own words. */
  answer: v.nullable(v.string()),
  /** Of the next try. */
  nextAt: v.nullable(Instant),
})
export type EmailMailbox = v.InferOutput<typeof EmailMailbox>

/** Outcome of a test: the server was reached, took the login and opened the folder. `mails`: how many are in it. */
export const MailboxTest = v.object({
  ok: v.boolean(),
  ms: v.number(),
  failure: v.nullable(MailboxFault),
  answer: v.nullable(v.string()),
})
export type MailboxTest = v.InferOutput<typeof MailboxTest>

const emailNo = (id: number) => `email ${id}`
/** To those who may see the conversation. */
export const emailAnswered = defineEvent('email.answer', v.object({ answer: EmailAnswerHead }), {
  about: ({ answer: { emailId, threadId } }) => [emailNo(emailId), emailNo(threadId)],
})
export const emailAnswersSeen = defineEvent('email.answersSeen', v.object({ ids: v.array(Id) }))
/** The mailbox was read or could not be read, for admins. */
export const emailMailboxChanged = defineEvent('email.mailbox', v.object({}))
