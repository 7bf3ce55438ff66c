/** Table and calendar of schedules, for each role and filter. */
import type { Schedule } from '../../src/features/schedules/contract'
import { type ScheduleFilter, schedulesSpec } from '../../ui/features/schedules/spec'
import { type Attendant, LOJA } from '../support/company-world'
import { doJob } from '../support/jobs'
import type { LiveWalk } from '../support/live-walk'
import { opened } from '../support/opened'
import { until } from '../support/until'
import { world } from '../support/world'

const HOUR = 3_600_000

async function rowsOf(who: Attendant, { people, kind, pending, days }: ScheduleFilter): Promise<readonly Schedule[]> {
  const query = new URLSearchParams({
    ...(people && { userIds: JSON.stringify(people) }),
    ...(kind && { type: kind }),
    ...(pending && { pending: 'true' }),
    ...(days && { dateStart: days.from, dateEnd: days.to }),
  })
  const answer = await who.request(`/api/schedules/${days ? 'calendar' : ''}?${query}`)
  return ((await answer.json()) as { schedules: Schedule[] }).schedules // the answer of its route
}

export const live = {
  specs: [schedulesSpec],
  seeds: [5],
  turns: 60,
  async open({ below, pick, oneIn }) {
    const w = world()
    const [chief, ana, beto] = [w.attendant([], { profile: 'supervisor' }), w.attendant(), w.attendant()]
    const contact = w.contact({ name: 'Maria' }).id
    const days = { from: '2026-03-02', to: '2026-03-03' }
    const period = { from: '2026-03-02T03:00:00.000Z', to: '2026-03-04T03:00:00.000Z' }
    const looks: [Attendant, ScheduleFilter][] = [
      [chief, {}],
      [ana, {}],
      [chief, { people: [beto.userId] }],
      [beto, { pending: true }],
      [ana, { kind: 'lembrete' }],
      [chief, { days, period }],
    ]
    return {
      lists: looks.map(([who, choice]) => ({
        shown: opened(who, schedulesSpec, [], choice),
        fresh: () => rowsOf(who, choice),
      })),
      async act(turn) {
        w.clock.forward(below(30) * 60_000)
        const who = pick([chief, ana, beto])
        const waiting = (await rowsOf(who, { pending: true })).map(({ id }) => id)
        const sendAt = new Date(w.clock.now() + below(60) * HOUR).toISOString()
        const body = { contactId: contact, whatsappId: LOJA, body: `aviso ${turn}`, sendAt }
        if (waiting.length === 0 || below(3) === 0)
          await who.json('/api/schedules', 'POST', oneIn(3) ? { ...body, type: 'lembrete' } : body)
        else if (oneIn(5)) await chief.json(`/api/contacts/${contact}`, 'PUT', { name: `Maria ${turn}` })
        else if (oneIn(4)) await who.request(`/api/schedules/${pick(waiting)}`, { method: 'DELETE' })
        else await who.json(`/api/schedules/${pick(waiting)}`, 'PUT', { sendAt })
        doJob(w, 'schedules.send')
        await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
      },
      wasBusy: async () => (await rowsOf(chief, {})).length > 8,
    }
  },
} satisfies LiveWalk
