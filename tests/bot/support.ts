import type { BotEffect, BotOption, BotQueue, BotSetup, BotState, BotStep } from '../../src/features/bot/machine'
import { step } from '../../src/features/bot/machine'
import { botPhrases } from '../../src/features/bot/phrases'

export const words = botPhrases['pt-BR']

export const option = (id: number, given: Partial<BotOption> = {}): BotOption => ({
  id,
  title: `Opção ${id}`,
  message: `Resposta ${id}`,
  optionType: 'Texto',
  targetQueueId: null,
  targetUserId: null,
  file: null,
  children: [],
  ...given,
})

export const queue = (id: number, name: string, given: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: `Aqui é ${name}.`,
  file: null,
  isOpen: true,
  outOfHours: '',
  repeats: true,
  options: [],
  ...given,
})

export const setup = (queues: readonly BotQueue[], given: Partial<BotSetup> = {}): BotSetup => ({
  greeting: 'Bem-vindo!',
  greetingFile: null,
  menu: queues.map(({ id }) => id),
  queues,
  greetsAlone: true,
  repeats: 0,
  redirection: null,
  words,
  ...given,
})

/** Sends the texts a minute apart; null is a message without text. Returns each step and the final state. */
export function talk(
  bot: BotSetup,
  ...texts: readonly (string | null)[]
): { turns: BotStep[]; state: BotState | null } {
  let state: BotState | null = null
  const turns: BotStep[] = []
  for (const [at, text] of texts.entries()) {
    const turn = step(bot, state, { kind: 'message', text }, at * 60_000)
    turns.push(turn)
    state = turn.state
  }
  return { turns, state }
}

function lineOf(effect: BotEffect): string {
  switch (effect.do) {
    case 'say':
      return effect.text
    case 'sendFile':
      return `file ${effect.name}${effect.caption && ` (${effect.caption})`}`
    case 'chooseQueue':
      return `queue ${effect.queueId}`
    case 'handOver':
      return `people of ${effect.queueId}, ${effect.userId}`
    case 'giveOver':
      return `given over in ${effect.queueId}`
    case 'fallSilent':
      return `silent, ${effect.because}`
    case 'understood':
      return `as ${effect.number}, ${effect.title}`
  }
}

/** One line for each effect. */
export const linesOfStep = ({ effects }: BotStep): string[] => effects.map(lineOf)

export const lastOf = (bot: BotSetup, ...texts: readonly (string | null)[]): string[] => {
  const turn = talk(bot, ...texts).turns.at(-1)
  return turn ? linesOfStep(turn) : []
}
