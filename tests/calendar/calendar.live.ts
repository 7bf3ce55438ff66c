/** The events of each user within some days, in two browsers. */
import { repeatKinds } from '../../src/features/calendar/contract'
import { eventsSpec } from '../../ui/features/calendar/spec'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { world } from '../support/world'

const HOUR = 3_600_000
const days = { from: '2026-03-02', to: '2026-03-03' }
const filter = {
  days,
  period: { from: '2026-03-02T03:00:00.000Z', to: '2026-03-04T03:00:00.000Z' },
  timeZone: 'America/Sao_Paulo',
}
const eventsOf = async (who: Attendant) =>
  (await who.api.eventos.get({ query: { dateStart: days.from, dateEnd: days.to } })).data ?? []
const allOf = async (who: Attendant) => (await who.api.eventos.get({ query: {} })).data ?? []

export const live = {
  specs: [eventsSpec],
  seeds: [4, 8],
  turns: 80,
  async open({ pick, below, oneIn }) {
    const w = world()
    const people = [w.admin(), w.attendant()]
    const [admin] = people
    const contacts = Array.from({ length: 6 }, () => w.contact().id)
    const lists = people.map((who) => ({
      shown: opened(who, eventsSpec, [], filter),
      fresh: () => eventsOf(who),
    }))
    const times = () => {
      const start = Date.parse('2026-03-01T12:00:00.000Z') + below(96) * HOUR
      return { start: new Date(start).toISOString(), end: new Date(start + (1 + below(30)) * HOUR).toISOString() }
    }
    return {
      lists,
      async act(turn) {
        w.clock.forward(1000)
        const who = pick(people)
        const own = await allOf(who)
        if (own.length < 2 || oneIn(3)) return who.api.eventos.post({ title: `evento ${turn}`, ...times() })
        const { id } = pick(own)
        switch (below(11)) {
          case 0:
            return who.api.eventos({ id }).delete()
          case 1:
            return who.api
              .eventos({ id })
              .concluido.put({ concluido: oneIn(2), ...(oneIn(2) && { day: '2026-03-02' }) })
          case 2: {
            const repeat = { kind: pick(repeatKinds), until: oneIn(2) ? null : '2026-03-09' }
            return who.api.eventos({ id }).put({ repeat: oneIn(4) ? null : repeat })
          }
          case 3:
            return who.api.eventos({ id }).days.post({ day: pick(['2026-03-02', '2026-03-03']), isSkipped: oneIn(2) })
          case 4:
            await who.api.eventos({ id }).put({ remindLead: below(600) })
            w.clock.forward(6 * HOUR)
            return doJob(w, 'calendar.remind')
          case 5:
            return who.api.eventos.reminders.seen.post({ ids: [id] })
          case 6:
            return who.api.eventos({ id }).put({ contactId: pick([null, ...contacts]) })
          case 7:
            return who.api.contacts({ id: pick(contacts) }).put({ name: `Nome ${turn}` })
          case 8: {
            if (contacts.length < 2 || oneIn(2)) return
            const [sourceContactId = 0, targetContactId = 0] = [contacts.pop(), contacts.at(-1)]
            if (oneIn(2)) return admin?.api.contacts({ id: sourceContactId }).delete()
            return admin?.json('/api/contacts/merge', 'POST', { sourceContactId, targetContactId, mergedData: {} })
          }
          default:
            return who.api.eventos({ id }).put(times())
        }
      },
      wasBusy: async () => (await Promise.all(people.map(eventsOf))).flat().length > 3,
    }
  },
} satisfies LiveWalk
