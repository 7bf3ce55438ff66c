/** A user's conversations with the assistant, and the questions of one of them. */
import type { AiChat, AiTurn } from '../../src/features/ai/contract'
import { aiChatsSpec, turnRules } from '../../ui/features/ai/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened, openedList } from '../support/opened'
import { standInAi } from '../support/stand-in-ai'
import { world } from '../support/world'

const read = async (who: Attendant, path: string) => (await who.request(`/api/openai/chats${path}`)).json()
const chatsOf = async (who: Attendant) => (await read(who, '')) as AiChat[]
const turnsOf = async (who: Attendant, id: number) =>
  ((await read(who, `/${id}`)) as { turns: AiTurn[] }).turns.toReversed()

export const live = {
  specs: [aiChatsSpec],
  seeds: [2, 5],
  turns: 30,
  async open({ pick, below }) {
    const w = world({ ai: standInAi() })
    const people = [w.attendant(), w.attendant()]
    const [ana] = people
    if (!ana) throw new Error('nobody')
    /** Runs until its last line. */
    const post = async (who: Attendant, path: string, body: object) =>
      (await who.json(`/api/openai/chats${path}`, 'POST', body)).text()
    await post(ana, '', { prompt: 'primeira' })
    const lists = people.map(async (who) => ({
      shown: opened(who, aiChatsSpec, await chatsOf(who)),
      fresh: () => chatsOf(who),
    }))
    const turns = { shown: openedList(ana, turnRules(1), await turnsOf(ana, 1)), fresh: () => turnsOf(ana, 1) }
    return {
      lists: [...(await Promise.all(lists)), turns],
      async act(turn) {
        w.clock.forward(5000)
        const who = pick(people)
        const id = pick([1, ...(await chatsOf(who)).map((chat) => chat.id)])
        switch (below(6)) {
          case 0:
            return post(who, '', { prompt: `pergunta ${turn}` })
          case 1:
            return who.json(`/api/openai/chats/${id}`, 'PUT', { title: `Nome ${turn}` })
          case 2:
            return id === 1 ? undefined : who.request(`/api/openai/chats/${id}`, { method: 'DELETE' })
          case 3:
            return post(who, `/${id}/again`, {})
          default:
            return post(ana, '/1/turns', { prompt: `pergunta ${turn}` })
        }
      },
      wasBusy: async () => (await turnsOf(ana, 1)).length > 2,
    }
  },
} satisfies LiveWalk
