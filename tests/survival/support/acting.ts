/** People who think better of what they said: it is edited, deleted, reacted to, whatever happens to the server. */
import type { BookEntry } from '../../../src/simulator/contract'
import type { Chance } from './chance'
import type { Desk } from './desk'
import { type Posted, unlessDead } from './posting'
import { COMPANY, type Testbed, written } from './testbed'
import { until } from './until'

const EMOJI = ['👍', '❤️', '🙏', ''] as const

/** So many customers do something with what they wrote and what they got, and some read. */
export async function customersAct(testbed: Testbed, dice: Chance, times: number) {
  const books = await testbed.books()
  for (const [from, own] of written(books)) {
    if (times-- <= 0) return
    const all = books.find(({ phone }) => phone === from)?.entries ?? []
    const chat = { from, chat: COMPANY }
    const mine = pick(dice, own.filter(isThere))
    const any = pick(dice, all.filter(isThere))
    if (dice.between(0, 2) === 0) await testbed.run({ do: 'readChat', phone: from, chat: COMPANY })
    if (any) await testbed.run({ do: 'react', ...chat, id: any.id, emoji: pick(dice, EMOJI) ?? '' })
    if (mine && dice.between(0, 2) === 0)
      await testbed.run({ do: 'edit', ...chat, id: mine.id, text: `${mine.text} (corrigido)` })
    else if (mine && dice.between(0, 4) === 0) await testbed.run({ do: 'revoke', ...chat, id: mine.id })
  }
}

const isThere = ({ revoked }: BookEntry) => !revoked

/** Attendants who go on doing so, until all is done; `refusals` are what the house would not do. */
export function attendantsAct(desk: Desk, posted: readonly Posted[], { dice, times, pause }: Acting) {
  const refusals: string[] = []
  const gone = new Set<number>()

  async function actOnce() {
    await Bun.sleep(pause())
    const talk = pick(dice, posted)
    const place = dice.between(0, talk?.ids.length ?? 0)
    const id = talk?.ids[place]
    if (!talk || id === undefined || gone.has(id)) return
    const what = dice.between(0, 6)
    if (what === 0) gone.add(id)
    const edited = `${talk.bodies[place]} (corrigido)`
    const answer = await until(() => unlessDead(() => ask(what, { id, ticketId: talk.ticketId, edited })), {
      within: 30_000,
      every: 30,
    })
    if (answer.error) refusals.push(`${answer.status} ${answer.error}`)
    else if (what === 1) talk.bodies[place] = edited
  }

  function ask(what: number, { id, ticketId, edited }: { id: number; ticketId: number; edited: string }) {
    if (what === 0) return desk.ask('DELETE', `/messages/${id}`)
    if (what === 1) return desk.ask('POST', `/messages/edit/${id}?ticketId=${ticketId}`, { body: edited })
    const reaction = EMOJI[what % EMOJI.length]
    return desk.ask('POST', '/messages/reactMessage', { messageId: id, ticketId, reaction })
  }

  const work = (async () => {
    for (let left = times; left > 0; left--) await actOnce()
  })()
  work.catch(() => {}) // a test that has failed by then has nobody who hears it
  return { refusals, done: () => work }
}

type Acting = { readonly dice: Chance; readonly times: number; pause(): number }

const pick = <T>(dice: Chance, from: readonly T[]): T | undefined => from[dice.between(0, from.length)]
