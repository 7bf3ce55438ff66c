/** The server's output contains no message and no key. */
import { readFileSync } from 'node:fs'
import type { Finding } from './audit'

/** Patterns of printed objects with keys and messages. */
const WORDS = /privKey|<Buffer|"type":"Buffer"|rootKey|SessionEntry|mediaKey|chainKey|BEGIN [A-Z ]*PRIVATE/
/** 32 bytes have 43 characters in base64 and 64 in hexadecimal. */
const BASE64 = /[A-Za-z0-9+/]{43,}/g
const HEX = /[0-9a-fA-F]{64,}/g
const KEY_LENGTH = 43
const SHOWN = 200

export type Secrets = ReturnType<typeof collectSecrets>

/** Keys change constantly, so they are read from the files at every restart. */
export function collectSecrets() {
  const known = new Set<string>()
  return {
    size: () => known.size,
    add(texts: readonly string[]) {
      for (const text of texts) known.add(text.slice(0, KEY_LENGTH))
    },
    has: (text: string) => known.has(text),
  }
}

export function auditOutput(
  file: string,
  secrets: Secrets,
  canary: string,
): { findings: Finding[]; characters: number } {
  const output = readFileSync(file, 'utf8')
  const findings = output.split('\n').flatMap((line) => {
    const why = whyOf(line, secrets, canary)
    return why ? [{ rule: 'printed', what: `${why}: ${line.slice(0, SHOWN)}`, id: null, companyNumber: null }] : []
  })
  return { findings, characters: output.length }
}

function whyOf(line: string, secrets: Secrets, canary: string): string | undefined {
  if (line.includes(canary)) return 'a message'
  if (WORDS.test(line)) return 'words of a key'
  return holdsSecret(line, secrets) ? 'a key' : undefined
}

function holdsSecret(line: string, secrets: Secrets): boolean {
  const inBase64 = line.match(BASE64) ?? []
  const inHex = (line.match(HEX) ?? []).flatMap((hex) => [hex, hex.slice(hex.length % 2)]).map(toBase64)
  return [...inBase64, ...inHex].some((text) =>
    Array.from({ length: Math.max(1, text.length - KEY_LENGTH + 1) }, (_, from) =>
      text.slice(from, from + KEY_LENGTH),
    ).some(secrets.has),
  )
}

const toBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
