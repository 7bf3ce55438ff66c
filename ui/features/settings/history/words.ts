/** An act in the reader's words; what has none is shown as it is stored. */
import * as v from 'valibot'
import type { AuditEntry, AuditValue } from '../../../../src/audit/contract'
import type { Format } from '../../../shared/i18n/format'
import type { Text } from '../../../shared/i18n/translate'
import { optionOf } from '../options'
import { choicesOf, titleOf } from '../words'

type Change = AuditEntry['changes'][number]
type Words = { readonly t: Text; readonly format: Pick<Format, 'day' | 'number' | 'weekday'> }

export const kindWords = (t: Text, kind: string): string => t.find(`settings.history.kind.${kind}`) ?? kind
export const actWords = (t: Text, act: string): string => t.find(`settings.history.act.${act}`) ?? act
export const whoWords = (t: Text, { userName }: AuditEntry): string => userName || t('settings.history.operator')

export function subjectWords(t: Text, { kind, subjectName }: AuditEntry): string {
  const found = kind === 'setting' ? optionOf(subjectName) : undefined
  if (!found) return subjectName
  const { option, section } = found
  const title = titleOf(t, option)
  // Every service has an address and a user.
  return section.tab === 'integrations' ? `${t(`settings.section.${section.title}`)}: ${title}` : title
}

/** Of a setting nothing: its name is the subject. */
export function fieldWords({ t, format }: Words, { kind }: AuditEntry, { field }: Change): string {
  if (kind === 'setting') return ''
  const at = weekdays.indexOf(field)
  if (kind === 'hours' && at >= 0) return format.weekday(at)
  if (field.startsWith(OPTION)) return t('settings.history.option', { title: field.slice(OPTION.length) })
  return t.find(`settings.history.field.${field}`) ?? field
}

/** How the queues name the changes of their bots' options. */
const OPTION = 'option '
const StoredOption = v.object({ position: v.number(), title: v.string(), message: v.string() })

/** Its place in the menu, and what it says there. */
function optionWords(value: string): string | undefined {
  try {
    const { position, title, message } = v.parse(StoredOption, JSON.parse(value))
    return `${position + 1}. ${message || title}`
  } catch {
    return undefined
  }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export function valueWords({ t, format }: Words, { kind }: AuditEntry, field: string, value: AuditValue): string {
  if (value === null || value === '') return kind === 'hours' ? t('settings.history.closed') : '—'
  if (typeof value === 'boolean') return value ? t('settings.history.yes') : t('settings.history.no')
  if (typeof value === 'number') return format.number(value)
  if (kind === 'setting') return settingWords(t, field, value)
  if (field.startsWith(OPTION)) return optionWords(value) ?? value
  if (value === 'set') return t('settings.history.set')
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.day(value) : value
}

function settingWords(t: Text, key: string, value: string): string {
  const option = optionOf(key)?.option
  if (option?.is === 'switch') return value === option.on ? t('settings.history.on') : t('settings.history.off')
  if (option?.is === 'choice') return choicesOf(t, option).find((one) => one.value === value)?.label ?? value
  if (option?.is === 'minutes') return t('settings.minutes', { count: Number(value) })
  return option?.is === 'secret' ? t('settings.history.set') : value
}
