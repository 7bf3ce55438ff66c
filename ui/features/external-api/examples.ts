/**
 * Examples in four languages, complete but for the token, which they read from the environment. Pure: the page fills in
 * its form's values.
 */
import { verification } from './verification'
import type { Section } from './view'

export const languages = ['curl', 'JavaScript', 'PHP', 'Python'] as const
export type Language = (typeof languages)[number]

export type ExampleFields = {
  readonly number: string
  readonly body: string
  readonly openTicket: boolean
  readonly fileName: string | null
  /** The id of the last test send. */
  readonly sendId?: string | undefined
}

type Call = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly json?: Readonly<Record<string, string | boolean>>
  readonly form?: Readonly<Record<string, string>>
  readonly key?: string
}

const SOME_ID = 'msg_7Qm2vX0cT5uKd3pLr8sYbA'

export function callOf(section: Section, origin: string, fields: ExampleFields): Call {
  const at = (path: string) => `${origin}/api/messages/${path}`
  if (section === 'status') return { method: 'GET', url: at(`${fields.sendId ?? SOME_ID}/status`) }
  if (section === 'check') return { method: 'GET', url: at(`checkNumber?number=${encodeURIComponent(fields.number)}`) }
  const { number, body, openTicket, fileName } = fields
  const call = { method: 'POST', url: at('send'), key: 'pedido-48213' } as const
  // Another message has another key.
  if (fileName !== null)
    return {
      ...call,
      key: 'pedido-48213-arquivo',
      form: { number, body, ...(openTicket && { openTicket: 'true' }), medias: `@${fileName}` },
    }
  return { ...call, json: { number, body, ...(openTicket && { openTicket }) } }
}

/** Languages of a section, and the code in each. */
export function examplesOf(section: Section, origin: string, fields: ExampleFields): Partial<Record<Language, string>> {
  if (section === 'events' || section === 'signature') return verification
  const call = callOf(section, origin, fields)
  return Object.fromEntries(languages.map((language) => [language, exampleOf(language, call)]))
}

export const exampleOf = (language: Language, call: Call): string => writers[language](call)

const json = (call: Call, indent: string) => JSON.stringify(call.json, null, 2).replaceAll('\n', `\n${indent}`)
const isFile = (value: string) => value.startsWith('@')
/** In single quotes for a shell. */
const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const quoted = (text: string) => JSON.stringify(text)
/** In single quotes for PHP. */
const php = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const writers: Readonly<Record<Language, (call: Call) => string>> = {
  curl: (call) =>
    [
      `curl${call.method === 'POST' ? ' -X POST' : ''}`,
      shell(call.url),
      '-H "Authorization: Bearer $TOKEN"',
      ...(call.key ? [`-H "Idempotency-Key: ${call.key}"`] : []),
      ...(call.json ? ['-H "Content-Type: application/json"', `-d ${shell(json(call, '  '))}`] : []),
      ...Object.entries(call.form ?? {}).map(([name, value]) => `-F ${shell(`${name}=${value}`)}`),
    ].join(' \\\n  '),

  JavaScript(call) {
    const headers = [
      '    Authorization: "Bearer " + token,',
      ...(call.key ? [`    "Idempotency-Key": ${quoted(call.key)},`] : []),
      ...(call.json ? ['    "Content-Type": "application/json",'] : []),
    ]
    const form = Object.entries(call.form ?? {}).map(([name, value]) =>
      isFile(value)
        ? `form.append(${quoted(name)}, await openAsBlob(${quoted(value.slice(1))}), ${quoted(value.slice(1))});`
        : `form.append(${quoted(name)}, ${quoted(value)});`,
    )
    const body = call.json ? `  body: JSON.stringify(${json(call, '  ')}),` : call.form ? '  body: form,' : ''
    return [
      ...(call.form ? ['import { openAsBlob } from "node:fs";', ''] : []),
      'const token = process.env.TOKEN;',
      ...(call.form ? ['const form = new FormData();', ...form] : []),
      `const answer = await fetch(${quoted(call.url)}, {`,
      ...(call.method === 'POST' ? ['  method: "POST",'] : []),
      '  headers: {',
      ...headers,
      '  },',
      ...(body ? [body] : []),
      '});',
      'console.log(await answer.json());',
    ].join('\n')
  },

  PHP(call) {
    const headers = [
      '  "Authorization: Bearer $token",',
      ...(call.key ? [`  ${quoted(`Idempotency-Key: ${call.key}`)},`] : []),
      ...(call.json ? ['  "Content-Type: application/json",'] : []),
    ]
    const field = (name: string, value: string) =>
      `  ${php(name)} => ${isFile(value) ? `new CURLFile(${php(value.slice(1))})` : php(value)},`
    const fields = Object.entries(call.form ?? {}).map(([name, value]) => field(name, value))
    const values = Object.entries(call.json ?? {}).map(
      ([name, value]) => `  ${php(name)} => ${typeof value === 'string' ? php(value) : String(value)},`,
    )
    return [
      '<?php',
      "$token = getenv('TOKEN');",
      `$curl = curl_init(${php(call.url)});`,
      'curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);',
      'curl_setopt($curl, CURLOPT_HTTPHEADER, [',
      ...headers,
      ']);',
      ...(call.form ? ['curl_setopt($curl, CURLOPT_POSTFIELDS, [', ...fields, ']);'] : []),
      ...(call.json ? ['curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode([', ...values, ']));'] : []),
      'echo curl_exec($curl);',
    ].join('\n')
  },

  Python(call) {
    const texts = Object.entries(call.form ?? {}).filter(([, value]) => !isFile(value))
    const files = Object.entries(call.form ?? {}).filter(([, value]) => isFile(value))
    const values = Object.entries(call.json ?? {}).map(
      ([name, value]) => `        ${quoted(name)}: ${value === true ? 'True' : quoted(String(value))},`,
    )
    return [
      'import os',
      'import requests',
      '',
      'token = os.environ["TOKEN"]',
      `answer = requests.${call.method.toLowerCase()}(`,
      `    ${quoted(call.url)},`,
      '    headers={',
      '        "Authorization": f"Bearer {token}",',
      ...(call.key ? [`        "Idempotency-Key": ${quoted(call.key)},`] : []),
      '    },',
      ...(call.json ? ['    json={', ...values, '    },'] : []),
      ...(texts.length > 0
        ? ['    data={', ...texts.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`), '    },']
        : []),
      ...files.map(([name, value]) => `    files=[(${quoted(name)}, open(${quoted(value.slice(1))}, "rb"))],`),
      ')',
      'print(answer.json())',
    ].join('\n')
  },
}
