/** Services outside that the demo brings itself, so that nothing leaves the machine. */
import type { Databases } from '../../src/platform/databases'
import type { MailProvider } from '../../src/settings/mail-sign-in/contract'
import type { OperatorEnvironment } from '../../src/settings/operator/settings'
import type { Simulator } from '../../src/simulator/simulator'

export type StandIns = Awaited<ReturnType<typeof startStandIns>>

type Ports = { readonly httpPort: number; readonly httpsPort: number }

/** `allow`: what companies may reach on this machine, as in BALCAO_OUTSIDE_ALLOW. */
export async function startStandIns(simulator: Simulator, ports: Ports) {
  const { startN8n } = await import('../../src/simulator/n8n/stand-in')
  const { startTypebot } = await import('../../src/simulator/typebot/stand-in')
  const { newSecret } = await import('../../src/platform/webhook-signature')
  const inventToken = () => `demo-${crypto.randomUUID()}`
  const n8n = startN8n({ token: inventToken(), secret: newSecret() })
  const typebot = startTypebot({ token: inventToken() })
  const settings = {
    ...(await standInAi()),
    ...(await standInAuthority(ports)),
    ...(await standInPix(simulator)),
    ...(await standInAccount('google', simulator)),
    ...(await standInAccount('microsoft', simulator)),
  }
  return { simulator, n8n, typebot, settings, allow: [n8n, typebot].map(({ port }) => `127.0.0.1:${port}`) }
}

/** Payments are made on the page of the simulator. */
async function standInPix({ payments }: Simulator): Promise<OperatorEnvironment> {
  if (!payments) return {}
  const { hosts } = await import('../../src/features/billing/providers/provider')
  hosts.asaas.sandbox = payments.url
  return { pixProvider: 'asaas', asaasKey: payments.key, asaasSandbox: true, asaasWebhookToken: payments.token }
}

/** An account is signed in on a page of this machine, and its mail goes to the page of the simulator. */
async function standInAccount(kind: MailProvider, { mailbox }: Simulator): Promise<OperatorEnvironment> {
  if (!mailbox) return {}
  const { startAccounts } = await import('../../src/simulator/mail/accounts')
  const { providers } = await import('../../src/settings/mail-sign-in/providers')
  const app = { id: `demo-${crypto.randomUUID()}`, secret: crypto.randomUUID() }
  const { addresses } = startAccounts({ kind, app, address: `vendas@aurora-${kind}.example` })
  const { host, port } = mailbox
  providers[kind] = { ...providers[kind], ...addresses, smtp: { host, port, security: 'none' } }
  return kind === 'google'
    ? { googleClientId: app.id, googleClientSecret: app.secret }
    : { microsoftClientId: app.id, microsoftClientSecret: app.secret }
}

/** Certificates for any domain, which no browser trusts. */
async function standInAuthority({ httpPort, httpsPort }: Ports): Promise<OperatorEnvironment> {
  const { startAcme } = await import('../../src/simulator/acme/stand-in')
  return { acmeUrl: startAcme({ httpPort, tlsPort: httpsPort }).directory }
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

/** Points the sample company's integrations and webhook at the stand-ins, whose ports and secrets change at each start. */
export async function connectSample(
  databases: Databases,
  secret: Uint8Array,
  { simulator, n8n, typebot }: StandIns,
): Promise<void> {
  const { pointSampleAtN8n } = await import('../../src/features/integrations/sample')
  const { pointSampleAt } = await import('../../src/features/typebot/sample')
  const { connectSample: connectWebhook } = await import('../../src/features/webhooks/sample')
  const { createCx, noExits } = await import('../../src/platform/cx')
  const { createEncryption } = await import('../../src/platform/encryption')
  const { findCompany, tenantOf } = await import('../../src/tenancy/companies')
  const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
  const company = findCompany(databases.control, OPERATOR_COMPANY)
  if (!company) return
  const cx = createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, noExits)
  pointSampleAtN8n(cx, createEncryption(secret, 'integrations'), n8n)
  pointSampleAt(cx, createEncryption(secret, 'settings'), typebot)
  const signing = connectWebhook(cx, createEncryption(secret, 'webhooks'), simulator.state().hooks.url)
  if (signing !== null) await simulator.run({ do: 'setHookSecret', secret: signing })
}
