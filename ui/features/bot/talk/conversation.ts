/** A trial conversation with an unsaved bot: replays the typed input against what is on the screen now. Pure. */
import { type BotEffect, type BotSetup, type BotState, step } from '../../../../src/features/bot/machine'

export type TalkLine =
  | { readonly by: 'customer' | 'bot'; readonly text: string }
  | { readonly by: 'file'; readonly name: string; readonly text: string }
  | { readonly by: 'understood'; readonly number: number; readonly title: string }
  /** Ids; null means unassigned. */
  | { readonly by: 'waits'; readonly queueId: number | null; readonly userId: number | null }
  | { readonly by: 'moves'; readonly queueId: number }
  /** Something else answers in this queue from now on. */
  | { readonly by: 'takenOver'; readonly queueId: number }
  | { readonly by: 'silence' }

export type Talk = { readonly lines: readonly TalkLine[]; readonly state: BotState | null }

/** Milliseconds between replayed inputs: typing faster than a customer makes no difference. */
const BETWEEN = 10_000

/** `queueId`: the queue whose bot is tried out. */
export function talk(setup: BotSetup, queueId: number, typed: readonly string[], now: number): Talk {
  let state: BotState | null = null
  let place: number | null = queueId
  const lines: TalkLine[] = []
  for (const [at, text] of typed.entries()) {
    lines.push({ by: 'customer', text })
    const turn = step(setup, state, { kind: 'message', text }, now + at * BETWEEN)
    state = turn.state
    for (const effect of turn.effects) {
      if (effect.do === 'chooseQueue') {
        if (effect.queueId !== null && effect.queueId !== place) lines.push({ by: 'moves', queueId: effect.queueId })
        place = effect.queueId
      } else lines.push(lineOf(effect))
    }
  }
  return { lines, state }
}

function lineOf(effect: Exclude<BotEffect, { do: 'chooseQueue' }>): TalkLine {
  switch (effect.do) {
    case 'say':
      return { by: 'bot', text: effect.text }
    case 'sendFile':
      return { by: 'file', name: effect.name, text: effect.caption }
    case 'understood':
      return { by: 'understood', number: effect.number, title: effect.title }
    case 'handOver':
      return { by: 'waits', queueId: effect.queueId, userId: effect.userId }
    case 'giveOver':
      return { by: 'takenOver', queueId: effect.queueId }
    case 'fallSilent':
      return { by: 'silence' }
  }
}

/** The bot's current option: null at the top of the queue's tree, undefined outside it. */
export function positionIn({ state }: Talk, queueId: number): number | null | undefined {
  if (state?.phase !== 'asking' || state.queueId !== queueId) return undefined
  return state.path.at(-1) ?? null
}
