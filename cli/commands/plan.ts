import { Command, InvalidArgumentError } from 'commander'
import type { Plan } from '../../src/tenancy/tables'
import { type Common, companyIn, installationCommand, outputOf, withInstallation } from '../command'
import { print, table } from '../terminal'

export const planCommand = () =>
  new Command('plan')
    .description('Manage the plans that companies can have')
    .addCommand(list())
    .addCommand(create())
    .addCommand(remove())
    .addCommand(assign())

const list = () =>
  installationCommand('list', 'List the plans').action((options: Common) =>
    withInstallation(options, async ({ control }) => {
      const { listPlans } = await import('../../src/features/plans/queries')
      const plans = listPlans(control, { page: 1, size: Number.MAX_SAFE_INTEGER }).rows
      await print(
        outputOf(options),
        plans,
        table([
          ['id', 'users', 'connections', 'queues', 'storage', 'amount', 'companies', 'name'],
          ...plans.map(({ id, users, connections, queues, storage, amount, companiesCount = 0, name }) => [
            ...[id, users, connections, queues, storage === null ? '' : `${storage} GB`],
            ...[amount.toFixed(2), companiesCount, name],
          ]),
        ]),
      )
    }),
  )

type CreateOptions = Common & {
  users: number
  connections: number
  queues: number
  storage?: number
  amount: string
  menus?: number[]
  features?: string[]
  private?: true
}

const create = () =>
  installationCommand('create', 'Create a plan')
    .argument('<name>', 'name of the plan')
    .requiredOption('--users <number>', 'active users', wholeNumber)
    .requiredOption('--connections <number>', 'connections', wholeNumber)
    .requiredOption('--queues <number>', 'queues', wholeNumber)
    .option('--storage <GB>', 'gigabytes of files; no limit without it', wholeNumber)
    .requiredOption('--amount <reais>', 'price for each month, such as 99.90')
    .option('--menus <numbers>', 'menu entries, separated by commas; its features follow from them', numbers)
    .option('--features <names>', 'these features and the whole menu, instead of --menus', words)
    .option('--private', 'not offered at sign-up')
    .action((name: string, options: CreateOptions) =>
      withInstallation(options, async (databases) => {
        const { createPlan } = await import('../../src/features/plans/actions')
        const { readPlan } = await import('../../src/features/plans/read')
        const { showPlan } = await import('../../src/features/plans/queries')
        const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
        const control = databases.writableControl()
        const { users, connections, queues, storage, amount, menus, features } = options
        const wanted = readPlan({
          name,
          users,
          connections,
          queues,
          storage,
          amount,
          menus,
          features,
          isPublic: !options.private,
        })
        const { cx } = await companyIn(databases, String(OPERATOR_COMPANY))
        const plan = createPlan({ cx, control, doer: null }, wanted)
        await print(outputOf(options), showPlan(plan), [`Plan ${plan.id} "${plan.name}" is created.`])
      }),
    )

const remove = () =>
  installationCommand('delete', 'Delete a plan that no company has')
    .argument('<plan>', 'number', wholeNumber)
    .action((id: number, options: Common) =>
      withInstallation(options, async (databases) => {
        const { deletePlan } = await import('../../src/features/plans/actions')
        const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
        const { cx } = await companyIn(databases, String(OPERATOR_COMPANY))
        deletePlan({ cx, control: databases.writableControl(), doer: null }, id)
        await print(outputOf(options), { id }, [`Plan ${id} is deleted.`])
      }),
    )

const assign = () =>
  installationCommand('assign', 'Give a company a plan; open pages follow within a second')
    .argument('<company>', 'number or UUID')
    .argument('<plan>', 'number, or "none" for every feature without limits', planNumber)
    .action((word: string, planId: number | null, options: Common) =>
      withInstallation(options, async (databases) => {
        const { changePlan, findCompanyByWord } = await import('../../src/operator/companies')
        const { usageOf } = await import('../../src/tenancy/limits')
        const { tenantFolder } = await import('../../src/platform/databases')
        const { plannedNames, plannedBy, hasFeature } = await import('../../src/tenancy/contract')
        const { featuresOf, tenantOf } = await import('../../src/tenancy/companies')
        const { followPlan, waitingIn } = await import('../../src/standby')
        const before = findCompanyByWord(databases.control, word)
        const { id } = before
        const company = changePlan(databases, Date.now(), id, planId, followPlan)
        const db = databases.tenant(company.uuid)
        const used = usageOf(db, tenantFolder(databases.dataDir, company.uuid))
        const over = company.plan ? overLimits(company.plan, used) : []
        const waiting = waitingIn({ db, tenant: tenantOf(company) })
        const stopped = plannedNames
          .filter(
            (name) =>
              hasFeature(featuresOf(before), plannedBy[name]) && !hasFeature(featuresOf(company), plannedBy[name]),
          )
          .map((name) => ({ kind: name, count: waiting[name] ?? 0 }))
          .filter(({ count }) => count > 0)
        const { name, plan } = company
        await print(outputOf(options), { company: { id, name }, plan: plan?.name ?? null, over, stopped }, [
          `Company ${id} "${company.name}" has ${company.plan ? `the plan "${company.plan.name}"` : 'no plan: every feature, no limits'}.`,
          ...over.map(
            ({ limit, has, value }) =>
              `It is over the limit of ${limit}: ${has} of ${value}. It keeps them and cannot add more.`,
          ),
          ...stopped.map(({ kind, count }) =>
            kind === 'campaigns'
              ? `${count} running or scheduled ${count === 1 ? 'campaign stops' : 'campaigns stop'}: the plan has no campaigns.`
              : `${count} ${count === 1 ? 'schedule waits' : 'schedules wait'}: the plan has no schedules.`,
          ),
        ])
      }),
    )

const overLimits = (plan: Plan, used: Readonly<Record<'users' | 'connections' | 'queues', number>>) =>
  (['users', 'connections', 'queues'] as const).flatMap((limit) => {
    const value = plan[limit]
    return value !== null && used[limit] > value ? [{ limit, has: used[limit], value }] : []
  })

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
const planNumber = (text: string): number | null => (text === 'none' ? null : wholeNumber(text))
const words = (text: string): string[] => text.split(',').flatMap((word) => word.trim() || [])
const numbers = (text: string): number[] => words(text).map(wholeNumber)
