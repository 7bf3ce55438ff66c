/** Checks of Meta's channels: the API's version, our address, the operator's app, and the access of each connection. */

import { metaAddresses } from '../../channels/meta/addresses'
import { appToken, isComplete, operatorsApp } from '../../channels/meta/app'
import { createGraph, GraphFailed, GraphSilent, isMetaItself } from '../../channels/meta/graph'
import {
  addressFault,
  judgeApp,
  listSubscriptions,
  type WebhookFault,
  type WebhookState,
} from '../../channels/meta/webhook-state'
import { type Databases, tenantPath } from '../../platform/databases'
import { createEncryption } from '../../platform/encryption'
import { instant } from '../../platform/formats'
import { noWait } from '../../platform/gate'
import { getRows } from '../../platform/sql'
import { DAY } from '../../platform/time'
import {
  createSettingsReader,
  OPERATOR_SECRETS,
  readEnvironment,
  type SettingsReader,
} from '../../settings/operator/settings'
import type { Company } from '../../tenancy/tables'
import { withReader } from '../inspect'
import { type Finding, note, ok, problem } from './finding'

const ABOUT = 'meta'
/** Ends of the versions of the Graph API that Meta has announced. */
const VERSION_ENDS: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
}
const VERSION_NOTICE = 90 * DAY
const ACCESS_NOTICE = 14 * DAY

export type MetaExamination = {
  readonly databases: Databases
  readonly companies: readonly Company[]
  readonly secret: Uint8Array
  /** By name, as `serve` would read them. */
  readonly settings: Readonly<Record<string, string | undefined>>
  readonly now: number
}

const settingsIn = ({ databases, secret, settings }: Omit<MetaExamination, 'companies' | 'now'>): SettingsReader =>
  createSettingsReader(databases.control, createEncryption(secret, OPERATOR_SECRETS), {
    environment: readEnvironment(settings).values,
  })

/** Asks nobody. Nothing where neither the operator nor a company uses Meta. */
export function examineMeta(examination: MetaExamination): Finding[] {
  const { databases, companies, settings, now } = examination
  const { read } = settingsIn(examination)
  const connections = companies.flatMap((company) => connectionsOf(databases, company))
  if (read('metaAppId') === '' && connections.length === 0) return []
  return [
    ...examineVersion(read('graphVersion'), now),
    ...examineAddress(settings.BALCAO_PUBLIC_URL, read('graphUrl')),
    ...connections.flatMap((connection) => examineAccess(connection, now)),
  ]
}

function examineVersion(version: string, now: number): Finding[] {
  const end = VERSION_ENDS[version]
  if (end === undefined) return [ok(ABOUT, `speaks Graph API ${version}`)]
  const left = Date.parse(end) - now
  if (left > VERSION_NOTICE) return [ok(ABOUT, `speaks Graph API ${version}, which ends on ${end}`)]
  const remedy = 'balcao settings unset graphVersion'
  return [
    left > 0
      ? { ...note(ABOUT, `Graph API ${version} ends on ${end}`), remedy }
      : problem(ABOUT, `Graph API ${version} ended on ${end}: Meta may refuse every call`, remedy),
  ]
}

const SET_ADDRESS = 'Set BALCAO_PUBLIC_URL to the address at which the internet reaches this server.'

function examineAddress(publicUrl: string | undefined, graphUrl: string): Finding[] {
  if (!isMetaItself(graphUrl)) return []
  const fault = publicUrl ? addressFault(publicUrl) : 'plain'
  if (fault === null) return []
  const words =
    fault === 'plain'
      ? 'BALCAO_PUBLIC_URL names no https address: Meta sends events to a public one only'
      : `Meta cannot reach ${publicUrl}, which is an address of this network: it sends events to a public one only`
  return [{ ...note(ABOUT, words), remedy: SET_ADDRESS }]
}

