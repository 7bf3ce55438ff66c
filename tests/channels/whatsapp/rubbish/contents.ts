/** Contents of a hostile program: every kind of message, with values that no phone writes. Deterministic by seed. */
import { proto } from '@whiskeysockets/baileys'
import { type Random, seededRandom } from '../../../../src/simulator/wire/random'

export type Rubbish = {
  readonly name: string
  readonly bytes: Uint8Array
  /** The stanza's attribute. */
  readonly edit?: string
  /** Whether it is a message of the conversation; null: depends on the random content of a wrapper. */
  readonly isMessage: boolean | null
}

/** What `proto` has for each type of message. */
type Type = { encode(message: object): { finish(): Uint8Array } }
type Field = { readonly name: string; readonly is: string; readonly isList: boolean; readonly type: Type | null }

const SCALARS = 'string|bytes|bool|float|double|u?int(?:32|64)|s?fixed(?:32|64)|sint(?:32|64)'
const WRITTEN = new RegExp(
  `proto\\.([\\w.]+)\\.encode\\(m\\.(\\w+)(\\[i\\])?,|\\.(${SCALARS})\\(m\\.(\\w+)(\\[i\\])?\\)`,
  'g',
)

/** Parsed from the encoder's source, because the compiled definition has no other description. */
function readFields(type: Type): readonly Field[] {
  return [...type.encode.toString().matchAll(WRITTEN)].map(
    ([, path, message = '', isMessages, is = '', scalar = '', isScalars]) =>
      path === undefined
        ? { name: scalar, is, isList: isScalars !== undefined, type: null }
        : { name: message, is: 'message', isList: isMessages !== undefined, type: typeAt(path) },
  )
}

const known = new Map<Type, readonly Field[]>()
function fieldsOf(type: Type): readonly Field[] {
  const fields = known.get(type) ?? readFields(type)
  known.set(type, fields)
  return fields
}

const typeAt = (path: string): Type =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], proto) as Type // as the encoder names it

/** All fields of `proto.Message`. */
const KINDS = fieldsOf(proto.Message as Type)

const URL = 'https://mmg.whatsapp.net/v/x'
const TEXTS = [
  ...[
    '',
    ' ',
    '\n'.repeat(3_000),
    '\0',
    'a\0b',
    '\ud800',
    `x\udc00${'😀'.repeat(40)}`,
    '\u202Egpj.exe',
    '\u2066\u2067\u200F',
  ],
  ...[
    `z${'\u0300\u0301\u0302\u0489'.repeat(300)}`,
    'w'.repeat(5_000),
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
  ],
  ...[
    '../../../etc/passwd',
    'CON',
    `${'n'.repeat(5_000)}.pdf`,
    'C:\\Windows\\..\\x.exe',
    'image/png\r\nx-evil: 1',
    'text/html',
  ],
  ...['%s%n{{body}}', "'; DROP TABLE messages; --", '5511999990000:7@lid', 'status@broadcast', '12@broadcast'],
  ...[
    '123@newsletter',
    '0@bot',
    '@',
    URL,
    '{"display_text":{"a":[]}}',
    '{"display_text":"',
    'BEGIN:VCARD\nFN:\nTEL;waid=1:\nEND:VCARD',
  ],
]
const NUMBERS = [
  0,
  1,
  -1,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 32 - 1,
  2 ** 53,
  -(2 ** 53),
  1e18,
  Number.NaN,
  Number.POSITIVE_INFINITY,
]
const REALS = [...NUMBERS, -1e308, 1e-308, Number.NEGATIVE_INFINITY]
const LENGTHS = [0, 1, 31, 32, 33, 64, 65, 1_000, 41_000]
const DEEPEST = 5

function anything({ is, type }: Field, random: Random, depth: number): unknown {
  switch (is) {
    case 'message':
      return type && depth < DEEPEST ? someOf(type, random, depth + 1) : {}
    case 'string':
      return random.pick(TEXTS)
    case 'bytes':
      return random.bytes(random.pick(LENGTHS))
    case 'bool':
      return random.below(2) === 1
    case 'float':
    case 'double':
      return random.pick(REALS)
    default:
      return random.pick(NUMBERS)
  }
}

