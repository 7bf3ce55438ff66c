/** Values of the queue dialog, and the request body. Pure. */
import * as v from 'valibot'
import { schedulesOf, usualWeek, WeekHours, weekOf } from '../../../src/hours/contract'
import { AttendantsPool, CreateQueue, Escalation, type QueueSummary } from '../../../src/queues/contract'
import { changesOf } from '../../shared/form/changesOf'
import { suggestColor } from '../../shared/form/colors'
import { poolIfNone } from '../distribution/values'

/** Field values of the dialog. */
export const QueueValues = v.object({
  ...v.omit(CreateQueue, ['schedules', 'attendantsPool', 'escalation']).entries,
  attendantsPool: v.optional(AttendantsPool),
  /** Null: the company's steps. */
  escalation: v.optional(v.nullable(Escalation)),
  hours: v.optional(WeekHours),
  /** Undefined keeps the stored one, null removes it. */
  file: v.optional(v.nullable(v.instance(File))),
})
export type QueueValues = v.InferOutput<typeof QueueValues>
type FilledValues = { [K in keyof QueueValues]-?: NonNullable<QueueValues[K]> }
export type QueueFormValues = Omit<FilledValues, 'file' | 'integrationId' | 'escalation'> &
  Pick<QueueValues, 'file'> & { integrationId: number | null; escalation: Escalation | null }

/** What answers in the queue: its options, a bot of Typebot, or an integration by its id. */
export const answering = ({ integrationId, typeChatbot }: Pick<QueueValues, 'integrationId' | 'typeChatbot'>) =>
  integrationId != null ? String(integrationId) : (typeChatbot ?? 'option')

export const valuesOf = (queue: QueueSummary, userIds: readonly number[]): QueueFormValues => ({
  name: queue.name,
  color: queue.color,
  orderQueue: queue.orderQueue,
  greetingMessage: queue.greetingMessage,
  complationMessage: queue.complationMessage,
  outOfHoursMessage: queue.outOfHoursMessage,
  isRestricted: queue.isRestricted,
  resetChatbotMsg: queue.resetChatbotMsg,
  integrationId: queue.integrationId,
  typeChatbot: queue.typeChatbot,
  workspaceTypebot: queue.workspaceTypebot,
  typebotId: queue.typebotId,
  attendantsPool: queue.attendantsPool ?? poolIfNone,
  escalation: queue.escalation,
  hours: queue.schedules ? weekOf(queue.schedules) : usualWeek,
  userIds: [...userIds].sort((a, b) => a - b),
  file: undefined,
})

/** A new queue comes last, in a colour unlike the others. */
export const newValues = (others: readonly QueueSummary[]): QueueFormValues => ({
  name: '',
  color: suggestColor(others.map(({ color }) => color)),
  orderQueue: Math.max(0, ...others.map(({ orderQueue }) => orderQueue)) + 1,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  isRestricted: false,
  resetChatbotMsg: true,
  integrationId: null,
  typeChatbot: 'option',
  workspaceTypebot: '',
  typebotId: '',
  attendantsPool: poolIfNone,
  escalation: null,
  hours: usualWeek,
  userIds: [],
  file: undefined,
})

/** The body of the changes; the file is sent separately. */
export function changedBody(before: QueueFormValues, after: QueueValues): Partial<CreateQueue> {
  const { hours, file: _, ...same } = changesOf(before, after)
  return { ...same, ...(hours && { schedules: schedulesOf(hours) }) }
}

/** The body of a new queue. Untouched hours are not included. */
export function newBody(before: QueueFormValues, { hours, file: _, ...values }: QueueValues): CreateQueue {
  const { schedules } = changedBody(before, { ...values, hours })
  return { ...values, ...(schedules !== undefined && { schedules }) }
}
