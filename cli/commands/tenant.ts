import { Command, InvalidArgumentError } from 'commander'
import {
  type Common,
  companyIn,
  dataDirOf,
  installationCommand,
  outputOf,
  PASSWORD_STDIN,
  readPassword,
  withInstallation,
} from '../command'
import { day, print, table } from '../terminal'

export const tenantCommand = () =>
  new Command('tenant')
    .description('Manage the companies of this installation')
    .addCommand(create())
    .addCommand(list())
    .addCommand(show())
    .addCommand(suspend())
    .addCommand(resume())
    .addCommand(remove())
    .addCommand(restore())

type CreateOptions = Common & { email: string; admin: string; days: number; plan?: number; passwordStdin?: boolean }

const create = () =>
  installationCommand('create', 'Create a company with its first administrator')
    .argument('<name>', 'name of the company')
    .requiredOption('--email <email>', 'email of the administrator')
    .option('--admin <name>', 'name of the administrator', 'Admin')
    .option('--days <number>', 'days until the subscription is due', wholeNumber, 30)
    .option('--plan <number>', 'its plan; default: every feature, no limits', wholeNumber)
    .option(...PASSWORD_STDIN)
    .action((name: string, options: CreateOptions) =>
      withInstallation(options, async (databases) => {
        const { recordNewCompany } = await import('../../src/operator/acts')
        const { bootstrapCompany } = await import('../../src/operator/bootstrap')
        const { checked } = await import('../../src/operator/people')
        const { findPlanOrFail, summarizeCompany } = await import('../../src/tenancy/companies')
        const password = await readPassword(options)
        checked({ name, email: options.email, password })
        const admin = { ...checked({ name: options.admin, email: options.email, password }), password }
        const planId = options.plan ?? null
        if (planId !== null) findPlanOrFail(databases.control, planId)
        const { days, email } = options
        const created = await bootstrapCompany(databases, Date.now(), { name: name.trim(), email, planId, admin, days })
        recordNewCompany(databases, Date.now(), created.company)
        await print(
          outputOf(options),
          { company: summarizeCompany(created.company), email: created.admin.email, password: created.password },
          [
            `Company ${created.company.id} "${created.company.name}" (${created.company.uuid})`,
            `Administrator: ${created.admin.email}`,
            ...(created.password ? [`Password: ${created.password}`] : []),
          ],
        )
      }),
    )

const list = () =>
  installationCommand('list', 'List the companies').action((options: Common) =>
    withInstallation(options, async ({ control }) => {
      const { listCompanies, summarizeCompany } = await import('../../src/tenancy/companies')
      const companies = listCompanies(control)
      await print(
        outputOf(options),
        companies.map(summarizeCompany),
        table([
          ['id', 'uuid', 'state', 'due', 'name'],
          ...companies.map(({ id, uuid, active, dueAt, timeZone, plan, name }) => [
            id,
            uuid,
            active ? 'active' : 'suspended',
            plan?.amount === 0 ? 'never' : day(dueAt, timeZone),
            name,
          ]),
        ]),
      )
    }),
  )

const show = () =>
  installationCommand('show', 'Show a company: its plan, what it uses, when it is due')
    .argument('<company>', 'number or UUID')
    .action((word: string, options: Common) =>
      withInstallation(options, async (databases) => {
        const { company, cx } = await companyIn(databases, word)
        const { readCompanyUsage, showCompany } = await import('../../src/operator/tenants/queries')
        const { GIGABYTE, limitNames } = await import('../../src/tenancy/contract')
        const { used, messages, disk } = await readCompanyUsage(databases, cx)
        const { plan } = company
        const sent = messages.reduce((sum, { count }) => sum + count, 0)
        const bytes = disk.files + disk.messages + disk.sessions
        await print(outputOf(options), { ...showCompany(company), used, messagesThisMonth: sent, disk }, [
          `Company ${company.id} "${company.name}" (${company.uuid}), ${company.active ? 'active' : 'suspended'}`,
          `Due: ${company.plan?.amount === 0 ? 'never' : day(company.dueAt, company.timeZone)} (${company.recurrence})`,
          `Plan: ${plan ? `${plan.id} "${plan.name}"` : 'none: every feature, no limits'}`,
          ...limitNames.map((limit) => `${limit}: ${used[limit]} of ${plan?.[limit] ?? 'any number'}`),
          `Files: ${(used.storage / GIGABYTE).toFixed(3)} GB of ${plan?.storage == null ? 'any size' : `${plan.storage} GB`}`,
          `Messages this month: ${sent}`,
          `Disk: ${(bytes / 1024 / 1024).toFixed(1)} MB`,
          `Last login: ${company.lastLoginAt === null ? 'never' : day(company.lastLoginAt, company.timeZone)}`,
        ])
      }),
    )

