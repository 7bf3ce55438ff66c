/** A neutral installation of many conversations, made by chance: every kind of message, and what is done to messages. */
import type {
  Author,
  NeutralCompany,
  NeutralFile,
  NeutralInstallation,
  NeutralMessage,
  NeutralTicket,
} from '../../moving-in/samples/neutral'
import { createRandom, type Random } from '../../support/random'
import { DAY, MINUTE } from './support'

/** The first conversation begins here, the last ends before the clock of tests. */
export const BEGIN = Date.UTC(2025, 5, 2, 9)

const people = [
  {
    key: 'ana',
    name: 'Ana Souza',
    email: 'ana@casa.example',
    password: 'Senha-de-Ana!',
    profile: 'admin',
    queues: ['sales'],
  },
  {
    key: 'bruno',
    name: 'Bruno',
    email: 'bruno@casa.example',
    password: 'segredo de bruno',
    profile: 'user',
    queues: ['sales'],
  },
] as const

const at = (time: number) => new Date(time).toISOString()
const words = [
  'oi',
  'bom dia',
  'pedido',
  'café ☕',
  'R$ 20,00',
  'amanhã?',
  'https://loja.example/a',
  '*negrito*',
  'ok',
  '"aspas"',
  'C:\\pasta',
  'linha\ncom quebra',
  '👨‍👩‍👧',
  'não',
]

export function conversationsOf(count: number, seed: number): NeutralInstallation {
  const random = createRandom(seed)
  const members = ['c0', 'c1', 'c2'] as const
  const contacts: NeutralCompany['contacts'] = Array.from({ length: count }, (_, n) =>
    n > 2 && n % 12 === 0
      ? { key: `c${n}`, name: `Grupo ${n}`, number: `1203630${String(n).padStart(11, '0')}`, isGroup: true }
      : { key: `c${n}`, name: `Pessoa ${n}`, number: `5511${980_000_000 + n * 7}` },
  )
  const tickets = contacts.flatMap(({ key, isGroup = false }, n): NeutralTicket[] => {
    const isTwice = !isGroup && n % 3 === 0
    const start = BEGIN + n * 3 * MINUTE
    const first = ticketOf(random, { key, n, part: 0, start, isGroup, members, earlier: [] })
    if (!isTwice) return [first]
    return [
      first,
      ticketOf(random, { key, n, part: 1, start: start + 20 * DAY, isGroup, members, earlier: first.messages }),
    ]
  })
  const company: NeutralCompany = {
    name: 'Casa Aurora',
    email: null,
    phone: null,
    active: true,
    plan: null,
    dueOn: null,
    hours: [[], [], [], [], [], [], []],
    holidays: [],
    people,
    queues: [{ key: 'sales', name: 'Vendas', color: '#ff0000', greeting: null, options: [] }],
    connections: [
      {
        key: 'main',
        name: 'Principal',
        number: '5511911110000',
        isDefault: true,
        token: null,
        greeting: null,
        completion: null,
        queues: ['sales'],
      },
    ],
    contacts,
    tags: [],
    tickets,
    quickMessages: [],
    schedules: [],
    lists: [],
    campaigns: [],
    chats: [],
    announcements: [],
    invoices: [],
    settings: {},
  }
  // Where a product has no companies, the second is its only one.
  const other = { ...company, name: 'Outra', people: [], contacts: [], tickets: [], connections: [], queues: [] }
  return { companies: [other, company], plans: [], helps: [] }
}

type Plan = {
  readonly key: string
  readonly n: number
  readonly part: number
  readonly start: number
  readonly isGroup: boolean
  readonly members: readonly string[]
  readonly earlier: readonly NeutralMessage[]
}

function ticketOf(random: Random, plan: Plan): NeutralTicket {
  const { key, n, part, start } = plan
  const messages: NeutralMessage[] = []
  const length = random.between(4, 40)
  for (let m = 0; m < length; m++)
    messages.push(
      messageOf(random, plan, {
        key: `m${n}-${part}-${m}`,
        said: start + m * MINUTE,
        before: [...plan.earlier, ...messages],
      }),
    )
  return {
    key: `t${n}-${part}`,
    contact: key,
    connection: 'main',
    status: part === 0 ? 'closed' : 'pending',
    queue: 'sales',
    openedAt: at(start),
    ...(part === 0 && { closedAt: at(start + DAY) }),
    messages,
  }
}

