/** The automatic texts of the WhatsApp Business app: a phone's greeting and away message. */
import type { Account, Message } from '../account'
import type { World } from '../world'
import { textContent } from './compose'
import { write } from './post'

/** The app greets again after so many days of silence, and repeats the away message after this time. */
const SILENCE = 14 * 86_400_000
const AWAY_AGAIN = 3_600_000

/** Called when a phone received a message. The away message goes out in place of the greeting. */
export function answerByApp(world: World, phone: Account, { chat: id, author, at }: Message) {
  const { greeting, away, appDelay } = phone.habits
  const text = away ?? greeting
  const chat = phone.chats.get(id)
  if (text === null || chat?.kind !== 'person') return
  const before = chat.messages.filter((one) => one.at < at)
  const since = away === null ? SILENCE : AWAY_AGAIN
  const talked = before.some((one) => at - one.at < since && (away === null || one.text === said(away)))
  if (talked) return
  world.later(appDelay, () => {
    if (phone.online) void write(world, phone, { chat: id, content: textContent({ text: said(text) }, undefined) })
  })

  function said(words: string): string {
    return words.replaceAll('[nome]', world.accounts.get(author)?.name ?? '')
  }
}
