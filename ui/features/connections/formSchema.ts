/** The connection form's schema: the server's, with its checks of greeting, redirection and import dates, and the greeting's file. */
import * as v from 'valibot'
import {
  type ConnectionSummary,
  CreateConnection,
  importFaults,
  lacksGreeting,
  lacksRedirection,
} from '../../../src/channels/connections/contract'
import type { Form } from '../../shared/form/useForm'

/** `file` is the greeting's: undefined leaves the stored one alone, null takes it away. */
const Fields = v.object({ ...CreateConnection.entries, file: v.optional(v.nullable(v.file())) })
export type ConnectionValues = v.InferOutput<typeof Fields>
export type ConnectionFormState = Form<ConnectionValues, ConnectionValues>

const names = [
  'importOldMessagesEnable',
  'importDateStartMessages',
  'importDateEndMessages',
  'queueIdImportMessages',
] as const

/** A greeting that was missing before, and import dates that were valid when chosen, do not stop other changes. */
export const formSchema = (before: ConnectionSummary | undefined) =>
  v.pipe(
    Fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const values = dataset.value
      const complain = (key: keyof CreateConnection, message: string) =>
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: values, key, value: values[key] }] })
      if (lacksGreeting(values, before)) complain('greetingMessage', 'form.required')
      if (lacksRedirection(values, before)) complain('sendIdQueue', 'form.required')
      if (before && names.every((name) => before[name] === values[name])) return
      for (const { field, message } of importFaults(values, Date.now())) complain(field, message)
    }),
  )

export const formValues = (connection: ConnectionSummary | undefined, isFirst: boolean) => ({
  name: connection?.name ?? '',
  isDefault: connection?.isDefault ?? isFirst,
  queueIds: connection?.queueIds ?? [],
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  messagesPerMinute: connection?.messagesPerMinute ?? 0,
  enableQueueChatbot: connection?.enableQueueChatbot ?? true,
  maxUseBotQueues: connection?.maxUseBotQueues ?? 0,
  timeSendQueue: connection?.timeSendQueue ?? 0,
  sendIdQueue: connection?.sendIdQueue ?? null,
  expiresTicket: connection?.expiresTicket ?? 0,
  importOldMessagesEnable: connection?.importOldMessagesEnable ?? false,
  importDateStartMessages: connection?.importDateStartMessages ?? null,
  importDateEndMessages: connection?.importDateEndMessages ?? null,
  importOldMessagesGroups: connection?.importOldMessagesGroups ?? false,
  queueIdImportMessages: connection?.queueIdImportMessages ?? null,
  closedTicketsPostImported: connection?.closedTicketsPostImported ?? false,
})

/** The calendar day of an instant in the browser's time zone; empty if there is none. */
export function dayOf(at: string | null | undefined): string {
  if (!at) return ''
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}

/** The first or last moment of a day; the last of today is now. */
export function momentOf(day: string, edge: 'start' | 'end', now: number): string | null {
  if (!day) return null
  const at = new Date(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}`).getTime()
  if (Number.isNaN(at)) return null
  const isToday = dayOf(new Date(now).toISOString()) === day
  return new Date(edge === 'end' && isToday ? now : at).toISOString()
}
