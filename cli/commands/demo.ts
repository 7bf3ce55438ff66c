import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Databases } from '../../src/platform/databases'
import type { Simulator } from '../../src/simulator/simulator'
import { outputOf } from '../command'
import type { CommandContext } from '../index'
import { claimFolder, open, openSimulator, settingsOf, withSettings } from '../serving'
import { print, table } from '../terminal'
import { connectShop, type DemoMeta, openDemoMeta } from './demo-meta'
import { connectSample, type StandIns, startStandIns } from './demo-stand-ins'

/** Ports that need no permission: the authority is on this machine, too. */
const usual = {
  BALCAO_DATA: 'balcao-demo',
  BALCAO_LOG_LEVEL: 'warn',
  BALCAO_HTTP_PORT: '8081',
  BALCAO_HTTPS_PORT: '8443',
}

/** Settings that make no sense in the demo. */
const notHere = ['BALCAO_ADMIN_EMAIL', 'BALCAO_ADMIN_PASSWORD', 'BALCAO_WHATSAPP_URL', 'BALCAO_WHATSAPP_ROOT_KEY']

export function demoCommand(carried: CommandContext): Command {
  const command = new Command('demo').description('Try everything with a sample company and a simulated WhatsApp')
  return withSettings(command, notHere)
    .option('--json', 'print JSON')
    .option('--no-meta', 'without Messenger, Instagram and the official number')
    .action(async ({ json, meta: hasMeta }: { json?: boolean; meta: boolean }) => {
      const settings = settingsOf(command, usual)
      await claimFolder(settings.dataDir, true)
      const simulator = await openSimulator(settings.dataDir)
      const standIns = await startStandIns(simulator, settings)
      const password = await keptPassword(join(settings.dataDir, 'demo-password'))
      const meta = hasMeta ? await openDemoMeta(password) : undefined
      await prepare(settings.dataDir, { standIns, password, meta })
      // The environment's networks, which would replace the demo's, are added to them.
      const outsideAllow = [settings.operator.outsideAllow, ...standIns.allow].filter(Boolean).join(', ')
      const operator = settings.operator.outsideAllow ? { ...settings.operator, outsideAllow } : settings.operator
      const demoSettings = { ...standIns.settings, ...meta?.settings, outsideAllow }
      const story = await import('../../src/operator/sample/story')
      await bringPhones(simulator, story)
      const { createSampleMachines } = await import('../../src/features/machines/sample')
      const demo = { settings: demoSettings, sampleMachines: createSampleMachines }
      const { url } = await open({ ...settings, operator }, carried, { simulator, demo })
      simulator.payments?.callAt(`${url}/api/subscription/webhook/asaas`)
      await meta?.begin(url)
      const logins = loginsOf(story)
      await print(
        outputOf({ json }),
        {
          url,
          simulator: `${url}/simulator`,
          ...(meta && { meta: meta.settings.graphUrl }),
          email: story.admin.email,
          password,
          attendants: story.attendants.map(({ email }) => email),
          logins,
          data: settings.dataDir,
        },
        welcome({ url, password, logins, dataDir: settings.dataDir, hasMeta, ...story }),
      )
    })
}

type Preparation = { readonly standIns: StandIns; readonly password: string; readonly meta: DemoMeta | undefined }

/** Creates the sample company, and connects it with the services that the demo brings. */
async function prepare(dataDir: string, { standIns, password, meta }: Preparation): Promise<void> {
  const { lockDataFolder } = await import('../../src/platform/lock')
  const { openDatabases } = await import('../../src/platform/databases')
  const { loadSecret } = await import('../../src/platform/secret')
  const { silentLog } = await import('../../src/operator/installation')
  const { createSample } = await import('../../src/operator/sample/create')
  const { modules } = await import('../../src/modules')
  const { membersIn } = await import('../../src/platform/module')
  const { samples } = await import('../../src/tenancy/lifecycle')
  const lock = lockDataFolder(dataDir)
  try {
    const databases = openDatabases(dataDir, silentLog())
    try {
      const secret = loadSecret(dataDir)
      await createSample(databases, Date.now(), password, membersIn(modules, samples))
      await connectSample(databases, secret, standIns)
      if (meta) await connectShop(databases, secret, meta)
      await createPayers(databases, password)
      const { offerSampleDump } = await import('../../src/operator/sample/moving-in')
      offerSampleDump(dataDir, Date.now())
    } finally {
      databases.close()
    }
  } finally {
    lock.release()
  }
}

