import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Databases } from '../../src/platform/databases'
import type { OperatorEnvironment } from '../../src/settings/operator/settings'
import type { N8n } from '../../src/simulator/n8n/stand-in'
import type { Simulator } from '../../src/simulator/simulator'
import type { TypebotStandIn } from '../../src/simulator/typebot/stand-in'
import type { Carried } from '../index'
import { claimFolder, open, openSimulator, settingsOf, withSettings } from '../serving'
import { print } from '../terminal'

/** Settings that make no sense in the demo. */
const notHere = ['BALCAO_ADMIN_EMAIL', 'BALCAO_ADMIN_PASSWORD', 'BALCAO_WHATSAPP_URL', 'BALCAO_WHATSAPP_ROOT_KEY']

export function demoCommand(carried: Carried): Command {
  const command = new Command('demo').description('Try everything with a sample company and a simulated WhatsApp')
  return withSettings(command, notHere)
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = settingsOf(command, { BALCAO_DATA: 'balcao-demo', BALCAO_LOG_LEVEL: 'warn' })
      const [n8n, typebot] = [await standInN8n(), await standInTypebot()]
      const ours = [n8n, typebot].map(({ port }) => `127.0.0.1:${port}`)
      const outsideAllow = [settings.outsideAllow, ...ours].filter(Boolean).join(', ')
      await claimFolder(settings.dataDir, true)
      const password = await prepare(settings.dataDir, { n8n, typebot })
      const simulator = await openSimulator(settings.dataDir)
      const demo = { ...(await standInAi()), ...(await standInPix(simulator)) }
      const story = await import('../../src/operator/sample/story')
      await bringPhones(simulator, story)
      const { url } = await open({ ...settings, outsideAllow }, carried, { simulator, demo })
      simulator.payments?.callAt(`${url}/api/subscription/webhook/asaas`)
      const others = story.attendants.map(({ email }) => email)
      print(
        { json: json === true },
        {
          url,
          simulator: `${url}/simulator`,
          email: story.admin.email,
          password,
          attendants: others,
          data: settings.dataDir,
        },
        welcome({ url, password, others, dataDir: settings.dataDir, ...story }),
      )
    })
}

/** Payments are made on the page of the simulator. */
async function standInPix({ payments }: Simulator): Promise<OperatorEnvironment> {
  if (!payments) return {}
  const { hosts } = await import('../../src/features/billing/providers/provider')
  hosts.asaas.sandbox = payments.url
  return { pixProvider: 'asaas', asaasKey: payments.key, asaasSandbox: true, asaasWebhookToken: payments.token }
}

/** About the speed of a real model, in milliseconds. */
const WORD_EVERY = 40

/** AI service of the demo: a stand-in that says it is no model. */
async function standInAi() {
  const { completion, startStandIn } = await import('../../src/simulator/ai/stand-in')
  const { DEMO_MODEL } = await import('../../src/features/ai/contract')
  const { url, key } = startStandIn((question) => completion(question, WORD_EVERY))
  return { aiUrl: url, aiKey: key ?? '', aiModel: DEMO_MODEL }
}

/** An n8n that answers the sample company's customers: of this machine, companies may reach it alone. */
async function standInN8n() {
  const { startN8n } = await import('../../src/simulator/n8n/stand-in')
  const { newSecret } = await import('../../src/platform/webhook-signature')
  return startN8n({ token: `demo-${crypto.randomUUID()}`, secret: newSecret() })
}

/** A Typebot whose bots do the same. */
async function standInTypebot() {
  const { startTypebot } = await import('../../src/simulator/typebot/stand-in')
  return startTypebot({ token: `demo-${crypto.randomUUID()}` })
}

type StandIns = { readonly n8n: N8n; readonly typebot: TypebotStandIn }

async function pointAt({ n8n, typebot }: StandIns, databases: Databases, secret: Uint8Array) {
  const { pointSampleAtN8n } = await import('../../src/features/integrations/sample')
  const { pointSampleAt } = await import('../../src/features/typebot/sample')
  const { createCx, noExits } = await import('../../src/platform/cx')
  const { createEncryption } = await import('../../src/platform/encryption')
  const { findCompany, tenantOf } = await import('../../src/tenancy/companies')
  const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
  const company = findCompany(databases.control, OPERATOR_COMPANY)
  if (!company) return
  const cx = createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, noExits)
  pointSampleAtN8n(cx, createEncryption(secret, 'integrations'), n8n)
  pointSampleAt(cx, createEncryption(secret, 'settings'), typebot)
}

/**
 * Creates the sample company. Its password is generated once and stored in the folder, so that each start can print it.
 */
async function prepare(dataDir: string, standIns: StandIns): Promise<string> {
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
      const password = await keptPassword(join(dataDir, 'demo-password'))
      await createSample(databases, Date.now(), password, membersIn(modules, samples))
      await pointAt(standIns, databases, secret)
      await createPayers(databases, password)
      return password
    } finally {
      databases.close()
    }
  } finally {
    lock.release()
  }
}

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
    addSampleInvoices(databases.control, now, company, document)
  }
}

const payers = [
  {
    ...{ name: 'Restaurante Dona Zezé', admin: 'Adriana Couto', email: 'adriana@donazeze.example' },
    ...{ days: 3, document: '31402118000107' },
  },
  {
    ...{ name: 'Auto Peças Guanabara', admin: 'Jorge Sampaio', email: 'jorge@guanabara.example' },
    ...{ days: -2, document: '12345678000195' },
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

type Welcome = Pick<Story, 'admin' | 'company' | 'connection' | 'customers'> & {
  readonly url: string
  readonly password: string
  readonly others: readonly string[]
  readonly dataDir: string
}

const welcome = ({ url, password, others, dataDir, admin, company, connection, customers }: Welcome): string[] => [
  '',
  `Balcão, sample company "${company}" (data in ${dataDir})`,
  '',
  `  Address     ${url}`,
  `  Email       ${admin.email}`,
  `  Password    ${password}`,
  `  Attendants  ${others.join(', ')} (same password)`,
  '',
  'What to do first:',
  `  1. Sign in, open Conexões (connections), and press "Conectar" (connect) on "${connection.name}".`,
  `  2. In another window open ${url}/simulator: link the phone of "${connection.name}" by scanning the code.`,
  `  3. There, write to it as ${customers[0].name}. The conversation arrives on the desk: accept it, reply, and watch the ticks.`,
  '',
  'Stop with Ctrl+C. Your data is kept for the next start.',
]
