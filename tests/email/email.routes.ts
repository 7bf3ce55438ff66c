import { ChangeMailbox, ReplyToAnswer, SeenAnswers } from '../../src/features/email/answers/contract'
import {
  CorrectRecipient,
  RetryEmail,
  ScheduleEmail,
  SendEmail,
  SendNow,
  SetSignature,
  TestServer,
  UpdateEmail,
} from '../../src/features/email/contract'
import { CreateTemplate, UpdateTemplate } from '../../src/features/email/templates/contract'
import { FinishMailSignIn, StartMailSignIn } from '../../src/settings/mail-sign-in/contract'
import { writeSetting } from '../../src/settings/settings'
import type { Ids } from '../api/furnish'
import type { RouteExamples, ShownAt } from '../api/module-files'
import { valueAt } from '../api/payload'
import type { CompanyWorld } from '../support/company-world'
import { NOON } from '../support/world'

declare module '../api/furnish' {
  interface Ids {
    readonly email: number
    /** An e-mail without a sent copy. */
    readonly failedEmail: number
    readonly failedRecipient: number
    readonly emailFile: number
    readonly emailAnswer: number
    readonly emailAnswerFile: number
    readonly emailTemplate: number
    readonly templateFile: number
  }
}

const tomorrow = new Date(NOON + 86_400_000).toISOString()
const at = (id: number, rest = '') => ({ path: `/api/emails/${id}${rest}` })
const template = (id: number, rest = '') => ({ path: `/api/email-templates/${id}${rest}` })
const letter = { email: 'maria@casa.example, joao@casa.example', assunto: 'Boleto', mensagem: 'Bom dia' }

/** Not on the internet: the test of it fails at once. */
const boxSettings = {
  way: 'imap',
  host: '127.0.0.1',
  port: 993,
  ownLogin: true,
  user: 'vendas@loja.example',
  password: 'segredo',
  folder: 'INBOX',
  plusAddress: false,
}