const remove = () =>
  installationCommand('delete', 'Delete a company; its folder is kept in set-aside/ for thirty days')
    .argument('<company>', 'number or UUID')
    .requiredOption('--name <name>', 'its name, so that nobody deletes another by mistake')
    .action((word: string, options: Common & { name: string }) =>
      withInstallation(options, async (databases) => {
        const { findCompanyByWord } = await import('../../src/operator/companies')
        const { deleteTenant } = await import('../../src/operator/tenants/delete')
        const { Refusal } = await import('../../src/operator/refusal')
        const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
        const { id, uuid, name: its } = findCompanyByWord(databases.control, word)
        if (id === OPERATOR_COMPANY) throw new Refusal('Company 1 belongs to the operator and cannot be deleted.')
        if (options.name.trim() !== its)
          throw new Refusal(`Company ${id} has another name. Nothing was deleted. See: balcao tenant show ${id}`)
        const { cx } = await companyIn(databases, String(OPERATOR_COMPANY))
        const fleet = await leavingFleet(dataDirOf(options), uuid)
        const { company, setAside } = await deleteTenant({ databases, cx, doer: null, id, name: options.name, fleet })
        await print(outputOf(options), { id, name: company.name, setAside }, [
          `Company ${id} "${company.name}" is deleted.`,
          ...(setAside === null
            ? []
            : [`Its folder is kept for thirty days: ${setAside}`, `To bring it back: balcao tenant restore ${id}`]),
        ])
      }),
    )

/** Null without a fleet. */
async function leavingFleet(dataDir: string, uuid: string) {
  if (!process.env.BALCAO_FLEET) return null
  const { bringHere, forgetIn } = await import('../fleet')
  await bringHere(dataDir, uuid)
  return { forget: forgetIn(dataDir) }
}

const restore = () =>
  installationCommand(
    'restore',
    'Bring back a company deleted within thirty days, on standby; the server can be running',
  )
    .argument('<company>', 'number or UUID that it had')
    .action((word: string, options: Common) =>
      withInstallation(options, async (databases) => {
        const { restoreTenant } = await import('../../src/operator/tenants/restore')
        const { summarizeCompany } = await import('../../src/tenancy/companies')
        const fleet = process.env.BALCAO_FLEET ? await import('../fleet') : undefined
        const more = fleet ? { mark: fleet.markForgotten(dataDirOf(options)) } : {}
        const { company, takenEmails, lostPlan } = await restoreTenant(databases, Date.now(), word, more)
        await print(outputOf(options), { company: summarizeCompany(company), takenEmails, lostPlan }, [
          `Company ${company.id} "${company.name}" is back, on standby: it sends nothing until balcao activate --tenant ${company.id}.`,
          ...(lostPlan ? ['Its plan was deleted: it has every feature and no limits. See: balcao plan assign'] : []),
          ...takenEmails.map((email) => `${email} belongs to another company now and cannot sign in here.`),
        ])
      }),
    )

const suspend = () =>
  installationCommand('suspend', 'Sign everyone in a company out and close its connections; all data is kept')
    .argument('<company>', 'number or UUID')
    .action((word: string, options: Common) =>
      withInstallation(options, async (databases) => {
        const { control } = databases
        const { findCompanyByWord, suspendCompany } = await import('../../src/operator/companies')
        const { summarizeCompany } = await import('../../src/tenancy/companies')
        const { company, signedOut } = suspendCompany(databases, Date.now(), findCompanyByWord(control, word).id)
        await print(outputOf(options), { company: summarizeCompany(company), signedOut }, [
          `Company ${company.id} "${company.name}" is suspended; ${signedOut === 1 ? '1 person was' : `${signedOut} people were`} signed out.`,
        ])
      }),
    )

const resume = () =>
  installationCommand('resume', 'Resume a suspended or overdue company')
    .argument('<company>', 'number or UUID')
    .option('--days <number>', 'days from now until the subscription is due; default: unchanged', wholeNumber)
    .action((word: string, options: Common & { days?: number }) =>
      withInstallation(options, async (databases) => {
        const { control } = databases
        const { findCompanyByWord, resumeCompany } = await import('../../src/operator/companies')
        const { summarizeCompany } = await import('../../src/tenancy/companies')
        const { DAY } = await import('../../src/platform/time')
        const dueAt = options.days === undefined ? null : Date.now() + options.days * DAY
        const company = resumeCompany(databases, Date.now(), findCompanyByWord(control, word).id, dueAt)
        await print(outputOf(options), { company: summarizeCompany(company) }, [
          `Company ${company.id} "${company.name}" is active again${company.dueAt < Date.now() ? ', but overdue: renew it with --days' : ''}.`,
          `Due: ${day(company.dueAt, company.timeZone)}`,
        ])
      }),
    )

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
