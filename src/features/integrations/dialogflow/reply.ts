/** Reads the answer of detectIntent: texts, pictures, quick replies, cards, and commands in payloads. Pure. */
import * as v from 'valibot'
import { text } from '../../../platform/formats'
import { readJson } from '../../../platform/json'
import { cut } from '../../../platform/text'
import { readValue } from '../answer'
import { type Command, offerOf } from '../commands'
import type { IntegrationLanguage } from '../contract'
import type { Trust } from '../echo'

const MOST_TEXT = 4000
const MOST_PARTS = 50
const Words = text(100_000)
const anything = v.optional(v.unknown())

const Message = v.object({
  /** Meant for another messenger. */
  platform: v.optional(text(100)),
  text: v.optional(v.object({ text: v.optional(v.array(Words), []) })),
  payload: anything,
  image: v.optional(v.object({ imageUri: v.optional(text(2000), '') })),
  quickReplies: v.optional(v.object({ title: v.optional(Words, ''), quickReplies: v.optional(v.array(Words), []) })),
  card: v.optional(
    v.object({
      title: v.optional(Words, ''),
      subtitle: v.optional(Words, ''),
      imageUri: v.optional(text(2000), ''),
      buttons: v.optional(v.array(v.object({ text: v.optional(Words, '') })), []),
    }),
  ),
})
type Message = v.InferOutput<typeof Message>

const Reply = v.object({
  queryResult: v.object({
    fulfillmentText: v.optional(Words, ''),
    fulfillmentMessages: v.optional(v.array(Message), []),
    intent: v.optional(v.object({ endInteraction: v.optional(v.boolean(), false) })),
    diagnosticInfo: v.optional(v.object({ end_conversation: v.optional(v.boolean(), false) })),
  }),
})

export type DialogflowReply = {
  readonly commands: readonly Command[]
  readonly isOver: boolean
  /** It holds nothing but a payload that we do not know. */
  readonly isUnknown: boolean
}

/** Undefined if it is none. */
export function readReply(body: string, trust: Trust): DialogflowReply | undefined {
  const read = v.safeParse(Reply, readJson(body), { abortEarly: true })
  if (!read.success) return undefined
  const { fulfillmentText, fulfillmentMessages, intent, diagnosticInfo } = read.output.queryResult
  const ours = fulfillmentMessages.filter(({ platform }) => !platform || platform === 'PLATFORM_UNSPECIFIED')
  const parts = ours.slice(0, MOST_PARTS).map((one) => commandsIn(one, trust))
  const found = parts.flatMap((one) => one ?? [])
  const commands = found.length > 0 ? found : say(fulfillmentText)
  return {
    commands: commands.slice(0, MOST_PARTS),
    isUnknown: commands.length === 0 && parts.includes(undefined),
    isOver: Boolean(intent?.endInteraction || diagnosticInfo?.end_conversation),
  }
}

const say = (words: string): readonly Command[] => {
  const shown = cut(words, MOST_TEXT).trim()
  return shown === '' ? [] : [{ do: 'say', text: shown }]
}
const show = (url: string, caption: string): readonly Command[] =>
  url === '' ? say(caption) : [{ do: 'sendFile', file: { url }, as: 'image', caption }]
const numbered = (choices: readonly string[]) => choices.map((one, at) => `*${at + 1}.* ${one}`)
const lines = (...all: readonly string[]) => all.filter((line) => line.trim() !== '').join('\n')

function commandsIn(
  { text: words, payload, image, quickReplies, card }: Message,
  trust: Trust,
): readonly Command[] | undefined {
  if (words) return say(words.text.find((one) => one.trim() !== '') ?? '')
  if (image) return show(image.imageUri, '')
  if (quickReplies) {
    const { title, quickReplies: replies } = quickReplies
    const choices = offerOf(title, replies)
    return say(lines(title, ...numbered(replies))).map((said) => ({ ...said, ...(choices && { choices }) }))
  }
  if (card) {
    const choices = numbered(card.buttons.map((one) => one.text))
    return show(card.imageUri, cut(lines(card.title && `*${card.title}*`, card.subtitle, ...choices), MOST_TEXT))
  }
  return payload === undefined ? [] : readValue(payload, trust)
}

export const notUnderstood: Readonly<Record<IntegrationLanguage, string>> = {
  'pt-BR': 'Não consegui entender sua dúvida.',
  en: 'Sorry, I did not understand your question.',
  es: 'No pude entender su consulta.',
}