/** Fewer fields at deeper levels, otherwise it would grow without end. */
function someOf(type: Type, random: Random, depth: number): object {
  const entries: [string, unknown][] = []
  for (const field of fieldsOf(type)) {
    if (random.below(depth < 2 ? 2 : depth + 2) > 0) continue
    const value = () => anything(field, random, depth)
    entries.push([field.name, field.isList ? Array.from({ length: 1 + random.below(3) }, value) : value()])
  }
  return Object.fromEntries(entries)
}

const encode = (message: object): Uint8Array => proto.Message.encode(message as proto.IMessage).finish()

/** Kinds that are not shown as messages. */
const ACTS = new Set([
  ...[
    'protocolMessage',
    'reactionMessage',
    'encReactionMessage',
    'pollUpdateMessage',
    'secretEncryptedMessage',
    'editedMessage',
  ],
  ...['keepInChatMessage', 'pinInChatMessage', 'encEventResponseMessage', 'call', 'placeholderMessage', 'albumMessage'],
  ...['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage', 'messageContextInfo'],
  ...['stickerSyncRmrMessage', 'messageHistoryBundle', 'messageHistoryNotice'],
])

/** Each kind empty, and `rounds` times with random values. */
export function* kinds(seed: number, rounds: number): Generator<Rubbish> {
  const random = seededRandom(seed)
  for (const kind of KINDS) {
    const { name, type } = kind
    const isMessage = !ACTS.has(name)
    const isWrapper = type !== null && fieldsOf(type).some((field) => field.name === 'message')
    yield { name: `${name}, empty`, bytes: encode({ [name]: type ? {} : '' }), isMessage }
    for (let round = 0; round < rounds; round++)
      yield { name, bytes: encode({ [name]: anything(kind, random, 0) }), isMessage: isWrapper ? null : isMessage }
  }
}

/** Messages of a phone to its linked devices: each type empty, and with random values. */
export function* toOwnDevices(seed: number): Generator<Rubbish> {
  const random = seededRandom(seed)
  const ProtocolMessage = typeAt('Message.ProtocolMessage')
  for (let type = 0; type < 40; type++) {
    const one = (content: object) => ({
      name: `told ${type}`,
      bytes: encode({ protocolMessage: { ...content, type } }),
      isMessage: null,
    })
    yield one({})
    for (let round = 0; round < 3; round++) yield one(someOf(ProtocolMessage, random, 1))
  }
}

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const wrapped = (by: string, depth: number): proto.IMessage =>
  many(depth, () => by).reduce<proto.IMessage>((message, name) => ({ [name]: { message } }), { conversation: 'dentro' })

const quoting = (depth: number): proto.IMessage =>
  many(depth, (at) => `Q${at}`).reduce<proto.IMessage>(
    (quotedMessage, stanzaId) => ({ extendedTextMessage: { text: 'x', contextInfo: { stanzaId, quotedMessage } } }),
    { conversation: 'x' },
  )

const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)])

/** `ephemeralMessage` in `ephemeralMessage`, deeper than any encoder or decoder can go. */
function bottomless(depth: number): Uint8Array {
  const heads: Uint8Array[] = []
  for (let [at, length] = [0, 0]; at < depth; at++) {
    const inner = [0x0a, ...varint(length)]
    const outer = [0xc2, 0x02, ...varint(length + inner.length)]
    heads.push(Uint8Array.from([...outer, ...inner]))
    length += outer.length + inner.length
  }
  return Buffer.concat(heads.reverse())
}

