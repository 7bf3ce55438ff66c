/** Decodes text files of unknown and mixed encodings. Pure. */
import { isUtf8 } from 'node:buffer'
import type { Repair } from '../repairs'
import { type OldEncoding, oldEncodingOf, windowsOf } from './old-encodings'

/** `repairs`: positions in the text where something was repaired, ascending. */
export type DecodedText = {
  readonly text: string
  readonly repairs: readonly { readonly at: number; readonly repair: Repair }[]
}

const NEWLINE = 10
/** A file is in the old encoding if it has this many times more invalid bytes than UTF-8 characters. */
const FAR_MORE = 10
/** Bytes by which a binary file is recognised. */
const JUDGED = 200_000
const marks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** Undefined for binary files. `language` determines the encoding of bytes that are not Unicode. */
export function decode(bytes: Buffer, language: string): DecodedText | undefined {
  const [marked, mark] = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const body = bytes.subarray(mark?.length ?? 0)
  const encoding = marked ?? guessUtf16(body)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return fromUtf16(body, encoding)
  if (isBinary(body)) return undefined
  const decoded = isUtf8(body) ? { text: body.toString(), repairs: [] } : fromMixed(body, language)
  return withoutNulls(decoded)
}

/** Latin text in UTF-16 has a zero in almost every second byte. */
function guessUtf16(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, 4_096)
  const zeros = [0, 0] as [number, number]
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const [even, odd] = zeros
  const isMost = (count: number) => count > sample.length * 0.2
  if (isMost(odd) && even * 8 < odd) return 'utf-16le'
  return isMost(even) && odd * 8 < even ? 'utf-16be' : undefined
}

function fromUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): DecodedText | undefined {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const text = new TextDecoder(encoding).decode(whole)
  const repairs: { at: number; repair: Repair }[] = []
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1))
    repairs.push({ at, repair: 'bytes' })
  if (repairs.length * 20 > text.length) return undefined
  return withoutNulls({ text, repairs })
}

/** Control characters that no text contains, except a few by mistake. Null characters fill fixed-width fields. */
function isBinary(bytes: Buffer): boolean {
  let [odd, all] = [0, 0]
  for (let at = 0; at < Math.min(bytes.length, JUDGED); at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0) continue
    all++
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 26 && byte !== 27)) odd++
  }
  return odd * 20 > all
}

/**
 * Lines of different encodings, as in files that several programs have written: a line without UTF-8 characters is in
 * the old encoding, and of other lines only the invalid bytes are.
 */
function fromMixed(bytes: Buffer, language: string): DecodedText {
  const { valid, invalid } = countCharacters(bytes)
  if (valid === 0 || invalid > valid * FAR_MORE)
    return { text: oldEncodingOf(bytes, language).decode(bytes), repairs: [] }
  const old = windowsOf(language)
  const parts: string[] = []
  const repairs: { at: number; repair: Repair }[] = []
  let [length, kept] = [0, 0]
  const add = (text: string) => {
    parts.push(text)
    length += text.length
  }
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from)
    const next = end < 0 ? bytes.length : end + 1
    const line = bytes.subarray(from, next)
    if (!isUtf8(line)) {
      add(bytes.toString('utf8', kept, from))
      repairs.push({ at: length, repair: 'bytes' })
      add(countCharacters(line).valid === 0 ? old.decode(line) : mixedLine(line, old))
      kept = next
    }
    from = next
  }
  add(bytes.toString('utf8', kept))
  return { text: parts.join(''), repairs }
}

function mixedLine(line: Buffer, old: OldEncoding): string {
  let [text, kept] = ['', 0]
  for (let at = 0; at < line.length; ) {
    const size = sizeAt(line, at)
    if (size === 0) {
      text += line.toString('utf8', kept, at) + old.decode(line.subarray(at, at + 1))
      kept = at + 1
    }
    at += size || 1
  }
  return text + line.toString('utf8', kept)
}

/** Counts UTF-8 characters of several bytes, and bytes that belong to none. */
function countCharacters(bytes: Buffer): { readonly valid: number; readonly invalid: number } {
  let [valid, invalid] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const size = sizeAt(bytes, at)
    if (size > 1) valid++
    if (size === 0) invalid++
    at += size || 1
  }
  return { valid, invalid }
}

/** Bytes of the UTF-8 character at this position; 0 if there is none. */
function sizeAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  return first >= 0xc2 && first <= 0xf4 && isUtf8(bytes.subarray(at, at + size)) ? size : 0
}

/** Null characters before these, or at the end, only fill a field. */
const FIELD_END = /^[;,\t|"\r\n]/

function withoutNulls({ text, repairs }: DecodedText): DecodedText {
  if (!text.includes('\0')) return { text, repairs }
  const found = [...repairs]
  const clean = text.replace(/\0+/g, (run, at: number) => {
    const next = text[at + run.length]
    if (next !== undefined && !FIELD_END.test(next)) found.push({ at, repair: 'nulls' })
    return ''
  })
  found.sort((a, b) => a.at - b.at)
  let [from, dropped] = [0, 0]
  const moved = found.map(({ at, repair }) => {
    for (; from < at; from++) if (text.charCodeAt(from) === 0) dropped++
    return { at: at - dropped, repair }
  })
  return { text: clean, repairs: moved }
}
