/** A day at work: customers who write by themselves, in Portuguese as customers of a Brazilian shop do. */
import type { Command } from '../contract'
import { letRun, type World } from '../world'
import { say } from './conversation'
import { customersOf, phoneOf } from './people'

const OPENINGS = [
  'Oi, bom dia!',
  'Olá, tudo bem?',
  'Boa tarde!',
  'Oi, alguém pode me ajudar?',
  'Bom dia, vocês estão abertos?',
]
const TOPICS = [
  'Queria saber o preço do sofá de três lugares.',
  'Meu pedido ainda não chegou, podem verificar?',
  'Vocês entregam no sábado?',
  'O produto veio com defeito, como faço a troca?',
  'Tem esse modelo em azul?',
  'Qual é o prazo de entrega para o meu bairro?',
  'Posso pagar no Pix com desconto?',
  'Preciso da segunda via do boleto.',
  'Vocês montam os móveis?',
  'Gostaria de falar com um atendente, por favor.',
]
const FOLLOW_UPS = ['?', 'Alguém aí?', 'Obrigada!', 'Fico no aguardo.', 'É urgente, por favor.', 'Pode ser hoje ainda?']

export function gatherCrowd(
  world: World,
  { to, customers, messages, seconds }: Extract<Command, { do: 'crowd' }>,
): number {
  const people = customersOf(world, phoneOf(world, to), { customers })
  const moments = Array.from({ length: messages }, () => world.random.below(seconds * 1000 + 1)).sort((a, b) => a - b)
  const written = new Map<string, number>()
  for (const [index, moment] of moments.entries()) {
    // Everybody comes once before anybody comes again.
    const person = people[index < people.length ? index : world.random.below(people.length)]
    if (!person) continue
    const before = written.get(person.phone) ?? 0
    written.set(person.phone, before + 1)
    const lines = [OPENINGS, TOPICS][before] ?? FOLLOW_UPS
    const text = lines[world.random.below(lines.length)] ?? ''
    world.later(moment, () => {
      // Since then the phone may have been taken away.
      if (!world.accounts.has(person.phone) || !world.accounts.has(to)) return
      letRun(world, say(world, { do: 'say', from: person.phone, to, text }))
    })
  }
  return messages
}
