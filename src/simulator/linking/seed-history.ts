/** Generates old chats for a company's phone that will be linked later, without events. */
import type { proto } from '@whiskeysockets/baileys'
import type { Account } from '../account'
import { addGroup } from '../groups/groups'
import { note, raise } from '../messages/book'
import { fileContent } from '../messages/files'
import type { CommandOf } from '../play/contract'
import { customersOf, phoneOf } from '../play/people'
import { PHOTO_HEIGHT, PHOTO_WIDTH, photo } from '../play/photo'
import type { World } from '../world'
import { packHistory } from './history'

const DAY_MS = 86_400_000
const PEOPLE_IN_A_GROUP = 4
const READ = 4

/** Customer and company alternate. */
const DIALOGUE = [
  ...['Oi, bom dia!', 'Bom dia! Em que posso ajudar?'],
  ...['Queria saber o preço da mesa de jantar.', 'Qual modelo você viu?'],
  ...['A redonda, de quatro lugares.', 'Está por R$ 890, já com a montagem.'],
  ...['Vocês entregam no sábado?', 'Entregamos, até o meio-dia.'],
  ...['Perfeito, fico com ela.', 'Já separei para você.'],
  ...['Obrigada!', 'Nós que agradecemos.'],
]

/** Fills the phone and packs its history beforehand, so that linking costs nothing. */
export async function prepareHistory(world: World, command: CommandOf<'prepareHistory'>): Promise<number> {
  const { chats, messages, groups = 0, days = 30, photoEvery } = command
  const account = phoneOf(world, command.phone)
  const customers = customersOf(world, account, { customers: chats })
  const size = { width: PHOTO_WIDTH, height: PHOTO_HEIGHT }
  const picture = photoEvery && (await fileContent(world, { kind: 'image', file: photo(1), ...size }))
  const step = (days * DAY_MS) / messages
  for (const index of customers.keys()) {
    const others = index < groups ? neighbours(customers, index) : customers.slice(index, index + 1)
    const group = index < groups ? gather(world, [account, ...others], index) : undefined
    for (let number = 0; number < messages; number++) {
      const author = number % 2 === 1 ? account : others[(number / 2) % others.length]
      const at = Math.floor(world.now() - (messages - number) * step - index)
      const isPhoto = photoEvery !== undefined && number % photoEvery === photoEvery - 1
      const content = isPhoto && picture ? picture : { conversation: DIALOGUE[number % DIALOGUE.length] ?? '' }
      if (author) remember(world, [account, ...others], { author, group, content, at })
    }
  }
  await packHistory(world, account)
  return chats * messages
}

const neighbours = (customers: Account[], index: number): Account[] =>
  Array.from({ length: Math.min(PEOPLE_IN_A_GROUP, customers.length) }, (_, next) => next).flatMap(
    (next) => customers[(index + next) % customers.length] ?? [],
  )

function gather(world: World, people: Account[], index: number): string {
  const [creator] = people
  const phones = people.map(({ phone }) => phone)
  return creator ? addGroup(world, creator, { subject: `Equipe ${index + 1}`, phones, addressing: 'lid' }).id : ''
}

type OldMessage = { author: Account; group: string | undefined; content: proto.IMessage; at: number }

/** Stores the message on everybody's phone, as read. */
function remember(world: World, people: Account[], { author, group, content, at }: OldMessage) {
  const entry = {
    id: author.random.messageId(),
    device: 0,
    author: author.phone,
    at,
    content,
    addressing: 'pn' as const,
  }
  for (const owner of people) {
    const other = people.find((one) => one !== owner)
    const chat = group ?? other?.phone
    if (chat) raise(world, note(world, owner, { ...entry, chat, fromMe: owner === author }), READ)
  }
}
