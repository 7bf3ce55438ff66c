/** Mails about open invoices, each sent once: 10 and 3 days before the due date, on it, and 3 and 10 days after. */
import type { Services } from '../../platform/module'
import { execute, getColumn } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import { DAY } from '../../platform/time'
import { writeMail } from '../../settings/mail-templates/templates'
import { findCompany, findCompanyOrFail } from '../../tenancy/companies'
import { OPERATOR_COMPANY } from '../../tenancy/contract'
import { daysUntil } from '../../tenancy/due'
import { type Language, languages } from '../../texts/languages'
import { mailOperators } from '../../users/operators'
import { announceInvoice } from './announce'
import { dueWords, invoiceMail, oddMail, oddPhrase, overdueMail } from './mail-templates'
import { listUnmailed, setMailed } from './odd-payments'
import { type MailDay, mailDue } from './periods'
import { findInvoice } from './queries'
import { toPay } from './terms'

/** Mails per round of the job, so that a round ends within its hour even if the mail server is slow. */
const MAILS_PER_RUN = 200
/** The window around the due date, plus a day for time zones. */
const [EARLIEST, LATEST] = [11 * DAY, 14 * DAY]

/** Without a mail server nothing is recorded, so due mails are sent once one is set up. */
export async function sendInvoiceMails(services: Services): Promise<void> {
  const { databases, mailer, log } = services
  if (!mailer.configured) return
  const control = databases.writableControl()
  let sent = 0
  for (const id of listOpen(control, services.clock())) {
    if (sent >= MAILS_PER_RUN) return
    const claimed = claimMail(control, services.clock(), id)
    if (claimed === undefined) continue
    sent++
    try {
      await mailer.send(write(services, id))
    } catch (error) {
      releaseMail(control, id, claimed)
      log.warn({ err: error, invoice: id }, 'could not send the mail about an invoice; it is tried again')
      continue
    }
    const invoice = findInvoice(control, id)
    if (invoice) announceInvoice(services, invoice)
  }
}

const listOpen = (control: ControlDb, now: number): number[] =>
  getColumn<number>(
    control,
    `SELECT i.id FROM invoices i JOIN companies c ON c.id = i.company_id
     LEFT JOIN plans p ON p.id = c.plan_id
     WHERE i.status = 'open' AND i.due_at BETWEEN @from AND @to AND c.active AND c.email <> '' AND ifnull(p.amount, 1) > 0
     ORDER BY i.due_at`,
    { from: now - LATEST, to: now + EARLIEST },
  )

/** Records the mail before it is sent: a crash in between loses one mail instead of sending it twice. */
function claimMail(control: WritableControl, now: number, id: number): MailDay | undefined {
  const invoice = findInvoice(control, id)
  if (invoice?.status !== 'open') return undefined
  const { timeZone } = findCompanyOrFail(control, invoice.companyId)
  const day = mailDue(daysUntil(invoice.dueAt, now, timeZone))
  if (day === undefined) return undefined
  const { changes } = execute(
    control,
    'INSERT OR IGNORE INTO invoice_mails (invoice_id, kind, sent_at) VALUES (?, ?, ?)',
    [id, String(day), now],
  )
  return changes === 1 ? day : undefined
}

const releaseMail = (control: WritableControl, id: number, day: MailDay) =>
  execute(control, 'DELETE FROM invoice_mails WHERE invoice_id = ? AND kind = ?', [id, String(day)])

const inReais = (language: Language, cents: number): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(cents / 100)

function write({ databases: { control }, clock, publicUrl }: Services, id: number) {
  const now = clock()
  const invoice = findInvoice(control, id)
  if (!invoice) throw new Error(`invoice ${id} is gone`)
  const company = findCompanyOrFail(control, invoice.companyId)
  const { timeZone } = company
  const language: Language = languages.find((one) => one === company.language) ?? 'pt-BR'
  const daysLeft = daysUntil(invoice.dueAt, now, timeZone)
  const words = writeMail(control, daysLeft < 0 ? overdueMail : invoiceMail, language, {
    company: company.billingName || company.name,
    operator: findCompany(control, OPERATOR_COMPANY)?.name ?? '',
    invoice: invoice.period.slice(0, 7),
    plan: invoice.detail,
    amount: inReais(language, toPay(invoice)),
    due: new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone }).format(invoice.dueAt),
    when: dueWords(language, daysLeft),
    link: publicUrl() === null ? '' : `${publicUrl()}/checkout?step=review&invoice=${invoice.id}`,
  })
  return { to: company.email, ...words }
}

/** Reports payments that do not fit to the operator's people; the notice on their screen remains until they are settled. */
export async function sendOddMails(services: Services): Promise<void> {
  const { databases, mailer, publicUrl, clock } = services
  if (!mailer.configured) return
  const control = databases.writableControl()
  for (const payment of listUnmailed(control, clock())) {
    // Recorded before it is sent: a crash in between loses one mail instead of sending it twice.
    setMailed(control, payment.id)
    const company = findCompanyOrFail(control, payment.companyId)
    await mailOperators(services, (language) =>
      writeMail(control, oddMail, language, {
        company: company.name,
        invoice: findInvoice(control, payment.invoiceId)?.period.slice(0, 7) ?? '',
        amount: inReais(language, payment.cents),
        what: oddPhrase(language, payment.kind),
        link: publicUrl() === null ? '' : `${publicUrl()}/faturas`,
      }),
    )
  }
}
