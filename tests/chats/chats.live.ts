/** The chats of each user, and the messages of one chat. */
import { chatsSpec, threadRules } from '../../ui/features/chats/spec'
import type { Attendant } from '../support/company-world'
import type { LiveWalk } from '../support/live-walk'
import { opened, openedList } from '../support/opened'
import { world } from '../support/world'

const chatsOf = async (who: Attendant) => (await who.api.chats.list.get()).data ?? []
const messagesOf = async (who: Attendant, id: number) =>
  (await who.api.chats({ id }).messages.get({ query: {} })).data?.messages.toReversed() ?? []

export const live = {
  specs: [chatsSpec],
  seeds: [3, 7, 11],
  turns: 60,
  async open({ pick, below, oneIn }) {
    const w = world()
    const admin = w.admin()
    const people = [admin, w.attendant(), w.attendant(), w.attendant()]
    const create = async (title: string, members: readonly Attendant[]) =>
      (await admin.api.chats.post({ title, users: members.map(({ userId }) => userId) })).data?.id ?? 0
    const everybody = await create('Todos', people.slice(1))
    const ids = [everybody, await create('', people.slice(1, 2))]
    const lists = people.map(async (who) => ({
      shown: opened(who, chatsSpec, await chatsOf(who)),
      fresh: () => chatsOf(who),
    }))
    const thread = {
      shown: openedList(admin, threadRules(everybody), await messagesOf(admin, everybody)),
      fresh: () => messagesOf(admin, everybody),
    }
    return {
      lists: [...(await Promise.all(lists)), thread],
      async act(turn) {
        w.clock.forward(1000)
        const [who, id] = [pick(people), oneIn(3) ? everybody : pick(ids)]
        const chat = who.api.chats({ id })
        const some = people.slice(1).filter(() => oneIn(2))
        switch (below(15)) {
          case 0:
            return void ids.push(await create(`Chat ${turn}`, some))
          case 1:
            if (id === everybody) return
            return chat.put({ title: `Outro ${turn}`, users: some.map(({ userId }) => userId) })
          case 2:
            return id === everybody ? undefined : chat.leave.post()
          case 3:
            return id === everybody ? undefined : chat.delete()
          case 4:
          case 5:
            return chat.read.post({})
          case 6:
          case 7: {
            const sent =
              (await chat.messages.get({ query: {} })).data?.messages.filter(({ isDeleted }) => !isDeleted) ?? []
            const message = oneIn(2) || sent.length === 0 ? sent.at(-1) : pick(sent)
            if (!message) return
            const own = people.find(({ userId }) => userId === message.senderId)?.api.chats({ id })
            const route = own?.messages({ messageId: message.id })
            return oneIn(3) ? route?.delete() : route?.put({ message: `corrigido ${turn}` })
          }
          case 12: {
            const pair = await who.api.chats.direct.post({ userId: pick(people).userId })
            return pair.data && !ids.includes(pair.data.id) ? void ids.push(pair.data.id) : undefined
          }
          case 13:
          case 14: {
            const { data } = await chat.messages.get({ query: {} })
            const message = data?.messages.at(-1)
            if (!message) return
            if (oneIn(3))
              return who.json(`/api/chats/${id}/messages`, 'POST', {
                message: `resposta ${turn}`,
                quotedId: message.id,
              })
            return chat.messages({ messageId: message.id }).reaction.put({ reaction: pick(['', '👍', '🎉']) })
          }
          default:
            return who.json(`/api/chats/${id}/messages`, 'POST', { message: `recado ${turn}` })
        }
      },
      wasBusy: async () => (await messagesOf(admin, everybody)).length > 3,
    }
  },
} satisfies LiveWalk
