/** The demo's Meta: a shop with a page, an Instagram account and an official number, to which people write. */
import { createHmac } from 'node:crypto'
import type { SampleAccount } from '../../src/channels/meta/sample'
import type { Databases } from '../../src/platform/databases'
import type { OperatorEnvironment } from '../../src/settings/operator/settings'
import type { Shop } from '../../src/simulator/meta/play'

export type DemoMeta = Awaited<ReturnType<typeof openDemoMeta>>

const APP_ID = '1480000000000001'
const CONFIG_ID = '1490000000000001'

/** The same secrets at each start, so that what was connected before goes on. */
export async function openDemoMeta(password: string) {
  const { startMeta } = await import('../../src/simulator/meta/stand-in')
  const { openShop, play } = await import('../../src/simulator/meta/play')
  const derive = (what: string) => createHmac('sha256', password).update(what).digest('hex').slice(0, 32)
  const [secret, verifyToken] = [derive('app secret'), derive('verify token')]
  const meta = startMeta({ habits: { approvesTemplatesAfterMs: 15_000 } })
  const shop = openShop(meta, { id: APP_ID, secret, verifyToken, configId: CONFIG_ID })
  const settings: OperatorEnvironment = {
    graphUrl: meta.url,
    metaAppId: APP_ID,
    metaAppSecret: secret,
    metaVerifyToken: verifyToken,
    metaConfigId: CONFIG_ID,
  }
  return {
    shop,
    settings,
    /** People begin to write if the server answers Meta's handshake. */
    async begin(url: string) {
      const wrong = await meta.setWebhook(shop.app, `${url}/api/meta/webhook`)
      if (wrong === null) play(meta, shop)
      else console.error(`Nobody writes by Meta's channels: the server refused the handshake (${wrong})`)
    },
  }
}

/** Connects the sample company to the shop's accounts. */
export async function connectShop(databases: Databases, secret: Uint8Array, { shop }: DemoMeta): Promise<void> {
  const { connectSampleAccounts } = await import('../../src/channels/meta/sample')
  const { openSessionStore, sessionEncryption } = await import('../../src/channels/sessions/session-store')
  const { commandStores } = await import('../../src/operator/claims')
  const { createCx, noExits } = await import('../../src/platform/cx')
  const { tenantFolder } = await import('../../src/platform/databases')
  const { findCompany, tenantOf } = await import('../../src/tenancy/companies')
  const { OPERATOR_COMPANY } = await import('../../src/tenancy/contract')
  const control = databases.writableControl()
  const company = findCompany(control, OPERATOR_COMPANY)
  if (!company) return
  const encryption = sessionEncryption(secret)
  const session = openSessionStore(tenantFolder(databases.dataDir, company.uuid), company.uuid, encryption)
  try {
    const cx = createCx(tenantOf(company), () => databases.tenant(company.uuid), Date.now, noExits)
    const { claims } = commandStores(databases, Date.now())
    await connectSampleAccounts({ cx, companyId: company.id, claims, control, session, encryption }, accountsOf(shop))
  } finally {
    session.close()
  }
}

function accountsOf({ page, instagram, number, business, pageToken, systemToken }: Shop): readonly SampleAccount[] {
  const ofPage = { sender: page.id, businessId: null, token: pageToken, appSecret: null }
  const withoutLimits = { quality: null, limit: null }
  return [
    {
      name: 'Messenger da loja',
      credentials: { channel: 'facebook', account: page.id, ...ofPage },
      facts: { displayName: page.name, username: null, ...withoutLimits },
    },
    {
      name: 'Instagram da loja',
      credentials: { channel: 'instagram', account: instagram.id, ...ofPage },
      facts: { displayName: instagram.name, username: instagram.username, ...withoutLimits },
    },
    {
      name: 'Número oficial',
      credentials: {
        channel: 'whatsapp_cloud',
        account: number.id,
        sender: number.id,
        businessId: business.id,
        token: systemToken,
        appSecret: null,
      },
      facts: { displayName: number.verifiedName, username: null, quality: number.quality, limit: 1000 },
    },
  ]
}
