/** The setup of a trial conversation in one queue, as its connection would receive the customer. Pure. */
import type { ConnectionSummary } from '../../../../src/channels/connections/contract'
import { assembleSetup } from '../../../../src/features/bot/assemble'
import type { BotQueue, BotSetup } from '../../../../src/features/bot/machine'
import type { SettingValue } from '../../../../src/settings/contract'
import type { Language } from '../../../../src/texts/languages'

export type PreviewParts = {
  /** With what is on the screen. */
  readonly queue: BotQueue
  readonly others: readonly BotQueue[]
  readonly connections: readonly ReceivingConnection[]
  readonly greetsAlone: SettingValue
  readonly language: Language
}
export type ReceivingConnection = Pick<
  ConnectionSummary,
  'queueIds' | 'enableQueueChatbot' | 'greetingMessage' | 'outOfHoursMessage' | 'maxUseBotQueues'
>

/**
 * What differs from what the screen suggests. `greetingOff`: a setting keeps the only queue from greeting. `botOff`: the
 * connection has no bot, so its customers see no options.
 */
export type PreviewNote = 'greetingOff' | 'botOff'

/** `choice`: what the customer answers to the menu of queues; null without one. */
export type Preview = { readonly setup: BotSetup; readonly choice: string | null; readonly note: PreviewNote | null }

/** A connection with only this queue is preferred; with several queues, the customer chooses this one. */
export function previewOf({ queue, others, connections, greetsAlone, language }: PreviewParts): Preview {
  const serving = connections.filter(({ queueIds }) => queueIds.includes(queue.id))
  const connection = serving.find(({ queueIds }) => queueIds.length === 1) ?? serving[0]
  const isAlone = connection === undefined || connection.queueIds.length === 1
  const menu = isAlone ? [queue.id] : connection.queueIds
  const setup = assembleSetup({
    connection: {
      greetingMessage: connection?.greetingMessage ?? '',
      greetingFile: null,
      maxUseBotQueues: connection?.maxUseBotQueues ?? 0,
      timeSendQueue: 0,
      sendIdQueue: null,
    },
    menu,
    queues: [{ ...queue, outOfHours: queue.outOfHours || (connection?.outOfHoursMessage ?? '') }, ...others],
    greetsAlone,
    language,
  })
  const greets = queue.greeting.trim() !== '' || queue.file !== null
  const choice = isAlone ? null : String(menu.indexOf(queue.id) + 1)
  if (connection && !connection.enableQueueChatbot) return { setup, choice, note: 'botOff' }
  return { setup, choice, note: isAlone && greets && !setup.greetsAlone ? 'greetingOff' : null }
}
