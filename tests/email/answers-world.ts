/** A company with a mail server, and a mailbox in which answers arrive. */
import type {
  ChangeMailbox,
  EmailAnswerHead,
  EmailMailbox,
  EmailThread,
} from '../../src/features/email/answers/contract'
import type { Attendant } from '../support/company-world'
import { imapServer, type Manners } from '../support/imap-server'
import { doJob } from '../support/jobs'
import { mailbox } from '../support/mailbox'
import { type World, type WorldOptions, world } from '../support/world'
import { reaching, runSender, setServer } from './support'

export const IMAP = { host: 'imap.loja.example', port: 993 }

export const chosen: ChangeMailbox = {
  way: 'imap',
  ...IMAP,
  ownLogin: true,
  user: 'vendas@loja.example',
  password: 'segredo',
  folder: 'INBOX',
  plusAddress: false,
}

export async function answersWorld(manners: Manners = {}, options: WorldOptions = {}) {
  const box = await mailbox()
  const imap = await imapServer({ user: 'vendas@loja.example', password: 'segredo', ...manners })
  const w = world({
    localMail: { ...reaching(box), imap: { ...IMAP, at: { host: imap.host, port: imap.port } } },
    ...options,
  })
  const admin = w.admin()
  await setServer(admin)
  await admin.json('/api/emails/mailbox', 'PUT', chosen)
  const ana = w.attendant([], { name: 'Ana' })
  return { box, imap, w, admin, ana, send: () => runSender(w), read: () => readNow(w) }
}

/** Lets two minutes pass, then reads all that is there. */
export async function readNow(w: Pick<World, 'server' | 'cx' | 'clock'>) {
  w.clock.forward(2 * 60_000)
  while ((await doJob(w, 'email.answers')) === true);
}

type Sent = { readonly headers: readonly { readonly name: string; readonly value: string }[] }
export const headerOf = ({ headers }: Sent, name: string): string =>
  headers.find((one) => one.name === name)?.value ?? ''

export type Answering = {
  readonly from?: string
  readonly id?: string
  readonly text?: string
  readonly lines?: string
  readonly to?: string
  readonly refers?: boolean
}

let count = 0
/** What a mail program sends in answer to a mail of ours. */
export function answerTo(
  sent: Sent,
  {
    from = 'Maria <maria@casa.example>',
    id = `resposta${++count}@casa.example`,
    text = 'Recebi, obrigada!',
    lines = '',
    to = 'vendas@loja.example',
    refers = true,
  }: Answering = {},
): string {
  const ours = headerOf(sent, 'message-id')
  return `From: ${from}
To: ${to}
Subject: Re: ${headerOf(sent, 'subject')}
Message-ID: <${id}>
${refers ? `In-Reply-To: ${ours}\nReferences: <antes@casa.example> ${ours}\n` : ''}Date: Fri, 20 Nov 2026 10:00:00 -0300
${lines}${lines === '' || lines.endsWith('\n') ? '' : '\n'}Content-Type: text/plain; charset=utf-8

${text}
`.replace('\n\nContent-Type', '\nContent-Type')
}

export const bounceOf = (
  sent: Sent,
  to: string,
  more = `Final-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`,
) =>
  `From: Mail Delivery System <MAILER-DAEMON@casa.example>
To: vendas@loja.example
Subject: Undelivered Mail Returned to Sender
Message-ID: <volta${++count}@casa.example>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status;
	boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.casa.example

${more}

--b
Content-Type: text/rfc822-headers

Message-ID: ${headerOf(sent, 'message-id')}
To: ${to}
Subject: Boleto

--b--
`

const json = async <T>(answer: Response) => (await answer.json()) as T // the answer of its route

export const thread = async (who: Attendant, id: number) =>
  json<EmailThread>(await who.request(`/api/emails/${id}/thread`))
export const unread = async (who: Attendant) =>
  (await json<{ answers: EmailAnswerHead[] }>(await who.request('/api/emails/answers'))).answers
export const mailboxOf = async (who: Attendant) => json<EmailMailbox>(await who.request('/api/emails/mailbox'))
