/** The installation that every family's sample tells: three companies with every kind of row, and every trap. */
import type { Author, NeutralCompany, NeutralFile, NeutralInstallation, NeutralMessage } from './neutral'

const contact: Author = { kind: 'contact' }
const member = (key: string): Author => ({ kind: 'contact', member: key })
const person = (key: string): Author => ({ kind: 'person', key })
const bot: Author = { kind: 'bot' }
const phone: Author = { kind: 'phone' }

const text = (
  key: string,
  at: string,
  by: Author,
  words: string,
  more: Partial<NeutralMessage> = {},
): NeutralMessage => ({
  key,
  at,
  by,
  kind: 'text',
  text: words,
  ...(by.kind === 'contact' ? {} : { delivery: 'read' as const }),
  ...more,
})
const media = (
  kind: NeutralMessage['kind'],
  key: string,
  at: string,
  by: Author,
  file: NeutralFile,
  more: Partial<NeutralMessage> = {},
): NeutralMessage => ({
  key,
  at,
  by,
  kind,
  file,
  ...(by.kind === 'contact' ? {} : { delivery: 'delivered' as const }),
  ...more,
})

const photo: NeutralFile = { name: 'foto.jpeg', mimetype: 'image/jpeg', content: 'a photo of bread' }
const voice: NeutralFile = { name: 'voz.ogg', mimetype: 'audio/ogg; codecs=opus', content: 'a voice' }
const film: NeutralFile = { name: 'forno.mp4', mimetype: 'video/mp4', content: 'an oven' }
const orders: NeutralFile = { name: 'Orçamento nº 3 – ação.pdf', mimetype: 'application/pdf', content: 'an offer' }
const smile: NeutralFile = { name: 'riso.webp', mimetype: 'image/webp', content: 'a sticker' }
const gone: NeutralFile = { name: 'apagada.jpeg', mimetype: 'image/jpeg', content: null }
const climber: NeutralFile = { name: '../../../../etc/passwd', mimetype: 'image/jpeg', content: null }

const daily = [['08:00', '18:00']] as const
const withLunch = [
  ['08:00', '12:00'],
  ['13:30', '18:00'],
] as const

