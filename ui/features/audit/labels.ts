/** Labels of the audit log; values without one are shown as stored. */
import * as v from 'valibot'
import type { AuditEntry, AuditValue } from '../../../src/audit/contract'
import { type AuditField, type AuditKind, type AuditWords, storedAs, storedWeekdays } from '../../shared/audit'
import type { TextKey } from '../../shared/i18n/catalogue'
import type { Format } from '../../shared/i18n/format'
import type { Text } from '../../shared/i18n/translate'

type Change = AuditEntry['changes'][number]
/** With what the modules say of their things. */
export type Words = AuditWords & { readonly kinds: ReadonlyMap<string, AuditKind> }

/** Names come from outside, and some of them are a user's. */
const own = <T>(all: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  all && Object.hasOwn(all, name) ? all[name] : undefined
const said = (t: Text, key: TextKey | undefined): string | undefined => key && t.find(key)

/** Fields that things of several modules have. */
const commonFields: Readonly<Record<string, TextKey>> = {
  name: 'common.field.name',
  email: 'common.field.email',
  number: 'common.field.number',
  message: 'common.field.message',
  type: 'common.field.type',
  tag: 'common.field.tag',
  file: 'common.field.file',
  mediaName: 'common.field.file',
  active: 'audit.field.active',
  created: 'audit.field.created',
  updated: 'audit.field.updated',
  failed: 'audit.field.failed',
  token: 'audit.field.token',
}

export const kindLabel = ({ t, kinds }: Words, kind: string): string => said(t, kinds.get(kind)?.name) ?? kind
export const actionLabel = ({ t, kinds }: Words, { kind, act }: Pick<AuditEntry, 'kind' | 'act'>): string =>
  said(t, own(kinds.get(kind)?.acts, act)) ?? t.find(`audit.act.${act}`) ?? act
export const authorName = (t: Text, { userName }: AuditEntry): string => userName || t('audit.operator')
export const subjectLabel = ({ t, kinds }: Words, { kind, subjectName }: AuditEntry): string =>
  kinds.get(kind)?.subject?.(t, subjectName) ?? subjectName

/** The kinds that the filter offers, in order; others are shown, too. */
export const offeredKinds = ({ kinds }: Words): string[] =>
  [...kinds]
    .flatMap(([kind, { order }]) => (order === undefined ? [] : { kind, order }))
    .sort((one, other) => one.order - other.order)
    .map(({ kind }) => kind)

/** For a new item its values, for an object each changed field. */
export function shownChanges(words: Words, { kind, act, changes }: Pick<AuditEntry, 'kind' | 'act' | 'changes'>) {
  const all = changes.flatMap((change): Change[] => {
    const [from, to] = [fieldsIn(change.from), fieldsIn(change.to)]
    if ((!from && !to) || words.kinds.get(kind)?.labelFor?.(words, change.field) !== undefined) return [change]
    return Object.keys({ ...from, ...to })
      .map((name) => ({ field: `${change.field}.${name}`, from: from?.[name] ?? null, to: to?.[name] ?? null }))
      .filter((one) => one.from !== one.to)
  })
  return act === 'create' ? all.filter(({ to }) => to !== null && to !== '' && to !== '[]' && to !== false) : all
}

const Scalar = v.nullable(v.union([v.string(), v.number(), v.boolean()]))
const fieldsIn = (value: AuditValue) => storedAs('{', v.record(v.string(), Scalar), value)
const listIn = (value: AuditValue) => storedAs('[', v.array(v.union([Scalar, v.record(v.string(), Scalar)])), value)

function fieldOf({ kinds }: Words, kind: string, name: string): Partial<AuditField> {
  const field = own(kinds.get(kind)?.fields, name) ?? own(commonFields, name)
  return typeof field === 'string' ? { label: field } : (field ?? {})
}

export function fieldLabel(words: Words, { kind }: Pick<AuditEntry, 'kind'>, { field }: Change): string {
  const label = words.kinds.get(kind)?.labelFor?.(words, field)
  const part = (name: string) => said(words.t, fieldOf(words, kind, name).label) ?? name
  return label ?? field.split('.').map(part).join(' · ')
}

export function valueText(words: Words, entry: Pick<AuditEntry, 'kind'>, field: string, value: AuditValue): string {
  const { t, format, nameOf, kinds } = words
  const special = kinds.get(entry.kind)?.valueFor?.(words, field, value)
  if (special !== undefined) return special
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  const { is, values } = fieldOf(words, entry.kind, field.slice(field.lastIndexOf('.') + 1))
  if (typeof value === 'number') {
    if (is === 'weekday') return format.weekday((value + 6) % 7)
    return is === undefined || is === 'week' ? format.number(value) : (nameOf(is, value) ?? `#${value}`)
  }
  if (value === 'set') return t('audit.set')
  const list = listIn(value)
  if (list) return list.map((one) => partText(words, entry, field, one)).join(', ') || '—'
  if (is === 'week') return weekText(format, value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return format.shortDateTime(value)
  return said(t, own(values, value)) ?? value
}

/** A list item: one value, or several that belong together. */
const partText = (
  words: Words,
  entry: Pick<AuditEntry, 'kind'>,
  field: string,
  one: AuditValue | Readonly<Record<string, AuditValue>>,
): string =>
  typeof one === 'object' && one !== null ? Object.values(one).join(': ') : valueText(words, entry, field, one)

/** "monday 08:00-18:00, …": consecutive equal days are grouped. */
function weekText({ weekday }: Pick<Format, 'weekday'>, value: string): string {
  const rows: { first: number; last: number; hours: string }[] = []
  for (const day of value.split(', ')) {
    const [name = '', hours = ''] = day.split(' ')
    const at = storedWeekdays.indexOf(name)
    if (at < 0) return value
    const row = rows.at(-1)
    if (row && row.last === at - 1 && row.hours === hours) row.last = at
    else rows.push({ first: at, last: at, hours })
  }
  const days = ({ first, last }: { first: number; last: number }) =>
    first === last ? weekday(first) : `${weekday(first)} – ${weekday(last)}`
  return rows.map((row) => `${days(row)}: ${row.hours}`).join(', ')
}