/** Generated once and stored in the folder, so that each start can print it. */
async function keptPassword(path: string): Promise<string> {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const { inventPassword } = await import('../../src/users/password')
  const password = inventPassword()
  writeFileSync(path, password, { mode: 0o600 })
  return password
}

type Story = typeof import('../../src/operator/sample/story')

/** Companies that pay, for the operator's pages: one is due in three days, one was due the day before yesterday. */
async function createPayers(databases: Databases, password: string) {
  const { bootstrapCompany } = await import('../../src/operator/bootstrap')
  const { addSampleInvoices } = await import('../../src/features/billing/sample')
  const { listCompanies } = await import('../../src/tenancy/companies')
  const now = Date.now()
  if (listCompanies(databases.control).length > 1) return
  for (const { name, admin, email, days, document } of payers) {
    const wanted = { name, admin: { name: admin, email, password }, days }
    const { company } = await bootstrapCompany(databases, now, wanted)
    addSampleInvoices(databases.writableControl(), now, company, document)
  }
}

const payers = [
  {
    name: 'Restaurante Dona Zezé',
    admin: 'Adriana Couto',
    email: 'adriana@donazeze.example',
    days: 3,
    about: 'due in three days',
    document: '31402118000170',
  },
  {
    name: 'Auto Peças Guanabara',
    admin: 'Jorge Sampaio',
    email: 'jorge@guanabara.example',
    days: -2,
    about: 'overdue: sees only its invoices',
    document: '12345678000195',
  },
] as const

/** Adds simulated phones for customers in conversation, with the messages they wrote. */
async function bringPhones(simulator: Simulator, { connection, conversations, messageIdOf }: Story) {
  const known = new Set(simulator.state().phones.map(({ phone }) => phone))
  for (const { phone, name, lines } of conversations.filter(({ ends }) => ends !== 'closed')) {
    if (known.has(phone)) continue
    simulator.addPhone({ phone, name, role: 'customer' })
    for (const [line, { by, text }] of lines.entries())
      if (by === 'contact')
        await simulator.run({ do: 'say', from: phone, to: connection.phone, text, id: messageIdOf({ phone }, line) })
  }
}

type Login = {
  readonly email: string
  readonly name: string
  readonly profile: string
  readonly company: string
  readonly about: string
}

/** Everybody who can sign in; all have the same password. */
const loginsOf = ({ admin, attendants, colleagues, company }: Story): Login[] => [
  ...[admin, ...attendants, ...colleagues].map(({ email, name, profile, ...more }) => ({
    ...{ email, name, profile, company },
    about: email === admin.email ? 'also operates the installation' : 'hours' in more ? 'in working hours only' : '',
  })),
  ...payers.map(({ email, admin: name, name: company, about }) => ({ email, name, profile: 'admin', company, about })),
]

type Welcome = Pick<Story, 'admin' | 'company' | 'connection' | 'customers'> & {
  readonly url: string
  readonly password: string
  readonly logins: readonly Login[]
  readonly dataDir: string
  readonly hasMeta: boolean
}

const welcome = ({
  url,
  password,
  logins,
  dataDir,
  hasMeta,
  admin,
  company,
  connection,
  customers,
}: Welcome): string[] => [
  '',
  `Balcão, sample company "${company}" (data in ${dataDir})`,
  '',
  `  Address     ${url}`,
  `  Email       ${admin.email}`,
  `  Password    ${password}`,
  '',
  'Everybody has this password:',
  ...table([
    ['  email', 'profile', 'name', 'company', ''],
    ...logins.map(({ email, profile, name, company, about }) => [`  ${email}`, profile, name, company, about]),
  ]),
  '',
  'What to do first:',
  `  1. Sign in, open Conexões (connections), and press "Conectar" (connect) on "${connection.name}".`,
  `  2. In another window open ${url}/simulator: link the phone of "${connection.name}" by scanning the code.`,
  `  3. There, write to it as ${customers[0].name}. The conversation arrives on the desk: accept it, reply, and watch the ticks.`,
  ...(hasMeta
    ? ['  4. Meanwhile, people write to the Messenger page, the Instagram account and the official number.']
    : []),
  '',
  'Stop with Ctrl+C. Your data is kept for the next start.',
]