export const routeExamples: RouteExamples = {
  'POST /api/enviar-email': {
    opens: 'session',
    reads: SendEmail,
    example: () => ({ path: '/api/enviar-email', body: { ...letter, tokenSenha: 'segredo' } }),
  },
  'POST /api/agendar-envio-email': {
    opens: 'session',
    reads: ScheduleEmail,
    example: () => ({ path: '/api/agendar-envio-email', body: { ...letter, sendAt: tomorrow } }),
  },
  'GET /api/listar-emails-enviados': {
    finds: ['POST /api/enviar-email', 'assunto'],
    opens: 'session',
    example: () => ({ path: '/api/listar-emails-enviados?searchParam=a&pageNumber=1' }),
  },
  'GET /api/listar-emails-agendados': {
    finds: ['POST /api/agendar-envio-email', 'assunto'],
    opens: 'session',
    example: () => ({ path: '/api/listar-emails-agendados?searchParam=a&pageNumber=1' }),
  },
  'GET /api/emails/server': { opens: 'session', example: () => ({ path: '/api/emails/server' }) },
  'POST /api/emails/server/test': {
    opens: 'session',
    reads: TestServer,
    example: () => ({ path: '/api/emails/server/test', body: {} }),
  },
  'POST /api/emails/server/sign-in': {
    opens: 'session',
    for: ['admin'],
    reads: StartMailSignIn,
    example: () => ({ path: '/api/emails/server/sign-in', body: { provider: 'google' } }),
  },
  'POST /api/emails/server/sign-in/finish': {
    opens: 'session',
    for: ['admin'],
    reads: FinishMailSignIn,
    example: () => ({
      path: '/api/emails/server/sign-in/finish',
      body: { state: 'c.never-begun', code: '4/0Ab', error: 'access_denied', description: 'No' },
    }),
  },
  'DELETE /api/emails/server/sign-in': {
    opens: 'session',
    for: ['admin'],
    example: () => ({ path: '/api/emails/server/sign-in' }),
  },
  'POST /api/emails/files': {
    opens: 'session',
    reads: null,
    example: () => ({
      path: '/api/emails/files',
      form() {
        const form = new FormData()
        form.set('file', new File(['vence dia 10'], 'boleto.txt'))
        return form
      },
    }),
  },
  'DELETE /api/emails/files/:fileId': {
    opens: 'session',
    example: ({ emailFile }) => ({ path: `/api/emails/files/${emailFile}` }),
  },
  'GET /api/emails/:id/files/:fileId': {
    opens: 'session',
    raw: true,
    example: ({ email, emailFile }) => at(email, `/files/${emailFile}`),
  },
  'GET /api/emails/answers': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/emails/answers?contactId=${contact}` }),
  },
  'POST /api/emails/answers/seen': {
    opens: 'session',
    reads: SeenAnswers,
    example: ({ emailAnswer }) => ({ path: '/api/emails/answers/seen', body: { ids: [emailAnswer] } }),
  },
  'POST /api/emails/answers/:id/reply': {
    opens: 'session',
    reads: ReplyToAnswer,
    example: ({ emailAnswer }) => ({
      path: `/api/emails/answers/${emailAnswer}/reply`,
      body: { mensagem: 'Combinado' },
    }),
  },
  'GET /api/emails/answers/:id/files/:fileId': {
    opens: 'session',
    raw: true,
    example: ({ emailAnswer, emailAnswerFile }) => ({
      path: `/api/emails/answers/${emailAnswer}/files/${emailAnswerFile}`,
    }),
  },
  'GET /api/emails/:id/thread': { opens: 'session', example: ({ email }) => at(email, '/thread') },
  'GET /api/emails/mailbox': { opens: 'session', for: ['admin'], example: () => ({ path: '/api/emails/mailbox' }) },
  'PUT /api/emails/mailbox': {
    opens: 'session',
    for: ['admin'],
    reads: ChangeMailbox,
    example: () => ({ path: '/api/emails/mailbox', body: boxSettings }),
  },
  'POST /api/emails/mailbox/test': {
    opens: 'session',
    for: ['admin'],
    reads: ChangeMailbox,
    example: () => ({ path: '/api/emails/mailbox/test', body: boxSettings }),
  },
  'GET /api/emails/signature': { opens: 'session', example: () => ({ path: '/api/emails/signature' }) },
  'PUT /api/emails/signature': {
    opens: 'session',
    reads: SetSignature,
    example: () => ({ path: '/api/emails/signature', body: { html: '<p>Ana</p>' } }),
  },
  'GET /api/emails/contacts/:id': {
    opens: 'session',
    example: ({ contact }) => ({ path: `/api/emails/contacts/${contact}` }),
  },
  'GET /api/email-templates/': {
    finds: ['POST /api/email-templates/', 'name'],
    opens: 'session',
    example: () => ({ path: '/api/email-templates/?searchParam=a&pageNumber=1&active=true&desc=true' }),
  },
  'GET /api/email-templates/list': {
    finds: ['POST /api/email-templates/', 'name'],
    opens: 'session',
    example: () => ({ path: '/api/email-templates/list?searchParam=a' }),
  },
  'GET /api/email-templates/:id': { opens: 'session', example: ({ emailTemplate }) => template(emailTemplate) },
  'GET /api/email-templates/:id/files/:fileId': {
    opens: 'session',
    raw: true,
    example: ({ emailTemplate, templateFile }) => template(emailTemplate, `/files/${templateFile}`),
  },
  'POST /api/email-templates/': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    reads: CreateTemplate,
    example: () => ({
      path: '/api/email-templates/',
      body: { name: 'Segunda via', subject: 'Seu boleto', html: '<p>Segue o boleto.</p>' },
    }),
  },
  'POST /api/email-templates/:id/start': {
    opens: 'session',
    example: ({ emailTemplate }) => template(emailTemplate, '/start'),
  },
  'PUT /api/email-templates/:id': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    reads: UpdateTemplate,
    example: ({ emailTemplate }) => ({ ...template(emailTemplate), body: { subject: 'Seu novo boleto' } }),
  },
  'DELETE /api/email-templates/:id': {
    opens: 'session',
    for: ['admin', 'supervisor'],
    example: ({ emailTemplate }) => template(emailTemplate),
  },
  'GET /api/emails/:id': { opens: 'session', example: ({ email }) => at(email) },
  'PUT /api/emails/:id': {
    opens: 'session',
    reads: UpdateEmail,
    example: ({ email }) => ({ ...at(email), body: { ...letter, sendAt: tomorrow } }),
  },
  'DELETE /api/emails/:id': { opens: 'session', example: ({ email }) => at(email) },
  'POST /api/emails/:id/send-now': {
    opens: 'session',
    reads: SendNow,
    example: ({ email }) => ({ ...at(email, '/send-now'), body: {} }),
  },
  'POST /api/emails/:id/retry': {
    opens: 'session',
    reads: RetryEmail,
    example: ({ failedEmail, failedRecipient }) => ({
      ...at(failedEmail, '/retry'),
      body: { recipientIds: [failedRecipient] },
    }),
  },
  'POST /api/emails/:id/stop': { opens: 'session', example: ({ failedEmail }) => at(failedEmail, '/stop') },
  'PUT /api/emails/:id/recipients/:recipientId': {
    opens: 'session',
    reads: CorrectRecipient,
    example: ({ failedEmail, failedRecipient }) => ({
      ...at(failedEmail, `/recipients/${failedRecipient}`),
      body: { email: 'maria@lar.example' },
    }),
  },
}

/** A scheduled e-mail, and a failed one. */
export async function furnish(company: CompanyWorld, { contact }: Ids, { mark }: { mark: string }) {
  // Not by their routes: changing the server deletes the password.
  writeSetting(company.db, 'smtpauth', 'smtp.loja.example:587')
  writeSetting(company.db, 'usersmtpauth', `${mark.toLowerCase()}@loja.example`)
  const admin = company.admin()
  await admin.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'segredo' })
  const write = async (path: string, body: object) => {
    const answer = await admin.json(`/api/${path}`, 'POST', { ...letter, assunto: `${mark} boleto`, ...body })
    return ((await answer.json()) as { id: number }).id // the answer of its route
  }
  const upload = async () => {
    const form = new FormData()
    form.set('file', new File([`${mark} boleto`], `${mark}.txt`))
    const uploaded = await admin.request('/api/emails/files', { method: 'POST', body: form })
    return ((await uploaded.json()) as { id: number }).id // the answer of its route
  }
  await admin.json('/api/emails/signature', 'PUT', { html: `<p>${mark}</p>` })
  const emailFile = await upload()
  const about = { contactId: contact, html: `<p>${mark} <b>boleto</b></p>`, sign: true }
  const email = await write('agendar-envio-email', { sendAt: tomorrow, fileIds: [emailFile], ...about })
  const templateFile = await upload()
  const emailTemplate = await write('email-templates', {
    name: `${mark} boleto ${templateFile}`, // a company may be furnished twice
    subject: `${mark} boleto`,
    html: `<p>${mark}</p>`,
    fileIds: [templateFile],
  })
  const failedEmail = await write('enviar-email', {})
  await admin.json(`/api/emails/${failedEmail}/stop`, 'POST', {})
  const [failed] = company.rows('SELECT id FROM email_recipients WHERE email_id = ?', failedEmail) as { id: number }[] // the column is listed
  const answer = company.rows(
    `INSERT INTO email_answers (email_id, kind, message_id, reference_ids, from_name, from_address, reply_to, subject, message, received_at)
     VALUES (?, 'reply', 'a@casa.example', '<a@casa.example>', ?, 'maria@casa.example', '', 'Re: boleto', 'Recebi', ?) RETURNING id`,
    email,
    `${mark} Maria`,
    NOON,
  ) as { id: number }[] // the column is listed
  const emailAnswer = answer[0]?.id ?? 0
  const stored = company.rows(
    `INSERT INTO email_answer_files (answer_id, media_file, media_name, media_type, media_size)
     SELECT ?, media_file, media_name, media_type, media_size FROM email_files WHERE id = ? RETURNING id`,
    emailAnswer,
    emailFile,
  ) as { id: number }[] // likewise
  const emailAnswerFile = stored[0]?.id ?? 0
  return {
    email,
    failedEmail,
    failedRecipient: failed?.id ?? 0,
    emailFile,
    emailAnswer,
    emailAnswerFile,
    emailTemplate,
    templateFile,
  }
}

/** Users may change their own e-mails. */
export function give(company: CompanyWorld, { email, failedEmail }: Ids, userId: number) {
  company.rows('UPDATE emails SET user_id = ? WHERE id IN (?, ?) RETURNING id', userId, email, failedEmail)
}

export const shownAt: ShownAt = {
  'email.create': (p) => `/api/emails/${valueAt(p, 'record', 'id')}`,
  'email.update': (p) => `/api/emails/${valueAt(p, 'record', 'id')}`,
  'email.delete': 'sign',
  'email.server': 'sign',
  'email.answer': (p) => `/api/emails/${valueAt(p, 'answer', 'threadId')}/thread`,
  'email.answersSeen': 'own',
  'email.mailbox': 'sign',
  'email.contact': (p) => `/api/emails/contacts/${valueAt(p, 'contactId')}`,
  'email.signature': 'own',
  'emailTemplate.create': (p) => `/api/email-templates/${valueAt(p, 'template', 'id')}`,
  'emailTemplate.update': (p) => `/api/email-templates/${valueAt(p, 'template', 'id')}`,
  'emailTemplate.delete': 'sign',
}

export const plans = ['email_recipients.since', 'email_recipients.next_at', 'emails.send_at', 'emails.next_at']
