/** Reads the answer of a webhook or n8n: texts, messages and commands. Pure. */
import { hasFewValues, readJson } from '../../platform/json'
import { cut } from '../../platform/text'
import { type Command, commandsOf, readCommands } from './commands'
import { type Action, LONGEST_PAUSE } from './runner'

const MOST_ITEMS = 100
const MOST_TEXT = 4000

/** A page instead of an answer, no JSON, or too many values: of no use. */
export type Unusable = 'html' | 'notJson' | 'tooLong'

/** Empty: the other side answers later by the message API, or not at all. */
export function readAnswer(body: string): readonly Command[] | Unusable {
  const written = body.trim()
  if (written === '') return []
  if (/^<[a-z!?]/i.test(written)) return 'html'
  if (!hasFewValues(written)) return 'tooLong'
  const json = readJson(written)
  return json === undefined ? 'notJson' : readValue(json).slice(0, MOST_ITEMS)
}

/** n8n's own answer when a workflow starts and answers nothing. */
const isOfN8n = (text: string) => /^workflow (was|got) started\.?$/i.test(text.trim())

/** A text, a message, a command, or a list of them. Anything else says nothing. */
export function readValue(item: unknown, depth = 0): readonly Command[] {
  if (depth > 3) return []
  if (typeof item === 'string') return readText(item)
  if (Array.isArray(item)) return item.slice(0, MOST_ITEMS).flatMap((one: unknown) => readValue(one, depth + 1))
  if (typeof item !== 'object' || item === null) return []
  const { output, answer, text, json, messages, type, mediaUrl, message } = item as Readonly<Record<string, unknown>> // an object
  if (typeof message === 'string' && isOfN8n(message)) return []
  if (typeof type === 'string' || typeof mediaUrl === 'string') return commandsOf({ message: item }) ?? []
  for (const given of [output, answer, text])
    if (given !== undefined && given !== null) return readValue(given, depth + 1)
  const commands = commandsOf(item)
  if (commands) return commands
  return [messages, json].flatMap((one) => (one === undefined ? [] : readValue(one, depth + 1)))
}

const readText = (text: string): readonly Command[] =>
  readCommands(text) ?? (text.trim() === '' || isOfN8n(text) ? [] : [{ do: 'say', text: cut(text, MOST_TEXT).trim() }])

/** `tagIds`: the tags of the ticket. A pause delays the next message. */
export function toActions(commands: readonly Command[], tagIds: () => readonly number[]): Action[] {
  const actions: Action[] = []
  let pause = 0
  for (const command of commands) {
    if (command.do === 'wait') pause = Math.min(pause + command.ms, LONGEST_PAUSE)
    else if (command.do === 'clearTags') actions.push({ do: 'tag', add: [], remove: tagIds() })
    else if ((command.do === 'say' || command.do === 'sendFile') && pause > 0) {
      actions.push({ ...command, afterMs: pause })
      pause = 0
    } else actions.push(command)
  }
  return actions
}
