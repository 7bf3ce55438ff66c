/** What is stored in the sessions of other products, in every form that was seen. */
import { describe, expect, test } from 'bun:test'
import { convertSession } from '../../../../src/channels/whatsapp/moving-in/convert'
import { sessionInDatabase, sessionInRedis } from '../../../../src/channels/whatsapp/moving-in/foreign-session'
import { REDIS_COMMAND, readRedisExport } from '../../../../src/channels/whatsapp/moving-in/redis-export'

const bytes = (length: number) => Array.from({ length }, (_, at) => at)
const base64 = (length: number) => ({ type: 'Buffer', data: Buffer.from(bytes(length)).toString('base64') })
const pair = { private: base64(32), public: base64(32) }
const creds = {
  noiseKey: pair,
  signedIdentityKey: pair,
  signedPreKey: { keyPair: pair, signature: base64(64), keyId: 1 },
  registrationId: 7,
  me: { id: '5521991234567:12@s.whatsapp.net' },
  account: { details: 'AA==' },
}
const convert = (keys: object, stored: Parameters<typeof sessionInDatabase>[1] = []) => {
  const session = sessionInDatabase(JSON.stringify({ creds, keys }), stored)
  if (!session) throw new Error('no session')
  const converted = convertSession(session)
  if (converted.outcome !== 'converted') throw new Error(converted.outcome)
  return converted
}
const rowsOf = (keys: object) =>
  convert(keys)
    .rows.slice(1)
    .map(({ type, id, value }) => [type, id, JSON.parse(value)])

test('bytes are read as base64, as a list and as an object of numbers', () => {
  const forms = [base64(32), { type: 'Buffer', data: bytes(32) }, { ...bytes(32) }]
  for (const form of forms)
    expect(rowsOf({ preKeys: { 5: { private: form, public: form } } })).toEqual([['pre-key', '5', pair]])
})

test('a list of sender key states becomes the bytes of its JSON, and bytes stay what they are', () => {
  const states = [
    { senderKeyId: 1, senderChainKey: { iteration: 2, seed: base64(32) }, senderSigningKey: { public: base64(33) } },
  ]
  const asBytes = { type: 'Buffer', data: Buffer.from(JSON.stringify(states)).toString('base64') }
  const listed = [{ ...states[0], senderChainKey: { iteration: 2, seed: { type: 'Buffer', data: bytes(32) } } }]
  for (const form of [states, asBytes, listed, JSON.stringify(states)])
    expect(rowsOf({ senderKeys: { 'a::b::0': form } })).toEqual([['sender-key', 'a::b::0', asBytes]])
})

test('types without a name are told by their shape; unknown, deleted and damaged keys are dropped', () => {
  const converted = convert({
    undefined: {
      '5521991234567': '901',
      '902': ['0', '1'],
      '903@lid': { token: base64(8), timestamp: '1' },
      '904.0': base64(33),
      '905': 7,
    },
    'contacts-tc-token': { 1: { token: base64(3) } },
    sessions: {
      'a.0': { _sessions: {}, version: 'v1' },
      'b.0': null,
      'c.0': 'x',
      'd.0': { type: 'Buffer', data: 'e30=' },
    },
    preKeys: { 1: { private: base64(31), public: base64(32) } },
  })
  expect(
    converted.rows
      .slice(1)
      .map(({ type, id }) => `${type} ${id}`)
      .sort(),
  ).toEqual(['device-list 902', 'identity-key 904.0', 'lid-mapping 5521991234567', 'session a.0', 'tctoken 903@lid'])
  expect(converted.dropped).toBe(4)
  expect(converted.number).toBe('5521991234567')
})

test('keys of a table replace those in the column', () => {
  const value = JSON.stringify({ private: { type: 'Buffer', data: bytes(32) }, public: base64(32) })
  const { rows } = convert({ preKeys: { 5: pair } }, [
    { type: 'pre-key', id: '5', value },
    { type: 'session', id: 'x.0', value: '{' },
  ])
  expect(rows.map(({ type, id }) => `${type} ${id}`)).toEqual(['creds ', 'pre-key 5'])
})

describe('without a linked phone', () => {
  test.each([
    ['no account', { ...creds, account: undefined }, 'attempt'],
    ['no phone', { ...creds, me: undefined }, 'attempt'],
    ['no number', { ...creds, me: { id: '901@lid' } }, 'unreadable'],
    ['no noise key', { ...creds, noiseKey: {} }, 'unreadable'],
  ])('%s', (_, creds, outcome) => {
    expect(convertSession({ creds, keys: [] })).toEqual({ outcome } as ReturnType<typeof convertSession>)
  })
  test.each([null, '', '{"creds":{}', 'null', '{"keys":{}}'])('nothing is found in %p', (session) => {
    expect(sessionInDatabase(session)).toBeUndefined()
  })
})

describe('an export of Redis', () => {
  const pairs = ['sessions:7:creds', JSON.stringify({ name: 'João' }), 'sessions:7:app-state-sync-key-AAA', '{}']
  const numbered = pairs.map((one, at) => `${at + 1}) ${quoted(one)}`).join('\n')
  test.each([
    ['raw lines', `${pairs.join('\n')}\n`],
    ['lines of Windows', pairs.join('\r\n')],
    ['JSON', JSON.stringify(pairs)],
    ['what a terminal shows', numbered],
  ])('%s', (_, text) => {
    const entries = readRedisExport(text).get('7') ?? new Map<string, string>()
    expect([...entries]).toEqual([
      ['creds', '{"name":"João"}'],
      ['app-state-sync-key-AAA', '{}'],
    ])
    expect([...(sessionInRedis(entries)?.keys ?? [])]).toEqual([{ type: 'app-state-sync-key', id: 'AAA', value: {} }])
  })
  test.each([
    ['its own dump', 'REDIS0011\xfa'],
    ['its log', '*3\r\n$3\r\nSET\r\n'],
    ['other keys', 'bull:jobs:1\n{}'],
    ['nothing', ''],
    ['damaged JSON', '["sessions:7:creds",'],
  ])('%s is refused with the command that works', (_, text) => {
    expect(() => readRedisExport(text)).toThrow(REDIS_COMMAND)
  })
})

/** As `redis-cli` quotes in a terminal. */
function quoted(text: string): string {
  const signs = [...Buffer.from(text, 'utf8')].map((byte) =>
    byte === 0x22 || byte === 0x5c
      ? `\\${String.fromCharCode(byte)}`
      : byte < 0x20 || byte > 0x7e
        ? `\\x${byte.toString(16)}`
        : String.fromCharCode(byte),
  )
  return `"${signs.join('')}"`
}
