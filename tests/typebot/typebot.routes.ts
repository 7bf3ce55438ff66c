import { storeSetting } from '../../src/settings/settings'
import type { RouteExamples } from '../api/module-files'
import type { CompanyWorld } from '../support/company-world'
import { standInTypebot } from '../support/stand-in-typebot'

const admins = ['admin'] as const

export const routeExamples: RouteExamples = {
  'GET /api/typebot/listworkspaces': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/typebot/listworkspaces' }),
  },
  'GET /api/typebot/listtypebots': {
    opens: 'session',
    for: admins,
    example: () => ({ path: '/api/typebot/listtypebots?workspaceId=wsp-aurora' }),
  },
}

/** The company has a Typebot, which worlds may reach that allow it. */
export async function furnish({ cx, encryptionFor }: CompanyWorld) {
  const { url, token } = standInTypebot()
  storeSetting(cx, encryptionFor('settings'), { key: 'urlTypebotBuilder', value: url })
  storeSetting(cx, encryptionFor('settings'), { key: 'tokenTypebot', value: token })
  return {}
}