/** Texts, names, sizes and depths that no phone writes. */
export function* messages(seed: number): Generator<Rubbish> {
  const random = seededRandom(seed)
  const one = (name: string, message: proto.IMessage) => ({ name, bytes: encode(message), isMessage: true })
  const file = { mediaKey: random.bytes(32), url: URL, fileSha256: random.bytes(7), fileEncSha256: random.bytes(999) }
  for (const text of TEXTS) {
    const name = JSON.stringify(text.slice(0, 20))
    yield one(`text ${name}`, { extendedTextMessage: { text, matchedText: text, title: text, description: text } })
    yield one(`file ${name}`, {
      documentMessage: { ...file, fileName: text, mimetype: text, jpegThumbnail: random.bytes(500), fileLength: -1 },
    })
  }
  yield one('a long text', { conversation: '😀'.repeat(250_000) })
  yield one('mentions', {
    extendedTextMessage: { text: 'x', contextInfo: { mentionedJid: many(10_000, (at) => `55119${at}@lid`) } },
  })
  yield one('options', { pollCreationMessage: { name: 'x', options: many(10_000, (at) => ({ optionName: `${at}` })) } })
  yield one('the same option', { pollCreationMessage: { name: 'x', options: many(12, () => ({ optionName: 'x' })) } })
  yield one('cards', {
    contactsArrayMessage: { contacts: many(10_000, () => ({ displayName: 'x', vcard: 'TEL:+55' })) },
  })
  yield one('buttons', {
    buttonsMessage: { contentText: 'x', buttons: many(10_000, () => ({ buttonText: { displayText: 'y' } })) },
  })
  for (const by of [
    'ephemeralMessage',
    'viewOnceMessage',
    'viewOnceMessageV2Extension',
    'documentWithCaptionMessage',
    'botInvokeMessage',
    'deviceSentMessage',
  ])
    for (const depth of [1, 8, 9, 30]) yield one(`${by} × ${depth}`, wrapped(by, depth))
  yield one('a quote of a quote', quoting(50))
  for (const seconds of [-1, 2 ** 32 - 1])
    yield one(`${seconds} s`, {
      audioMessage: { ...file, seconds, ptt: true, waveform: random.bytes(9_999), fileLength: 2 ** 60 },
    })
  for (const degrees of [Number.NaN, Number.POSITIVE_INFINITY, -1e308])
    yield one(`${degrees}°`, { locationMessage: { degreesLatitude: degrees, degreesLongitude: degrees } })
  for (const depth of [500, 20_000]) yield { name: `bottomless ${depth}`, bytes: bottomless(depth), isMessage: true }
  // An unknown field with bytes; then with an invalid wire type.
  for (const wireType of [2, 3, 4, 6, 7])
    yield { name: `wire type ${wireType}`, bytes: Uint8Array.of(0xf8 | wireType, 0x7f, 1, 0), isMessage: true }
  yield { name: 'cut off', bytes: Uint8Array.of(0x1a, 100, 0x41), isMessage: true }
}

/** Actions on unknown messages, on messages of others, or without a target. */
export function* actions(seed: number): Generator<Rubbish> {
  const random = seededRandom(seed)
  const keys = [
    undefined,
    {},
    { id: '' },
    { id: 'UNKNOWN', fromMe: true, remoteJid: 'status@broadcast' },
    { id: 'x'.repeat(100_000), participant: '1:2@lid' },
  ]
  const sealed = { encPayload: random.bytes(50), encIv: random.bytes(12) }
  for (const key of keys) {
    const one = (name: string, content: object, edit?: string): Rubbish => ({
      name: `${name} ${JSON.stringify(key)?.slice(0, 40)}`,
      bytes: encode({ [name]: content }),
      isMessage: false,
      ...(edit && { edit }),
    })
    for (const type of key?.participant ? [0, 3, 14] : [...many(40, (at) => at), 99, -1])
      yield one(
        'protocolMessage',
        { type, key, editedMessage: { conversation: 'x' }, ephemeralExpiration: 2 ** 32 - 1 },
        type === 14 ? '1' : undefined,
      )
    yield one('reactionMessage', { key, text: 'x'.repeat(10_000), senderTimestampMs: -1 })
    yield one('pollUpdateMessage', { pollCreationMessageKey: key, vote: sealed, senderTimestampMs: 2 ** 60 })
    yield one('secretEncryptedMessage', { targetMessageKey: key, secretEncType: 2, ...sealed })
    yield one('encReactionMessage', { targetMessageKey: key, ...sealed })
    yield one('encEventResponseMessage', { eventCreationMessageKey: key, ...sealed })
    yield one('pinInChatMessage', { key, type: 1 })
  }
  yield { name: 'an edit that is cut off', bytes: Uint8Array.of(0x1a, 100, 0x41), edit: '1', isMessage: false }
  yield { name: 'nothing', bytes: new Uint8Array(), isMessage: false }
}
