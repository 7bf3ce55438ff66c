/**
 * Reads and validates request input in one place. Cheap bounds come first, and errors never repeat the input: Elysia's
 * own validation prints the whole body once per invalid value, which blocks the event loop.
 */
import * as v from 'valibot'
import { type FieldFault, fail } from '../errors'
import { createBudget } from './budget'
import { readJson } from './json'

/** Characters of a body that costs little. Larger ones that arrive together are each handled in a turn of their own. */
const SMALL = 4_000
/** Most invalid fields reported at once. */
const MOST_FAULTS = 20

const wrong = (field: string) => fail('ERR_INVALID_INPUT', [{ field, message: 'form.invalid' }])

/**
 * Reads a request's JSON body; null without one. Fails with ERR_UNSUPPORTED_MEDIA before reading another content type,
 * and with ERR_INVALID_INPUT for invalid JSON or an array, which valibot would accept as an object without fields.
 */
export async function readBody(request: Request): Promise<unknown> {
  // Accessing the stream makes reading the text slower, so it comes last.
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return request.headers.get('content-length') === '0' || request.body === null ? null : fail('ERR_UNSUPPORTED_MEDIA')
  const text = await request.text().catch(() => wrong('body')) // the client disconnected
  if (text === '') return null
  if (text.length > SMALL) await createBudget().rest()
  const value = parseJson(text)
  return Array.isArray(value) ? wrong('body') : value
}

/** Parses JSON. Fails with ERR_INVALID_INPUT on `field` if it is invalid or has too many values. */
export const parseJson = (text: string, field = 'body'): unknown =>
  readJson(text) ?? (text.trim() === 'null' ? null : wrong(field))

/** Returns the parsed value. Fails with ERR_INVALID_INPUT and the invalid fields. */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const judged = v.safeParse(schema, value, { abortPipeEarly: true }) // skips patterns after a failed length check
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
 * Rejects NUL in texts: the doctor takes a stored NUL for damage and would keep old backups for ever. `cut` removes it
 * from messengers' texts.
 */
function unstorable(output: unknown): FieldFault[] {
  if (typeof output !== 'object' || output === null) return []
  return Object.entries(output).flatMap(([field, value]): FieldFault[] =>
    hasNul(value) ? [{ field, message: 'form.invalid' }] : [],
  )
}

/** Depth is bounded by the schema, which has accepted the value. */
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

/** Adapts a schema to a route's `body` or `params`, validated by `check` so that errors look like all others. */
export const input = <const S extends v.GenericSchema>(schema: S): Input<S> => ({
  schema,
  '~standard': {
    version: 1,
    vendor: 'balcao',
    validate: (value) => ({ value: check(schema, value ?? undefined) }),
  },
})