type MetaConnection = {
  readonly company: number
  readonly name: string
  readonly status: string
  readonly tokenEndsAt: number | null
  readonly subscribedAt: number | null
}

/** None if the company's file cannot be read or is of an earlier version, which is reported elsewhere. */
function connectionsOf({ dataDir }: Databases, { id, uuid }: Company): MetaConnection[] {
  try {
    return withReader(tenantPath(dataDir, uuid), (raw) =>
      getRows<Omit<MetaConnection, 'company'>>(
        raw,
        `SELECT c.name, c.status, a.token_ends_at AS tokenEndsAt, a.subscribed_at AS subscribedAt
         FROM connections c LEFT JOIN meta_accounts a ON a.connection_id = c.id
         WHERE c.channel <> 'whatsapp' AND c.deleted_at IS NULL ORDER BY c.id`,
      ).map((row) => ({ company: id, ...row })),
    )
  } catch {
    return []
  }
}

function examineAccess({ company, name, status, tokenEndsAt, subscribedAt }: MetaConnection, now: number): Finding[] {
  if (status !== 'CONNECTED') return []
  const about = `company ${company}`
  const findings: Finding[] = []
  if (tokenEndsAt !== null && tokenEndsAt - now < ACCESS_NOTICE)
    findings.push(
      note(about, `Meta's permission for "${name}" ends on ${instant(tokenEndsAt)}: renew it under Conexões`),
    )
  if (subscribedAt === null)
    findings.push(note(about, `Meta has not confirmed yet that it sends the events of "${name}"`))
  return findings
}

/** Asks Meta whether it knows the operator's app, and whether it sends the app's events here. */
export async function askMeta(examination: Omit<MetaExamination, 'companies' | 'now'>): Promise<Finding[]> {
  const settings = settingsIn(examination)
  const { read } = settings
  const app = operatorsApp({ operatorSettings: settings })
  const { id } = app
  if (!isComplete(app))
    return [note(ABOUT, 'the operator has no app: companies connect no pages, only numbers with apps of their own')]
  const graph = createGraph(() => ({ url: read('graphUrl'), version: read('graphVersion') }), noWait) // a command that stores nothing
  try {
    await graph.call({ method: 'GET', path: id, query: { fields: 'name' }, token: appToken(app) })
    const known = ok(ABOUT, `Meta knows the app ${id}, and its secret is right`)
    const publicUrl = examination.settings.BALCAO_PUBLIC_URL
    if (!publicUrl) return [known]
    const { webhook } = metaAddresses({ publicUrl: () => publicUrl }, publicUrl)
    return [known, webhookFinding(judgeApp(await listSubscriptions(graph, app), webhook), webhook)]
  } catch (error) {
    if (error instanceof GraphFailed)
      return [problem(ABOUT, `Meta refused the app ${id}: ${error.details}`, 'Check metaAppId and metaAppSecret.')]
    if (error instanceof GraphSilent)
      return [problem(ABOUT, `${read('graphUrl')} does not respond`, 'Check this machine’s firewall and DNS.')]
    throw error
  }
}

/** Of addresses that can be right, which `examineAddress` judges. */
const webhookWords: Readonly<Record<WebhookFault, (answer: string) => string>> = {
  private: (answer) => `Meta cannot reach ${answer}`,
  plain: (answer) => `Meta does not call ${answer}`,
  unset: (answer) => `the app has no webhook for ${answer}`,
  elsewhere: (answer) => `Meta sends the app's events to ${answer}`,
  inactive: (answer) => `Meta has switched the app's webhook off for ${answer}`,
  fields: (answer) => `the app's webhook lacks ${answer}`,
}

const webhookFinding = ({ fault, answer }: WebhookState, url: string): Finding =>
  fault === null
    ? ok(ABOUT, `Meta sends the app's events to ${url}`)
    : problem(ABOUT, webhookWords[fault](answer ?? ''), `In Meta's app dashboard, under Webhooks, enter ${url}.`)
