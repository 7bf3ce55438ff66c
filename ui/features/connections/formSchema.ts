/**
 * The connection form's schema: the server's, with checks of greeting, redirection and import dates, and the greeting's
 * file.
 */
import * as v from 'valibot'
import {
  type ConnectionSummary,
  CreateConnection,
  importFaults,
  lacksGreeting,
  lacksRedirection,
} from '../../../src/channels/connections/contract'
import type { Form } from '../../shared/form/useForm'
import { addDays, instantOf, localDay } from '../../shared/i18n/zoned'

/** New access to Meta; empty: it stays as it is, and is not shown. */
const Secret = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(1000, 'form.text.long')))
/** `file` is the greeting's: undefined keeps the stored one, null removes it. */
const Fields = v.object({
  ...CreateConnection.entries,
  accessToken: Secret,
  appSecret: Secret,
  file: v.optional(v.nullable(v.file())),
})
export type ConnectionValues = v.InferOutput<typeof Fields>
export type ConnectionFormState = Form<ConnectionValues, ConnectionValues>

const names = [
  'importOldMessagesEnable',
  'importDateStartMessages',
  'importDateEndMessages',
  'queueIdImportMessages',
] as const

/** A greeting that was missing before, and import dates that were valid when chosen, do not block other changes. */
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

/** A new connection gets the only queue. */
export const formValues = (
  connection: ConnectionSummary | undefined,
  isFirst: boolean,
  queues: readonly { readonly id: number }[],
) => ({
  name: connection?.name ?? '',
  accessToken: '',
  appSecret: '',
  isDefault: connection?.isDefault ?? isFirst,
  queueIds: connection?.queueIds ?? (queues.length === 1 ? queues.map(({ id }) => id) : []),
  greetingMessage: connection?.greetingMessage ?? '',
  complationMessage: connection?.complationMessage ?? '',
  outOfHoursMessage: connection?.outOfHoursMessage ?? '',
  ratingMessage: connection?.ratingMessage ?? '',
  messagesPerMinute: connection?.messagesPerMinute ?? 0,
  enableQueueChatbot: connection?.enableQueueChatbot ?? true,
  joinsAnswers: connection?.joinsAnswers ?? false,
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

/** The calendar day of an instant by the company's clock; empty if there is none. */
export const dayOf = (at: string | null | undefined, timeZone: string): string => (at ? localDay(at, timeZone) : '')

/** The first or last instant of a day by the company's clock; today ends now. */
export function momentOf(day: string, edge: 'start' | 'end', now: number, timeZone: string): string | null {
  if (!day) return null
  if (edge === 'start') return instantOf(`${day}T00:00`, timeZone)
  if (localDay(now, timeZone) === day) return new Date(now).toISOString()
  const next = instantOf(`${addDays(day, 1)}T00:00`, timeZone)
  return next && new Date(Date.parse(next) - 1).toISOString()
}
