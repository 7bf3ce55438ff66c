/** The tasks of each user, in two browsers. */
import { tasksSpec } from '../../ui/features/tasks/spec'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

const tasksOf = async (who: Attendant) => (await who.api.tasks.get()).data ?? []

export const live = {
  specs: [tasksSpec],
  seeds: [2, 6, 9],
  turns: 80,
  async open({ pick, below, oneIn }) {
    const w = world()
    const people = [w.admin(), w.attendant(), w.attendant()]
    const [admin] = people
    const contacts = Array.from({ length: 6 }, () => w.contact().id)
    const lists = people.map(async (who) => ({
      shown: opened(who, tasksSpec, await tasksOf(who)),
      fresh: () => tasksOf(who),
    }))
    return {
      lists: await Promise.all(lists),
      async act(turn) {
        w.clock.forward(1000)
        const who = pick(people)
        const own = await tasksOf(who)
        const open = own.filter(({ completed, user }) => !completed && user.id === who.userId).map(({ id }) => id)
        if (own.length < 2 || oneIn(4)) {
          if (oneIn(3)) return who.api.tasks.several.post({ tasks: [{ text: `um ${turn}` }, { text: `dois ${turn}` }] })
          return who.api.tasks.post({ text: `tarefa ${turn}` })
        }
        const { id } = pick(own)
        switch (below(11)) {
          case 0:
            return who.api.tasks({ id }).delete()
          case 1:
            return who.api.tasks({ id }).put({ text: `outra ${turn}` })
          case 2:
            return who.api.tasks({ id }).put({ completed: oneIn(2) })
          case 3:
            return who.api.tasks({ id }).put({ userId: pick(people).userId })
          case 4:
            return who.api.tasks({ id }).put({ due_at: oneIn(2) ? null : new Date(w.clock.now()).toISOString() })
          case 5:
            await who.api.tasks({ id }).put({ remind_at: new Date(w.clock.now()).toISOString() })
            return doJob(w, 'tasks.remind')
          case 6:
            return who.api.tasks({ id }).put({ contactId: pick([null, ...contacts]) })
          case 7:
            return who.api.contacts({ id: pick(contacts) }).put({ name: `Nome ${turn}` })
          case 8: {
            if (contacts.length < 2 || oneIn(2)) return
            const [sourceContactId = 0, targetContactId = 0] = [contacts.pop(), contacts.at(-1)]
            if (oneIn(2)) return admin?.api.contacts({ id: sourceContactId }).delete()
            return admin?.json('/api/contacts/merge', 'POST', { sourceContactId, targetContactId, mergedData: {} })
          }
          default:
            return who.api.tasks({ id }).put({ afterId: pick([null, ...open.filter((one) => one !== id)]) })
        }
      },
      wasBusy: async () => (await Promise.all(people.map(tasksOf))).flat().length > 5,
    }
  },
} satisfies LiveWalk
