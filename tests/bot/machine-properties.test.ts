/**
 * Properties of the bot's machine over random trees, texts, edits meanwhile and clock jumps. `BOT_WALKS=100000` sets the
 * number of walks.
 */
import { expect, test } from 'bun:test'
import {
  type BotEffect,
  type BotInput,
  type BotOption,
  type BotQueue,
  type BotSetup,
  type BotState,
  MOST_ANSWERS,
  step,
} from '../../src/features/bot/machine'
import { inSuite } from '../support/long'
import { createRandom, type Random } from '../support/random'
import { option, queue, setup, words } from './support'

const WALKS = Number(process.env.BOT_WALKS ?? inSuite(1_500, 5_000))

const titles = ['Vendas', 'vendas', 'Suporte técnico', 'Voltar', 'Prazo', '2', '', '24 horas', 'Falar com uma pessoa']
const texts = [
  'oi',
  '0',
  '#',
  '1',
  '2',
  '3',
  '9',
  '2️⃣',
  'vendas',
  'prazo',
  'voltar',
  'hein?',
  '',
  '24 horas',
  'x'.repeat(300),
]

function randomOptions(random: Random, depth: number): BotOption[] {
  const many = depth > 3 ? 0 : random.below(4)
  return Array.from({ length: many }, () =>
    option(random.between(1, 40), {
      title: random.pick(titles),
      message: random.pick(['', 'Olá', ' ']),
      optionType: random.pick(['Texto', 'Texto', 'Arquivo', 'Fila', 'Atendente']),
      targetQueueId: random.pick([null, 1, 2, 3, 9]),
      targetUserId: random.pick([null, 7]),
      file: random.pick([null, 'a.pdf']),
      children: randomOptions(random, depth + 1),
    }),
  )
}

const randomQueue = (random: Random, id: number): BotQueue =>
  queue(id, random.pick(titles), {
    greeting: random.pick(['', 'Bem-vindo']),
    file: random.pick([null, 'b.jpg']),
    isOpen: !random.oneIn(4),
    outOfHours: random.pick(['', 'Fechado']),
    repeats: !random.oneIn(4),
    options: randomOptions(random, 0),
  })

function randomSetup(random: Random): BotSetup {
  const queues = [1, 2, 3].filter(() => !random.oneIn(4)).map((id) => randomQueue(random, id))
  return setup(queues, {
    menu: [3, 1, 2, 8].slice(random.below(4)),
    greeting: random.pick(['', 'Bem-vindo!']),
    greetingFile: random.pick([null, 'c.png']),
    greetsAlone: random.oneIn(2),
    repeats: random.below(4),
    redirection: random.pick([null, { queueId: random.between(1, 5), minutes: random.between(1, 30) }]),
  })
}

const randomInput = (random: Random): BotInput =>
  random.oneIn(30)
    ? { kind: 'attended' }
    : random.oneIn(5)
      ? { kind: 'time' }
      : { kind: 'message', text: random.oneIn(8) ? null : random.pick(texts) }

const isMenu = (effect: BotEffect) => effect.do === 'say' && /^\*1\* /m.test(effect.text)
const isEnd = (effect: BotEffect) => effect.do === 'handOver' || effect.do === 'fallSilent'
const isSaid = (effect: BotEffect) => effect.do === 'say' || effect.do === 'sendFile'

/** Describes the fault of a step; undefined without one. */
function faultOf(bot: BotSetup, before: BotState | null, input: BotInput, now: number): string | undefined {
  const { state, effects } = step(bot, before, input, now)
  const says = effects.filter(isSaid)
  const menus = effects.filter(isMenu).length
  const ends = effects.filter(isEnd).length
  const isListening = before === null || before.phase === 'asking'
  if (effects.some((effect) => effect.do === 'say' && effect.text.trim() === '')) return 'an empty text'
  if (
    effects.some(
      (effect) =>
        effect.do === 'handOver' && effect.queueId !== null && !bot.queues.some(({ id }) => id === effect.queueId),
    )
  )
    return 'to a queue that is not there'
  if (menus > 1) return 'two menus'
  if (ends > 1) return 'two ends'
  if (ends > 0 && effects.findIndex(isEnd) !== effects.length - 1) return 'something after the end'
  if (says.length > 3) return 'more than a greeting, a file and a menu'
  if (ends === 1 && menus > 0) return 'a menu to which nobody listens'
  if (input.kind === 'attended')
    return effects.length > 0 || state.phase !== 'ended' ? 'not ended by a person' : undefined
  if (before?.phase === 'ended')
    return effects.length > 0 || state.phase !== 'ended' ? 'something after a person' : undefined
  if (input.kind === 'time') {
    if (menus > 0) return 'a menu that nobody asked for'
    return effects.length > 0 && (state.phase !== 'ended' || ends !== 1) ? 'redirected to nobody' : undefined
  }
  if (!isListening) return effects.length > 0 ? 'an answer of a silent bot' : undefined
  if (state.phase === 'asking') return menus === 1 ? undefined : 'neither a menu nor people'
  if (ends === 0) return 'people do not know'
  const isAnswered = before === null || says.length > 0 || effects.some(({ do: what }) => what === 'fallSilent')
  // The bot has no default text for a closed queue.
  const isClosed = (queueId: number | null) =>
    bot.queues.some(({ id, isOpen, outOfHours }) => id === queueId && !isOpen && outOfHours.trim() === '')
  if (effects.some((effect) => 'queueId' in effect && isClosed(effect.queueId))) return undefined
  return isAnswered ? undefined : 'a choice without a word'
}

test(`never loops, never answers twice or after a person, never shows two menus, always reaches people (${WALKS} walks)`, () => {
  const faults: string[] = []
  for (let walk = 0; walk < WALKS && faults.length < 5; walk++) {
    const random = createRandom(walk)
    let bot = randomSetup(random)
    let state: BotState | null = null
    let now = 1_000_000_000
    let [repeated, ends] = [0, 0]
    for (let at = random.between(2, 20); at > 0; at--) {
      if (random.oneIn(15)) {
        bot = randomSetup(random)
        repeated = 0
      }
      now += random.pick([0, 1_000, 60_000, 3_600_000, -3_600_000])
      const input = randomInput(random)
      const fault = faultOf(bot, state, input, now)
      if (fault) faults.push(`walk ${walk}: ${fault}`)
      const turn = step(bot, state, input, now)
      expect(step(bot, state && (JSON.parse(JSON.stringify(state)) as BotState), input, now)).toEqual(turn)
      repeated = turn.effects.some((effect) => effect.do === 'say' && effect.text.startsWith(words.unknown))
        ? repeated + 1
        : 0
      if (bot.repeats > 0 && repeated > bot.repeats) faults.push(`walk ${walk}: repeats without end`)
      ends += turn.effects.filter(({ do: what }) => what === 'handOver').length
      state = turn.state
    }
    if (ends > 1) faults.push(`walk ${walk}: handed over twice`)
  }
  expect(faults).toEqual([])
})

test('ends by itself, however long the contact goes on', () => {
  for (let walk = 0; walk < Math.ceil(WALKS / 50); walk++) {
    const random = createRandom(walk)
    const bot = randomSetup(random)
    let state: BotState | null = null
    for (let at = 0; at <= MOST_ANSWERS + 1; at++)
      state = step(bot, state, { kind: 'message', text: random.pick(texts) }, 0).state
    expect(state?.phase).not.toBe('asking')
  }
})
