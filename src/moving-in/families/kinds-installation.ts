/** Tables of the whole installation: companies, plans, help videos. */
import { readHours } from '../reading/hours'
import { type Cell, readInstant, readText } from '../reading/values'
import type { SourceCompany, SourceHelp, SourcePlan } from '../source'
import { bool, cents, dated, type Field, from, text, textOr, whole } from './mapping'

type Fields<T> = { readonly [F in keyof T]: Field<T[F]> }

export const companyFields: Fields<Omit<SourceCompany, 'isOperator'>> = {
  ...dated,
  name: textOr('', 'name'),
  email: text('email'),
  phone: text('phone'),
  document: text('document'),
  active: bool(true, 'status'),
  planId: text('planId'),
  dueAt: from([['dueDate']], ([cell = null], { zone }) => readDue(cell, zone)),
  recurrence: text('recurrence'),
  timeZone: from(
    [['timezone', 'timeZone'], ['schedules']],
    ([own = null, hours = null]) => readText(own) ?? readHours(hours).timeZone,
  ),
  hours: text('schedules', 'businessHours'),
  outOfHoursMessage: text('messageBusinessHours'),
  maxUsers: whole('maxUsers'),
  maxConnections: whole('maxConnections'),
}

const switches = [
  'useWhatsapp',
  'useWhatsappOfficial',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useExternalApi',
  'useInternalChat',
  'useSchedules',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
]
const switchFields = switches.map((name) => [name] as const)

export const planFields: Fields<SourcePlan> = {
  ...dated,
  name: textOr('', 'name'),
  users: whole('users'),
  connections: whole('connections'),
  queues: whole('queues'),
  amount: cents('value', 'amount'),
  isPublic: bool(true, 'isPublic'),
  features: from(switchFields, (cells, context) => {
    const found = switches.flatMap((name, at) => {
      const cell = cells[at] ?? null
      return cell === null ? [] : [[name, bool(false, name).read([cell], context)] as const]
    })
    return found.length === 0 ? null : Object.fromEntries(found)
  }),
}

export const helpFields: Fields<SourceHelp> = {
  ...dated,
  title: textOr('', 'title'),
  description: text('description'),
  video: textOr('', 'video', 'link'),
}

/** A day stays a day, because it ends in the company's zone. Midnight of UTC is how a day became an instant. */
function readDue(cell: Cell, zone: string): number | string | null {
  const day = /^(\d{4}-\d\d-\d\d)(?:[ T]00:00:00(?:\.0+)?(?:\+00(?::?00)?|Z))?$/.exec(readText(cell)?.trim() ?? '')
  return day?.[1] ?? readInstant(cell, zone)
}