const bakery: NeutralCompany = {
  name: 'Padaria do Zé & Filhos',
  email: 'contato@padaria.example',
  phone: '5511911110000',
  active: true,
  plan: 'Plano Ouro',
  dueOn: '2026-12-15',
  hours: [daily, daily, withLunch, daily, daily, [['08:00', '12:00']], []],
  holidays: ['2026-12-25'],
  people: [
    {
      key: 'ana',
      name: 'Ana Souza',
      email: 'Ana@Padaria.example',
      password: 'Senha-de-Ana!',
      profile: 'admin',
      queues: ['sales', 'support'],
    },
    {
      key: 'bruno',
      name: 'Bruno',
      email: 'bruno@padaria.example',
      password: 'segredo de bruno',
      profile: 'user',
      queues: ['sales'],
      shift: ['08:00', '17:00'],
    },
    {
      key: 'lia',
      name: 'Lia "Bia" O’Neil',
      email: 'lia@padaria.example',
      password: '123456',
      profile: 'user',
      queues: [],
    },
    {
      key: 'longa',
      name: 'Senha Longa',
      email: 'longa@padaria.example',
      password: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      profile: 'user',
      queues: ['support'],
    },
    { key: 'nohash', name: 'Sem Hash', email: 'semhash@padaria.example', password: null, profile: 'user', queues: [] },
  ],
  queues: [
    {
      key: 'sales',
      name: 'Vendas',
      color: '#ff0000',
      greeting: 'Olá {{firstname}}, aqui é Vendas.',
      options: [
        { title: 'Preços', message: 'Pão francês: R$ 18,00 o quilo.' },
        {
          title: 'Encomendas',
          message: 'O que deseja?',
          options: [
            { title: 'Bolo', message: null },
            { title: 'Salgados', message: 'Cento: R$ 90', leadsTo: 'support' },
          ],
        },
      ],
    },
    { key: 'support', name: 'Suporte', color: '#00ff00', greeting: null, options: [] },
  ],
  connections: [
    {
      key: 'main',
      name: 'Principal',
      number: '5511911110000',
      isDefault: true,
      token: 'token-da-padaria-1',
      greeting: 'Bem-vindo à Padaria!',
      completion: 'Obrigado e volte sempre.',
      queues: ['sales', 'support'],
    },
    {
      key: 'second',
      name: 'Entregas',
      number: '5511922220000',
      isDefault: false,
      token: null,
      greeting: null,
      completion: null,
      queues: ['support'],
    },
  ],
  contacts: [
    {
      key: 'maria',
      name: 'Maria da Silva',
      number: '5511987654321',
      email: 'maria@casa.example',
      fields: { Bairro: 'Centro', Aniversário: '12/03' },
      tags: ['VIP'],
    },
    { key: 'maria-old', name: '551187654321', number: '551187654321', sameAs: 'maria' },
    { key: 'joao', name: 'João Ação', stored: 'JoÃ£o AÃ§Ã£o', number: '5521998877665' },
    { key: 'dot', name: '.', number: '5531991234567' },
    { key: 'tab', name: 'Pedro\t"Pão" <b>Lima</b> \\o/', number: '5541992223333' },
    { key: 'long', name: 'Nome '.repeat(51).trim(), number: '5551993334444' },
    { key: 'fffd', name: 'Jos\ufffd', number: '5561994445555' },
    { key: 'lidonly', name: 'Só LID', number: null, lid: '182736455463728' },
    { key: 'lidded', name: 'Carla', number: '5571995556666', lid: '99887766554433' },
    { key: 'gringo', name: 'José García', number: '34600111222' },
    { key: 'group', name: 'Encomendas da semana', number: '120363012345678901', isGroup: true },
    { key: 'oldgroup', name: 'Família', number: '5511987654321-1412345678', isGroup: true },
  ],
  tags: [
    { name: 'VIP', color: '#A4CCCC', isKanban: false },
    { name: 'Negociando', color: '#00A4CC', isKanban: true },
  ],
  tickets: [
    {
      key: 't1',
      contact: 'maria',
      connection: 'main',
      status: 'closed',
      queue: 'sales',
      attendant: 'ana',
      openedAt: '2026-10-01T09:00:00-03:00',
      acceptedAt: '2026-10-01T09:02:00-03:00',
      closedAt: '2026-10-01T10:00:00-03:00',
      rating: 5,
      tags: ['VIP'],
      notes: [
        { by: 'ana', text: 'Gosta de pão sem sal', at: '2026-10-01T09:30:00-03:00' },
        { by: null, text: 'Nota de quem saiu', at: '2026-10-01T09:31:00-03:00' },
      ],
      transfers: [{ to: 'bruno', at: '2026-10-01T09:40:00-03:00' }],
      messages: [
        text('m1', '2026-10-01T09:00:00-03:00', contact, 'Bom dia! Tem pão? 🥖'),
        text('m2', '2026-10-01T09:00:05-03:00', bot, 'Bem-vindo à Padaria!'),
        text('m3', '2026-10-01T09:02:30-03:00', person('ana'), 'Bom dia, Maria!\nTem sim.'),
        text('m4', '2026-10-01T09:03:00-03:00', contact, 'Quero *dois*', {
          quotes: 'm3',
          reactions: [{ by: person('ana'), emoji: '👍', at: '2026-10-01T09:03:30-03:00' }],
        }),
        media('image', 'm5', '2026-10-01T09:04:00-03:00', contact, photo, { text: 'Desse aqui' }),
        media('image', 'm6', '2026-10-01T09:04:30-03:00', contact, gone),
        media('voice', 'm7', '2026-10-01T09:05:00-03:00', contact, voice),
        media('document', 'm8', '2026-10-01T09:06:00-03:00', person('ana'), orders),
        media('video', 'm9', '2026-10-01T09:07:00-03:00', contact, film, { text: 'Olha o forno' }),
        media('sticker', 'm10', '2026-10-01T09:08:00-03:00', contact, smile),
        {
          key: 'm11',
          at: '2026-10-01T09:09:00-03:00',
          by: contact,
          kind: 'location',
          location: { latitude: -23.55052, longitude: -46.633308, name: 'Casa' },
        },
        {
          key: 'm12',
          at: '2026-10-01T09:10:00-03:00',
          by: contact,
          kind: 'card',
          cards: [{ name: 'Tia Rosa', number: '5511955556666' }],
        },
        {
          key: 'm13',
          at: '2026-10-01T09:11:00-03:00',
          by: contact,
          kind: 'cards',
          cards: [
            { name: 'Tio Zé', number: '5511955557777' },
            { name: 'Primo Léo', number: '5511955558888' },
          ],
        },
        text('m14', '2026-10-01T09:12:00-03:00', person('ana'), 'São R$ 20,00', {
          formerly: [
            { text: 'São R$ 2,00', until: '2026-10-01T09:12:20-03:00' },
            { text: 'São R$ 200,00', until: '2026-10-01T09:12:40-03:00' },
          ],
        }),
        text('m15', '2026-10-01T09:13:00-03:00', contact, 'Apaguei sem querer', { isDeleted: true }),
        text('m16', '2026-10-01T09:14:00-03:00', contact, 'https://padaria.example/cardapio', {
          isForwarded: true,
          reactions: [{ by: contact, emoji: '❤️', at: '2026-10-01T09:14:10-03:00' }],
        }),
        text('m17', '2026-10-01T09:15:00-03:00', person('bruno'), 'Oi Maria, sou o Bruno', { delivery: 'played' }),
        text('m18', '2026-10-01T09:16:00-03:00', phone, 'Escrito no celular', { delivery: 'delivered' }),
        text('m19', '2026-10-01T09:17:00-03:00', person('ana'), 'Esta não saiu', { delivery: 'failed' }),
        { key: 'm20', at: '2026-10-01T09:18:00-03:00', by: contact, kind: 'call' },
        { key: 'm21', at: '2026-10-01T09:19:00-03:00', by: contact, kind: 'unknown' },
        text('m23', '2026-10-01T09:19:30-03:00', contact, 'Quero três', {
          formerly: [{ text: 'Quero trêsês', until: '2026-10-01T09:45:00-03:00' }],
        }),
        media('image', 'm22', '2026-10-01T09:20:00-03:00', contact, climber),
      ],
    },
    {
      key: 't2',
      contact: 'maria',
      connection: 'main',
      status: 'open',
      queue: 'sales',
      attendant: 'ana',
      unread: 2,
      openedAt: '2026-11-20T14:00:00-03:00',
      acceptedAt: '2026-11-20T14:05:00-03:00',
      tags: ['Negociando'],
      messages: [
        // In Ticketz, this reply makes a copy of m3 in the new ticket.
        text('m30', '2026-11-20T14:00:00-03:00', contact, 'Sobre isto de outubro', { quotes: 'm3' }),
        // The connection was down: it was stored four hours after it was said, behind its answer.
        text('m31', '2026-11-20T14:01:00-03:00', contact, 'Ainda tem?', { storedAt: '2026-11-20T18:01:00-03:00' }),
        text('m32', '2026-11-20T14:02:00-03:00', person('ana'), 'Tem, Maria.'),
        text('m33', '2026-11-20T14:03:00-03:00', person('ana'), 'Combinar com a Lia', { isNote: true }),
        text('m34', '2026-11-20T14:04:00-03:00', contact, 'Relógio do servidor adiantado', {
          storedAt: '2027-06-01T00:00:00-03:00',
        }),
        text('m35', '2026-11-20T14:04:00-03:00', contact, 'No mesmo segundo', {
          storedAt: '2026-11-20T14:04:00.900-03:00',
        }),
      ],
    },
    {
      key: 't3',
      contact: 'maria-old',
      connection: 'main',
      status: 'pending',
      unread: null,
      openedAt: '2026-11-10T08:00:00-03:00',
      messages: [
        text('m40', '2026-11-10T08:00:00-03:00', contact, 'Oi, sou a Maria sem o nono dígito'),
        text('m41', '2026-11-20T14:02:30-03:00', contact, 'Entre as mensagens do outro contato'),
      ],
    },
    {
      key: 't4',
      contact: 'group',
      connection: 'main',
      status: 'open',
      attendant: 'bruno',
      openedAt: '2026-11-01T08:00:00-03:00',
      acceptedAt: '2026-11-01T08:00:00-03:00',
      messages: [
        text('m50', '2026-11-01T08:00:00-03:00', member('joao'), 'Bom dia, grupo'),
        text('m51', '2026-11-01T08:01:00-03:00', member('lidded'), 'Oi @João Ação', { mentions: ['joao'] }),
        text('m52', '2026-11-01T08:02:00-03:00', person('bruno'), 'Anotado', { quotes: 'm50' }),
      ],
    },
    {
      key: 't5',
      contact: 'group',
      connection: 'second',
      status: 'closed',
      openedAt: '2026-11-01T08:00:00-03:00',
      closedAt: '2026-11-01T09:00:00-03:00',
      // The same message of the same group, heard by the other connection.
      messages: [text('m50', '2026-11-01T08:00:00-03:00', member('joao'), 'Bom dia, grupo')],
    },
    {
      key: 't6',
      contact: 'joao',
      connection: 'second',
      status: 'pending',
      isBot: true,
      queue: 'support',
      unread: 1,
      openedAt: '2026-11-21T20:00:00-03:00',
      messages: [
        text('m60', '2026-11-21T20:00:00-03:00', contact, 'Olá', { isOld: true }),
        text('m61', '2026-11-21T20:00:02-03:00', bot, 'Escolha:\n*[ 1 ]* - Preços', { delivery: 'sent' }),
        text('m62', '2026-11-21T20:00:09-03:00', contact, 'x'.repeat(70_000)),
      ],
    },
    {
      key: 't7',
      contact: null,
      connection: 'main',
      status: 'closed',
      openedAt: '2026-09-01T08:00:00-03:00',
      messages: [text('m70', '2026-09-01T08:00:00-03:00', contact, 'De um contato que foi apagado')],
    },
    {
      key: 't8',
      contact: 'lidonly',
      connection: null,
      status: 'open',
      attendant: 'lia',
      openedAt: '2026-11-22T08:00:00-03:00',
      acceptedAt: '2026-11-22T08:01:00-03:00',
      messages: [
        text('m80', '2026-11-22T07:59:00-03:00', contact, 'Antes de seu atendimento'),
        text('m81', '2026-11-22T08:02:00-03:00', person('lia'), 'Oi!', { delivery: 'clock' }),
      ],
    },
    {
      key: 't9',
      contact: 'gringo',
      connection: 'main',
      status: 'closed',
      attendant: 'bruno',
      openedAt: '2026-08-01T08:00:00-03:00',
      acceptedAt: '2026-08-01T08:05:00-03:00',
      closedAt: '2026-08-01T09:00:00-03:00',
      rating: 1,
      messages: [
        text('m90', '2026-08-01T08:00:00-03:00', contact, '¡Hola!'),
        text('m91', '2026-08-01T08:05:00-03:00', person('bruno'), '{{firstname}} \\n \t "aspas" \'simples\' — fim'),
      ],
    },
  ],
  quickMessages: [
    { shortcut: '/pix', text: 'Nossa chave é 12.345.678/0001-99, {{firstname}}. Protocolo {{protocol}}', owner: 'ana' },
    { shortcut: 'cardapio', text: '{{greeting}}! Segue o cardápio.', owner: 'bruno', file: photo },
  ],
  schedules: [
    {
      contact: 'maria',
      by: 'ana',
      text: 'Lembrete de sua encomenda',
      sendAt: '2027-01-10T09:00:00-03:00',
      state: 'pending',
    },
    {
      contact: 'joao',
      by: 'ana',
      text: 'Isto já devia ter saído',
      sendAt: '2026-02-01T09:00:00-03:00',
      state: 'pending',
    },
    {
      contact: 'maria',
      by: 'bruno',
      text: 'Foi enviada',
      sendAt: '2026-02-02T09:00:00-03:00',
      sentAt: '2026-02-02T09:00:03-03:00',
      state: 'sent',
    },
    { contact: 'maria', by: 'bruno', text: 'Talvez enviada', sendAt: '2026-02-03T09:00:00-03:00', state: 'taken' },
    { contact: 'maria', by: 'bruno', text: 'Deu erro', sendAt: '2026-02-04T09:00:00-03:00', state: 'failed' },
  ],
  lists: [
    {
      name: 'Clientes do bolo',
      entries: [
        { name: 'Maria', number: '5511987654321', isValid: true },
        { name: 'Ninguém', number: '5511900000000', isValid: false },
      ],
    },
  ],
  campaigns: [
    {
      name: 'Natal',
      list: 'Clientes do bolo',
      connection: 'main',
      texts: ['Oi {nome}, feliz Natal!', 'Bolo de Natal, {nome}?'],
      state: 'finished',
      at: '2026-11-01T10:00:00-03:00',
      sentTo: [
        { number: '5511987654321', at: '2026-11-01T10:00:10-03:00' },
        { number: '5511900000000', at: null },
      ],
    },
    {
      name: 'Páscoa',
      list: 'Clientes do bolo',
      connection: 'main',
      texts: ['Ovos!'],
      state: 'scheduled',
      at: '2027-03-20T10:00:00-03:00',
      sentTo: [],
    },
    {
      name: 'Rascunho',
      list: 'Clientes do bolo',
      connection: 'second',
      texts: ['…'],
      state: 'draft',
      at: '2027-04-20T10:00:00-03:00',
      sentTo: [],
    },
  ],
  chats: [
    {
      title: 'Equipe',
      owner: 'ana',
      members: ['ana', 'bruno'],
      messages: [
        { by: 'ana', text: 'Bom dia, equipe!', at: '2026-11-01T07:00:00-03:00' },
        { by: 'bruno', text: 'Bom dia 👋', at: '2026-11-01T07:01:00-03:00' },
      ],
    },
  ],
  announcements: [],
  invoices: [
    { detail: 'Plano Ouro', cents: 9990, isPaid: true, dueDate: '2026-10-15' },
    { detail: 'Plano Ouro', cents: 9990, isPaid: false, dueDate: '2026-12-15' },
  ],
  settings: {
    userRating: 'enabled',
    scheduleType: 'company',
    CheckMsgIsGroup: 'disabled',
    chatBotType: 'text',
    call: 'disabled',
    sendSignMessage: 'enabled',
    enabled: 'junk',
  },
}

