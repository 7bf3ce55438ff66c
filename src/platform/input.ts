/**
 * What a request brings, read and judged in one place. Cheap bounds come first, and nothing here repeats what was sent:
 * Elysia's own validation would print the whole body once for each wrong value in it, which holds everybody up.
 */
import * as v from 'valibot'
import { type FieldFault, fail } from '../errors'

/** More values than any body of ours has. A megabyte of them would take the parser a fifth of a second. */
const MOST_VALUES = 10_000
/** A client that sends more wrong fields than these learns of the rest when these are right. */
const MOST_FAULTS = 20

const wrong = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.invalid' }])

/**
 * The body of a request as JSON, null without one; only its schema says what it is. Fails with ERR_UNSUPPORTED_MEDIA,
 * before it is read, when it is of another type, and with ERR_INVALID_INPUT when it is no JSON, or a list: valibot would
 * take that for an object without fields.
 */
export async function readBody(request: Request): Promise<unknown> {
  // The stream is asked for last: it makes reading the text dearer.
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return request.headers.get('content-length') === '0' || request.body === null ? null : fail('ERR_UNSUPPORTED_MEDIA')
  const text = await request.text().catch(() => wrong('body')) // the sender went away
  if (text === '') return null
  const value = parseJson(text)
  return Array.isArray(value) ? wrong('body') : value
}

/** The value of a text; fails with ERR_INVALID_INPUT, naming `field`, when it is no JSON or has too many values in it. */
export function parseJson(text: string, field = 'body'): unknown {
  if (text.length > 2 * MOST_VALUES && !isSmall(text)) wrong(field)
  try {
    return JSON.parse(text)
  } catch {
    return wrong(field)
  }
}

/** Counts the values outside strings, in one pass; levels count too, so nothing is nested deeper than this either. */
function isSmall(text: string): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) isInString = !isInString
    else if (isInString) at += sign === BACKSLASH ? 1 : 0
    else if ((sign === COMMA || sign === BRACKET || sign === BRACE) && ++values > MOST_VALUES) return false
  }
  return true
}
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** The value as the schema has it. Fails with ERR_INVALID_INPUT and the wrong fields. */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const judged = v.safeParse(schema, value, { abortPipeEarly: true }) // after a wrong length no pattern is tried
  const faults = judged.success ? unstorable(judged.output) : judged.issues.slice(0, MOST_FAULTS).map(faultOf)
  if (faults.length > 0) fail('ERR_INVALID_INPUT', faults)
  return judged.output
}

function faultOf(issue: v.BaseIssue<unknown>): FieldFault {
  const field = v.getDotPath(issue) ?? 'body'
  if (issue.message.startsWith('form.')) return { field, message: issue.message }
  return { field, message: issue.input === undefined ? 'required' : 'invalid' }
}

/**
 * A NUL in a stored text means a damaged file: `cut` takes it out of what messengers bring, and whoever signs in may not
 * bring it either. The doctor would report a damage that is none, and old backups would be kept for ever.
 */
function unstorable(output: unknown): FieldFault[] {
  if (typeof output !== 'object' || output === null) return []
  return Object.entries(output).flatMap(([field, value]): FieldFault[] =>
    hasNul(value) ? [{ field, message: 'form.invalid' }] : [],
  )
}

/** Only what a schema let through comes here: no deeper than it. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) ? value.some(hasNul) : Object.values(value).some(hasNul)
}

export type Input<S extends v.GenericSchema> = {
  readonly schema: S
  readonly '~standard': Omit<v.StandardProps<v.InferInput<S>, v.InferOutput<S>>, 'vendor'> & {
    readonly vendor: 'balcao'
  }
}

/** A schema as a route's `body` or `params`: judged by `check`, so that a wrong one is told as every other error is. */
export const input = <const S extends v.GenericSchema>(schema: S): Input<S> => ({
  schema,
  '~standard': {
    version: 1,
    vendor: 'balcao',
    validate: (value) => ({ value: check(schema, value ?? undefined) }),
  },
})