type Saying = { readonly key: string; readonly said: number; readonly before: readonly NeutralMessage[] }

function messageOf(random: Random, { isGroup, members }: Plan, { key, said, before }: Saying): NeutralMessage {
  const by: Author = random.oneIn(2)
    ? { kind: 'contact', ...(isGroup && { member: random.pick(members) }) }
    : random.pick<Author>([
        { kind: 'person', key: 'ana' },
        { kind: 'person', key: 'bruno' },
        { kind: 'phone' },
        { kind: 'bot' },
      ])
  const own = by.kind !== 'contact'
  const isNote = by.kind === 'person' && random.oneIn(12)
  const text = `${random.pick(words)} ${random.pick(words)} ${key}`
  const common = {
    key,
    at: at(said),
    by,
    ...(own &&
      !isNote && { delivery: random.pick(['failed', 'clock', 'sent', 'delivered', 'read', 'read', 'read'] as const) }),
  }
  if (isNote) return { ...common, kind: 'text', text, isNote }
  const quotable = before.filter(({ kind, isNote: isOfNote }) => kind === 'text' && !isOfNote)
  const quotes = quotable.length > 0 && random.oneIn(6) ? random.pick(quotable).key : undefined
  const message: NeutralMessage = {
    ...common,
    ...contentOf(random, key, text, own),
    ...(quotes !== undefined && { quotes }),
  }
  const isText = message.kind === 'text'
  return {
    ...message,
    ...(isText &&
      quotes === undefined &&
      random.oneIn(12) && {
        formerly: [
          { text: `antes de ${text}`, until: at(said + 20_000) },
          ...(random.oneIn(2) ? [{ text: `e de novo ${text}`, until: at(said + 40_000) }] : []),
        ],
      }),
    ...(random.oneIn(15) && { isDeleted: true }),
    ...(isText && random.oneIn(10) && { isForwarded: true }),
    ...(message.kind !== 'call' &&
      random.oneIn(8) && {
        reactions: [
          ...(isGroup
            ? []
            : [{ by: { kind: 'contact' } as const, emoji: random.pick(['👍', '❤️', '😂']), at: at(said + 30_000) }]),
          { by: { kind: 'phone' } as const, emoji: '🙏', at: at(said + 31_000) },
        ],
      }),
    ...(random.oneIn(20) && { isOld: true }),
  }
}

type Content = Pick<NeutralMessage, 'kind' | 'text' | 'file' | 'location' | 'cards'>

function contentOf(random: Random, key: string, text: string, own: boolean): Content {
  const file = (name: string, mimetype: string): NeutralFile => ({
    name,
    mimetype,
    content: random.oneIn(8) ? null : `content of ${key}`,
  })
  const caption = random.oneIn(2) ? { text } : {}
  switch (random.below(own ? 20 : 24)) {
    case 0:
      return { kind: 'image', file: file('foto.jpeg', 'image/jpeg'), ...caption }
    case 1:
      return { kind: 'video', file: file('forno.mp4', 'video/mp4'), ...caption }
    case 2:
      return { kind: 'voice', file: file('voz.ogg', 'audio/ogg; codecs=opus') }
    case 3:
      return { kind: 'document', file: file('Orçamento nº 3 – ação.pdf', 'application/pdf') }
    case 4:
      return { kind: 'sticker', file: file('riso.webp', 'image/webp') }
    case 5:
      return { kind: 'location', location: { latitude: -23.55052, longitude: -46.633308 } }
    case 6:
      return { kind: 'card', cards: [{ name: 'Tia Rosa', number: '5511955556666' }] }
    case 7:
      return {
        kind: 'cards',
        cards: [
          { name: 'Tio Zé', number: '5511955557777' },
          { name: 'Primo Léo', number: '5511955558888' },
        ],
      }
    case 8:
      return { kind: 'audio', file: file('musica.mp3', 'audio/mpeg') }
    case 20:
      return { kind: 'call' }
    case 21:
      return { kind: 'unknown' }
    default:
      return { kind: 'text', text }
  }
}