const operator: NeutralCompany = {
  name: 'Empresa 1',
  email: null,
  phone: null,
  active: true,
  plan: 'Plano Ouro',
  dueOn: '2093-03-14',
  hours: [daily, daily, daily, daily, daily, [], []],
  holidays: [],
  people: [
    {
      key: 'root',
      name: 'Admin',
      email: 'admin@admin.com',
      password: '123456',
      profile: 'admin',
      isSuper: true,
      queues: [],
    },
  ],
  queues: [],
  connections: [],
  contacts: [],
  tags: [],
  tickets: [],
  quickMessages: [],
  schedules: [],
  lists: [],
  campaigns: [],
  chats: [],
  announcements: [
    { title: 'Bem-vindos', text: 'Novidades toda semana.', active: true },
    { title: 'Antigo', text: 'Passou.', active: false },
  ],
  invoices: [],
  settings: { userRating: 'disabled' },
}

/** Blocked, and one of its customers is one of the bakery's, too. */
const clinic: NeutralCompany = {
  ...operator,
  name: 'Clínica Bloqueada',
  active: false,
  plan: 'Plano Prata',
  dueOn: '2026-01-10',
  people: [
    {
      key: 'dora',
      name: 'Dora',
      email: 'dora@clinica.example',
      password: 'segredo de bruno',
      profile: 'admin',
      queues: ['front'],
    },
  ],
  queues: [{ key: 'front', name: 'Vendas', color: '#ff0000', greeting: null, options: [] }],
  connections: [
    {
      key: 'main',
      name: 'Principal',
      number: '5511933330000',
      isDefault: true,
      token: null,
      greeting: null,
      completion: null,
      queues: [],
    },
  ],
  contacts: [{ key: 'maria', name: 'Maria (clínica)', number: '5511987654321' }],
  tickets: [
    {
      key: 'c1',
      contact: 'maria',
      connection: 'main',
      status: 'closed',
      attendant: 'dora',
      openedAt: '2026-01-05T09:00:00-03:00',
      closedAt: '2026-01-05T10:00:00-03:00',
      messages: [text('c1', '2026-01-05T09:00:00-03:00', contact, 'Consulta?')],
    },
  ],
  announcements: [],
}

export const installation: NeutralInstallation = {
  plans: [
    { name: 'Plano Ouro', users: 10, connections: 3, queues: 10, cents: 9990, isPublic: true },
    { name: 'Plano Prata', users: 2, connections: 1, queues: 0, cents: 4950, isPublic: false },
  ],
  helps: [{ title: 'Primeiros passos', description: 'Como começar', video: 'dQw4w9WgXcQ' }],
  companies: [operator, bakery, clinic],
}
