/** Which product a staged dump comes from: by the tables and columns that exist, never by a version. */
import type { RefusalFacts } from '../dump/refusal'
import type { Family } from '../source'
import type { Staging } from './staging'

export type Recognition =
  | { readonly family: Family; readonly version: string | null; readonly words: string }
  /** `words` say why it is none, for the operator. */
  | { readonly family: null; readonly version: null; readonly words: string; readonly why: WhyNone }

/** For screens: `missing` and `found` are names of tables. */
export const whyNoneCodes = ['stranger', 'noTables', 'otherProduct', 'notWhole'] as const
type WhyNone = { readonly code: (typeof whyNoneCodes)[number]; readonly facts: RefusalFacts }

const names: Readonly<Record<Family, string>> = {
  ticketz: 'Ticketz',
  community: 'whaticket-community',
  saas: 'a Whaticket SaaS fork',
  saas2025: 'a Whaticket SaaS fork of 2025',
  izing: 'Izing',
}

/** Tables that every product of the family has. */
const required = ['Contacts', 'Tickets', 'Messages', 'Users', 'Whatsapps'] as const

/** Other products, by a table that only they have. */
const strangers: readonly (readonly [table: string, product: string])[] = [
  ['channel_web_widgets', 'Chatwoot'],
  ['installation_configs', 'Chatwoot'],
  ['conversation_participants', 'LibreDesk'],
  ['conversation_statuses', 'LibreDesk'],
  ['glpi_tickets', 'GLPI'],
  ['glpi_users', 'GLPI'],
  ['wp_posts', 'WordPress'],
  ['Instance', 'Evolution API'],
  ['evolution_instances', 'Evolution API'],
  ['rocketchat_room', 'Rocket.Chat'],
  ['directus_collections', 'Directus'],
]

export function recognise(staging: Staging): Recognition {
  const stranger = strangers.find(([table]) => staging.has(table) && !staging.has('Tickets'))
  const missing = required.filter((table) => !staging.has(table))
  if (missing.length > 0) return { family: null, version: null, ...whyNone(staging, stranger?.[1], missing) }
  const family = familyOf(staging)
  const version = findVersion(staging)
  const steps = version === null ? '' : `, its latest step is ${version}`
  const where = staging.meta('database') === 'mysql' ? 'MySQL' : 'PostgreSQL'
  return { family, version, words: `This is ${names[family]} on ${where}: ${evidence(staging, family)}${steps}.` }
}

function whyNone(
  staging: Staging,
  stranger: string | undefined,
  missing: readonly string[],
): { words: string; why: WhyNone } {
  if (stranger !== undefined)
    return {
      words: `This is a dump of ${stranger}, which cannot be moved in.`,
      why: { code: 'stranger', facts: { product: stranger } },
    }
  const found = staging.tables().map(({ name }) => name)
  if (found.length === 0) return { words: 'The dump has no tables.', why: { code: 'noTables', facts: {} } }
  const some = found.slice(0, 5).join(', ') + (found.length > 5 ? ` and ${found.length - 5} more` : '')
  const none = missing.map((table) => `no table ${table}`).join(', ')
  const facts = { missing: missing.join(', '), found: found.slice(0, 5).join(', ') }
  if (missing.length === required.length)
    return {
      words: `This is no Ticketz, Whaticket or Izing: there is ${none}. Its tables are ${some}.`,
      why: { code: 'otherProduct', facts },
    }
  return {
    words: `The dump is not whole: there is ${none}. Was it made with a list of tables, or cut off?`,
    why: { code: 'notWhole', facts },
  }
}

function familyOf(staging: Staging): Family {
  if (staging.has('Tenants') || staging.has('Messages', 'tenantId')) return 'izing'
  if (staging.has('Messages', 'wid')) return 'saas2025'
  if (staging.has('OldMessages') || staging.has('BaileysKeys')) return 'ticketz'
  if (staging.has('Companies') || staging.has('Contacts', 'companyId')) return 'saas'
  return 'community'
}

function evidence(staging: Staging, family: Family): string {
  switch (family) {
    case 'izing':
      return 'its companies are Tenants'
    case 'saas2025':
      return 'its messages have a column wid'
    case 'ticketz':
      return `it has a table ${staging.has('OldMessages') ? 'OldMessages' : 'BaileysKeys'}`
    case 'saas':
      return 'it has Companies'
    default:
      return 'it has no companies'
  }
}

function findVersion(staging: Staging): string | null {
  const table = staging.table('SequelizeMeta')
  if (!table || !staging.has('SequelizeMeta', 'name')) return null
  const row = staging.raw.prepare<[], { name: string | null }>('SELECT max(name) AS name FROM "SequelizeMeta"').get()
  return row?.name?.replace(/\.(ts|js)$/, '') ?? null
}
