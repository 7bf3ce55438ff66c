import { Command, InvalidArgumentError, Option } from 'commander'
import { type Common, installationCommand, outputOf, withInstallation } from '../command'
import { day, print, table } from '../terminal'

export const invoiceCommand = () =>
  new Command('invoice').description('List and confirm the invoices of companies').addCommand(list()).addCommand(pay())

const states = ['open', 'overdue', 'paid', 'cancelled'] as const
type ListOptions = Common & { company?: string; status?: (typeof states)[number] }

const list = () =>
  installationCommand('list', 'List the invoices of all companies, what is to be paid first')
    .option('--company <company>', 'number or UUID')
    .addOption(new Option('--status <status>', 'only these').choices([...states]))
    .action((options: ListOptions) =>
      withInstallation(options, async ({ control }) => {
        const { listAllInvoices } = await import('../../src/features/billing/queries')
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const { listCompanies } = await import('../../src/tenancy/companies')
        const zones = new Map(listCompanies(control).map(({ id, timeZone }) => [id, timeZone]))
        const companyId = options.company === undefined ? null : findCompanyByWord(control, options.company).id
        const filter = { search: '', state: options.status ?? null, companyId, page: 1 }
        const { rows } = listAllInvoices(control, Date.now(), filter, Number.MAX_SAFE_INTEGER)
        await print(
          outputOf(options),
          rows,
          table([
            ['id', 'due', 'status', 'amount', 'plan', 'company'],
            ...rows.map(({ id, dueDate, status, value, detail, company }) => [
              ...[id, day(Date.parse(dueDate), zones.get(company.id)), status, value.toFixed(2), detail, company.name],
            ]),
          ]),
        )
      }),
    )

type PayOptions = Common & { by: string }

const pay = () =>
  installationCommand('pay', 'Confirm that an invoice was paid, and renew the subscription')
    .argument('<invoice>', 'number of the invoice', wholeNumber)
    .addOption(
      new Option('--by <way>', 'how it was received')
        .choices(['pix', 'transfer', 'cash', 'card', 'hand'])
        .default('hand'),
    )
    .action((id: number, options: PayOptions) =>
      withInstallation(options, async (databases) => {
        const { fail } = await import('../../src/errors')
        const { recordOperatorAct } = await import('../../src/audit/record')
        const { billingErrors } = await import('../../src/features/billing/errors')
        const { payInvoice, renewalChanges } = await import('../../src/features/billing/invoices')
        const { findInvoiceOrFail, showForOperator } = await import('../../src/features/billing/queries')
        const { findCompanyOrFail } = await import('../../src/tenancy/companies')
        const control = databases.writableControl()
        const now = Date.now()
        if (findInvoiceOrFail(control, id).status === 'cancelled') fail(billingErrors.ERR_INVOICE_CANCELLED)
        const renewed = payInvoice(control, now, id, { by: options.by })
        if (renewed) {
          const { invoice, company } = renewed
          const subject = { id, name: invoice.period }
          const act = { kind: 'invoice', act: 'pay', subject, changes: renewalChanges(renewed) }
          recordOperatorAct(() => databases.tenant(company.uuid), now, act)
        }
        const shown = showForOperator(control, findInvoiceOrFail(control, id), now)
        const { timeZone } = findCompanyOrFail(control, shown.companyId)
        await print(outputOf(options), shown, [
          renewed
            ? `Invoice ${id} of ${shown.company.name} is paid; the subscription lasts until ${day(Date.parse(shown.renewsUntil), timeZone)}.`
            : `Invoice ${id} of ${shown.company.name} was paid before.`,
        ])
      }),
    )

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
