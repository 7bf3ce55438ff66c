import type { Waiting } from '../../src/operator/contract'
import { type Common, companyIn, dataDirOf, installationCommand, outputOf, withInstallation } from '../command'
import { print } from '../terminal'

type Options = Common & { tenant?: string }

export const activateCommand = () =>
  installationCommand(
    'activate',
    'Activate a restored installation or company: it starts sending, and an installation connects to WhatsApp',
  )
    .option('--tenant <company>', 'activate only this restored company, by number or UUID; the server can be running')
    .action((options: Options) =>
      options.tenant === undefined ? activateAll(options) : activateOne(options.tenant, options),
    )

async function activateAll(options: Options) {
  const { requireInstallation } = await import('../../src/operator/installation')
  const { activate } = await import('../../src/operator/standby')
  const dataDir = dataDirOf(options)
  requireInstallation(dataDir)
  const was = activate(dataDir)
  if (was)
    await withInstallation(options, async (databases) => {
      const { recordInstallationAct } = await import('../../src/operator/acts')
      const subject = { id: null, name: '' }
      recordInstallationAct(databases, Date.now(), { kind: 'installation', act: 'release', subject })
    })
  await print(outputOf(options), { activated: was }, [
    was ? 'The installation is active.' : 'The installation was already active.',
  ])
}

const activateOne = (word: string, options: Options) =>
  withInstallation(options, async (databases) => {
    const { waitingIn } = await import('../../src/standby')
    const { releaseCompany } = await import('../../src/operator/release')
    const { endStandby } = await import('../../src/tenancy/standby')
    const { company, cx } = await companyIn(databases, word)
    const waiting = waitingIn(cx)
    const activated = await releaseCompany((id) => endStandby(databases.writableControl(), id), cx, null)
    await print(outputOf(options), { activated, waiting }, [
      activated
        ? `Company ${company.id} "${company.name}" is active. It resumes ${waitingWords(waiting)}.`
        : `Company ${company.id} "${company.name}" was already active.`,
    ])
  })

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const waitingWords = ({
  messages = 0,
  schedules = 0,
  campaigns = 0,
  emails = 0,
  deliveries = 0,
}: Waiting): string =>
  [
    counted(messages, 'queued message', 'queued messages'),
    counted(schedules, 'scheduled message', 'scheduled messages'),
    counted(campaigns, 'campaign', 'campaigns'),
    counted(emails, 'email', 'emails'),
    counted(deliveries, 'webhook delivery', 'webhook deliveries'),
  ].join(', ')
