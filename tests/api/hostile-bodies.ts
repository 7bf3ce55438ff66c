/** Bodies designed to be as costly as possible, with or without a schema. */
import { FORWARDED_AT_ONCE, MESSAGE_LENGTH } from '../../src/tickets/messages/contract'
import { bare, mostOf, type Node } from './bodies'

/** Just under the limit of a JSON body. */
const MEGABYTE = 1024 * 1024 - 200

const filled = (piece: string, size = MEGABYTE) => piece.repeat(Math.floor(size / piece.length))
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** JSON that matches no schema. */
const shapes: Readonly<Record<string, string>> = {
  'deep lists': `${filled('[', MEGABYTE / 2)}${filled(']', MEGABYTE / 2)}`,
  'deep objects': `${filled('{"a":', MEGABYTE - MEGABYTE / 6)}1${filled('}', MEGABYTE / 6)}`,
  'wide lists': `{"a":[${filled('[],', MEGABYTE - 10)}1]}`,
  'many keys': `{${times(80_000, (n) => `"k${n}":1`).join()}}`,
  'objects of different keys': `{"a":[${times(70_000, (n) => `{"k${n}":1}`).join()}]}`,
  'keys that look like places': `{${times(70_000, (n) => `"${n * 7919}":1`).join()}}`,
  'as many values as may be': `{"a":[${times(9_980, (n) => `{"k${n}":"x"}`).join()}]}`,
  'as deep as may be': `{"a":${'['.repeat(9_980)}${']'.repeat(9_980)}}`,
  'one long key': `{"${'k'.repeat(MEGABYTE - 10)}":1}`,
  'escapes without end': `{"a":"${filled('\\u0000', MEGABYTE - 10)}"}`,
}

/** Texts that make regular expressions backtrack. */
const pieces = ['a', ' ', 'a@', 'a.', '+1', '😀', '\u0301']
/** Syntax in messages: mentions, variables, bold, code, quotes, URLs. */
const written = ['@1', '@todos', '{{', '{{name}} ', '*_~', '```', '> ', 'https://a.b/', '\n']

export type Hostile = { readonly name: string; readonly body: () => string }

/**
 * For each field, lists and texts at and over the limit in an otherwise valid body; then bodies that match no schema.
 */
export function hostileBodies(schema: Node | undefined, example: object = {}): Hostile[] {
  const fields = Object.entries(schema ? (bare(schema).entries ?? {}) : {})
  return [
    ...Object.entries(shapes).map(([name, body]) => ({ name, body: () => body })),
    ...fields.flatMap(([field, node]) =>
      valuesFor(node).map(([name, value]) => ({
        name: `${field}: ${name}`,
        body: () => JSON.stringify({ ...example, [field]: value() }),
      })),
    ),
  ]
}

const isText = (node: Node): boolean =>
  [bare(node), ...(bare(node).options ?? [])].some(({ type }) => type === 'string')

function valuesFor(node: Node): [name: string, value: () => unknown][] {
  const most = mostOf(node) ?? FORWARDED_AT_ONCE
  const lists = [most, most + 1, 9_900].map((length): [string, () => unknown] => [
    `${length} wrong ids`,
    () => times(length, () => -1),
  ])
  const words = () => times(9_900, () => 'x'.repeat(90))
  const long = (isText(node) ? pieces : pieces.slice(0, 1)).map((piece): [string, () => unknown] => [
    `a megabyte of ${JSON.stringify(piece)}`,
    () => filled(piece, MEGABYTE / Buffer.byteLength(piece)),
  ])
  const allowed = most === MESSAGE_LENGTH ? written : []
  const atLimit = allowed.map((piece): [string, () => unknown] => [
    `all of ${JSON.stringify(piece)}`,
    () => filled(piece, most),
  ])
  return [...lists, ['9900 long words', words], ...long, ...atLimit]
}

const BOUNDARY = 'Content-Disposition: form-data; name'

/** Forms with the boundary `x`. */
export const hostileForms: readonly Hostile[] = [
  { name: 'empty parts', body: () => filled('--x\r\n', 20 * MEGABYTE) },
  { name: 'parts without a name', body: () => filled('--x\r\n\r\n\r\n', 20 * MEGABYTE) },
  { name: 'fields', body: () => filled(`--x\r\n${BOUNDARY}="a"\r\n\r\n\r\n`, 20 * MEGABYTE) },
  { name: 'files', body: () => filled(`--x\r\n${BOUNDARY}="a"; filename="b"\r\n\r\n\r\n`, 20 * MEGABYTE) },
  { name: 'a long field', body: () => `--x\r\n${BOUNDARY}="body"\r\n\r\n${filled('a', 20 * MEGABYTE)}\r\n--x--\r\n` },
  { name: 'a long name', body: () => `--x\r\n${BOUNDARY}="${filled('a', 20 * MEGABYTE)}"\r\n\r\n\r\n--x--\r\n` },
  { name: 'headers', body: () => `--x\r\n${filled('a: b\r\n', 20 * MEGABYTE)}\r\n\r\n--x--\r\n` },
  { name: 'one header', body: () => `--x\r\n${BOUNDARY}${filled(';a=b', 20 * MEGABYTE)}\r\n\r\n\r\n--x--\r\n` },
  { name: 'a preamble', body: () => filled('\r\n--y', 20 * MEGABYTE) },
  { name: 'no end', body: () => `--x\r\n${BOUNDARY}="body"\r\n\r\n${filled('\r\n--', 20 * MEGABYTE)}` },
]
