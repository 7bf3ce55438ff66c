/** Reads the answer of a webhook or n8n: texts, messages and commands. Pure. */
import { hasFewValues, readJson } from '../../platform/json'
import { cut } from '../../platform/text'
import { type Command, commandsOf } from './commands'
import { commandsIn, type Trust } from './echo'
import { type Action, LONGEST_PAUSE } from './runner'

const MOST_ITEMS = 100
const MOST_TEXT = 4000
const DEEPEST = 8

/** Of no use: a page, broken JSON or a file, an answer that holds nothing we know, or too many values. */
export type Unusable = 'html' | 'notJson' | 'nothingSaid' | 'tooLong'

/** `type`: the media type, without parameters. */
export type Answer = { readonly body: string; readonly type: string }

/** Empty: the other side answers later by the message API, or not at all. */
export function readAnswer({ body, type }: Answer, trust: Trust): readonly Command[] | Unusable {
  const written = body.replace(/^\uFEFF/, '').trim()
  if (written === '') return []
  if (isPage(written)) return 'html'
  if (!hasFewValues(written)) return 'tooLong'
  const value = parsed(written)
  if (value === undefined) {
    // Such as n8n's "Respond with: Text", which goes out as text/html.
    const isWords =
      !isBrokenJson(written) && !isBinary(written) && /^(text\/|application\/(json|.*\+json)$|$)/.test(type)
    return isWords ? readText(written, trust) : 'notJson'
  }
  return readValue(value, trust)?.slice(0, MOST_ITEMS) ?? 'nothingSaid'
}

const isPage = (written: string): boolean =>
  /^<[a-z!?]/i.test(written) || /<!doctype|<html|<body|<\/(html|body|head|div|p|table)>/i.test(written)

/** "[Loja] Seu pedido saiu" is no JSON. What JavaScript writes for an object is no text either. */
const isBrokenJson = (written: string): boolean =>
  /^[[{]/.test(written) && !/^\[(?!object )\p{L}[^\][{}"]{0,60}\] *[^\s,\]]/u.test(written)

/** Bytes that are no text. Half of a character at a cut is one. */
const isBinary = (written: string): boolean => /(?![\t-\r])\p{Cc}/u.test(written) || /\uFFFD.*\uFFFD/s.test(written)

/** One value, or one on each line, as streams are written. Undefined: no JSON. */
function parsed(written: string): unknown {
  const whole = readJson(written)
  if (whole !== undefined || !/^[[{]/.test(written)) return whole
  const lines = written.split('\n').filter((line) => line.trim() !== '')
  if (lines.length < 2 || lines.length > MOST_LINES) return undefined
  const values = lines.map((line) => readJson(line))
  if (values.includes(undefined)) return undefined
  const pieces = values.flatMap((one) => piecesOf(one))
  return pieces.length > 0 ? pieces.join('') : values
}
const MOST_LINES = 10_000

/** n8n streams the words of an agent: `{"type":"item","content":"Ol"}`. */
const piecesOf = (value: unknown): string[] => {
  const { type, content } = fieldsOf(value) ?? {}
  return type === 'item' && typeof content === 'string' ? [content] : []
}

/** What n8n and Make say by themselves when a workflow has started and answers nothing. */
const isReceipt = (text: string) =>
  /^(workflow (was|got) started|workflow executed successfully|accepted)\.?$/i.test(text.trim())

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined // an object

/** Hold what is said to the contact: those of n8n, Flowise, Dify, Ollama, Hugging Face, Dialogflow and the like. */
const WORDS = ['output', 'answer', 'text', 'response', 'reply', 'generated_text', 'completion', 'fulfillmentText']
/** Hold messages, or a value that holds them: those of Botpress, OpenAI, Anthropic, Gemini, Voiceflow and the like. */
const HOLDERS = [
  ...['messages', 'json', 'responses', 'replies', 'outputs', 'choices', 'candidates', 'message', 'content', 'parts'],
  ...['payload', 'data', 'result', 'results', 'artifacts'],
]

/**
 * A text, a message, a command, or a list of them. An empty list: explicitly nothing. Undefined: it holds nothing that
 * we know.
 */
export function readValue(item: unknown, trust: Trust, depth = 0): readonly Command[] | undefined {
  if (depth > DEEPEST) return undefined
  if (item === null) return []
  if (typeof item === 'string') return readText(item, trust)
  if (Array.isArray(item)) return readAll(item.slice(0, MOST_ITEMS), trust, depth)
  const fields = fieldsOf(item)
  if (!fields) return undefined
  if (Object.keys(fields).length === 0) return []
  if (typeof fields.message === 'string' && isReceipt(fields.message)) return []
  if (typeof fields.type === 'string' || typeof fields.mediaUrl === 'string') {
    const message = commandsOf({ message: fields })
    if (message) return message
  }
  const inside = (names: readonly string[]) => {
    const given = names.filter((name) => Object.hasOwn(fields, name))
    const read = given.map((name) => readValue(fields[name], trust, depth + 1)).filter((one) => one !== undefined)
    return read.find((one) => one.length > 0) ?? read[0]
  }
  const words = inside(WORDS)
  if (words && words.length > 0) return words
  // The reason of a failure is not for the contact, and empty words beside it are no answer.
  if (isFailure(fields)) return undefined
  return commandsOf(fields) ?? inside(HOLDERS) ?? words
}

const isFailure = ({ error, errors, success, ok, status, code }: Fields): boolean =>
  Boolean(error) ||
  (Array.isArray(errors) ? errors.length > 0 : Boolean(errors)) ||
  success === false ||
  ok === false ||
  status === 'error' ||
  (typeof code === 'number' && (code === 0 || code >= 400))

function readAll(items: readonly unknown[], trust: Trust, depth: number): readonly Command[] | undefined {
  const commands: Command[] = []
  let isKnown = items.length === 0
  for (const item of items) {
    const read = readValue(item, trust, depth + 1)
    if (read) isKnown = true
    commands.push(...(read ?? []))
    if (commands.length >= MOST_ITEMS) break
  }
  return isKnown ? commands : undefined
}

const readText = (text: string, trust: Trust): readonly Command[] =>
  commandsIn(text, trust) ??
  (text.trim() === '' || isReceipt(text) ? [] : [{ do: 'say', text: cut(text, MOST_TEXT).trim() }])

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

/** A fault and what came, for the list of last calls. */
export const cameInstead = (fault: Unusable, body: string): string =>
  `${fault} · ${cut(body.replace(/\s+/g, ' ').trim(), 160)}`
