/**
 * Builds the machine's setup from a connection, its queues and the company's settings. The server takes these from the
 * database and the preview from the screen, so both let the machine say the same. Pure.
 */
import type { SettingValue } from '../../settings/contract'
import type { Language } from '../../texts/languages'
import type { BotQueue, BotSetup } from './machine'
import { botPhrases } from './phrases'

export type SetupParts = {
  readonly connection: {
    readonly greetingMessage: string
    /** Name of the file sent with it. */
    readonly greetingFile: string | null
    readonly maxUseBotQueues: number
    readonly timeSendQueue: number
    readonly sendIdQueue: number | null
  }
  /** Ids of the connection's queues in menu order. */
  readonly menu: readonly number[]
  readonly queues: readonly BotQueue[]
  /** The company's setting: whether the only queue of a connection greets. */
  readonly greetsAlone: SettingValue
  readonly language: Language
}

export const assembleSetup = ({ connection, menu, queues, greetsAlone, language }: SetupParts): BotSetup => ({
  greeting: connection.greetingMessage,
  greetingFile: connection.greetingFile,
  menu,
  queues,
  greetsAlone: greetsAlone === 'enabled',
  repeats: connection.maxUseBotQueues,
  redirection:
    connection.timeSendQueue > 0 && connection.sendIdQueue !== null
      ? { queueId: connection.sendIdQueue, minutes: connection.timeSendQueue }
      : null,
  words: botPhrases[language],
})
