/** A thousand attendants of two hundred companies at work, in real time and ten times as fast: nobody waits for an answer to go on. */
import { type Deed, habits, INCOMING } from './day'
import type { District } from './district'
import { openOffice } from './office'
import type { Report } from './report'
import { companyNumber } from './testbed'

const everything = Object.keys(habits) as Deed[] // of habits
const looking = everything.filter((deed) => deed !== 'send')

/** Before a phone is linked: what people look at, and what the process holds for it. */
export async function benchAttendantsReading(report: Report, district: District, seconds: number) {
  const office = openOffice(district)
  report.add({ id: 'attendants.reading', ...(await office.work({ times: 10, seconds, deeds: looking })) })
  office.close()
}

export async function benchAttendants(report: Report, district: District, seconds: number) {
  await acceptAll(district)
  for (const times of [1, 10]) {
    const incoming = await prepareIncoming(district, (district.attendants.length * times * seconds) / INCOMING)
    const office = openOffice(district)
    const before = { stored: district.stored(), frames: district.framesHeard() }
    const [found] = await Promise.all([
      office.work({ times, seconds, deeds: everything }),
      district.testbed.run({ do: 'releaseLoad', rate: incoming / seconds }),
    ])
    office.close()
    const expected = before.stored + incoming + found.sent
    for (const patience = performance.now() + 10_000; performance.now() < patience; await Bun.sleep(50))
      if (district.stored() >= expected && waitingIn(district) === 0) break
    report.add({
      id: `attendants.x${times}`,
      ...found,
      incoming,
      missing: Math.abs(expected - district.stored()) + waitingIn(district),
      framesPerSecond: Math.round((district.framesHeard() - before.frames) / seconds),
    })
  }
}

const waitingIn = ({ files }: District) =>
  files.reduce((sum, file) => sum + Number(file.prepare('SELECT count(*) FROM outbox').pluck().get()), 0)

/** Each phone in turn, so that no company has its messages in a row. */
async function prepareIncoming({ testbed, companies }: District, wanted: number): Promise<number> {
  const turns = Math.max(1, Math.round(wanted / companies.length))
  for (let turn = 0; turn < turns; turn++)
    for (const { id } of companies)
      await testbed.run({ do: 'prepareLoad', phone: companyNumber(id - 1), customers: 1, messages: 1, textLength: 80 })
  return turns * companies.length
}

/** Every conversation that a customer of the simulator began is taken by the company's first person. */
async function acceptAll(district: District) {
  for (const { desk, userId, place } of district.attendants)
    if (userId === 1)
      for (const id of district.conversations(place, 'pending'))
        await desk.call('PUT', `/tickets/${id}`, { status: 'open' })
}
