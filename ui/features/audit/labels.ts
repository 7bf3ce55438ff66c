/** Labels of the audit log; values without one are shown as stored. */
import * as v from 'valibot'
import type { AuditEntry, AuditValue } from '../../../src/audit/contract'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'
import { choicesOf, minutesText, titleOf } from '../../shared/settings/labels'
import { optionOf } from '../../shared/settings/options'

type Change = AuditEntry['changes'][number]
/** The current name for an id; undefined when deleted. */
export type NameOf = (what: 'queue' | 'person' | 'connection', id: number) => string | undefined
type Words = {
  readonly t: Text
  readonly format: Pick<Format, 'day' | 'number' | 'shortDateTime' | 'weekday'>
  readonly nameOf: NameOf
}

export const kindLabel = (t: Text, kind: string): string => t.find(`audit.kind.${kind}`) ?? kind
export const actionLabel = (t: Text, act: string): string => t.find(`audit.act.${act}`) ?? act
export const authorName = (t: Text, { userName }: AuditEntry): string => userName || t('audit.operator')

export function subjectLabel(t: Text, { kind, subjectName }: AuditEntry): string {
  const found = kind === 'setting' ? optionOf(subjectName) : undefined
  if (!found) return subjectName
  const { option, section } = found
  const title = titleOf(t, option)
  // Every service has an address and a user.
  return section.tab === 'integrations' ? `${t(`settings.section.${section.title}`)}: ${title}` : title
}

/** For a new item its values, for an object each changed field. */
export function shownChanges({ act, changes }: Pick<AuditEntry, 'act' | 'changes'>): Change[] {
  const all = changes.flatMap((change) => {
    const [from, to] = [fieldsIn(change.from), fieldsIn(change.to)]
    if ((!from && !to) || change.field.startsWith(OPTION)) return [change]
    return Object.keys({ ...from, ...to })
      .map((name) => ({ field: `${change.field}.${name}`, from: from?.[name] ?? null, to: to?.[name] ?? null }))
      .filter((one) => one.from !== one.to)
  })
  return act === 'create' ? all.filter(({ to }) => to !== null && to !== '' && to !== '[]' && to !== false) : all
}

const parsed = <T>(begins: '{' | '[', schema: v.GenericSchema<unknown, T>, value: AuditValue): T | undefined => {
  if (typeof value !== 'string' || !value.startsWith(begins)) return undefined
  try {
    const read = v.safeParse(schema, JSON.parse(value))
    return read.success ? read.output : undefined
  } catch {
    return undefined // it was truncated
  }
}
const Scalar = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
const fieldsIn = (value: AuditValue) => parsed('{', v.record(v.string(), Scalar), value)
const listIn = (value: AuditValue) => parsed('[', v.array(v.union([Scalar, v.record(v.string(), Scalar)])), value)

/** A setting has no field name: its name is the subject. */
export function fieldLabel(
  { t, format }: Pick<Words, 't' | 'format'>,
  { kind }: AuditEntry,
  { field }: Change,
): string {
  if (kind === 'setting') return ''
  const at = weekdays.indexOf(field)
  if (kind === 'hours' && at >= 0) return format.weekday(at)
  if (field.startsWith(OPTION)) return t('audit.option', { title: field.slice(OPTION.length) })
  return field
    .split('.')
    .map((name) => t.find(`audit.field.${name}`) ?? name)
    .join(' · ')
}

/** Name of the changes to a queue's bot options. */
const OPTION = 'option '
const StoredOption = v.object({ position: v.number(), title: v.string(), message: v.string() })

/** Menu position, and its text. */
function optionWords(value: string): string | undefined {
  const option = parsed('{', StoredOption, value)
  return option && `${option.position + 1}. ${option.message || option.title}`
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Kind of thing whose ids these fields hold. */
const idsIn: Readonly<Record<string, Parameters<NameOf>[0]>> = {
  queueIds: 'queue',
  sendIdQueue: 'queue',
  queueIdImportMessages: 'queue',
  userIds: 'person',
  connectionAccess: 'connection',
  whatsappId: 'connection',
}

/** Fields with a few translated values. */
const worded = new Set(['profile', 'typeAssignment', 'type', 'typeChatbot'])

export function valueText(words: Words, entry: Pick<AuditEntry, 'kind'>, field: string, value: AuditValue): string {
  const { t, format, nameOf } = words
  const { kind } = entry
  if (value === null || value === '') return kind === 'hours' ? t('audit.closed') : '—'
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  const name = field.slice(field.lastIndexOf('.') + 1)
  const what = idsIn[name]
  if (typeof value === 'number') return what ? (nameOf(what, value) ?? `#${value}`) : format.number(value)
  if (kind === 'setting') return settingWords(t, field, value)
  if (field.startsWith(OPTION)) return optionWords(value) ?? value
  if (value === 'set') return t('audit.set')
  const list = listIn(value)
  if (list) return list.map((one) => partWords(words, field, one)).join(', ') || '—'
  if (name === 'schedules') return scheduleWords(format, value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return format.shortDateTime(value)
  return (worded.has(name) && t.find(`audit.value.${value}`)) || value
}

/** A list item: an id, a weekday from Sunday, or several values that belong together. */
function partWords(words: Words, field: string, one: AuditValue | Readonly<Record<string, AuditValue>>): string {
  if (typeof one === 'object' && one !== null) return Object.values(one).join(': ')
  if (field === 'sendDays' && typeof one === 'number') return words.format.weekday((one + 6) % 7)
  return valueText(words, { kind: '' }, field, one)
}

/** "monday 08:00-18:00, …": consecutive equal days are grouped. */
function scheduleWords({ weekday }: Pick<Format, 'weekday'>, value: string): string {
  const rows: { first: number; last: number; hours: string }[] = []
  for (const day of value.split(', ')) {
    const [name = '', hours = ''] = day.split(' ')
    const at = weekdays.indexOf(name)
    if (at < 0) return value
    const row = rows.at(-1)
    if (row && row.last === at - 1 && row.hours === hours) row.last = at
    else rows.push({ first: at, last: at, hours })
  }
  const days = ({ first, last }: { first: number; last: number }) =>
    first === last ? weekday(first) : `${weekday(first)} – ${weekday(last)}`
  return rows.map((row) => `${days(row)}: ${row.hours}`).join(', ')
}

function settingWords(t: Text, key: string, value: string): string {
  const option = optionOf(key)?.option
  if (option?.is === 'switch') return value === option.on ? t('audit.on') : t('audit.off')
  if (option?.is === 'choice') return choicesOf(t, option).find((one) => one.value === value)?.label ?? value
  if (option?.is === 'minutes') return minutesText(t, Number(value))
  return option?.is === 'secret' ? t('audit.set') : value
}
